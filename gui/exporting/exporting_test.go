package exporting

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"haltscribe/inference"
	"haltscribe/inference/export"
)

func transcript(file, text string) inference.Transcript {
	return inference.Transcript{
		File: file, Status: inference.StatusOK, Text: text,
		Segments: []inference.Segment{{Start: 0, End: 5, Text: text, Language: "English"}},
	}
}

func names(paths []string) (all []string) {
	for _, p := range paths {
		all = append(all, filepath.Base(p))
	}
	return all
}

func read(t *testing.T, path string) string {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func TestNamesAreTheRecordingsAndAllDifferent(t *testing.T) {
	a, b := filepath.Join("x", "talk.wav"), filepath.Join("y", "Talk.mp3")
	formats := []export.Format{export.TXT, export.SRT}
	var got []string
	for _, target := range Plan([]inference.Transcript{transcript(a, ""), transcript(b, "")}, formats, "") {
		got = append(got, target.Path)
	}
	want := []string{filepath.Join("x", "talk.txt"), filepath.Join("x", "talk.srt"), filepath.Join("y", "Talk.txt"), filepath.Join("y", "Talk.srt")}
	if !slices.Equal(got, want) {
		t.Errorf("next to the recordings: %v", got)
	}
	got = nil
	for _, target := range Plan([]inference.Transcript{transcript(a, ""), transcript(b, ""), transcript(a, "")}, formats[:1], "out") {
		got = append(got, target.Path)
	}
	want = []string{filepath.Join("out", "talk.txt"), filepath.Join("out", "Talk (2).txt"), filepath.Join("out", "talk (3).txt")}
	if !slices.Equal(got, want) {
		t.Errorf("in one folder: %v", got)
	}
}

func TestNothingIsOverwrittenUnasked(t *testing.T) {
	dir := t.TempDir()
	targets := Plan([]inference.Transcript{transcript("a.wav", "new a"), transcript("b.wav", "new b")}, []export.Format{export.TXT}, dir)
	old := filepath.Join(dir, "a.txt")
	if err := os.WriteFile(old, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := Existing(targets); !slices.Equal(got, []string{old}) {
		t.Errorf("existing: %v", got)
	}
	written, err := Write(t.Context(), targets, Refuse)
	if err == nil || !strings.Contains(err.Error(), "a.txt is there already") || !slices.Equal(names(written), []string{"b.txt"}) {
		t.Errorf("wrote %v, %v", written, err)
	}
	if read(t, old) != "precious" {
		t.Error("it was overwritten")
	}
	written, err = Write(t.Context(), targets, KeepBoth)
	if err != nil || !slices.Equal(names(written), []string{"a (2).txt", "b (2).txt"}) || read(t, old) != "precious" {
		t.Errorf("wrote %v, %v", written, err)
	}
	written, err = Write(t.Context(), targets, Replace)
	if err != nil || !slices.Equal(names(written), []string{"a.txt", "b.txt"}) || read(t, old) != "new a\n" {
		t.Errorf("wrote %v, %v", written, err)
	}
}

func TestOneThatCantBeWrittenDoesNotStopTheOthers(t *testing.T) {
	dir := t.TempDir()
	targets := Plan([]inference.Transcript{transcript("gone/a.wav", "a"), transcript(filepath.Join(dir, "b.wav"), "b")},
		export.Formats(), "")
	written, err := Write(t.Context(), targets, Replace)
	if err == nil || !strings.Contains(err.Error(), filepath.Join("gone", "a.txt")) {
		t.Errorf("the error is %v", err)
	}
	if want := []string{"b.txt", "b.srt", "b.vtt", "b.json", "b.csv"}; !slices.Equal(names(written), want) {
		t.Errorf("wrote %v", written)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if written, err := Write(ctx, targets, Replace); len(written) != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled, it wrote %v, %v", written, err)
	}
}
