//go:build headless

package audio

import "time"

// openDevice fails: a headless build links no sound library.
func openDevice(time.Duration) (Device, error) {
	return nil, errNoSound
}
