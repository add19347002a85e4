// Package atomicfile writes files that are there whole or not at all.
package atomicfile

import (
	"errors"
	"os"
	"path/filepath"
)

// Write makes content the file at path, in one step: nobody, neither another
// process nor the next start after a power cut, finds half of it. On failure the
// old file stays as it was.
//
// Package renameio does this too, but not on Windows, where its authors do not
// vouch for it.
func Write(path string, content []byte, perm os.FileMode) error {
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return err
	}
	_, err = tmp.Write(content)
	err = errors.Join(err, tmp.Chmod(perm), tmp.Sync(), tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(tmp.Name()))
	}
	return nil
}
