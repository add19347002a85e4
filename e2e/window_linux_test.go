package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"haltscribe/inference"
)

// The window's size in this test, and a point in its middle.
const (
	windowWidth, windowHeight = 1120, 720
	middleX, middleY          = 700, 380
)

// a job may take this long on a machine that does other things as well.
const patience = 2 * time.Minute

// TestWindow is a session in the window: a recording is dropped and
// transcribed, another is cancelled, a third loses its engine, and a fourth
// goes well again.
func TestWindow(t *testing.T) {
	screen := startDisplay(t)
	p := startProgram(t, screen, true, map[string]any{
		"version": 1, "theme": "dark", "hook": "every-node", "window_width": windowWidth, "window_height": windowHeight,
	})
	shown := p.await("the window", patience, func(e entry) bool { return e.Event == "shown" })
	t.Logf("from start to window: %v", shown.At.Sub(p.started).Round(time.Millisecond))
	p.await("the demo model's banner", patience, func(e entry) bool { return e.Event == "banner" && e.About == "demo-model" })
	p.focus()
	shot := func(name string) { screen.screenshot(name, windowWidth, windowHeight) }
	shot("1-empty")

	sample, err := filepath.Abs(sampleWAV)
	if err != nil {
		t.Fatal(err)
	}
	screen.drop(middleX, middleY, sample)
	p.checkSample(p.awaitEnd(sample))
	p.settle()
	shot("2-done")
	p.hearTheSample(sample)

	long := lengthened(t, 600)
	p.cancelWhileEncoding(long, shot)
	p.loseTheEngine(shot)

	// The same file would be asked about.
	raw, err := os.ReadFile(sample)
	if err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(t.TempDir(), "another sample.wav")
	if err := os.WriteFile(other, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	screen.drop(middleX, middleY, other)
	p.checkSample(p.awaitEnd(other))
	p.settle()
	shot("6-well-again")

	engines := p.engines()
	if err := p.quit(); err != nil {
		t.Errorf("the program ended with %v", err)
	}
	for _, pid := range engines {
		p.poll("the engine's end", patience, func() bool { return syscall.Kill(pid, 0) != nil })
	}
	p.checkFrames()
	if log, err := os.ReadFile(p.stderr); err != nil || strings.Contains(string(log), "Fyne error") || strings.Contains(string(log), "goroutine") {
		t.Errorf("its stderr (%v):\n%s", err, log)
	}
}

// TestWindowWarns is about libraries: one that lacks the chunk-level functions
// is used with a warning, and one of another version is refused.
func TestWindowWarns(t *testing.T) {
	variants, err := filepath.Abs("../native/lib/variants")
	if err != nil {
		t.Fatal(err)
	}
	sample, err := filepath.Abs(sampleWAV)
	if err != nil {
		t.Fatal(err)
	}
	const width, height = 900, 600 // the smallest window, and the light theme
	for _, c := range []struct{ variant, banner, says, end string }{
		{"no-chunk-functions", "missing-functions", "mtmd_encode_chunk", "done"},
		{"other-version", "library", "0.9.0", "failed"},
	} {
		t.Run(c.variant, func(t *testing.T) {
			screen := startDisplay(t)
			p := startProgram(t, screen, false, map[string]any{
				"version": 1, "theme": "light", "library_dir": filepath.Join(variants, c.variant),
				"window_width": width, "window_height": height,
			})
			warned := p.await("the banner", patience, func(e entry) bool { return e.Event == "banner" && e.About == c.banner })
			if !strings.Contains(warned.Text, c.says) {
				t.Errorf("the banner says %q", warned.Text)
			}
			t.Log(warned.Text)
			screen.drop(width/2, height*3/4, sample)
			e := p.awaitEnd(sample)
			if e.State != c.end {
				t.Errorf("the sample ended as %s", e.State)
			}
			if c.end == "done" {
				p.checkSample(e)
			}
			p.settle()
			screen.screenshot("7-"+c.variant, width, height)
			if c.variant == "no-chunk-functions" {
				screen.guidePicture("warning", width, height)
			}
			if err := p.quit(); err != nil {
				t.Errorf("the program ended with %v", err)
			}
		})
	}
}

// focus gives the window the keyboard, which a window manager would.
func (p *program) focus() {
	p.t.Helper()
	p.screen.xdotool("windowfocus", strings.Fields(p.screen.xdotool("search", "--name", "Haltscribe"))[0])
}

// awaitEnd waits until a recording's job has ended.
func (p *program) awaitEnd(file string) entry {
	p.t.Helper()
	return p.await("the end of "+filepath.Base(file), patience, func(e entry) bool {
		return e.Event == "job" && e.File == file && e.Transcript != nil
	})
}

// checkSample compares a transcript's words with what is said in the sample.
func (p *program) checkSample(e entry) {
	p.t.Helper()
	want, err := os.ReadFile(sampleTXT)
	if err != nil {
		p.t.Fatal(err)
	}
	if e.State != "done" || words(e.Transcript.Text) != words(string(want)) {
		p.t.Errorf("the sample ended as %s, with the words\n%s\nwant\n%s", e.State, words(e.Transcript.Text), words(string(want)))
	}
}

func words(s string) string { return strings.Join(strings.Fields(s), " ") }

// settle waits for the frame that shows the end of the last job.
func (p *program) settle() {
	p.t.Helper()
	p.await("the last frame", patience, func(e entry) bool { return e.Event == "drawn" && e.About == "job" })
}

// hearTheSample plays it to its end.
func (p *program) hearTheSample(sample string) {
	p.t.Helper()
	p.screen.xdotool("key", "space")
	p.await("the recording being played", patience, func(e entry) bool {
		return e.Event == "player" && e.File == sample && e.About == "playing"
	})
	p.await("its end", patience, func(e entry) bool {
		return e.Event == "player" && e.File == sample && e.About == "ready" && e.PositionS > 8
	})
}

// cancelWhileEncoding drops a long recording and presses Esc when the encoder
// runs. The demo model's encodes are short, and the key needs its time from
// here to there: it may come when the encode is over, and is tried again then.
// However it falls, the stop must be quick and be told.
func (p *program) cancelWhileEncoding(long string, shot func(string)) {
	p.t.Helper()
	const tries = 12
	p.screen.drop(middleX, middleY, long)
	for i := range tries {
		p.await("the encoder", patience, func(e entry) bool { return e.Event == "job" && e.File == long && e.Phase == inference.PhaseEncode })
		if i == 0 {
			p.await("a segment", patience, func(e entry) bool { return e.Event == "segment" })
			shot("3-running")
			p.read = len(p.entries())
			p.await("the encoder", patience, func(e entry) bool { return e.Event == "job" && e.File == long && e.Phase == inference.PhaseEncode })
		}
		p.screen.xdotool("key", "Escape")
		e := p.awaitEnd(long)
		c := e.Transcript.Cancel
		if e.State != "cancelled" || !c.Requested || c.LatencyMS == nil || c.Phase == nil || c.EngineKilled {
			p.t.Fatalf("after Esc it ended as %s, with %+v", e.State, c)
		}
		p.t.Logf("Esc in %s: stopped in %.2f ms; %.2f ms from the press to the end as the window saw it", *c.Phase, *c.LatencyMS, e.PressToEnd)
		if *c.LatencyMS >= 1000 || e.Transcript.Duration < 599 {
			p.t.Errorf("stopped in %v ms, in a recording of %v s", *c.LatencyMS, e.Transcript.Duration)
		}
		if *c.Phase == inference.PhaseEncode && c.Node != nil {
			p.settle()
			shot("4-stopped")
			return
		}
		p.settle()                             // a key that comes before the window shows the end would find nothing to start
		p.screen.xdotool("key", "ctrl+Return") // again
	}
	p.t.Errorf("of %d cancels none fell into an encode", tries)
}

// loseTheEngine kills the engine during a job.
func (p *program) loseTheEngine(shot func(string)) {
	p.t.Helper()
	p.screen.xdotool("key", "ctrl+Return")
	running := p.await("the job's text", patience, func(e entry) bool { return e.Event == "segment" })
	engines := p.engines()
	if len(engines) != 1 {
		p.t.Fatalf("there are %d engines", len(engines))
	}
	if err := syscall.Kill(engines[0], syscall.SIGKILL); err != nil {
		p.t.Fatal(err)
	}
	e := p.await("the end of the job", patience, func(e entry) bool { return e.ID == running.ID && e.Transcript != nil })
	if e.State != "failed" || e.Transcript.Error == nil || len(e.Transcript.Segments) == 0 {
		p.t.Fatalf("after its engine's death it ended as %s: %+v", e.State, e.Transcript)
	}
	p.t.Logf("the engine was killed: %s", *e.Transcript.Error)
	p.settle()
	shot("5-engine-died")
}

// checkFrames tells how long frames took: the aim is 50 ms, which TestFeel
// measures. On a machine that does other things as well the clock says more of
// those, and even the work, which is the main thread's processor time, counts for
// more than it is. So only four times the aim, in work, is a failure.
func (p *program) checkFrames() {
	p.t.Helper()
	for _, e := range p.entries() {
		if e.Event != "frames" || e.Frames == 0 || e.About == "second" {
			continue
		}
		p.t.Logf("frames (%s): %d, longest %.0f ms, 99 of 100 within %.0f ms, %d over 50 ms, most work in one %.0f ms",
			e.About, e.Frames, e.LongestMS, e.P99MS, e.Over50, e.WorkMS)
		if e.About == "job" && e.WorkMS > 200 {
			p.t.Errorf("the window worked %.0f ms on one frame", e.WorkMS)
		}
	}
}
