//go:build !linux

package behind

// Do does something; only on Linux has a thread a niceness of its own.
func Do(something func()) { something() }
