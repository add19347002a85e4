package cut

import (
	"io"
	"sync"
	"time"
)

// Ahead cuts on a goroutine of its own, some pieces ahead of whoever takes them. Close ends it.
type Ahead struct {
	pieces chan Result
	quit   chan struct{}
	done   chan struct{}
	once   sync.Once
	close  func() error
	err    error // of close
}

// Result is what Cutter.Next gives.
type Result struct {
	Piece Piece
	Err   error
}

// ReadCloser is a Reader whose Close makes a Read that waits on another goroutine end.
type ReadCloser interface {
	Reader
	Close() error
}

// NewAhead begins to cut, as New does. Up to ahead pieces wait to be taken, and one more is in the making. Close closes src.
func NewAhead(src ReadCloser, rate int, longest time.Duration, ahead int) *Ahead {
	a := &Ahead{
		pieces: make(chan Result, ahead), quit: make(chan struct{}), done: make(chan struct{}), close: src.Close,
	}
	go a.run(New(stoppable{src, a.quit}, rate, longest))
	return a
}

// stoppable is a Reader that ends when quit is closed.
type stoppable struct {
	Reader
	quit chan struct{}
}

func (s stoppable) Read(dst []float32) (int, error) {
	select {
	case <-s.quit:
		return 0, io.EOF
	default:
		return s.Reader.Read(dst)
	}
}

func (a *Ahead) run(c *Cutter) {
	defer close(a.done)
	defer close(a.pieces)
	for {
		p, err := c.Next()
		select {
		case a.pieces <- Result{p, err}:
		case <-a.quit:
			return
		}
		if err != nil {
			return
		}
	}
}

// Pieces gives the pieces in order; the last Result has the error that Cutter.Next ended with, io.EOF as a rule.
func (a *Ahead) Pieces() <-chan Result { return a.pieces }

// Close ends the goroutine, closes the source, and waits for both.
func (a *Ahead) Close() error {
	a.once.Do(func() {
		close(a.quit)
		a.err = a.close()
		<-a.done
	})
	return a.err
}
