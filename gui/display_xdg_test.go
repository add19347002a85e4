//go:build !darwin && !windows

package gui

import (
	"slices"
	"testing"
)

func TestDisplayAddress(t *testing.T) {
	for display, want := range map[string][]string{
		":0":             {"unix", "@/tmp/.X11-unix/X0", "/tmp/.X11-unix/X0"},
		":7.1":           {"unix", "@/tmp/.X11-unix/X7", "/tmp/.X11-unix/X7"},
		"unix:3":         {"unix", "@/tmp/.X11-unix/X3", "/tmp/.X11-unix/X3"},
		"localhost:10.0": {"tcp", "localhost:6010"},
		"::1:10":         {"tcp", "[::1]:6010"},
		"":               nil,
		"nonsense":       nil,
		":":              nil,
		"host:x":         nil,
		"host:99999":     nil,
	} {
		network, address, ok := displayAddress(display)
		if ok != (want != nil) || (ok && !slices.Equal(append([]string{network}, address...), want)) {
			t.Errorf("%q gives %s %q, %v", display, network, address, ok)
		}
	}
}

func TestNoDisplay(t *testing.T) {
	t.Setenv("DISPLAY", "")
	if HasDisplay() {
		t.Error("there is none")
	}
	t.Setenv("DISPLAY", ":59321")
	if HasDisplay() {
		t.Error("nobody answers there")
	}
}
