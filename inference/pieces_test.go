package inference

import (
	"errors"
	"io"
	"testing"
	"time"

	"haltscribe/audio"
)

// counting is a source whose i-th sample is i, given out in uneven reads.
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
		dst[i] = float32(c.at + i)
	}
	c.at += n
	return n, nil
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
		{"a short rest joins", 3099, []int{3099}},
		{"a long enough rest does not", 3100, []int{3000, 100}},
		{"two and a short rest", 6050, []int{3000, 3050}},
		{"under half a second is padded", 20, []int{20}},
		{"nothing", 0, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			cut := &cutter{src: &counting{n: c.samples, rate: rate}, rate: rate}
			at := 0
			for i, want := range c.want {
				p, err := cut.next(never)
				if err != nil {
					t.Fatal(err)
				}
				if p.index != i || p.start != float64(at)/rate || p.end != float64(at+want)/rate {
					t.Errorf("piece %d is %d, %v to %v", i, p.index, p.start, p.end)
				}
				for j := range want {
					if p.samples[j] != float32(at+j) {
						t.Fatalf("piece %d, sample %d is %v, want %d", i, j, p.samples[j], at+j)
					}
				}
				if len(p.samples) != max(want, rate/2) {
					t.Errorf("piece %d has %d samples, want %d", i, len(p.samples), max(want, rate/2))
				}
				at += want
			}
			if _, err := cut.next(never); !errors.Is(err, io.EOF) {
				t.Errorf("after the last piece: %v, want EOF", err)
			}
		})
	}
}

func TestCuttingStopsBetweenReads(t *testing.T) {
	reads := 0
	cut := &cutter{src: &counting{n: 100000, rate: 100}, rate: 100}
	_, err := cut.next(func() bool { reads++; return reads > 3 })
	if !errors.Is(err, errStopped) || reads != 4 {
		t.Errorf("got %v after %d questions", err, reads)
	}
}

func TestReadErrorsAreGivenOn(t *testing.T) {
	broken := errors.New("sample 7 is not a number")
	cut := &cutter{src: &counting{n: 200, rate: 100, fail: broken}, rate: 100}
	if _, err := cut.next(never); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}
