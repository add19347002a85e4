package inference

import (
	"os"
	"path/filepath"
	"runtime"
)

// A bound for machines with very many cores, where it was not tried what is best.
const mostThreads = 16

// DefaultThreads is one for each physical core: ggml's threads spin while they
// wait, and two on one core only take from each other.
func DefaultThreads() int { return min(physicalCores(), mostThreads) }

// A model smaller than this runs on one thread. A second one gains a fifth on an
// idle machine, and on a busy one, where the two wait for each other between steps
// that are far shorter than a time slice, it loses a hundredfold
// (docs/benchmarks.md).
const tinyModelBytes = 64 << 20

// threads is the number of threads that a Setup's model runs on.
func threads(s Setup) int {
	switch {
	case s.Threads > 0:
		return s.Threads
	case fileSize(s.Model)+fileSize(s.Projector) < tinyModelBytes:
		return 1
	case s.LeaveCore:
		return max(1, DefaultThreads()-1)
	}
	return DefaultThreads()
}

// fileSize is 0 for a file that can't be read; loading it will say why.
func fileSize(path string) int64 {
	stat, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return stat.Size()
}

// physicalCores counts the sets of sibling threads that Linux tells of; elsewhere
// every logical processor counts.
func physicalCores() int {
	files, _ := filepath.Glob("/sys/devices/system/cpu/cpu[0-9]*/topology/thread_siblings_list")
	cores := map[string]bool{}
	for _, f := range files {
		if siblings, err := os.ReadFile(f); err == nil {
			cores[string(siblings)] = true
		}
	}
	if n := len(cores); n > 0 && n <= runtime.NumCPU() {
		return n
	}
	return runtime.NumCPU()
}
