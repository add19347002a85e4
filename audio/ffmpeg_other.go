//go:build !windows

package audio

import "os/exec"

// hideWindow has nothing to do where programs get no console of their own.
func hideWindow(*exec.Cmd) {}
