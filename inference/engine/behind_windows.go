package engine

import (
	"os/exec"
	"syscall"

	"golang.org/x/sys/windows"
)

// startBehind starts a process that runs behind others.
func startBehind(cmd *exec.Cmd) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: windows.BELOW_NORMAL_PRIORITY_CLASS}
	return cmd.Start()
}
