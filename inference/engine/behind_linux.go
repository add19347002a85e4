package engine

import (
	"os/exec"
	"runtime"
	"syscall"
)

// startBehind starts a process that runs behind others. On Linux niceness belongs to
// a thread and is inherited by those that it makes, so it has to be there before the
// process has its first. An ordinary user can't take it back: the thread that took it
// ends with its goroutine, since it stays locked to it.
func startBehind(cmd *exec.Cmd) error {
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		if syscall.Gettid() == syscall.Getpid() {
			// The first thread of a process never ends. While it is held here, the next try gets another.
			defer runtime.UnlockOSThread()
			started <- startBehind(cmd)
			return
		}
		// Without it the process is only not as polite as it could be.
		_ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, niceness)
		started <- cmd.Start()
	}()
	return <-started
}
