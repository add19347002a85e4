// Package limit holds fuzz tests to what a reader may take, whatever it is given.
package limit

import (
	"fmt"
	"runtime"
	"testing"
	"time"
)

// Check calls f and fails where it allocated more than so many bytes in all. Where it takes more than d of the process's
// processor time it panics: Go's fuzzing waits for ever for an input that doesn't end, and keeps one that panics. Time by the
// clock would do on a machine that has nothing else to do.
func Check(t *testing.T, bytes uint64, d time.Duration, f func()) {
	t.Helper()
	ended := make(chan struct{})
	defer close(ended)
	go watch(ended, d)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > bytes {
		t.Errorf("%d KB were allocated; %d are allowed", used>>10, bytes>>10)
	}
}

func watch(ended <-chan struct{}, d time.Duration) {
	begin := processorTime()
	for {
		select {
		case <-ended:
			return
		case <-time.After(d / 4):
			if used := processorTime() - begin; used > d {
				panic(fmt.Sprintf("it has not ended after %v of processor time", used))
			}
		}
	}
}
