//go:build !linux

package gui

import "time"

// threadTime is not known here.
func threadTime() time.Duration { return 0 }
