package inference

import (
	"context"
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
	start, end float64 // seconds
	samples    []float32
	half       bool // of one that was tried already
}

// source gives what audio.Stream gives; tests have their own.
type source interface {
	Read(dst []float32) (int, error)
	SeekTo(sample int64) error
	Info() audio.Info
	Warnings() []string
	Close() error
}

// openRecording opens a recording, asking stop meanwhile: some files are looked through first, or by another program.
func openRecording(file string, rate int, stop func() bool) (source, error) {
	ctx, cancel := context.WithCancel(context.Background())
	type result struct {
		src *audio.Stream
		err error
	}
	opened := make(chan result, 1)
	go func() {
		src, err := audio.OpenContext(ctx, file, rate)
		opened <- result{src, err}
	}()
	tick := time.NewTicker(stopEvery)
	defer tick.Stop()
	for stopped := false; ; {
		select {
		case r := <-opened:
			if r.err != nil {
				cancel()
				if stopped {
					return nil, errStopped
				}
				return nil, r.err
			}
			return &recording{r.src, cancel}, nil
		case <-tick.C:
			if !stopped && stop() {
				stopped = true
				cancel()
			}
		}
	}
}

// recording is a stream that was opened with a context of its own.
type recording struct {
	*audio.Stream
	cancel context.CancelFunc
}

// Close closes the recording; a Read that waits ends.
func (r *recording) Close() error {
	defer r.cancel()
	return r.Stream.Close()
}

// cutter gives the pieces of a recording, which are cut ahead of the model. What is cut how is at package cut.
type cutter struct {
	src   source
	rate  int
	long  time.Duration // of the longest piece; 0: as long as package cut makes them
	at    int64         // the sample of the recording that src begins with
	ahead *cut.Ahead    // nil before the first next
	ended error
}

// errStopped is what next gives when stop said so.
var errStopped = errors.New("stopped")

// next waits for a piece, asking stop meanwhile; io.EOF after the last.
func (c *cutter) next(stop func() bool) (*piece, error) {
	if c.ahead == nil {
		c.ahead = cut.NewAhead(c.src, c.rate, c.long, piecesAhead)
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
		start:   float64(c.at+cut.Start) / float64(c.rate),
		end:     float64(c.at+cut.End()) / float64(c.rate),
		samples: cut.Samples,
	}
	if pad := int(paddedSeconds*float64(c.rate)) - len(p.samples); pad > 0 {
		p.samples = append(p.samples, make([]float32, pad)...)
	}
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

func (o Options) longestPiece() time.Duration {
	if o.LongestPiece <= 0 {
		return cut.Longest
	}
	return time.Duration(o.LongestPiece * float64(time.Second))
}
