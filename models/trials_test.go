package models

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"haltscribe/models/gguf/gguftest"
)

// triedHome is a home with a model of the user's own on the list.
func triedHome(t *testing.T) (h Home, m Model, name string) {
	t.Helper()
	dir := t.TempDir()
	h = Home{Dir: filepath.Join(dir, "models"), Trials: filepath.Join(dir, "data", "trials.json")}
	name = filepath.Join(dir, "own")
	if err := os.Mkdir(name, 0o700); err != nil {
		t.Fatal(err)
	}
	gguftest.Write(t, filepath.Join(name, "text.gguf"), gguftest.TextModel("qwen3vl", 64, 1000))
	gguftest.Write(t, filepath.Join(name, "projector.gguf"), gguftest.Projector("qwen3a", 64))
	m, err := h.Add(name)
	if err != nil {
		t.Fatal(err)
	}
	return h, m, name
}

// tried are the trials that the list shows of a model.
func tried(t *testing.T, h Home, name string) []Trial {
	t.Helper()
	items, err := h.List()
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range items {
		if i.Name == name {
			return i.Trials
		}
	}
	t.Fatalf("%s is not on the list", name)
	return nil
}

func aTrial(device, library string, hour int) Trial {
	return Trial{
		Device: device, DeviceName: "A " + device, Library: library, Threads: 2, Status: "ok", LoadMS: 900, Speed: 14.2,
		Memory: 1_100_000_000, At: time.Date(2026, 5, 3, hour, 0, 0, 0, time.UTC),
	}
}

// TestTrialsAreKeptByDeviceAndLibrary: a newer one replaces its like, and no other.
func TestTrialsAreKeptByDeviceAndLibrary(t *testing.T) {
	h, m, name := triedHome(t)
	if got := tried(t, h, name); got != nil {
		t.Errorf("at first there are %+v", got)
	}
	for _, trial := range []Trial{aTrial("cpu", "0.4.0", 9), aTrial("metal", "0.4.0", 10), aTrial("cpu", "0.5.0", 11), aTrial("cpu", "0.4.0", 12)} {
		if err := h.KeepTrial(name, m.Text, m.Projector, trial); err != nil {
			t.Fatal(err)
		}
	}
	want := []Trial{aTrial("cpu", "0.4.0", 12), aTrial("cpu", "0.5.0", 11), aTrial("metal", "0.4.0", 10)}
	got := tried(t, h, name)
	if len(got) != len(want) {
		t.Fatalf("kept are %+v", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%d is %+v, want %+v", i, got[i], want[i])
		}
	}
	if got := tried(t, h, Demo); got != nil {
		t.Errorf("the demo has %+v", got)
	}
	left, err := os.ReadDir(filepath.Dir(h.Trials))
	if err != nil || len(left) != 1 {
		t.Errorf("beside the file lie %v (%v)", left, err)
	}
}

// TestTrialsOfChangedFilesDontCount: neither of files with other contents, nor of files that are gone; the next trial
// throws them out.
func TestTrialsOfChangedFilesDontCount(t *testing.T) {
	h, m, name := triedHome(t)
	keep := func(trial Trial) {
		t.Helper()
		if err := h.KeepTrial(name, m.Text, m.Projector, trial); err != nil {
			t.Fatal(err)
		}
	}
	keep(aTrial("metal", "0.4.0", 9))
	if err := os.Chtimes(m.Projector, time.Time{}, time.Unix(1_700_000_000, 0)); err != nil {
		t.Fatal(err)
	}
	if got := tried(t, h, name); got != nil {
		t.Errorf("of the projector that was there before, there are %+v", got)
	}
	keep(aTrial("cpu", "0.4.0", 10))
	if got := tried(t, h, name); len(got) != 1 || got[0].Device != "cpu" {
		t.Errorf("after another trial there are %+v", got)
	}
	if data, err := os.ReadFile(h.Trials); err != nil || strings.Contains(string(data), "metal") {
		t.Errorf("the file still has the old one (%v):\n%s", err, data)
	}
	if err := os.Remove(m.Text); err != nil {
		t.Fatal(err)
	}
	if got := tried(t, h, name); got != nil {
		t.Errorf("of a file that is gone there are %+v", got)
	}
}

// TestAFileOfTrialsThatCantBeUsed: a damaged one is written anew, one of a newer version of the program is left alone.
func TestAFileOfTrialsThatCantBeUsed(t *testing.T) {
	h, m, name := triedHome(t)
	put := func(content string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(h.Trials), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(h.Trials, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put(`{"version":1,"trials":[{"mod`)
	if got := tried(t, h, name); got != nil {
		t.Errorf("of a damaged file there are %+v", got)
	}
	if err := h.KeepTrial(name, m.Text, m.Projector, aTrial("cpu", "0.4.0", 9)); err != nil || len(tried(t, h, name)) != 1 {
		t.Errorf("a damaged file is not replaced: %v", err)
	}
	const newer = `{"version":2,"trials":"elsewhere"}`
	put(newer)
	err := h.KeepTrial(name, m.Text, m.Projector, aTrial("cpu", "0.4.0", 9))
	if err == nil || !strings.Contains(err.Error(), "trials.json: the file is of a newer Haltscribe") {
		t.Errorf("error %v", err)
	}
	if data, err := os.ReadFile(h.Trials); err != nil || string(data) != newer {
		t.Errorf("it has become %s (%v)", data, err)
	}
}

func TestTrialName(t *testing.T) {
	h := Home{}
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"": Demo, Demo: Demo, "qwen3-asr-0.6b": "qwen3-asr-0.6b", ".": here, "models.go": filepath.Join(here, "models.go"),
	} {
		if got, err := h.TrialName(name); err != nil || got != want {
			t.Errorf("%q is %q, %v", name, got, err)
		}
	}
}
