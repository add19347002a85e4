package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"haltscribe/inference"
)

// TestGuide makes the pictures of docs/guide.md and README.md anew, where it is
// asked to; those of the Compare page are TestCompare's, and that of a warning is
// TestWindowWarns's. All of them: make pictures.
func TestGuide(t *testing.T) {
	if os.Getenv(picturesVar) == "" {
		t.Skip("only where " + picturesVar + " names a folder")
	}
	recordings := filepath.Join(os.TempDir(), "recordings") // it is to be seen
	if err := os.Mkdir(recordings, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(recordings) })
	put := func(name, from string) string {
		raw, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(recordings, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	cards := put("1 three cards.wav", sampleWAV)
	meeting := put("2 a round of cards.wav", lengthened(t, 80))
	lecture := put("3 the whole evening.wav", lengthened(t, 600))
	put("spring/allotment society.wav", sampleWAV)
	put("notes.txt", sampleTXT)

	screen := startDisplay(t)
	p := startProgram(t, screen, true, map[string]any{
		"version": 1, "theme": "dark", "hook": "every-node", "formats": []string{"txt", "srt"}, "last_folder": recordings,
		"window_width": windowWidth, "window_height": windowHeight,
	})
	shot := func(name string) {
		p.seconds(2) // it may have been told of before it is drawn
		screen.guidePicture(name, windowWidth, windowHeight)
	}
	key := func(names ...string) { screen.xdotool(append([]string{"key"}, names...)...) }
	// do presses keys and waits until something is to be seen of it.
	do := func(names ...string) {
		before := screen.still(windowWidth, windowHeight)
		key(names...)
		screen.changed(before)
	}
	p.awaitBoth("the window with the demo model's banner", patience, drawn, func(e entry) bool { return e.About == "demo-model" })
	p.focus()
	shot("guide-1-empty")
	key("ctrl+o")
	p.await("the folder", patience, func(e entry) bool { return e.Event == "folder" })
	p.seconds(2)
	do("Down", "space", "Down", "space", "Down", "space")
	shot("guide-2-open")
	key("Return")

	p.awaitEnd(meeting)
	for range 3 {
		p.await("a segment of the third", patience, func(e entry) bool { return e.Event == "segment" })
	}
	shot("window-dark")
	p.stopInEncoder(lecture)
	shot("stopped")

	// The second recording: played, edited, searched and exported.
	key("ctrl+Up")
	p.await("its sound", patience, func(e entry) bool { return e.Event == "player" && e.File == meeting && e.About == "ready" })
	screen.xdotool("mousemove", "560", "638", "click", "1", "mousemove", "1000", "700") // in its waveform
	p.await("the seek", patience, func(e entry) bool { return e.Event == "seek" && e.File == meeting })
	shot("guide-3-player")
	do("F2")
	screen.xdotool("type", "edited: ")
	p.await("the edit", patience, func(e entry) bool { return e.Event == "edited" })
	shot("guide-4-edit")
	key("Escape")
	do("ctrl+f")
	screen.xdotool("type", "of")
	shot("guide-5-find")
	key("Escape")
	do("ctrl+e")
	shot("guide-6-export")
	key("Escape")

	key("ctrl+h")
	p.await("the history", patience, func(e entry) bool { return e.Event == "history" })
	screen.xdotool("type", "edited")
	p.await("what was found", patience, func(e entry) bool { return e.Event == "history" && e.About == "edited" })
	shot("guide-7-history")
	key("ctrl+4")
	p.await("the models", patience, func(e entry) bool { return e.Event == "page" && e.About == "Models" })
	shot("guide-8-models")
	key("ctrl+5")
	p.await("the settings", patience, func(e entry) bool { return e.Event == "page" && e.About == "Settings" })
	shot("guide-9-settings")
	key("ctrl+1")

	// In daylight, and after a crash.
	screen.xdotool("mousemove", "1094", "24", "click", "1") // at the tabs' right end: dark or light
	screen.xdotool("mousemove", "1000", "700")
	shot("window-light")
	key("ctrl+Up", "ctrl+Up", "ctrl+Return")
	p.await("the first again", patience, func(e entry) bool { return e.File == cards && e.Transcript != nil })
	key("ctrl+Down", "ctrl+Down", "ctrl+g")
	screen.drop(middleX, middleY, filepath.Join(recordings, "spring"))
	p.await("another that waits", patience, func(e entry) bool {
		return e.Event == "job" && e.State == "waiting" && strings.HasSuffix(e.File, "society.wav")
	})
	p.await("a segment", patience, func(e entry) bool { return e.Event == "segment" })
	if err := p.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-p.ended
	p = p.again()
	p.awaitOffer()
	shot("guide-10-offer")
	p.endWell()
}

// stopInEncoder presses Esc while a recording is encoded, until it was in time.
func (p *program) stopInEncoder(file string) {
	p.t.Helper()
	for {
		p.read = len(p.entries())
		p.await("the encoder", patience, func(e entry) bool {
			return e.Event == "job" && e.File == file && e.Phase == inference.PhaseEncode
		})
		p.screen.xdotool("key", "Escape")
		e := p.awaitEnd(file)
		p.settle()
		if c := e.Transcript.Cancel; c.Phase != nil && *c.Phase == inference.PhaseEncode && c.Node != nil {
			return
		}
		p.screen.xdotool("key", "ctrl+Return") // the key came late: once more
		p.await("a segment", patience, func(e entry) bool { return e.Event == "segment" })
	}
}
