package models

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"haltscribe/atomicfile"
	"haltscribe/models/fetch"
)

// note is what is remembered of a file that was hashed, so that it need not be hashed each time.
type note struct {
	Bytes      int64  `json:"bytes"`
	ModifiedNS int64  `json:"modified_ns"`
	SHA256     string `json:"sha256"`
}

func (h Home) notesPath() string { return filepath.Join(h.Dir, "checked.json") }

// notes are by the files' paths. Losing them costs time, and is no error.
func (h Home) notes() map[string]note {
	all := map[string]note{}
	if data, err := os.ReadFile(h.notesPath()); err == nil && json.Unmarshal(data, &all) != nil {
		return map[string]note{}
	}
	return all
}

// noted is the hash that a file of ours had when it came, whatever it is now; "" where it is not known.
func (h Home) noted(path string) string { return h.notes()[path].SHA256 }

// remember notes a file's hash.
func (h Home) remember(path, sum string) error {
	about, err := os.Stat(path)
	if err != nil {
		return err
	}
	return h.change(func(all map[string]note) {
		all[path] = note{about.Size(), about.ModTime().UnixNano(), sum}
	})
}

func (h Home) forget(paths ...string) error {
	return h.change(func(all map[string]note) {
		for _, p := range paths {
			delete(all, p)
		}
	})
}

func (h Home) change(f func(map[string]note)) error {
	all := h.notes()
	f(all)
	return writeJSON(h.notesPath(), all)
}

func writeJSON(path string, v any) error {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return atomicfile.Write(path, append(data, '\n'), 0o644)
}

// fresh reports whether a file is unchanged since it was found to have a hash.
func (h Home) fresh(path, sum string) bool {
	n, ok := h.notes()[path]
	about, err := os.Stat(path)
	return ok && err == nil && n.SHA256 == sum && n.Bytes == about.Size() && n.ModifiedNS == about.ModTime().UnixNano()
}

// check makes sure that a file has a hash, from memory where the file is as it was.
func (h Home) check(ctx context.Context, path, sum string, progress func(done int64)) error {
	if h.fresh(path, sum) {
		return nil
	}
	return h.checkNow(ctx, path, sum, progress)
}

// checkNow hashes a file whatever is remembered.
func (h Home) checkNow(ctx context.Context, path, sum string, progress func(done int64)) error {
	got, err := fetch.SHA256(ctx, path, progress)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return fmt.Errorf("%s can't be read: %w", path, unwrapPath(err))
	}
	if got != sum {
		return fmt.Errorf("%s is not what it should be: its SHA-256 is %s…, and %s… was expected", path, got[:12], sum[:12])
	}
	if err := h.remember(path, sum); err != nil {
		return fmt.Errorf("noting that %s was checked: %w", path, unwrapPath(err))
	}
	return nil
}
