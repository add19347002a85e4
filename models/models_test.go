package models

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func touch(t *testing.T, folder string, names ...string) {
	t.Helper()
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("GGUF"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func TestDemoIsUnpackedOnceAndChecked(t *testing.T) {
	cache := t.TempDir()
	m, err := unpackDemoTo(cache)
	if err != nil {
		t.Fatal(err)
	}
	if m.Name != Demo || m.Note == "" || filepath.Dir(m.Text) != filepath.Dir(m.Projector) {
		t.Errorf("model %+v", m)
	}
	total := 0
	for _, path := range []string{m.Text, m.Projector} {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.HasPrefix(content, []byte("GGUF")) {
			t.Errorf("%s is no GGUF file", path)
		}
		total += len(content)
	}
	if total >= 8_000_000 {
		t.Errorf("the pair has %d bytes, and was to stay below 8 MB", total)
	}

	before, err := os.Stat(m.Text)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := unpackDemoTo(cache); err != nil {
		t.Fatal(err)
	}
	if after, err := os.Stat(m.Text); err != nil || !os.SameFile(before, after) {
		t.Errorf("an intact file was written again (%v)", err)
	}

	// Half a file, as a full disk leaves it, is replaced.
	if err := os.Truncate(m.Text, 1000); err != nil {
		t.Fatal(err)
	}
	if _, err := unpackDemoTo(cache); err != nil {
		t.Fatal(err)
	}
	if after, err := os.Stat(m.Text); err != nil || after.Size() != before.Size() {
		t.Errorf("a damaged file was kept (%v)", err)
	}
	left, err := os.ReadDir(filepath.Dir(m.Text))
	if err != nil {
		t.Fatal(err)
	}
	if len(left) != 2 {
		t.Errorf("%d files are left in the cache, want the pair", len(left))
	}
}

func TestPairInAFolder(t *testing.T) {
	good := t.TempDir()
	touch(t, good, "Qwen3-ASR-0.6B-Q8_0.gguf", "mmproj-Qwen3-ASR-0.6B-Q8_0.gguf", "README.md")
	m, err := Resolve(good)
	if err != nil {
		t.Fatal(err)
	}
	if filepath.Base(m.Text) != "Qwen3-ASR-0.6B-Q8_0.gguf" || filepath.Base(m.Projector) != "mmproj-Qwen3-ASR-0.6B-Q8_0.gguf" || m.Note != "" {
		t.Errorf("model %+v", m)
	}

	alone, two, file := t.TempDir(), t.TempDir(), filepath.Join(good, "README.md")
	touch(t, alone, "model.gguf")
	touch(t, two, "a.gguf", "b.gguf", "mmproj-a.gguf")
	for _, c := range []struct{ name, want string }{
		{alone, "1 text models and 0 mmproj files"},
		{two, "2 text models and 1 mmproj files"},
		{t.TempDir(), "0 text models"},
		{file, "not a folder"},
		{filepath.Join(good, "nowhere"), "no such file"},
		{"whisper", `there is no model "whisper"`},
	} {
		if _, err := Resolve(c.name); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Resolve(%q): %v, want %q", c.name, err, c.want)
		}
	}
}
