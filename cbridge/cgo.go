// Package cbridge is the only room that touches llama.cpp. Behind one C header
// (bridge.h) a C++ side loads libmtmd and its libraries from one folder at run
// time, checks that they fit, and guards every call; this package is its Go face.
//
// Nothing here is safe for use from several goroutines at once, except where a
// function says so.
package cbridge

/*
#cgo CXXFLAGS: -std=c++17 -O2 -Wall -Wextra -I${SRCDIR}/../native/lib/include
#cgo linux LDFLAGS: -ldl
#cgo windows LDFLAGS: -lpsapi
#include "bridge.h"
*/
import "C"

import "errors"

// ErrCancelled is what a call returns that saw the cancel byte set.
var ErrCancelled = errors.New("cancelled")

// ErrFull is what a decode returns when the sequence has no room left in the
// model's context.
var ErrFull = errors.New("the piece does not fit the model's context")

// status turns a status of the bridge into an error.
func status(code C.int, e *C.hs_error) error {
	switch code {
	case C.HS_OK:
		return nil
	case C.HS_CANCELLED:
		return ErrCancelled
	case C.HS_FULL:
		return ErrFull
	default:
		return errors.New(C.GoString(&e.message[0]))
	}
}
