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

// Device is what a [Player] needs of a sound device; oto's is in device_oto.go.
type Device interface {
	// Voice makes something that plays what it reads from src: little-endian float32, PlayRate, stereo.
	Voice(src io.Reader) Voice
	// Err is why the device is gone, or nil. It returns at once.
	Err() error
	// Suspend and Resume stop and start the device itself. They may hang when it is gone.
	Suspend() error
	Resume() error
	// Latency is how long after it was taken from a voice a sample is heard, on average.
	Latency() time.Duration
}

// Voice plays one source. Its methods return at once.
type Voice interface {
	Play()
	Pause()
	SetVolume(v float64) // 0 to 1
	BufferedSize() int   // bytes that were read from the source and not taken by the device yet
	SetBufferSize(bytes int)
}
