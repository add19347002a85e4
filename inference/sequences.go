package inference

import (
	"github.com/shirou/gopsutil/v4/mem"

	"haltscribe/cbridge"
)

// How many pieces are decoded together at most where nothing else is asked for; how many
// of them gain anything is learned from the decodes (pace). More than these gain little
// anywhere, and each takes memory for its keys and values.
const defaultSequences = 8

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
