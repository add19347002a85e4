package inference

import (
	"errors"
	"fmt"
	"io"

	"haltscribe/audio"
)

// Pieces are what the model is given: it loses words past a few minutes.
const (
	pieceSeconds = 30
	// A last piece shorter than this joins the one before it.
	shortestPiece = 1.0
	// Shorter recordings are padded with silence: the encoder knows no shorter ones.
	paddedSeconds = 0.5
)

// piece is a stretch of a recording, mono at the model's rate.
type piece struct {
	index      int
	start, end float64 // seconds
	samples    []float32
}

// source gives what audio.Stream gives; tests have their own.
type source interface {
	Read(dst []float32) (int, error)
	SeekTo(sample int64) error
	Info() audio.Info
	Warnings() []string
	Close() error
}

// cutter cuts a recording into pieces while it is read.
type cutter struct {
	src   source
	rate  int
	index int
	at    int64     // samples given out so far
	ahead []float32 // read, not given out
	ended bool
}

// errStopped is what next gives when stop said so.
var errStopped = errors.New("stopped")

// next reads one piece, asking stop between reads; io.EOF after the last.
func (c *cutter) next(stop func() bool) (*piece, error) {
	whole := pieceSeconds * c.rate
	short := int(shortestPiece * float64(c.rate))
	// One short piece ahead, to know whether what follows would be too short.
	if err := c.fill(whole+short, stop); err != nil {
		return nil, err
	}
	n := min(len(c.ahead), whole)
	if c.ended && len(c.ahead)-n < short {
		n = len(c.ahead)
	}
	if n == 0 {
		return nil, io.EOF
	}
	p := &piece{
		index:   c.index,
		start:   float64(c.at) / float64(c.rate),
		end:     float64(c.at+int64(n)) / float64(c.rate),
		samples: append([]float32(nil), c.ahead[:n]...),
	}
	if pad := int(paddedSeconds*float64(c.rate)) - n; pad > 0 {
		p.samples = append(p.samples, make([]float32, pad)...)
	}
	c.ahead = append(c.ahead[:0], c.ahead[n:]...)
	c.index++
	c.at += int64(n)
	return p, nil
}

// fill reads until n samples are ahead or the recording ends.
func (c *cutter) fill(n int, stop func() bool) error {
	for len(c.ahead) < n && !c.ended {
		if stop() {
			return errStopped
		}
		have := len(c.ahead)
		c.ahead = append(c.ahead, make([]float32, min(n-have, c.rate))...)
		got, err := c.src.Read(c.ahead[have:])
		c.ahead = c.ahead[:have+got]
		switch {
		case errors.Is(err, io.EOF):
			c.ended = true
		case err != nil:
			return fmt.Errorf("reading the recording: %w", err)
		}
	}
	return nil
}
