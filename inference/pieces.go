package inference

import (
	"errors"
	"fmt"
	"io"
	"time"

	"haltscribe/audio"
	"haltscribe/audio/cut"
)

const (
	// Shorter pieces are padded with silence: the encoder knows no shorter ones.
	paddedSeconds = 0.5
	// So many pieces are decoded, resampled and cut while the model works on an earlier one.
	piecesAhead = 2
	// So often it is asked whether to stop while a piece is waited for.
	stopEvery = 2 * time.Millisecond
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

// cutter gives the pieces of a recording, which are cut ahead of the model. What is cut how is at package cut.
type cutter struct {
	src   source
	rate  int
	at    int64 // the sample of the recording that src begins with
	index int
	ahead *cut.Ahead // nil before the first next
	ended error
}

// errStopped is what next gives when stop said so.
var errStopped = errors.New("stopped")

// next waits for a piece, asking stop meanwhile; io.EOF after the last.
func (c *cutter) next(stop func() bool) (*piece, error) {
	if c.ahead == nil {
		c.ahead = cut.NewAhead(c.src, c.rate, piecesAhead)
	}
	tick := time.NewTicker(stopEvery)
	defer tick.Stop()
	for {
		if stop() {
			return nil, errStopped
		}
		if c.ended != nil {
			return nil, c.ended
		}
		select {
		case r := <-c.ahead.Pieces():
			if r.Err == nil {
				return c.piece(r.Piece), nil
			}
			c.ended = r.Err
			if !errors.Is(r.Err, io.EOF) {
				c.ended = fmt.Errorf("reading the recording: %w", r.Err)
			}
		case <-tick.C:
		}
	}
}

func (c *cutter) piece(cut cut.Piece) *piece {
	p := &piece{
		index:   c.index,
		start:   float64(c.at+cut.Start) / float64(c.rate),
		end:     float64(c.at+cut.End()) / float64(c.rate),
		samples: cut.Samples,
	}
	if pad := int(paddedSeconds*float64(c.rate)) - len(p.samples); pad > 0 {
		p.samples = append(p.samples, make([]float32, pad)...)
	}
	c.index++
	return p
}

// close ends the cutting and closes the recording.
func (c *cutter) close() {
	if c.ahead != nil {
		_ = c.ahead.Close() // it was read as far as it is needed
		return
	}
	_ = c.src.Close()
}
