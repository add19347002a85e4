package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"haltscribe/inference/engine"
)

// TestCompare compares hook modes in the window, with the keyboard alone: once to
// the end, and once until Esc. With HALTSCRIBE_PICTURES its pictures are the
// guide's, too.
func TestCompare(t *testing.T) {
	screen := startDisplay(t)
	p := startProgram(t, screen, false, map[string]any{
		"version": 1, "theme": "dark", "window_width": windowWidth, "window_height": windowHeight,
	})
	p.awaitBoth("the window with the demo model's banner", patience, drawn, func(e entry) bool { return e.About == "demo-model" })
	p.focus()
	comparison := func(about string) entry {
		t.Helper()
		return p.await("a comparison "+about, patience, func(e entry) bool { return e.Event == "comparison" && e.About == about })
	}
	shot := func(name string) {
		t.Helper()
		screen.screenshot(name, windowWidth, windowHeight)
		screen.guidePicture(name, windowWidth, windowHeight)
	}
	screen.xdotool("key", "ctrl+3")
	p.await("the page", patience, func(e entry) bool { return e.Event == "page" && e.About == "Compare" })

	screen.xdotool("key", "ctrl+Return")
	p.await("figures", patience, func(e entry) bool { return e.Event == "comparison" && e.About == "running" && e.Devices == 1 })
	p.await("them on the screen", patience, func(e entry) bool { return e.Event == "drawn" && e.About == "comparison" })
	shot("compare-running")
	done := comparison("done")
	t.Log(done.Text)
	if !strings.HasPrefix(done.Text, "On CPU ") || !strings.Contains(done.Text, "a cancel takes") {
		t.Errorf("it concludes %q", done.Text)
	}
	p.await("the result on the screen", patience, func(e entry) bool { return e.Event == "drawn" && e.About == "comparison" })
	shot("compare")

	screen.xdotool("key", "ctrl+Return")
	p.await("figures", patience, func(e entry) bool { return e.Event == "comparison" && e.About == "running" && e.Devices == 1 })
	screen.xdotool("key", "Escape")
	partial := comparison("partial")
	p.await("the result on the screen", patience, func(e entry) bool { return e.Event == "drawn" && e.About == "comparison" })
	shot("compare-stopped")

	folder := filepath.Join(filepath.Dir(p.journal), "data", "haltscribe", "comparisons")
	for file, want := range map[string]bool{done.File: false, partial.File: true} {
		content, err := os.ReadFile(filepath.Join(folder, file))
		if err != nil {
			t.Fatal(err)
		}
		var r engine.BenchReport
		if err := json.Unmarshal(content, &r); err != nil || r.Partial != want || len(r.Devices) != 1 || len(r.Devices[0].Chunks[0].Full) != 5 {
			t.Errorf("%s (%v) holds %.300s", file, err, content)
		}
	}
	if err := p.quit(); err != nil {
		t.Errorf("the program ended with %v", err)
	}
	if log, err := os.ReadFile(p.stderr); err != nil || strings.Contains(string(log), "Fyne error") || strings.Contains(string(log), "goroutine") {
		t.Errorf("its stderr (%v):\n%s", err, log)
	}
}
