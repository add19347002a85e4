package e2e

import (
	"os"
	"path/filepath"
	"testing"

	"haltscribe/inference"
)

// TestGuide makes the pictures of docs/screenshots anew, where it is asked to:
//
//	HALTSCRIBE_PICTURES=docs/screenshots go test -run Guide ./e2e
func TestGuide(t *testing.T) {
	folder := os.Getenv("HALTSCRIBE_PICTURES")
	if folder == "" {
		t.Skip("only where HALTSCRIBE_PICTURES names a folder")
	}
	if !filepath.IsAbs(folder) {
		folder = filepath.Join("..", folder)
	}
	recordings := t.TempDir()
	copyTo := func(name, from string) string {
		raw, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(recordings, name)
		if err := os.WriteFile(path, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	copyTo("1 three cards.wav", sampleWAV)
	meeting := copyTo("2 a round of cards.wav", lengthened(t, 80))
	lecture := copyTo("3 the whole evening.wav", lengthened(t, 600))

	screen := startDisplay(t)
	p := startProgram(t, screen, true, map[string]any{
		"version": 1, "theme": "dark", "hook": "every-node", "window_width": windowWidth, "window_height": windowHeight,
	})
	p.await("the demo model's banner", patience, func(e entry) bool { return e.Event == "banner" && e.About == "demo-model" })
	p.focus()
	screen.drop(middleX, middleY, recordings)
	p.awaitEnd(meeting)
	for range 3 {
		p.await("a segment of the third", patience, func(e entry) bool { return e.Event == "segment" })
	}
	screen.screenshotTo(filepath.Join(folder, "window-dark.png"), windowWidth, windowHeight)
	for {
		p.read = len(p.entries())
		p.await("the encoder", patience, func(e entry) bool {
			return e.Event == "job" && e.File == lecture && e.Phase == inference.PhaseEncode
		})
		screen.xdotool("key", "Escape")
		e := p.awaitEnd(lecture)
		p.settle()
		if c := e.Transcript.Cancel; c.Phase != nil && *c.Phase == inference.PhaseEncode && c.Node != nil {
			break
		}
		screen.xdotool("key", "ctrl+Return") // the key came late: once more
		p.await("a segment", patience, func(e entry) bool { return e.Event == "segment" })
	}
	screen.screenshotTo(filepath.Join(folder, "stopped.png"), windowWidth, windowHeight)
	screen.xdotool("mousemove", "1094", "24", "click", "1") // at the tabs' right end: dark or light
	screen.xdotool("mousemove", "180", "336", "click", "1") // the second recording
	p.await("its sound", patience, func(e entry) bool { return e.Event == "player" && e.File == meeting && e.About == "ready" })
	screen.screenshotTo(filepath.Join(folder, "window-light.png"), windowWidth, windowHeight)
	if err := p.quit(); err != nil {
		t.Errorf("the program ended with %v", err)
	}
}
