package stretch

import (
	"errors"
	"fmt"
	"io"
	"math"
	"testing"
)

const rate = 48000

// tape is a Source that gives its samples in uneven reads.
type tape struct {
	samples []float32
	at      int
	fail    error
}

func (p *tape) Read(dst []float32) (int, error) {
	if p.at == len(p.samples) {
		if p.fail != nil {
			return 0, p.fail
		}
		return 0, io.EOF
	}
	n := copy(dst[:min(len(dst), 700)], p.samples[p.at:])
	p.at += n
	return n, nil
}

func at(t *testing.T, speed float64, samples []float32) []float32 {
	t.Helper()
	s, err := New(&tape{samples: samples}, rate, speed)
	if err != nil {
		t.Fatal(err)
	}
	var out []float32
	for block := make([]float32, 480); ; {
		n, err := s.Read(block)
		out = append(out, block[:n]...)
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// voice is a tone with overtones, as of a vowel.
func voice(hertz float64, seconds float64) []float32 {
	out := make([]float32, int(seconds*rate))
	for i := range out {
		x := 2 * math.Pi * hertz * float64(i) / rate
		out[i] = float32(0.4*math.Sin(x) + 0.25*math.Sin(2*x+1) + 0.15*math.Sin(3*x+2))
	}
	return out
}

var speeds = []float64{0.5, 0.75, 0.9, 1.1, 1.25, 1.5, 2}

func rms(samples []float32) float64 {
	var sum float64
	for _, v := range samples {
		sum += float64(v) * float64(v)
	}
	return math.Sqrt(sum / float64(len(samples)))
}

// strength is how much of a frequency is in a sound (Goertzel).
func strength(samples []float32, hertz float64) float64 {
	w := 2 * math.Cos(2*math.Pi*hertz/rate)
	var a, b float64
	for _, v := range samples {
		a, b = float64(v)+w*a-b, a
	}
	return math.Sqrt(a*a+b*b-w*a*b) / float64(len(samples))
}

func TestThePitchStaysAndTheLengthChanges(t *testing.T) {
	for _, hertz := range []float64{85, 120, 210, 340} {
		in := voice(hertz, 3)
		for _, speed := range speeds {
			t.Run(fmt.Sprintf("%v Hz at %v", hertz, speed), func(t *testing.T) {
				out := at(t, speed, in)
				if want := int(math.Round(float64(len(in)) / speed)); len(out) != want {
					t.Errorf("%d samples, want %d", len(out), want)
				}
				inner := out[rate/10 : len(out)-rate/10]
				part := inner[rate/2 : rate/2+rate/5]
				best, most := 0.0, 0.0
				for f := hertz / 2.2; f < hertz*2.2; f++ {
					if s := strength(part, f); s > most {
						best, most = f, s
					}
				}
				if math.Abs(best-hertz) > 0.01*hertz+1 {
					t.Errorf("it sounds at %v Hz", best)
				}
				if was := strength(in[:len(part)], hertz); most < 0.9*was {
					t.Errorf("its tone has %.0f %% of the strength", 100*most/was)
				}
				// A bad seam shows as a dip or a bump.
				usual := rms(in)
				for i := 0; i+rate/50 < len(inner); i += rate / 100 {
					if r := rms(inner[i : i+rate/50]); r < 0.75*usual || r > 1.25*usual {
						t.Fatalf("at %.3f s the loudness is %.2f of what it was", float64(i)/rate, r/usual)
					}
				}
			})
		}
	}
}

func TestAtItsOwnSpeedASoundIsAsItWas(t *testing.T) {
	in := voice(150, 0.5)
	out := at(t, 1, in)
	if len(out) != len(in) {
		t.Fatalf("%d samples of %d", len(out), len(in))
	}
	for i := range in {
		if in[i] != out[i] {
			t.Fatalf("sample %d is %v, was %v", i, out[i], in[i])
		}
	}
}

// What is heard must be where the position says: within 50 ms, of which half are
// left to the sound device.
func TestAClickStaysInItsPlace(t *testing.T) {
	const every = 0.31
	in := make([]float32, 6*rate)
	for i := range in {
		in[i] = 0.02 * float32(math.Sin(2*math.Pi*130*float64(i)/rate))
	}
	for s := every; s < 5.9; s += every {
		for i := range 200 { // 4 ms, which no consonant is shorter than
			in[int(s*rate)+i] += 0.9
		}
	}
	for _, speed := range speeds {
		out := at(t, speed, in)
		clicks, last := 0, -rate
		for i, v := range out {
			if v < 0.15 || i-last < rate/25 {
				continue
			}
			last = i
			clicks++
			place := float64(i) * speed / rate
			off := math.Abs(place - every*math.Round(place/every))
			if off > 0.020 {
				t.Errorf("at speed %v a click is %.0f ms off, at %.3f s", speed, 1000*off, place)
			}
		}
		if clicks < 17 { // one may fall between two stretches
			t.Errorf("at speed %v %d of 18 clicks are left", speed, clicks)
		}
	}
}

func TestShortAndEmpty(t *testing.T) {
	for _, n := range []int{0, 1, 100, 719, 720, 721, 1500} {
		for _, speed := range speeds {
			out := at(t, speed, voice(200, 1)[:n])
			if want := int(math.Round(float64(n) / speed)); len(out) != want {
				t.Errorf("%d samples at %v became %d, want %d", n, speed, len(out), want)
			}
		}
	}
}

func TestAnErrorComesThrough(t *testing.T) {
	broken := errors.New("the disk is gone")
	s, err := New(&tape{samples: voice(200, 0.5), fail: broken}, rate, 1.5)
	if err != nil {
		t.Fatal(err)
	}
	block := make([]float32, 4800)
	for range 100 {
		if _, err = s.Read(block); err != nil {
			break
		}
	}
	if !errors.Is(err, broken) {
		t.Errorf("the error is %v", err)
	}
	for _, speed := range []float64{0, 0.49, 2.01, -1, math.NaN(), math.Inf(1)} {
		if _, err := New(&tape{}, rate, speed); err == nil {
			t.Errorf("a speed of %v was taken", speed)
		}
	}
}

func BenchmarkOneSecond(b *testing.B) {
	in := voice(150, 2)
	block := make([]float32, rate)
	for b.Loop() {
		s, err := New(&tape{samples: in}, rate, 1.5)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := s.Read(block); err != nil {
			b.Fatal(err)
		}
	}
}
