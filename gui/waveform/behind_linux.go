package waveform

import (
	"runtime"
	"syscall"
)

// niceness is that of the thread that makes outlines: as that of the engine, which
// runs meanwhile and must not hold up the window either.
const niceness = 10

// behind does something on a thread that the scheduler prefers less than others, and
// returns when it is done. The thread ends with its goroutine: an ordinary user can't
// take niceness back, and nobody else should have it.
func behind(do func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread()
		if syscall.Gettid() == syscall.Getpid() {
			// The first thread of a process never ends. While it is held here, the next try gets another.
			defer runtime.UnlockOSThread()
			behind(do)
			return
		}
		_ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, niceness) // without it it is only less polite
		do()
	}()
	<-done
}
