package cut

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

const rate = 16000

// memory is a Reader of samples in uneven reads.
type memory struct {
	samples []float32
	at      int
	fail    error // at the end, instead of io.EOF
	uneven  bool
}

func (m *memory) Read(dst []float32) (int, error) {
	if m.at == len(m.samples) {
		if m.fail != nil {
			return 0, m.fail
		}
		return 0, io.EOF
	}
	n := copy(dst, m.samples[m.at:])
	if m.uneven {
		n = min(n, 777)
	}
	m.at += n
	return n, nil
}

func (m *memory) Close() error { return nil }

// talk is something like speech of a length: syllables of a harsh tone, at about the given level in dBFS.
func talk(seconds, level float64) []float32 {
	var tone [320]float64 // three periods of 150 Hz, with overtones
	for i := range tone {
		for k := 1.0; k <= 20; k++ {
			tone[i] += math.Sin(2*math.Pi*150*k*float64(i)/rate+k*k) / 5
		}
	}
	out := make([]float32, int(seconds*rate))
	gain := math.Pow(10, level/20)
	for i := range out {
		t := float64(i) / rate
		out[i] = float32(tone[i%len(tone)] * gain * math.Abs(math.Sin(2*math.Pi*2.1*t)))
	}
	return out
}

func silence(seconds float64) []float32 { return make([]float32, int(seconds*rate)) }

// noisy adds white noise of a level in dBFS.
func noisy(x []float32, level float64, seed uint64) []float32 {
	r := rand.New(rand.NewPCG(seed, 1))
	out := make([]float32, len(x))
	gain := math.Pow(10, level/20)
	for i, v := range x {
		out[i] = v + float32(r.NormFloat64()*gain)
	}
	return out
}

func joined(parts ...[]float32) (out []float32) {
	for _, p := range parts {
		out = append(out, p...)
	}
	return out
}

// pieces cuts x, and checks what holds for all cuts.
func pieces(t *testing.T, x []float32) (out []Piece) {
	t.Helper()
	c := New(&memory{samples: x, uneven: true}, rate, 0)
	var end int64
	for {
		p, err := c.Next()
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		if p.Start < end || len(p.Samples) == 0 || len(p.Samples) > 30*rate || p.End() > int64(len(x)) {
			t.Fatalf("a piece from %d to %d, after one that ends at %d", p.Start, p.End(), end)
		}
		if !slices.Equal(p.Samples, x[p.Start:p.End()]) {
			t.Fatalf("the samples of the piece at %d are not the recording's", p.Start)
		}
		end = p.End()
		out = append(out, p)
	}
}

func TestCuts(t *testing.T) {
	pause := func(s float64) []float32 { return silence(s) }
	for _, test := range []struct {
		name string
		x    []float32
		want [][2]float64 // begin and end of each piece, in seconds
		off  float64      // by which they may differ
	}{
		{"nothing", nil, nil, 0},
		{"silence", silence(60), nil, 0},
		{"faint noise", noisy(silence(60), -70, 1), nil, 0},
		{"loud steady noise", noisy(silence(60), -20, 1), nil, 0},
		{"an offset", joined(silence(5), constant(50, 0.3)), nil, 0},
		{"clicks", clicks(60), nil, 0},
		{"speech", talk(10, -20), [][2]float64{{0, 10}}, 0},
		{"speech up to an end within a step", talk(10, -20)[:9*rate+2345], [][2]float64{{0, 9 + 2345.0/rate}}, 0},
		{"very short", talk(0.2, -20), [][2]float64{{0, 0.2}}, 0},
		{"short pauses stay", joined(pause(1.5), talk(5, -20), pause(1.8), talk(5, -20), pause(1.5)), [][2]float64{{0, 14.8}}, 0},
		{"long pauses go", joined(pause(5), talk(5, -20), pause(4), talk(5, -20), pause(5)), [][2]float64{{4.5, 10.5}, {13.5, 19.5}}, 0.4},
		{"minutes of silence", joined(pause(120), talk(5, -20), pause(120)), [][2]float64{{119.5, 125.5}}, 0.4},
		{"without a pause", joined(talk(25, -20), noisy(silence(0.2), -40, 1), talk(25, -20)), [][2]float64{{0, 25.1}, {25.1, 50.2}}, 0.02},
		{"a pause rather than a shorter, quieter gap within a word", joined(talk(24, -20), noisy(silence(0.25), -60, 1), talk(3.8, -20), noisy(silence(0.11), -64, 2), talk(10, -20)), [][2]float64{{0, 24.12}, {24.12, 38.16}}, 0.06},
		{"the rest is not too short", joined(talk(25, -20), pause(0.3), talk(2, -20), pause(0.3), talk(1, -20), pause(0.4), talk(2, -20)), [][2]float64{{0, 25.15}, {25.15, 31}}, 0.02},
		{"exactly the longest", talk(30, -20), [][2]float64{{0, 30}}, 0},
		{"silence right after the longest", joined(talk(29.4, -20), pause(1.5)), [][2]float64{{0, 30}}, 0},
		{"quiet speech, -45 dBFS, in silence", joined(pause(5), talk(5, -45), pause(5)), [][2]float64{{4.5, 10.5}}, 0.4},
		{"quiet speech in recorder's noise", noisy(joined(pause(5), talk(5, -45), pause(5)), -65, 1), [][2]float64{{4.5, 10.5}}, 0.4},
		{"speech under noise, 5 dB", noisy(joined(pause(5), talk(5, -18), pause(5)), -30, 1), [][2]float64{{4.5, 10.5}}, 0.4},
		{"noise that comes and stays", joined(talk(10, -20), noisy(silence(60), -30, 1)), [][2]float64{{0, 12.5}}, 1.5},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := pieces(t, test.x)
			ok := len(got) == len(test.want)
			for i := range min(len(got), len(test.want)) {
				from, to := float64(got[i].Start)/rate, float64(got[i].End())/rate
				ok = ok && math.Abs(from-test.want[i][0]) <= test.off+1e-9 && math.Abs(to-test.want[i][1]) <= test.off+1e-9
			}
			if !ok {
				t.Errorf("want %v", test.want)
				for _, p := range got {
					t.Errorf("got  %.3f to %.3f", float64(p.Start)/rate, float64(p.End())/rate)
				}
			}
		})
	}
}

// TestAnyOrderOfSpeechAndSilence: whatever follows what, no speech is lost, only silence is left out, and a piece that does
// not end at a silence is nearly as long as it can be.
func TestAnyOrderOfSpeechAndSilence(t *testing.T) {
	t.Parallel()
	voice := talk(70, -20)
	for seed := range uint64(6) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(seed, 9))
			var x []float32
			var spoken [][2]int // begin and end of each stretch of speech, in samples
			for len(x) < 120*rate {
				x = append(x, silence(math.Exp(r.Float64()*7-2))...) // 0.14 to 148 s
				n := int(math.Exp(r.Float64()*5-1) * rate)           // 0.4 to 55 s
				spoken = append(spoken, [2]int{len(x), len(x) + n})
				x = append(x, voice[:n]...)
			}
			x = append(x, silence(r.Float64()*20)...)
			got := pieces(t, x)
			for _, p := range got {
				before, after := 0, len(x)+2*rate // the speech around the piece's end
				for _, s := range spoken {
					if s[0] < int(p.End()) {
						before = s[1]
					} else {
						after = min(after, s[0])
					}
				}
				if length := float64(len(p.Samples)) / rate; length < 22 && after-before < 19*rate/10 {
					t.Errorf("a piece of %.2f s, from %.2f s on, ends where there is no silence", length, float64(p.Start)/rate)
				}
			}
			for _, s := range spoken {
				at := int64(s[0] + rate/10) // the voice begins and ends softly
				for _, p := range got {
					if p.Start <= at {
						at = max(at, p.End())
					}
				}
				if at < int64(s[1]-rate/10) {
					t.Errorf("of the speech from %.2f to %.2f s that at %.2f s is lost", float64(s[0])/rate, float64(s[1])/rate, float64(at)/rate)
				}
			}
		})
	}
}

func constant(seconds float64, v float32) []float32 {
	out := silence(seconds)
	for i := range out {
		out[i] = v
	}
	return out
}

// clicks is silence with a click every 3 s.
func clicks(seconds float64) []float32 {
	out := silence(seconds)
	for i := rate; i < len(out); i += 3 * rate {
		out[i] = 0.5
	}
	return out
}

// TestErrorsComeAfterThePieces: what was read before an error is cut and given out, and then the error, not io.EOF.
func TestErrorsComeAfterThePieces(t *testing.T) {
	t.Parallel()
	broken := errors.New("sample 7 is not a number")
	c := New(&memory{samples: talk(40, -20), fail: broken}, rate, 0)
	n := 0
	for {
		p, err := c.Next()
		if err != nil {
			if !errors.Is(err, broken) || n != 40*rate {
				t.Errorf("%v after %d samples", err, n)
			}
			break
		}
		n += len(p.Samples)
	}
	if _, err := c.Next(); !errors.Is(err, broken) {
		t.Errorf("and then %v", err)
	}
}

// endless is a recording without an end: talk with pauses, and silence.
type endless struct{ at int }

func (e *endless) Read(dst []float32) (int, error) {
	for i := range dst {
		if t := e.at % (200 * rate); t < 100*rate {
			dst[i] = float32(t%9000) / 9000 * float32(t%211) / 211
		} else {
			dst[i] = 0
		}
		e.at++
	}
	return len(dst), nil
}

// TestMemoryIsThatOfOnePiece: however long the recording is, what the cutter holds does not grow.
func TestMemoryIsThatOfOnePiece(t *testing.T) {
	t.Parallel()
	src := &endless{}
	c := New(src, rate, 0)
	for src.at < 500*rate {
		if _, err := c.Next(); err != nil {
			t.Fatal(err)
		}
		if n := len(c.samples); n > 50*rate {
			t.Fatalf("%d s are held", n/rate)
		}
		if n := len(c.det.power); n > 60*stepsPerSecond {
			t.Fatalf("%d s of levels are held", n/stepsPerSecond)
		}
	}
	if n := cap(c.samples); n > 100*rate {
		t.Errorf("room for %d s", n/rate)
	}
}
