package gui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"haltscribe/inference"
)

func TestChoicesAreKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings.json")
	first := SettingsIn(path)
	c, notice := first.Load()
	if notice != "" {
		t.Errorf("a new user is told %q", notice)
	}
	c.Hook, c.Theme, c.Language, c.Width, c.Height, c.Volume = inference.HookBudget, themeLight, "English", 1000, 700, 0.5
	if err := first.Save(c); err != nil {
		t.Fatal(err)
	}
	if again, _ := SettingsIn(path).Load(); again != c {
		t.Errorf("kept\n%+v, want\n%+v", again, c)
	}
}

func TestBrokenSettingsAreSaid(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings.json")
	if err := os.WriteFile(path, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	c, notice := SettingsIn(path).Load()
	if !strings.Contains(notice, "could not be understood") || c.Model != demoModel {
		t.Errorf("it says %q and gives %+v", notice, c)
	}
}
