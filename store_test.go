//go:build !headless

package main

import (
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"haltscribe/gui"
	"haltscribe/settings"
)

// Whatever the window remembers must come back, in the next run too.
func TestTheWindowsChoicesComeBack(t *testing.T) {
	s := &store{path: filepath.Join(t.TempDir(), "settings.json"), loaded: settings.Default()}
	want := gui.Choices{
		Model: "/m", ModelDir: "/models", Library: "/l", AllowUntested: true, Device: "vulkan", Hook: "budget", Budget: 5, TargetMS: 31,
		StopDeadlineMS: 700, IdleMinutes: 4, Threads: 3, Language: "French", Context: "words", Theme: "light", TextSize: 125, Volume: 0.25, Speed: 1.5,
		Folder: "/f", Formats: []string{"srt", "csv"}, ExportDir: "/e", KeepHistory: false, Width: 1000, Height: 700,
	}
	v := reflect.ValueOf(want)
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.Name != "KeepHistory" && v.Field(i).IsZero() {
			t.Errorf("this test doesn't set %s", f.Name)
		}
	}
	var idle []time.Duration
	s.idle = func(d time.Duration) { idle = append(idle, d) }
	if err := s.Save(want); err != nil {
		t.Fatal(err)
	}
	if err := s.Save(want); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(idle, []time.Duration{4 * time.Minute}) {
		t.Errorf("the engine hears of idle times %v", idle)
	}
	loaded, notice, err := settings.Load(s.path)
	if err != nil || notice != "" {
		t.Fatal(notice, err)
	}
	if got, _ := (&store{loaded: loaded}).Load(); !reflect.DeepEqual(got, want) {
		t.Errorf("came back as\n%+v, want\n%+v", got, want)
	}
}
