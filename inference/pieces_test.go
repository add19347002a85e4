package inference

import (
	"errors"
	"io"
	"io/fs"
	"math"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"haltscribe/audio"
)

// counting is a source whose samples tell their number, given out in uneven reads. They are as loud as speech, with a
// pause of 0.2 s each second and one of a second around each half minute, so that this is where it is cut.
type counting struct {
	n, at    int
	fail     error // at the end, instead of io.EOF
	rate     int
	warnings []string
}

func (c *counting) Read(dst []float32) (int, error) {
	if c.at == c.n {
		if c.fail != nil {
			return 0, c.fail
		}
		return 0, io.EOF
	}
	n := min(len(dst), c.n-c.at, 777)
	for i := range n {
		dst[i] = c.sample(c.at + i)
	}
	c.at += n
	return n, nil
}

func (c *counting) sample(i int) float32 {
	v := 0.5 + 1e-6*float32(i)
	inSecond, inHalfMinute := i%c.rate, (i+c.rate/2)%(30*c.rate)
	if inSecond < c.rate/5 || inHalfMinute < c.rate && i > c.rate {
		v = 1e-6 + 1e-11*float32(i)
	}
	if i%2 == 1 {
		return -v
	}
	return v
}

// numberOf is what sample made a value from.
func numberOf(v float32) int {
	v = max(v, -v)
	if v < 0.1 {
		return int(math.Round(float64(v-1e-6) * 1e11))
	}
	return int(math.Round(float64(v-0.5) * 1e6))
}

func (c *counting) SeekTo(sample int64) error {
	if sample < 0 || sample > int64(c.n) {
		return errors.New("there is no such sample")
	}
	c.at = int(sample)
	return nil
}

func (c *counting) Info() audio.Info {
	return audio.Info{Duration: time.Duration(float64(c.n) / float64(c.rate) * float64(time.Second))}
}
func (c *counting) Warnings() []string { return c.warnings }
func (c *counting) Close() error       { return nil }

func never() bool { return false }

func TestPiecesCoverTheRecording(t *testing.T) {
	const rate = 100
	for _, c := range []struct {
		name    string
		samples int
		want    []int // lengths
	}{
		{"half a piece", 1500, []int{1500}},
		{"exactly one", 3000, []int{3000}},
		{"one and some", 3500, []int{3000, 500}},
		{"two and some", 6700, []int{3000, 3000, 700}},
		{"under half a second is padded", 30, []int{30}},
		{"nothing", 0, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := &counting{n: c.samples, rate: rate}
			cut := &cutter{src: src, rate: rate}
			defer cut.close()
			at := 0
			for i, want := range c.want {
				p, err := cut.next(never)
				if err != nil {
					t.Fatal(err)
				}
				if p.start != float64(at)/rate || p.end != float64(at+want)/rate {
					t.Fatalf("piece %d is %v to %v", i, p.start, p.end)
				}
				for j := range want {
					if p.samples[j] != src.sample(at+j) {
						t.Fatalf("piece %d, sample %d is %v, want %v", i, j, p.samples[j], src.sample(at+j))
					}
				}
				if len(p.samples) != max(want, rate/2) {
					t.Errorf("piece %d has %d samples, want %d", i, len(p.samples), max(want, rate/2))
				}
				at += want
			}
			for range 2 {
				if _, err := cut.next(never); !errors.Is(err, io.EOF) {
					t.Errorf("after the last piece: %v, want EOF", err)
				}
			}
		})
	}
}

// waiting is a source whose Read waits until it is closed, as one on a disk that does not answer.
type waiting struct {
	counting
	closed chan struct{}
}

func (w *waiting) Read([]float32) (int, error) {
	<-w.closed
	return 0, errors.New("closed")
}

func (w *waiting) Close() error { close(w.closed); return nil }

func TestWaitingForAPieceStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := &waiting{closed: make(chan struct{})}
		cut := &cutter{src: src, rate: 100}
		begin := time.Now()
		_, err := cut.next(func() bool { return time.Since(begin) >= time.Second })
		if !errors.Is(err, errStopped) || time.Since(begin) > time.Second+stopEvery {
			t.Errorf("got %v after %v", err, time.Since(begin))
		}
		cut.close() // and the bubble has no goroutine left
	})
}

func TestReadErrorsAreGivenOn(t *testing.T) {
	broken := errors.New("sample 7 is not a number")
	cut := &cutter{src: &counting{n: 200, rate: 100, fail: broken}, rate: 100}
	defer cut.close()
	if p, err := cut.next(never); err != nil || p.end != 2 {
		t.Fatalf("the piece before it: %+v, %v", p, err)
	}
	if _, err := cut.next(never); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

func TestOpeningStops(t *testing.T) {
	path := filepath.Join("..", "testdata", "sample.wav")
	src, err := openRecording(path, 16000, never)
	if err != nil {
		t.Fatal(err)
	}
	if err := src.Close(); err != nil {
		t.Error(err)
	}
	if _, err := src.Read(make([]float32, 10)); err == nil {
		t.Error("it was read after it was closed")
	}
	if _, err := openRecording("no such file", 16000, never); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no such file: %v", err)
	}
}
