package engine

import (
	"fmt"
	"os"
)

// exitStatus says in words how a process ended. NTSTATUS values, such as 0xC0000005
// for an access violation, are known by their hexadecimal form.
func exitStatus(state *os.ProcessState) string {
	if state == nil {
		return "for a reason that the system did not tell"
	}
	if code := uint32(state.ExitCode()); code >= 0x80000000 {
		return fmt.Sprintf("with exit status 0x%08X", code)
	}
	return fmt.Sprintf("with exit status %d", state.ExitCode())
}
