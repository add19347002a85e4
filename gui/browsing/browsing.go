// Package browsing is what the dialog that opens recordings knows of folders, and
// what is marked there; no widgets.
package browsing

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Entry is a folder, or a file that is wanted.
type Entry struct {
	Name   string
	Path   string
	Folder bool
	Size   int64 // bytes, of a file
}

// List reads a folder: its folders first, then the files that are wanted, both by
// name. What is hidden is left out. It reads the disk, which may take its time.
func List(folder string, wanted func(path string) bool) ([]Entry, error) {
	found, err := os.ReadDir(folder)
	if err != nil {
		var trouble *fs.PathError
		if errors.As(err, &trouble) {
			err = trouble.Err // who asked knows which folder it was
		}
		return nil, err
	}
	var all []Entry
	for _, d := range found {
		if strings.HasPrefix(d.Name(), ".") {
			continue
		}
		path := filepath.Join(folder, d.Name())
		about, err := os.Stat(path) // follows links
		if err != nil || (!about.IsDir() && (!about.Mode().IsRegular() || !wanted(path))) {
			continue
		}
		e := Entry{Name: d.Name(), Path: path, Folder: about.IsDir()}
		if !e.Folder {
			e.Size = about.Size()
		}
		all = append(all, e)
	}
	slices.SortFunc(all, func(a, b Entry) int {
		if a.Folder != b.Folder {
			if a.Folder {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)), cmp.Compare(a.Name, b.Name))
	})
	return all, nil
}

// HasEnding reports whether a file's name ends so, in capitals or not. Nothing ends in "".
func HasEnding(path, ending string) bool {
	return ending != "" && strings.EqualFold(filepath.Ext(path), ending)
}

// Marks are what is marked, in the order in which it was.
type Marks struct{ marked []Entry }

// Has reports whether something is marked.
func (m *Marks) Has(path string) bool {
	return slices.ContainsFunc(m.marked, func(e Entry) bool { return e.Path == path })
}

// Set marks something, or takes its mark away.
func (m *Marks) Set(e Entry, on bool) {
	switch has := m.Has(e.Path); {
	case on && !has:
		m.marked = append(m.marked, e)
	case !on && has:
		m.marked = slices.DeleteFunc(m.marked, func(o Entry) bool { return o.Path == e.Path })
	}
}

// Paths are those of what is marked.
func (m *Marks) Paths() []string {
	paths := make([]string, len(m.marked))
	for i, e := range m.marked {
		paths[i] = e.Path
	}
	return paths
}

// Count is how many files and folders are marked.
func (m *Marks) Count() (files, folders int) {
	for _, e := range m.marked {
		if e.Folder {
			folders++
		} else {
			files++
		}
	}
	return files, folders
}

// Starting is the first entry from one on, around the end, whose name begins so, in
// capitals or not; -1 where none does.
func Starting(all []Entry, begin string, from int) int {
	begin = strings.ToLower(begin)
	for i := range all {
		at := (from + i) % len(all)
		if strings.HasPrefix(strings.ToLower(all[at].Name), begin) {
			return at
		}
	}
	return -1
}
