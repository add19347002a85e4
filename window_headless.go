//go:build headless

package main

import (
	"fmt"
	"os"
)

// window says that this build has none: it links no OpenGL and no sound, and runs on
// servers that lack them.
func window([]string) int {
	fmt.Fprintln(os.Stderr, "haltscribe: this build has no window; use: haltscribe transcribe FILE…")
	return 2
}
