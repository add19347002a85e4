package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWaiting is about what a queue leaves behind: the program is killed while the
// first of four recordings is transcribed. The next one offers to go on with it and
// with those that waited, names the one that is gone, and after it is closed while
// one waits, that is offered again.
func TestWaiting(t *testing.T) {
	recordings := t.TempDir()
	long, second, third := filepath.Join(recordings, "1 long.wav"), filepath.Join(recordings, "2 short.wav"), filepath.Join(recordings, "3 gone.wav")
	fourth := filepath.Join(recordings, "4 last.wav")
	for path, from := range map[string]string{long: lengthened(t, 600), second: sampleWAV, third: sampleWAV, fourth: lengthened(t, 600)} {
		raw, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, raw, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	screen := startDisplay(t)
	p := startProgram(t, screen, true, map[string]any{
		"version": 1, "theme": "dark", "window_width": windowWidth, "window_height": windowHeight,
	}, recordings)
	key := func(names ...string) { screen.xdotool(append([]string{"key"}, names...)...) }
	p.awaitBoth("the window with all recordings", patience, drawn, func(e entry) bool { return e.File == fourth && e.State == "waiting" })
	p.focus()
	key("ctrl+Return")
	p.await("a segment", patience, func(e entry) bool { return e.Event == "segment" })
	p.await("the next piece", patience, func(e entry) bool { return e.Event == "job" && e.File == long && e.Phase == "encode" })
	if err := p.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-p.ended
	if err := os.Remove(third); err != nil {
		t.Fatal(err)
	}

	p = p.again()
	offer := p.awaitOffer()
	if !strings.HasPrefix(offer, "1 long.wav was cut off at ") ||
		!strings.HasSuffix(offer, "3 recordings were still waiting: 2 short.wav, 3 gone.wav and 4 last.wav.") {
		t.Errorf("it offers %q", offer)
	}
	p.focus()
	p.shot("left-1-offer", windowWidth, windowHeight)
	key("ctrl+g")
	p.await("what is gone", patience, func(e entry) bool { return e.Event == "banner" && e.Text == "Not where it was any more: 3 gone.wav." })
	p.await("a segment of the rest", patience, func(e entry) bool { return e.Event == "segment" })
	key("Escape")
	p.checkSample(p.awaitEnd(second))
	p.await("the last one's begin", patience, func(e entry) bool { return e.File == fourth && e.Phase == "encode" })
	key("shift+Escape")
	p.awaitEnd(fourth)
	p.settle()
	key("ctrl+Down", "ctrl+Down", "ctrl+Down", "ctrl+Return") // again, and nothing is lost by closing
	p.await("the last one's begin", patience, func(e entry) bool { return e.File == fourth && e.Phase == "encode" })
	p.endWell()

	p = p.again()
	if offer := p.awaitOffer(); !strings.HasPrefix(offer, "4 last.wav was cut off at ") || strings.Contains(offer, "waiting") {
		t.Errorf("after it was closed it offers %q", offer)
	}
	p.endWell()
}

// awaitOffer waits for the offer to go on, in a window that is drawn.
func (p *program) awaitOffer() string {
	p.t.Helper()
	text := ""
	p.awaitBoth("the offer in a window that is drawn", patience, drawn, func(e entry) bool {
		if e.Event == "banner" && e.About == "cut-off" {
			text = e.Text
		}
		return text != ""
	})
	return text
}
