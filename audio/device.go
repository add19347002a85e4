package audio

import (
	"errors"
	"io"
	"time"
)

// PlayRate is the rate at which everything is played, in Hz: one context serves the whole process, and its
// rate is fixed.
const PlayRate = 48000

const (
	playChannels = 2
	playFrame    = 4 * playChannels // bytes
)

var (
	errNoAnswer = errors.New("the sound system did not answer in time")
	errNoSound  = errors.New("this program was built without sound")
)

// device is what Player needs of a sound device; oto's is in device_oto.go.
type device interface {
	// voice makes something that plays what it reads from src: little-endian float32, PlayRate, stereo.
	voice(src io.Reader) voice
	// err is why the device is gone, or nil. It returns at once.
	err() error
	// suspend and resume stop and start the device itself. They may hang when it is gone.
	suspend() error
	resume() error
	// latency is how long after it was taken from a voice a sample is heard.
	latency() time.Duration
}

// voice plays one source. Its methods return at once.
type voice interface {
	Play()
	Pause()
	SetVolume(v float64) // 0 to 1
	BufferedSize() int   // bytes that were read from the source and not taken by the device yet
	SetBufferSize(bytes int)
}
