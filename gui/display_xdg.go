//go:build !darwin && !windows

package gui

import (
	"net"
	"os"
	"strconv"
	"strings"
	"time"
)

// HasDisplay reports whether there is a display to open a window on.
func HasDisplay() bool {
	network, address, ok := displayAddress(os.Getenv("DISPLAY"))
	if !ok {
		return false
	}
	for _, a := range address {
		c, err := net.DialTimeout(network, a, 2*time.Second)
		if err == nil {
			_ = c.Close() // it was only to see whether somebody answers
			return true
		}
	}
	return false
}

// displayAddress says where X display listens: a socket, by its two usual
// names, or a TCP port.
func displayAddress(display string) (network string, address []string, ok bool) {
	host, number, found := strings.Cut(display, ":")
	if i := strings.LastIndex(display, ":"); i >= 0 && strings.Count(display, ":") > 1 {
		host, number = display[:i], display[i+1:] // an IPv6 address
	}
	number, _, _ = strings.Cut(number, ".")
	if !found || number == "" {
		return "", nil, false
	}
	if host == "" || host == "unix" || strings.HasPrefix(host, "/") {
		return "unix", []string{"@/tmp/.X11-unix/X" + number, "/tmp/.X11-unix/X" + number}, true
	}
	n, err := strconv.ParseUint(number, 10, 15)
	if err != nil {
		return "", nil, false
	}
	return "tcp", []string{net.JoinHostPort(host, strconv.FormatUint(6000+n, 10))}, true
}
