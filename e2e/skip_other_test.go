//go:build !linux

package e2e

import "testing"

const why = "the end-to-end tests drive an X server, and drop by XDND: Linux only"

func TestWindow(t *testing.T)      { t.Skip(why) }
func TestWindowWarns(t *testing.T) { t.Skip(why) }
