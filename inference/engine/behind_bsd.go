//go:build unix && !linux

package engine

import (
	"os/exec"
	"syscall"

	"haltscribe/behind"
)

// startBehind starts a process that runs behind others. Niceness belongs to the
// whole process here.
func startBehind(cmd *exec.Cmd) error {
	if err := cmd.Start(); err != nil {
		return err
	}
	// Without it the process is only not as polite as it could be.
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, cmd.Process.Pid, behind.Niceness)
	return nil
}
