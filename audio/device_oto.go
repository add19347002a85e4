//go:build !headless

package audio

import (
	"fmt"
	"io"
	"time"

	"github.com/ebitengine/oto/v3"
)

// deviceBuffer is how much the device itself buffers. More stutters less when all cores work; a position
// is known to within half of it.
const deviceBuffer = 60 * time.Millisecond

// otoDevice is the sound device of this machine.
type otoDevice struct{ context *oto.Context }

// openDevice opens the default sound device. It gives up after the given time, because sound servers
// are known to hang. oto makes one context a process, so this works once.
func openDevice(patience time.Duration) (device, error) {
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

func (d *otoDevice) voice(src io.Reader) voice { return d.context.NewPlayer(src) }
func (d *otoDevice) err() error                { return d.context.Err() }
func (d *otoDevice) suspend() error            { return d.context.Suspend() }
func (d *otoDevice) resume() error             { return d.context.Resume() }
func (d *otoDevice) latency() time.Duration    { return deviceBuffer }
