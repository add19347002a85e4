//go:build !linux && !darwin && !windows

package engine

// peakMemory is the most that this process has had resident, in bytes; 0: it can't be
// told.
func peakMemory() int64 { return 0 }
