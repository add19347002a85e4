package engine

import "golang.org/x/sys/unix"

// peakMemory is the most that this process has had resident, in bytes; 0 where it can't
// be told.
func peakMemory() int64 {
	var used unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return used.Maxrss // in bytes there, where others count in KiB
}
