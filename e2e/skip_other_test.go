//go:build !linux

package e2e

import "testing"

func TestWindow(t *testing.T) {
	t.Skip("the end-to-end test drives an X server, and drops by XDND: Linux only")
}
