//go:build !headless

package audio

import (
	"fmt"
	"io"
	"time"

	"github.com/ebitengine/oto/v3"
)

// deviceBuffer is how much the device itself buffers. More stutters less when all cores work; a position
// is known to within a quarter of it.
const deviceBuffer = 60 * time.Millisecond

// otoDevice is the sound device of this machine.
type otoDevice struct{ context *oto.Context }

// openDevice opens the default sound device. It gives up after the given time, because sound servers
// are known to hang. oto makes one context a process, so this works once.
func openDevice(patience time.Duration) (Device, error) {
	quietSystem()
	context, ready, err := oto.NewContext(&oto.NewContextOptions{
		SampleRate: PlayRate, ChannelCount: playChannels, Format: oto.FormatFloat32LE, BufferSize: deviceBuffer,
	})
	if err != nil {
		return nil, err
	}
	timeout := time.NewTimer(patience)
	defer timeout.Stop()
	select {
	case <-ready:
	case <-timeout.C:
		return nil, fmt.Errorf("%w (%v)", errNoAnswer, patience)
	}
	// Without a device NewContext succeeds, and what went wrong is known only now.
	if err := context.Err(); err != nil {
		return nil, err
	}
	return &otoDevice{context}, nil
}

func (d *otoDevice) Voice(src io.Reader) Voice { return d.context.NewPlayer(src) }
func (d *otoDevice) Err() error                { return d.context.Err() }
func (d *otoDevice) Suspend() error            { return d.context.Suspend() }
func (d *otoDevice) Resume() error             { return d.context.Resume() }

// Latency is the whole buffer, and half of the half that oto has taken and waits to
// write: between 60 and 90 ms.
func (d *otoDevice) Latency() time.Duration { return deviceBuffer + deviceBuffer/4 }
