//go:build headless

package audio

import (
	"errors"
	"time"
)

// openDevice fails: a headless build links no sound library.
func openDevice(time.Duration) (device, error) {
	return nil, errors.New("this program was built without sound")
}
