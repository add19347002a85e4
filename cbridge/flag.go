package cbridge

/*
#include <stdlib.h>
#include "bridge.h"
*/
import "C"

import "unsafe"

// Flag is a cancel byte outside of Go's heap, where C code may keep its address:
// in a memory-mapped file that two processes share, or made by NewFlag.
type Flag struct {
	p *C.uint8_t
}

// FlagAt is the byte at index i of mapped memory, which must stay mapped as long
// as the Flag is in use.
func FlagAt(mapped []byte, i int) Flag {
	return Flag{(*C.uint8_t)(unsafe.Pointer(&mapped[i]))}
}

// NewFlag makes a zeroed byte of this process alone. Free releases it.
func NewFlag() Flag {
	return Flag{(*C.uint8_t)(C.calloc(1, 1))}
}

// Free releases a Flag made by NewFlag.
func (f Flag) Free() { C.free(unsafe.Pointer(f.p)) }

// Set stores 1: one relaxed atomic store. Any goroutine, any thread.
func (f Flag) Set() { C.hs_flag_store(f.p, 1) }

// Clear stores 0.
func (f Flag) Clear() { C.hs_flag_store(f.p, 0) }

// IsSet loads the byte.
func (f Flag) IsSet() bool { return f.p != nil && C.hs_flag_load(f.p) != 0 }

// Now is a monotonic clock in nanoseconds that all processes of the machine
// share, so that a time taken in one can be subtracted in another.
func Now() int64 { return int64(C.hs_now_ns()) }
