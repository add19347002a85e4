package engine

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"testing"

	"haltscribe/behind"
)

// threadNiceness is that of each thread of a process.
func threadNiceness(t *testing.T, pid int) (all []int) {
	t.Helper()
	stats, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", pid))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range stats {
		fields, ok := statFields(path)
		if !ok {
			continue // it ended meanwhile
		}
		n, err := strconv.Atoi(fields[16])
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, n)
	}
	return all
}

// TestBackgroundEngine looks at every thread, those of ggml too, that an engine has
// once it has worked.
func TestBackgroundEngine(t *testing.T) {
	own := func() (low int) {
		for _, n := range threadNiceness(t, os.Getpid()) {
			low = max(low, n)
		}
		return low
	}
	before := own()
	for _, background := range []bool{false, true} {
		c, s := client(t, Config{Background: background}), setup(t)
		s.Threads = 2
		mustSay(t, c, s)
		want := before
		if background {
			want = max(before, behind.Niceness)
		}
		pid := engines(t, os.Getpid())[0]
		threads := threadNiceness(t, pid)
		for _, n := range threads {
			if n != want {
				t.Errorf("background %v: the threads' niceness is %v, not %d", background, threads, want)
				break
			}
		}
		// It goes without a job, or the next client's would be the second.
		if err := c.Close(); err != nil {
			t.Error(err)
		}
		if err := syscall.Kill(pid, 0); err == nil {
			t.Error("the engine outlives its client")
		}
	}
	for own() != before { // until the threads that started them have ended, or the test's own time is over
		runtime.Gosched()
	}
}
