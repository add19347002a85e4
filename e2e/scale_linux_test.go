package e2e

import (
	"fmt"
	"path/filepath"
	"testing"
)

// TestScales shows each page in the smallest window, on screens whose desktop makes
// all things half as large again and twice as large. Somebody has to look at the
// pictures.
func TestScales(t *testing.T) {
	sample, err := filepath.Abs(sampleWAV)
	if err != nil {
		t.Fatal(err)
	}
	for _, scale := range []float64{1.5, 2} {
		t.Run(fmt.Sprint(scale), func(t *testing.T) {
			const least, low = 900, 600
			width, height := int(least*scale), int(low*scale)
			screen := startDisplayOf(t, width, height)
			home := t.TempDir()
			makeHome(t, home, true, map[string]any{"version": 1, "theme": "light", "window_width": least, "window_height": low})
			p := runProgram(t, screen, home, launch{files: []string{sample}, environment: []string{fmt.Sprintf("FYNE_SCALE=%v", scale)}})
			p.awaitBoth("the window with the demo model's banner", patience, drawn, func(e entry) bool { return e.About == "demo-model" })
			p.focus()
			screen.xdotool("key", "ctrl+Return")
			p.checkSample(p.awaitEnd(sample))
			p.settle()
			shot := func(name string) { p.shot(fmt.Sprintf("scale-%v-%s", scale, name), width, height) }
			shot("1-transcribe")
			for i, page := range []string{"History", "Compare", "Models", "Settings"} {
				screen.xdotool("key", fmt.Sprintf("ctrl+%d", i+2))
				p.await("the page", patience, func(e entry) bool { return e.Event == "page" && e.About == page })
				shot(fmt.Sprintf("%d-%s", i+2, page))
			}
			for range 6 {
				screen.xdotool("key", "Next")
			}
			shot("6-settings-end")
			screen.xdotool("key", "ctrl+1")
			p.await("the page", patience, func(e entry) bool { return e.Event == "page" && e.About == "Transcribe" })
			screen.xdotool("key", "ctrl+e")
			shot("7-export")
			screen.xdotool("key", "Escape")
			screen.xdotool("key", "ctrl+o")
			p.await("the folder", patience, func(e entry) bool { return e.Event == "folder" })
			shot("8-open")
			screen.xdotool("key", "Escape")
			p.endWell()
		})
	}
}
