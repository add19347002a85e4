//go:build !windows

package settings

import "github.com/google/renameio/v2"

// replaceFile makes data the content of the file at path, or leaves it as it is: it writes another file, has it
// flushed to the disk, and renames it.
func replaceFile(path string, data []byte) error {
	return renameio.WriteFile(path, data, 0o600)
}
