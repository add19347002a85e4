package gui

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"haltscribe/inference/engine"
	"haltscribe/models"
)

func readyModel(name, title string) models.Item {
	i := qwen()
	i.Name, i.Title, i.State, i.Folder = name, title, models.Installed, "/models/"+name
	return i
}

// halting is a trial that comes to 43 %, and ends as it is told or when it is cancelled.
func halting(goOn chan error) func(context.Context, func(float64)) (engine.Trial, error) {
	return func(ctx context.Context, tell func(float64)) (engine.Trial, error) {
		tell(0.43)
		select {
		case <-ctx.Done():
			return engine.Trial{}, ctx.Err()
		case err := <-goOn:
			return wellTried(), err
		}
	}
}

func TestAModelIsTried(t *testing.T) {
	goOn := make(chan error)
	b := openAtModels(t, newFakeModels(readyModel("qwen", "Qwen3-ASR 0.6B")), setup{
		engine: &fakeEngine{inventory: goodInventory(), try: halting(goOn)},
		store:  &fakeStore{kept: Choices{Language: "German", Context: "Haltscribe", Threads: 3}},
	})
	card := func() *modelCard { return b.models.cards["qwen"] }
	try := func() {
		t.Helper()
		b.press("qwen", tr(sayModelTry))
		b.until("a trial", func() bool { return card().says.text == "Trying it with the sample recording: 43 %" })
		if b.offers("qwen", tr(sayModelTry)) || b.offers("qwen", tr(sayModelUse)) {
			t.Error("a model that is being tried can be tried or used")
		}
	}
	try()
	b.press("qwen", tr(sayModelCancel))
	b.until("the way to try it", func() bool { return b.offers("qwen", tr(sayModelTry)) })
	if got := b.models.shown.Trials["qwen"].Error; got != "" {
		t.Errorf("a cancelled trial failed: %s", got)
	}

	try()
	goOn <- errors.New("loading qwen: there is not enough memory")
	b.until("why it failed", func() bool { return strings.HasSuffix(b.models.shown.Trials["qwen"].Error, "not enough memory") })

	try()
	goOn <- nil
	b.until("what it showed", func() bool { return len(b.models.shown.Items[1].Trials) == 1 && b.offers("qwen", tr(sayModelTry)) })
	if got := b.models.shown.Trials["qwen"].Error; got != "" {
		t.Errorf("the earlier failure is still told: %s", got)
	}

	b.engine.mu.Lock()
	job := b.engine.jobs[0]
	b.engine.mu.Unlock()
	if job.File != "/sample.wav" || job.Setup.Model != "qwen.gguf" || job.Setup.Threads != 3 || job.Setup.Device != "cpu" {
		t.Errorf("it was tried with %+v", job)
	}
	if job.Options.Language != "auto" || job.Options.Context != "" {
		t.Errorf("the sample was to be heard with %+v, which is for the user's recordings", job.Options)
	}
}

func TestTrialWords(t *testing.T) {
	today := time.Date(2026, 5, 3, 9, 0, 0, 0, time.Local)
	trial := models.Trial{Device: "cpu", LoadMS: 912, Speed: 14.1, Memory: 1_100_000_000, Status: "ok", At: today}
	slow := trial
	slow.Speed, slow.Memory, slow.Status, slow.Device = 0.4, 0, "truncated", "vulkan"
	deaf := trial
	deaf.Status = "no-speech"
	for _, c := range []struct {
		trial       models.Trial
		now         time.Time
		says, doubt string
	}{
		{trial, today.Add(time.Hour), "On this machine: 14 times faster than real time on CPU, 1.10 GB of memory, loads in 912 ms; tried today.", ""},
		{
			slow, today.Add(24 * time.Hour),
			"On this machine: 2.5 times slower than real time on Vulkan, ? of memory, loads in 912 ms; tried on 3 May 2026.",
			"In the trial it did not come to an end by itself: don't trust its words.",
		},
		{
			deaf, today, "On this machine: 14 times faster than real time on CPU, 1.10 GB of memory, loads in 912 ms; tried today.",
			"In the trial it heard no speech where there is some: don't trust its words.",
		},
	} {
		if got := triedText(c.trial, dayOf(c.now)); got != c.says {
			t.Errorf("it says %q, want %q", got, c.says)
		}
		if got := doubtText(c.trial); got != c.doubt {
			t.Errorf("it doubts %q, want %q", got, c.doubt)
		}
	}
	if got := trialText(0); got != tr(sayTrialWaits) {
		t.Errorf("at first it says %q", got)
	}
}

// TestWhichTrialIsTold: the newest with the library in use, on the chosen device first.
func TestWhichTrialIsTold(t *testing.T) {
	trials := []models.Trial{
		{Device: "cpu", Library: "0.5.0 (b)", Threads: 1},
		{Device: "vulkan", Library: "0.4.0 (a)", Threads: 2},
		{Device: "cpu", Library: "0.4.0 (a)", Threads: 3},
	}
	for _, c := range []struct {
		device, library string
		want            int
	}{
		{"cpu", "0.4.0 (a)", 3},
		{"vulkan", "0.4.0 (a)", 2},
		{"cuda", "0.4.0 (a)", 2},
		{"cpu", "", 1},
		{"cpu", "0.6.0 (c)", 0},
	} {
		got, ok := trialOf(trials, modelChoice{device: c.device, library: c.library})
		if got.Threads != c.want || ok != (c.want > 0) {
			t.Errorf("%s with %q: told is number %d, want %d", c.device, c.library, got.Threads, c.want)
		}
	}
}

func TestGoldenModelTrials(t *testing.T) {
	tried, failed := readyModel("tried", "Qwen3-ASR 0.6B"), readyModel("failed", "Qwen3-ASR 1.7B")
	tried.Trials = []models.Trial{models.Trial(wellTried())}
	odd := models.Item{Name: "/my/model", Title: "model", State: models.Installed, Folder: "/my/model", Own: true, Bytes: 851_000_000, About: "text.gguf, mmproj.gguf"}
	odd.Trials = []models.Trial{models.Trial(wellTried())}
	odd.Trials[0].Status, odd.Trials[0].Speed, odd.Trials[0].At = "truncated", 0.83, time.Date(2026, 5, 3, 9, 0, 0, 0, time.Local)
	goOn := make(chan error)
	b := openAtModels(t, newFakeModels(tried, failed, readyModel("tries", "Ultravox 0.5 1B"), odd), setup{
		look: themeDark, size: fyne.NewSize(1120, 720), engine: &fakeEngine{inventory: goodInventory(), try: halting(goOn)},
	})
	b.banners.dismiss(b.banners.shown[0])
	b.press("failed", tr(sayModelTry))
	goOn <- errors.New("loading Qwen3-ASR 1.7B: the machine has not enough memory")
	b.until("why it failed", func() bool { return b.models.shown.Trials["failed"].Error != "" })
	b.press("tries", tr(sayModelTry))
	b.until("a trial", func() bool { return b.models.shown.Trials["tries"].Done > 0 })
	b.models.shown.Free = 4_000_000_000 // the machine's own would be another each time
	b.models.draw()
	b.golden("model-trials-dark")
	b.switchLook()
	b.models.draw()
	b.golden("model-trials-light")
}
