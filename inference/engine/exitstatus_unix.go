//go:build unix

package engine

import (
	"fmt"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// exitStatus says in words how a process ended.
func exitStatus(state *os.ProcessState) string {
	if state == nil {
		return "for a reason that the system did not tell"
	}
	if ws, ok := state.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		return fmt.Sprintf("by signal %s", unix.SignalName(ws.Signal()))
	}
	return fmt.Sprintf("with exit status %d", state.ExitCode())
}
