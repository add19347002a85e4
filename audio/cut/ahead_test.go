package cut

import (
	"errors"
	"io"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

// TestAheadGivesWhatTheCutterGives in order, and then the end.
func TestAheadGivesWhatTheCutterGives(t *testing.T) {
	t.Parallel()
	x := joined(talk(70, -20), silence(10), talk(5, -20))
	want := pieces(t, x)
	a := NewAhead(&memory{samples: x}, rate, 0, 1)
	for i := 0; ; i++ {
		r := <-a.Pieces()
		if r.Err != nil {
			if !errors.Is(r.Err, io.EOF) || i != len(want) {
				t.Errorf("%v after %d pieces", r.Err, i)
			}
			break
		}
		if i >= len(want) || r.Piece.Start != want[i].Start || r.Piece.End() != want[i].End() {
			t.Fatalf("piece %d is from %d to %d", i, r.Piece.Start, r.Piece.End())
		}
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
	if err := a.Close(); err != nil {
		t.Error("closed again: ", err)
	}
}

// counted is an endless recording that counts what was read of it.
type counted struct {
	endless
	read   atomic.Int64
	closed atomic.Bool
}

func (c *counted) Read(dst []float32) (int, error) {
	if c.closed.Load() {
		return 0, errors.New("closed")
	}
	n, err := c.endless.Read(dst)
	c.read.Add(int64(n))
	return n, err
}

func (c *counted) Close() error { c.closed.Store(true); return nil }

// TestAheadIsBounded: nobody takes pieces, so reading stops after those that may wait and one more.
func TestAheadIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := &counted{}
		a := NewAhead(src, rate, 0, 2)
		synctest.Wait()
		if read := src.read.Load(); read > (3*30+50)*rate || read < 2*30*rate {
			t.Errorf("%d s were read", read/rate)
		}
		if err := a.Close(); err != nil || !src.closed.Load() {
			t.Errorf("%v, closed %v", err, src.closed.Load())
		}
	})
}

// stuck is a Reader whose Read waits until it is closed.
type stuck struct{ closed chan struct{} }

func (s *stuck) Read([]float32) (int, error) {
	<-s.closed
	return 0, errors.New("closed")
}

func (s *stuck) Close() error { close(s.closed); return nil }

// TestCloseEndsAReadThatWaits, and leaves no goroutine: the bubble would not end.
func TestCloseEndsAReadThatWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := NewAhead(&stuck{make(chan struct{})}, rate, 0, 1)
		synctest.Wait()
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
}
