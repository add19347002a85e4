package models

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

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
