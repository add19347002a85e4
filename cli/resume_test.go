package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fsnotify/fsnotify"

	"haltscribe/inference"
	"haltscribe/inference/engine"
)

// bench of the tests: a work on the real engine, with the demo model.
func realWork(t *testing.T, folder string) *work {
	t.Helper()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	flags := transcribeFlags{Quiet: true, Language: "auto"}
	flags.Model, flags.Device, flags.Hook, flags.TargetMS, flags.Budget = "demo", "cpu", "planned", 20, 1e9
	flags.Sequences = 1
	flags.Library = filepath.Join(root, "native", "lib", engine.Platform())
	w, code := flags.begin(streams{os.Stdout, os.Stderr}, "transcribe")
	if w == nil {
		t.Fatalf("exit code %d", code)
	}
	w.kept = folder
	t.Cleanup(w.close)
	return w
}

// severalPieces is a recording of 150 s: the sample again and again.
func severalPieces(t *testing.T) string {
	t.Helper()
	sample, err := os.ReadFile(filepath.Join("..", "testdata", "sample.wav"))
	if err != nil {
		t.Fatal(err)
	}
	header, sound := sample[:44], sample[44:]
	n := 150 * 16000 * 2
	long := bytes.Repeat(sound, n/len(sound)+1)[:n]
	out := slices.Clone(header)
	for at, size := range map[int]int{4: n + 36, 40: n} {
		for i := range 4 {
			out[at+i] = byte(size >> (8 * i))
		}
	}
	path := filepath.Join(t.TempDir(), "long.wav")
	if err := os.WriteFile(path, append(out, long...), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// A run that is stopped behind its first segment leaves it on disk; the next one goes
// on behind it, and together they say what a whole run says.
func TestResumeGoesOnBehindWhatIsFinished(t *testing.T) {
	file, folder := severalPieces(t), filepath.Join(t.TempDir(), "unfinished")
	whole := realWork(t, t.TempDir()).one(file)
	if whole.Status != inference.StatusOK || len(whole.Segments) < 3 {
		t.Fatalf("the whole run: %s, %d segments", whole.Status, len(whole.Segments))
	}

	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		t.Fatal(err)
	}
	defer watcher.Close()
	if err := watcher.Add(folder); err != nil {
		t.Fatal(err)
	}
	first := realWork(t, folder)
	// Two lines on the disk are the origin and a segment: then Cancel is pressed.
	go func() {
		for e := range watcher.Events {
			if text, err := os.ReadFile(e.Name); err == nil && bytes.Count(text, []byte("\n")) >= 2 {
				close(first.stop.requested)
				return
			}
		}
	}()
	cut := first.one(file)
	if cut.Status != inference.StatusCancelled || len(cut.Segments) == 0 || len(cut.Segments) >= len(whole.Segments) {
		t.Fatalf("the stopped run: %s, %d segments", cut.Status, len(cut.Segments))
	}
	left, err := filepath.Glob(filepath.Join(folder, "*.jsonl"))
	if err != nil || len(left) != 1 {
		t.Fatalf("checkpoints %v, %v", left, err)
	}
	// As if the power had gone while the next segment was written.
	text, err := os.ReadFile(left[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(left[0], append(text, `{"start":60,"en`...), 0o600); err != nil {
		t.Fatal(err)
	}

	second := realWork(t, folder)
	second.resume = true
	rest := second.one(file)
	if rest.Status != inference.StatusOK {
		t.Fatalf("the resumed run: %s", rest.Status)
	}
	if !slices.Equal(rest.Segments, whole.Segments) || rest.Text != whole.Text {
		t.Errorf("resumed:\n%+v\nwhole:\n%+v", rest.Segments, whole.Segments)
	}
	if rest.Timing.Tokens >= whole.Timing.Tokens {
		t.Errorf("%d tokens were decoded, %d in the whole run: nothing was spared", rest.Timing.Tokens, whole.Timing.Tokens)
	}
	if left, _ := filepath.Glob(filepath.Join(folder, "*.jsonl")); len(left) != 0 {
		t.Errorf("left after a whole run: %v", left)
	}
}

// What belongs to another state of the file, or to another model, is not gone on from.
func TestCheckpointOfAnotherOrigin(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(t.TempDir(), "a.wav")
	if err := os.WriteFile(file, []byte("one"), 0o600); err != nil {
		t.Fatal(err)
	}
	job := engine.Job{File: file, Setup: inference.Setup{Model: "m"}}
	stopped := inference.Transcript{Status: inference.StatusCancelled, Segments: []inference.Segment{{End: 30, Text: "words"}}}
	leave := func() {
		c, err := openCheckpoint(folder, job, false)
		if err != nil {
			t.Fatal(err)
		}
		c.add(stopped.Segments[0])
		if err := c.close(stopped); err != nil {
			t.Fatal(err)
		}
	}
	from := func(j engine.Job, resume bool) float64 {
		c, err := openCheckpoint(folder, j, resume)
		if err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := c.close(stopped); err != nil {
				t.Error(err)
			}
		}()
		return c.from()
	}
	leave()
	if at := from(job, true); at != 30 {
		t.Errorf("goes on from %v, want 30", at)
	}
	if at := from(job, false); at != 0 {
		t.Errorf("without --resume it goes on from %v", at)
	}
	leave()
	other := job
	other.Setup.Model = "n"
	if at := from(other, true); at != 0 {
		t.Errorf("another model goes on from %v", at)
	}
	leave()
	if err := os.WriteFile(file, []byte("changed"), 0o600); err != nil {
		t.Fatal(err)
	}
	if at := from(job, true); at != 0 {
		t.Errorf("a changed file goes on from %v", at)
	}
}

func TestWatchTakesWhatIsCompleteAndNotItsOwn(t *testing.T) {
	folder := t.TempDir()
	put := func(name, content string) {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Error(err)
		}
	}
	put("there.wav", "x")
	put(".hidden.wav", "x")
	put("there.txt", "its result")
	put("empty.wav", "")
	ready := make(chan string)
	ctx := t.Context()
	go func() { _ = arrivals(ctx, folder, 400e6, ready) }()
	var got []string
	got = append(got, filepath.Base(<-ready))
	put("b.mp3", "still ")
	put("b.mp3", "still growing")
	put("b.srt", "its result")
	got = append(got, filepath.Base(<-ready))
	put("c.flac", "x")
	got = append(got, filepath.Base(<-ready))
	if s := strings.Join(got, " "); s != "there.wav b.mp3 c.flac" {
		t.Errorf("got %s", s)
	}
}
