//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// peakKiB is the largest resident size that a process or one of those that it waited for had.
func peakKiB(s *os.ProcessState) int64 {
	usage, ok := s.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return usage.Maxrss >> 10
	}
	return usage.Maxrss
}
