package comparison

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"haltscribe/atomicfile"
	"haltscribe/inference/engine"
)

// Shelf is a folder with a file for each comparison, in the form of
// `haltscribe bench --json`. The zero value keeps nothing.
type Shelf struct{ Folder string }

// Kept is a comparison on the shelf.
type Kept struct {
	Name   string // of its file
	At     time.Time
	Report engine.BenchReport
}

// Files are named by the time of the comparison, so that the names' order is theirs.
const (
	prefix, suffix = "comparison-", ".json"
	nameTime       = "20060102-150405"
)

// most is how long a file may be, in bytes. A report of a hundred runs on four
// devices is a tenth of it.
const most = 4 << 20

// Add puts a report on the shelf, whole or not at all.
func (s Shelf) Add(r engine.BenchReport, at time.Time) (Kept, error) {
	k := Kept{At: at, Report: r}
	if s.Folder == "" {
		return k, nil
	}
	if err := os.MkdirAll(s.Folder, 0o700); err != nil {
		return k, fmt.Errorf("keeping the comparison: %w", err)
	}
	content, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return k, fmt.Errorf("keeping the comparison: %w", err)
	}
	base := prefix + at.Format(nameTime)
	k.Name = base + suffix
	for n := 2; exists(filepath.Join(s.Folder, k.Name)); n++ {
		k.Name = fmt.Sprintf("%s-%d%s", base, n, suffix)
	}
	if err := atomicfile.Write(filepath.Join(s.Folder, k.Name), append(content, '\n'), 0o600); err != nil {
		return k, fmt.Errorf("keeping the comparison: %w", err)
	}
	return k, nil
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// List reads the shelf, the newest first. The error names the files that can't be
// read; the others are listed all the same.
func (s Shelf) List() ([]Kept, error) {
	if s.Folder == "" {
		return nil, nil
	}
	entries, err := os.ReadDir(s.Folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the earlier comparisons: %w", err)
	}
	var all []Kept
	var errs []error
	for _, e := range entries {
		if e.IsDir() || filepath.Ext(e.Name()) != suffix || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		k, err := s.read(e.Name())
		if err != nil {
			errs = append(errs, err)
			continue
		}
		all = append(all, k)
	}
	slices.SortFunc(all, func(a, b Kept) int {
		if c := b.At.Compare(a.At); c != 0 {
			return c
		}
		return strings.Compare(b.Name, a.Name)
	})
	return all, errors.Join(errs...)
}

func (s Shelf) read(name string) (Kept, error) {
	f, err := os.Open(filepath.Join(s.Folder, name))
	if err != nil {
		return Kept{}, fmt.Errorf("reading an earlier comparison: %w", err)
	}
	defer f.Close() // only read from
	content, err := io.ReadAll(io.LimitReader(f, most+1))
	if err != nil {
		return Kept{}, fmt.Errorf("reading an earlier comparison: %w", err)
	}
	k := Kept{Name: name}
	if err := json.Unmarshal(content, &k.Report); err != nil || len(content) > most {
		return Kept{}, fmt.Errorf("%s is no comparison that can be read", filepath.Join(s.Folder, name))
	}
	if len(k.Report.Devices) == 0 {
		return Kept{}, fmt.Errorf("%s holds no comparison", filepath.Join(s.Folder, name))
	}
	k.At = timeOf(name)
	if k.At.IsZero() { // somebody else's name
		if about, err := f.Stat(); err == nil {
			k.At = about.ModTime()
		}
	}
	return k, nil
}

func timeOf(name string) time.Time {
	stamp := strings.TrimPrefix(strings.TrimSuffix(name, suffix), prefix)
	if len(stamp) > len(nameTime) {
		stamp = stamp[:len(nameTime)]
	}
	at, err := time.ParseInLocation(nameTime, stamp, time.Local)
	if err != nil {
		return time.Time{}
	}
	return at
}

// Remove takes a comparison off the shelf for good.
func (s Shelf) Remove(name string) error {
	if s.Folder == "" || name == "" || name != filepath.Base(name) {
		return nil
	}
	if err := os.Remove(filepath.Join(s.Folder, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("deleting the comparison: %w", err)
	}
	return nil
}
