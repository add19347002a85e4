package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
)

// standardInput is how a recording on standard input is named.
const standardInput = "-"

// spool copies standard input to a file, since recordings are looked at more than
// once to know what they are. remove deletes it.
func spool(in io.Reader) (path string, remove func(), err error) {
	f, err := os.CreateTemp("", "haltscribe-*")
	if err != nil {
		return "", nil, fmt.Errorf("keeping standard input: %w", err)
	}
	remove = func() { _ = os.Remove(f.Name()) } // nothing can be done about one that stays
	n, err := io.Copy(f, in)
	if err = errors.Join(err, f.Close()); err != nil {
		remove()
		return "", nil, fmt.Errorf("reading standard input: %w", err)
	}
	if n == 0 {
		remove()
		return "", nil, errors.New("standard input is empty")
	}
	return f.Name(), remove, nil
}

// checkInputs refuses what standard input can't be used for.
func checkInputs(files []string, resume bool) error {
	first := slices.Index(files, standardInput)
	switch {
	case first < 0:
		return nil
	case slices.Contains(files[first+1:], standardInput):
		return usageError{errors.New("standard input can be read once only")}
	case resume:
		return usageError{errors.New("--resume can't know a recording on standard input again")}
	}
	return nil
}
