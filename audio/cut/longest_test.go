package cut

import (
	"errors"
	"io"
	"testing"
	"time"
)

// Pieces are as short as a model wants them, and are still cut in pauses.
func TestShorterPieces(t *testing.T) {
	t.Parallel()
	var x []float32
	var pauses []float64 // their begins
	for at := 0.0; at < 120; at += 2.6 {
		x = append(append(x, talk(2.2, -20)...), silence(0.4)...)
		pauses = append(pauses, at+2.2)
	}
	for _, longest := range []time.Duration{6 * time.Second, 12 * time.Second} {
		c := New(&memory{samples: x}, rate, longest)
		end := int64(0)
		for {
			p, err := c.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if length := time.Duration(len(p.Samples)) * time.Second / rate; length > longest || p.Start != end {
				t.Errorf("longest %v: a piece of %v at %d, want it at %d", longest, length, p.Start, end)
			}
			end = p.End()
			at, inPause := float64(end)/rate, end == int64(len(x))
			for _, begin := range pauses {
				inPause = inPause || at >= begin && at <= begin+0.4
			}
			if !inPause {
				t.Errorf("longest %v: cut at %.2f s, in the middle of speech", longest, at)
			}
		}
		if end != int64(len(x)) {
			t.Errorf("longest %v: the pieces end at %d of %d", longest, end, len(x))
		}
	}
}
