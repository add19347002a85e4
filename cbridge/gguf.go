package cbridge

/*
#include <stdlib.h>
#include "bridge.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"hash/fnv"
	"strings"
	"unsafe"
)

// TensorType is how a tensor's numbers are stored.
type TensorType int

// The types that models for measuring are made of.
const (
	F32 TensorType = C.HS_F32
	F16 TensorType = C.HS_F16
	Q8  TensorType = C.HS_Q8_0 // GGML_TYPE_Q8_0; rows are multiples of 32
)

// GGUF is a model file in the making, written by libggml's own functions. The
// first error sticks, and Write gives it.
type GGUF struct {
	p   *C.hs_gguf
	err error
}

// NewGGUF begins a file. Close it.
func (l *Library) NewGGUF() (*GGUF, error) {
	var e C.hs_error
	p := C.hs_gguf_new(l.p, &e)
	if p == nil {
		return nil, errors.New(C.GoString(&e.message[0]))
	}
	return &GGUF{p: p}, nil
}

// Close frees the file's content.
func (g *GGUF) Close() { C.hs_gguf_free(g.p) }

// do calls f with a key as a C string, unless there was an error before.
func (g *GGUF) do(key string, f func(key *C.char, e *C.hs_error) C.int) {
	if g.err != nil {
		return
	}
	var e C.hs_error
	ckey := C.CString(key)
	defer C.free(unsafe.Pointer(ckey))
	if err := status(f(ckey, &e), &e); err != nil {
		g.err = fmt.Errorf("%s: %w", key, err)
	}
}

// String sets a value of the metadata.
func (g *GGUF) String(key, value string) {
	g.do(key, func(key *C.char, e *C.hs_error) C.int {
		cvalue := C.CString(value)
		defer C.free(unsafe.Pointer(cvalue))
		return C.hs_gguf_set_string(g.p, key, cvalue, e)
	})
}

// Bool sets a value of the metadata.
func (g *GGUF) Bool(key string, value bool) {
	g.do(key, func(key *C.char, e *C.hs_error) C.int { return C.hs_gguf_set_bool(g.p, key, C.bool(value), e) })
}

// Uint sets a value of the metadata.
func (g *GGUF) Uint(key string, value int) {
	g.do(key, func(key *C.char, e *C.hs_error) C.int { return C.hs_gguf_set_u32(g.p, key, C.uint32_t(value), e) })
}

// Float sets a value of the metadata.
func (g *GGUF) Float(key string, value float32) {
	g.do(key, func(key *C.char, e *C.hs_error) C.int { return C.hs_gguf_set_f32(g.p, key, C.float(value), e) })
}

// Ints sets an array of the metadata.
func (g *GGUF) Ints(key string, values []int32) {
	g.do(key, func(key *C.char, e *C.hs_error) C.int {
		return C.hs_gguf_set_i32s(g.p, key, (*C.int32_t)(unsafe.Pointer(unsafe.SliceData(values))), C.size_t(len(values)), e)
	})
}

// Floats sets an array of the metadata.
func (g *GGUF) Floats(key string, values []float32) {
	g.do(key, func(key *C.char, e *C.hs_error) C.int {
		return C.hs_gguf_set_f32s(g.p, key, (*C.float)(unsafe.Pointer(unsafe.SliceData(values))), C.size_t(len(values)), e)
	})
}

// Strings sets an array of the metadata; the strings hold no zero bytes.
func (g *GGUF) Strings(key string, values []string) {
	g.do(key, func(key *C.char, e *C.hs_error) C.int {
		all := C.CString(strings.Join(values, "\x00") + "\x00")
		defer C.free(unsafe.Pointer(all))
		return C.hs_gguf_set_strings(g.p, key, all, C.size_t(len(values)), e)
	})
}

// Random adds a tensor of mean + spread·noise, the innermost dimension first. The
// noise depends on the name alone.
func (g *GGUF) Random(name string, t TensorType, mean, spread float32, shape ...int64) {
	seed := fnv.New64a()
	seed.Write([]byte(name))
	g.do(name, func(name *C.char, e *C.hs_error) C.int {
		return C.hs_gguf_add_random(g.p, name, C.int(t), (*C.int64_t)(unsafe.Pointer(unsafe.SliceData(shape))), C.size_t(len(shape)),
			C.uint64_t(seed.Sum64()), C.float(mean), C.float(spread), e)
	})
}

// Err is the first error of the calls before.
func (g *GGUF) Err() error { return g.err }

// Write writes the file.
func (g *GGUF) Write(path string) error {
	g.do(path, func(path *C.char, e *C.hs_error) C.int { return C.hs_gguf_write(g.p, path, e) })
	return g.err
}
