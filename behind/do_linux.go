package behind

import (
	"runtime"
	"syscall"
)

// Do does something on a thread that the scheduler prefers less than others, and
// returns when it is done. On Linux niceness belongs to a thread and is inherited by
// the processes that it starts. An ordinary user can't take it back: the thread ends
// with its goroutine, since it stays locked to it.
func Do(something func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread()
		if syscall.Gettid() == syscall.Getpid() {
			// The first thread of a process never ends. While it is held here, the next try gets another.
			defer runtime.UnlockOSThread()
			Do(something)
			return
		}
		// Without it the work is only not as polite as it could be.
		_ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, Niceness)
		something()
	}()
	<-done
}
