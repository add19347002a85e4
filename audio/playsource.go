package audio

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
	"sync"
	"sync/atomic"

	"haltscribe/audio/stretch"
)

const (
	// voiceBuffer is how much a voice reads ahead, in bytes: 200 ms.
	voiceBuffer = PlayRate / 5 * playFrame
	// readFrames is the most that one Read gives. Between its return and the voice's counting of it a position is
	// off by as much: 10 ms.
	readFrames = 480
)

// playSource gives a voice a recording from one place on. It is not used again after a seek: another one is
// made, because oto may append what it was reading before a seek to its buffer after it.
type playSource struct {
	speed float64 // how many frames of the recording become one
	late  int64   // frames that the device has taken and not played yet

	mu      sync.Mutex
	stream  *Stream        // nil when it was taken away
	samples stretch.Source // stream, at the speed
	failed  error
	ended   bool
	mono    [readFrames]float32
	onEnded func(error) // called once, when the device played all sound there is; the error is why there is no more, or nil

	// Read without mu, so that nobody waits for the file.
	frames atomic.Int64 // that Read gave, silence after the end too
	sound  atomic.Int64 // of them that are of the recording
}

// newPlaySource plays a stream from where it is, on a device that plays what it takes so many frames later.
func newPlaySource(s *Stream, speed float64, late int64) (*playSource, error) {
	p := &playSource{stream: s, samples: s, speed: speed, late: late}
	if speed != 1 {
		var err error
		if p.samples, err = stretch.New(s, PlayRate, speed); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// Read gives sound, and after its end silence, until the silence alone fills a voice's buffer and the device's.
// The voice reads more only when the device took something, so then the device has played all sound: that is the
// end, seen without asking again and again.
func (p *playSource) Read(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stream == nil {
		return 0, io.EOF
	}
	want := min(len(b)/playFrame, readFrames)
	n := 0
	if p.failed == nil {
		n, p.failed = p.samples.Read(p.mono[:want])
	}
	if n > 0 {
		p.sound.Add(int64(n))
	} else {
		p.checkEnd()
		n = want
		clear(p.mono[:n])
	}
	p.frames.Add(int64(n))
	for i, v := range p.mono[:n] {
		bits := math.Float32bits(max(-1, min(1, v)))
		binary.LittleEndian.PutUint32(b[playFrame*i:], bits)
		binary.LittleEndian.PutUint32(b[playFrame*i+4:], bits)
	}
	return n * playFrame, nil
}

// checkEnd tells, once, that all sound was played.
func (p *playSource) checkEnd() {
	silence := (p.frames.Load() - p.sound.Load() - p.late) * playFrame
	if p.ended || silence < voiceBuffer+readFrames*playFrame {
		return
	}
	p.ended = true
	err := p.failed
	if errors.Is(err, io.EOF) {
		err = nil
	}
	go p.onEnded(err)
}

// taken is how many frames of the recording the device took, when v is the voice that reads them.
func (p *playSource) taken(v Voice) int64 { return p.counted(v, 0) }

// heard is how many of them were played.
func (p *playSource) heard(v Voice) int64 { return p.counted(v, p.late) }

func (p *playSource) counted(v Voice, less int64) int64 {
	frames := p.frames.Load()
	return max(0, min(frames-int64(v.BufferedSize()/playFrame)-less, p.sound.Load()))
}

// take takes the stream away; every later Read is io.EOF.
func (p *playSource) take() *Stream {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.stream
	p.stream = nil
	return s
}
