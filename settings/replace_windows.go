package settings

import (
	"os"
	"path/filepath"
)

// replaceFile makes data the content of the file at path, or leaves it as it is: it writes another file, has it
// flushed to the disk, and renames it. Package renameio has no Windows side, because Windows doesn't promise
// that its replacing rename survives a power cut whole; it is nevertheless the best there is.
func replaceFile(path string, data []byte) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.tmp")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = f.Close()
			_ = os.Remove(f.Name())
		}
	}()
	if _, err := f.Write(data); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
