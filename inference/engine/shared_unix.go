//go:build unix

package engine

import (
	"fmt"
	"os"
	"os/exec"
)

// sharedFD is the engine's descriptor of the shared file.
const sharedFD = 3

// createShared makes a file that only this user's processes can have, and removes
// its name at once: the engine inherits the descriptor, and nothing is left behind
// however the two of them end.
func createShared(size int64) (*os.File, error) {
	file, err := os.CreateTemp("", "haltscribe-cancel-*") // mode 0600
	if err != nil {
		return nil, err
	}
	if err := os.Remove(file.Name()); err != nil {
		return nil, err
	}
	if err := file.Truncate(size); err != nil {
		return nil, err
	}
	return file, nil
}

func removeShared(file *os.File) error { return file.Close() }

// giveShared lets the engine process inherit the file.
func giveShared(cmd *exec.Cmd, file *os.File) { cmd.ExtraFiles = []*os.File{file} }

// openShared is the engine's side.
func openShared(string) (*os.File, error) {
	file := os.NewFile(sharedFD, "cancel bytes")
	if stat, err := file.Stat(); err != nil || stat.Size() < cancelBytes {
		return nil, fmt.Errorf("the engine is started by the window or the command line, not by hand")
	}
	return file, nil
}
