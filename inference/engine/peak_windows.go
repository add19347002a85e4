package engine

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

// memoryCounters is PROCESS_MEMORY_COUNTERS of psapi.h.
type memoryCounters struct {
	size                       uint32
	pageFaults                 uint32
	peakWorkingSet, workingSet uintptr
	_                          [4]uintptr // quotas of pools
	pagefile, peakPagefile     uintptr
}

// peakMemory is the most that this process has had resident, in bytes; 0 where it can't
// be told.
func peakMemory() int64 {
	ask := windows.NewLazySystemDLL("kernel32.dll").NewProc("K32GetProcessMemoryInfo")
	if ask.Find() != nil {
		return 0
	}
	c := memoryCounters{size: uint32(unsafe.Sizeof(memoryCounters{}))}
	ok, _, _ := ask.Call(uintptr(windows.CurrentProcess()), uintptr(unsafe.Pointer(&c)), uintptr(c.size))
	if ok == 0 {
		return 0
	}
	return int64(c.peakWorkingSet)
}
