package cbridge

/*
#include <stdint.h>
*/
import "C"

import "runtime/cgo"

// haltscribeGoEval answers the eval callback as HookEveryNode does, but in Go: each
// of its calls crosses from C to Go and back. It is there for the comparison, to
// show what a binding pays whose callback is in its own language.
//
//export haltscribeGoEval
func haltscribeGoEval(handle C.uintptr_t, ask C.int) C.int {
	m := cgo.Handle(handle).Value().(*Model)
	if ask != 0 || !m.cancel.IsSet() {
		return 1
	}
	return 0
}
