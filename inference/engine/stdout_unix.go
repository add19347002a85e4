//go:build unix

package engine

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// claimStdout keeps standard output for messages: native code that prints there
// by mistake ends up on standard error.
func claimStdout() (*os.File, error) {
	fd, err := unix.Dup(1)
	if err != nil {
		return nil, fmt.Errorf("keeping standard output: %w", err)
	}
	unix.CloseOnExec(fd)
	if err := dup2(2, 1); err != nil {
		return nil, fmt.Errorf("redirecting standard output: %w", err)
	}
	return os.NewFile(uintptr(fd), "messages"), nil
}
