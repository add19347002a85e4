package audio

import (
	"os/exec"
	"syscall"
)

// hideWindow keeps Windows from opening a console for a child of the window.
func hideWindow(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{HideWindow: true}
}
