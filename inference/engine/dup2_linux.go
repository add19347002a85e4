package engine

import "golang.org/x/sys/unix"

// Linux has dup2 only on its older architectures.
func dup2(from, to int) error { return unix.Dup3(from, to, 0) }
