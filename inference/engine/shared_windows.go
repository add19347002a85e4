package engine

import (
	"errors"
	"os"
	"os/exec"
)

// createShared makes a file in the user's own temporary folder. Windows has no
// inheritance of descriptors by number, so the engine opens it by its name.
func createShared(size int64) (*os.File, error) {
	file, err := os.CreateTemp("", "haltscribe-cancel-*")
	if err != nil {
		return nil, err
	}
	return file, file.Truncate(size)
}

func removeShared(file *os.File) error {
	return errors.Join(file.Close(), os.Remove(file.Name()))
}

func giveShared(cmd *exec.Cmd, file *os.File) {
	cmd.Args = append(cmd.Args, "--cancel-file", file.Name())
}

func openShared(name string) (*os.File, error) { return os.OpenFile(name, os.O_RDWR, 0) }
