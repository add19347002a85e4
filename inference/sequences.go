package inference

import (
	"github.com/shirou/gopsutil/v4/mem"

	"haltscribe/cbridge"
)

// How many pieces are decoded together where nothing else is asked for. Reading the
// weights should be what a token costs, and a decode reads them once for all its
// sequences; but measured here, several gained next to nothing and took more memory
// (docs/benchmarks.md).
const defaultSequences = 1

// The share of the free memory that the sequences' keys and values may take.
const cacheShare = 4

// sequences is how many pieces a Setup wants to decode at once.
func sequences(s Setup) int {
	if s.SequencesAtOnce > 0 {
		return s.SequencesAtOnce
	}
	return defaultSequences
}

// cacheLimit is the bytes that the sequences may take of the device's memory, or of
// the machine's; 0, no limit, where neither tells what is free.
func cacheLimit(d chosenDevice) int64 {
	if d.index != cbridge.CPUOnly && d.MemoryMiB > 0 {
		return int64(d.MemoryMiB) << 20 / cacheShare
	}
	m, err := mem.VirtualMemory()
	if err != nil {
		return 0
	}
	return int64(m.Available / cacheShare)
}
