package gui

import (
	"syscall"
	"time"
)

// threadTime is how long the calling thread has used a processor. Of a frame
// that took long it tells whether the window worked, or waited for its turn.
func threadTime() time.Duration {
	const thisThread = 1 // RUSAGE_THREAD
	var u syscall.Rusage
	if err := syscall.Getrusage(thisThread, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
