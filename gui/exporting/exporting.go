// Package exporting writes transcripts to files next to their recordings or into
// a folder, and overwrites nothing that its caller did not say. It knows nothing
// of widgets.
package exporting

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"haltscribe/atomicfile"
	"haltscribe/inference"
	"haltscribe/inference/export"
)

// Policy is what to do with files that are there already.
type Policy int

// The policies.
const (
	Refuse   Policy = iota // write nothing where something is
	Replace                // the old files are gone
	KeepBoth               // the new ones get a number
)

// Target is one file to write.
type Target struct {
	Path       string
	Format     export.Format
	Transcript inference.Transcript
}

// Plan names the files for transcripts in formats: as the recording, with the
// format's ending, in dir, or in the recording's folder where dir is "". No two
// have the same name.
func Plan(transcripts []inference.Transcript, formats []export.Format, dir string) []Target {
	var all []Target
	taken := map[string]bool{}
	for _, t := range transcripts {
		folder := dir
		if folder == "" {
			folder = filepath.Dir(t.File)
		}
		name := filepath.Base(t.File)
		name = strings.TrimSuffix(name, filepath.Ext(name))
		for _, f := range formats {
			path := free(filepath.Join(folder, name), string(f), func(path string) bool { return taken[strings.ToLower(path)] })
			taken[strings.ToLower(path)] = true // some systems don't tell capitals apart
			all = append(all, Target{path, f, t})
		}
	}
	return all
}

// free is the first of "name.ext", "name (2).ext" … that is not used.
func free(name, ext string, used func(string) bool) string {
	path := name + "." + ext
	for n := 2; used(path); n++ {
		path = fmt.Sprintf("%s (%d).%s", name, n, ext)
	}
	return path
}

// Existing are the targets' files that are there already.
func Existing(targets []Target) (paths []string) {
	for _, t := range targets {
		if there(t.Path) {
			paths = append(paths, t.Path)
		}
	}
	return paths
}

func there(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, os.ErrNotExist)
}

// Write writes the targets, each whole or not at all, and returns the files that
// it wrote. It goes on after a file that can't be written; the error tells of all
// of them.
func Write(ctx context.Context, targets []Target, p Policy) (written []string, err error) {
	var failed []error
	mine := map[string]bool{}
	for _, t := range targets {
		if err := ctx.Err(); err != nil {
			return written, errors.Join(append(failed, err)...)
		}
		path := t.Path
		switch {
		case p == Replace || !there(path):
		case p == KeepBoth:
			ext := filepath.Ext(path)
			path = free(strings.TrimSuffix(path, ext), ext[1:], func(path string) bool { return mine[path] || there(path) })
		default:
			failed = append(failed, fmt.Errorf("%s is there already", path))
			continue
		}
		if err := write(path, t); err != nil {
			failed = append(failed, err)
			continue
		}
		mine[path] = true
		written = append(written, path)
	}
	return written, errors.Join(failed...)
}

func write(path string, t Target) error {
	var b bytes.Buffer
	if err := export.Write(&b, t.Format, t.Transcript, true); err != nil {
		return fmt.Errorf("exporting to %s: %w", path, err)
	}
	if about, err := os.Lstat(path); err == nil && !about.Mode().IsRegular() {
		return fmt.Errorf("exporting to %s: it is not a regular file", path)
	}
	if err := atomicfile.Write(path, b.Bytes(), 0o644); err != nil {
		return fmt.Errorf("exporting to %s: %w", path, err)
	}
	return nil
}
