package cbridge

/*
#include "bridge.h"
*/
import "C"

// throwInBridge lets the C++ side throw, for the test that nothing of it gets out.
// It is here since test files can't use cgo.
func throwInBridge() error {
	var e C.hs_error
	return status(C.hs_test_exception(&e), &e)
}
