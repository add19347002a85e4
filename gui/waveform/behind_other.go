//go:build !linux

package waveform

// behind does something; only on Linux has a thread a niceness of its own.
func behind(do func()) { do() }
