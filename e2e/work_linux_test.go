package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"haltscribe/inference"
)

// TestWork is a day's work in the window: three recordings are dropped, one of them
// bad; the second is cancelled and gone on with; a text is edited, found, played and
// exported; the program is killed, and the next one goes on where it was and finds the
// edited text in the history.
func TestWork(t *testing.T) {
	recordings := t.TempDir()
	talk := filepath.Join(recordings, "1 talk.wav")
	long := filepath.Join(recordings, "2 long.wav")
	bad := filepath.Join(recordings, "3 bad.wav")
	for path, from := range map[string]string{talk: sampleWAV, long: lengthened(t, 600)} {
		raw, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, raw, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(bad, []byte("this is a letter, not a recording"), 0o600); err != nil {
		t.Fatal(err)
	}

	screen := startDisplay(t)
	p := startProgram(t, screen, true, map[string]any{
		"version": 1, "theme": "dark", "hook": "every-node", "formats": []string{"txt", "srt"},
		"window_width": windowWidth, "window_height": windowHeight,
	})
	shot := func(name string) { screen.screenshot("work-"+name, windowWidth, windowHeight) }
	key := func(names ...string) { screen.xdotool(append([]string{"key"}, names...)...) }
	// do presses keys, and waits until something is to be seen of it.
	do := func(names ...string) {
		before := screen.still(windowWidth, windowHeight)
		key(names...)
		screen.changed(before)
	}
	p.awaitBoth("the window with the demo model's banner", patience, drawn, func(e entry) bool { return e.About == "demo-model" })
	p.focus()

	// Three are dropped; the second is cancelled while it is encoded, and the bad one
	// stops nothing.
	screen.drop(middleX, middleY, recordings)
	p.checkSample(p.awaitEnd(talk))
	for range 2 {
		p.await("a segment", patience, func(e entry) bool { return e.Event == "segment" })
	}
	p.await("the encoder", patience, func(e entry) bool { return e.Event == "job" && e.File == long && e.Phase == inference.PhaseEncode })
	key("Escape")
	cut := p.awaitEnd(long)
	if e := p.awaitEnd(bad); cut.State != "cancelled" || e.State != "failed" || len(cut.Transcript.Segments) < 2 {
		t.Fatalf("they ended as %s and %s", cut.State, e.State)
	}
	p.settle()
	shot("1-three")

	// It goes on behind its last segment, until it is stopped again.
	key("ctrl+Up", "ctrl+Up", "ctrl+Up", "ctrl+Down")
	shot("2-cancelled")
	key("ctrl+g")
	from := p.await("going on", patience, func(e entry) bool { return e.Event == "resume" && e.File == long })
	p.await("a segment of the rest", patience, func(e entry) bool { return e.Event == "segment" })
	key("Escape")
	more := p.awaitEnd(long)
	p.checkWhole(more, len(cut.Transcript.Segments), from.PositionS)
	p.settle()

	// The first is edited, with undo and redo.
	key("ctrl+Up")
	key("F2")
	screen.xdotool("type", "edited by hand ")
	p.await("the edit", patience, func(e entry) bool { return e.Event == "edited" && strings.HasPrefix(e.Text, "edited by hand ") })
	key("ctrl+z")
	p.await("the undo", patience, func(e entry) bool { return e.Event == "edited" && !strings.HasPrefix(e.Text, "edited by hand ") })
	key("ctrl+shift+z")
	p.await("the redo", patience, func(e entry) bool { return e.Event == "edited" && strings.HasPrefix(e.Text, "edited by hand ") })
	shot("3-edit")
	key("Escape")

	// A click in the waveform goes there; the first segment is gone to by Enter.
	screen.xdotool("mousemove", "500", "638", "click", "1")
	if e := p.await("the seek", patience, func(e entry) bool { return e.Event == "seek" && e.File == talk }); e.PositionS <= 0 || e.PositionS >= 9 {
		t.Errorf("the click went to %v s", e.PositionS)
	}
	shot("4-wave")
	do("ctrl+f")
	screen.xdotool("type", "hand")
	shot("5-find")
	key("Escape", "Return")
	p.await("the seek to a segment", patience, func(e entry) bool { return e.Event == "seek" && e.File == talk && e.PositionS == 0 })

	do("ctrl+e")
	shot("6-export")
	key("Return")
	wrote := p.await("the export", patience, func(e entry) bool { return e.Event == "exported" })
	want := []string{filepath.Join(recordings, "1 talk.txt"), filepath.Join(recordings, "1 talk.srt")}
	if wrote.Text != strings.Join(want, "\n") {
		t.Errorf("it wrote %q", wrote.Text)
	}
	for _, path := range want {
		if raw, err := os.ReadFile(path); err != nil || !strings.Contains(string(raw), "edited by hand ") {
			t.Errorf("%s has %q, %v", path, raw, err)
		}
	}

	// The program is killed in the middle of a job; the next one offers to go on.
	key("ctrl+Down")
	p.await("the cut one in front", patience, func(e entry) bool { return e.Event == "player" && e.File == long && e.About == "ready" })
	key("ctrl+g")
	p.await("going on", patience, func(e entry) bool { return e.Event == "resume" && e.File == long })
	p.await("a segment of the rest", patience, func(e entry) bool { return e.Event == "segment" })
	p.await("the next piece", patience, func(e entry) bool { return e.Event == "job" && e.File == long && e.Phase == inference.PhaseEncode })
	if err := p.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-p.ended
	p = p.again()
	// The offer comes from the database and the first frame from the screen, in whatever order.
	var offer entry
	drawn := false
	p.await("the offer in a window that is drawn", patience, func(e entry) bool {
		if e.Event == "banner" && e.About == "cut-off" {
			offer = e
		}
		drawn = drawn || e.Event == "drawn"
		return drawn && offer.Text != ""
	})
	if !strings.HasPrefix(offer.Text, "2 long.wav was cut off at ") {
		t.Errorf("it says %q", offer.Text)
	}
	p.focus()
	shot("7-cut-off")
	key("ctrl+g")
	again := p.await("going on", patience, func(e entry) bool { return e.Event == "resume" && e.File == long })
	if last := more.Transcript.Segments[len(more.Transcript.Segments)-1].End; again.PositionS <= last {
		t.Errorf("it goes on from %v s, and had come to more than %v s", again.PositionS, last)
	}
	p.await("a segment of the rest", patience, func(e entry) bool { return e.Event == "segment" })
	key("Escape")
	end := p.awaitEnd(long)
	p.checkWhole(end, len(more.Transcript.Segments)+1, again.PositionS)
	p.settle()

	key("ctrl+h")
	p.await("the history", patience, func(e entry) bool { return e.Event == "history" && e.About == "" })
	screen.xdotool("type", "edited by")
	p.await("what was found", patience, func(e entry) bool { return e.Event == "history" && e.About == "edited by" && e.Frames == 1 })
	shot("8-history")
	key("Return")
	do("Return")
	p.await("the transcript", patience, func(e entry) bool { return e.Event == "opened" && e.File == talk })
	shot("9-opened")
	if err := p.quit(); err != nil {
		t.Errorf("the program ended with %v", err)
	}
	if log, err := os.ReadFile(p.stderr); err != nil || strings.Contains(string(log), "Fyne error") || strings.Contains(string(log), "goroutine") {
		t.Errorf("its stderr (%v):\n%s", err, log)
	}
}

// checkWhole checks that a transcript has the segments of before and more behind
// them, in order.
func (p *program) checkWhole(e entry, before int, from float64) {
	p.t.Helper()
	s := e.Transcript.Segments
	if len(s) <= before {
		p.t.Errorf("there are %d segments, and were %d", len(s), before)
		return
	}
	if s[0].Start > 5 || s[before-1].End > from {
		p.t.Errorf("they begin at %v s; the one at the seam ends at %v s, and it went on from %v s", s[0].Start, s[before-1].End, from)
	}
	for i := 1; i < len(s); i++ {
		if s[i].Start < s[i-1].End {
			p.t.Errorf("segment %d begins at %v s, before %v s", i, s[i].Start, s[i-1].End)
		}
	}
}
