package models

import (
	"os"
	"strconv"
	"strings"

	"github.com/shirou/gopsutil/v4/mem"
)

// FreeMemory is what a new program can have without others being pushed out, in bytes; 0 where it can't be told.
func FreeMemory() int64 {
	v, err := mem.VirtualMemory()
	if err != nil {
		return 0
	}
	free := int64(v.Available)
	// A container may have less than its machine.
	if limit, used, ok := containerMemory(os.ReadFile); ok {
		free = min(free, max(0, limit-used))
	}
	return free
}

// containerMemory reads the limit of a Linux container, and what is used of it; elsewhere there are no such files.
func containerMemory(read func(string) ([]byte, error)) (limit, used int64, ok bool) {
	number := func(file string) (int64, bool) {
		data, err := read("/sys/fs/cgroup/" + file)
		if err != nil {
			return 0, false
		}
		n, err := strconv.ParseInt(strings.TrimSpace(string(data)), 10, 64)
		return n, err == nil // "max" is no limit
	}
	limit, limited := number("memory.max")
	used, known := number("memory.current")
	if !limited || !known {
		return 0, 0, false
	}
	// Cached files count as used there, though they make way.
	if data, err := read("/sys/fs/cgroup/memory.stat"); err == nil {
		for line := range strings.Lines(string(data)) {
			if n, found := strings.CutPrefix(line, "inactive_file "); found {
				if cached, err := strconv.ParseInt(strings.TrimSpace(n), 10, 64); err == nil {
					used -= cached
				}
			}
		}
	}
	return limit, used, true
}
