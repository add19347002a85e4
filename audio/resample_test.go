package audio

import (
	"fmt"
	"math"
	"os/exec"
	"path/filepath"
	"testing"
)

// resampled runs a whole signal through a resampler in blocks of the given size.
func resampled(in []float32, inRate, outRate, block int) []float32 {
	r := newResampler(inRate, outRate, block)
	total := r.outputs(int64(len(in)))
	in = append(append([]float32(nil), in...), make([]float32, r.tail())...)
	out := make([]float32, 0, total+1)
	for len(in) > 0 {
		n := min(block, len(in))
		r.feed(in[:n])
		in = in[n:]
		var buf [97]float32
		for {
			m := r.produce(buf[:])
			out = append(out, buf[:m]...)
			if m < len(buf) {
				break
			}
		}
	}
	return out[:total]
}

func sine(hz float64, rate, n int) []float32 {
	out := make([]float32, n)
	for i := range out {
		out[i] = float32(math.Sin(2 * math.Pi * hz * float64(i) / float64(rate)))
	}
	return out
}

// level is a signal's RMS over its middle half, in dB of a full sine's.
func level(x []float32) float64 {
	var sum float64
	x = x[len(x)/4 : len(x)*3/4]
	for _, v := range x {
		sum += float64(v) * float64(v)
	}
	return 10 * math.Log10(2*sum/float64(len(x))+1e-30)
}

var ratePairs = [][2]int{{48000, 16000}, {44100, 16000}, {44101, 16000}, {8000, 16000}, {22050, 16000}, {96000, 16000}, {384000, 16000}, {16000, 48000}, {44100, 48000}, {47999, 48000}}

// TestResamplerPassband: flat within 0.1 dB up to 7/8 of half of the lower rate (7 kHz for 16 kHz), at the right
// time, and nothing but the sine in the output.
func TestResamplerPassband(t *testing.T) {
	for _, p := range ratePairs {
		t.Run(fmt.Sprint(p), func(t *testing.T) {
			t.Parallel()
			edge := 0.4375 * float64(min(p[0], p[1]))
			var worstLevel, worstRest float64 = 0, -200
			for i := 1; i <= 8; i++ {
				hz := edge * float64(i) / 8
				out := resampled(sine(hz, p[0], p[0]/12), p[0], p[1], 4096)
				l := level(out)
				if math.Abs(l) > math.Abs(worstLevel) {
					worstLevel = l
				}
				want := sine(hz, p[1], len(out))
				for i := range out {
					out[i] -= want[i]
				}
				worstRest = max(worstRest, level(out))
			}
			t.Logf("level within %+.5f dB, all else %.1f dB", worstLevel, worstRest)
			if math.Abs(worstLevel) > 0.1 {
				t.Errorf("the level is off by %.3f dB", worstLevel)
			}
			if worstRest > -90 {
				t.Errorf("%.1f dB of other things in the output", worstRest)
			}
		})
	}
}

// TestResamplerStopband: what the lower rate cannot hold is gone, not folded back.
func TestResamplerStopband(t *testing.T) {
	for _, p := range ratePairs {
		if p[0] < p[1] {
			continue // nothing to fold back; images are in the passband test
		}
		t.Run(fmt.Sprint(p), func(t *testing.T) {
			t.Parallel()
			worst := -200.0
			lo, hi := 0.5*float64(p[1])+1, 0.5*float64(p[0])
			for i := range 12 {
				hz := lo + (hi-lo)*math.Pow(float64(i)/12, 2)
				worst = max(worst, level(resampled(sine(hz, p[0], p[0]/12), p[0], p[1], 4096)))
			}
			t.Logf("aliases at most %.1f dB", worst)
			if worst > -90 {
				t.Errorf("an alias of %.1f dB", worst)
			}
		})
	}
}

// TestResamplerAgainstSox: what sox's best resampler makes of the same sound is the same, where the sound is under 7 kHz.
// sox is one of the programs that "make test" installs.
func TestResamplerAgainstSox(t *testing.T) {
	t.Parallel()
	sox, err := exec.LookPath("sox")
	if err != nil {
		t.Log("NOT COVERED: sox is not installed, so the resampler is shown by the tests above alone")
		return
	}
	for _, from := range []int{8000, 11025, 22050, 32000, 44100, 48000, 96000} {
		in := make([]float32, from)
		for k := range 40 { // tones up to 7 kHz or to 7/8 of what the rate can hold
			hz := 60 + (min(7000, 0.4375*float64(from))-60)*float64(k)/39
			for i, v := range sine(hz, from, from) {
				edge := math.Sin(math.Pi * float64(i) / float64(from))
				in[i] += v / 50 * float32(edge*edge)
			}
		}
		path := writeFile(t, "in.wav", riffFile(header{tag: 3, channels: 1, rate: uint32(from), bits: 32}.chunk(), chunk("data", encode32(in))))
		out := filepath.Join(filepath.Dir(path), "out.wav")
		if b, err := exec.Command(sox, "-D", path, "-e", "floating-point", "-b", "32", out, "rate", "-v", "16000").CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, b)
		}
		theirs, _, err := ReadAll(out, 16000)
		if err != nil {
			t.Fatal(err)
		}
		ours, _, err := ReadAll(path, 16000)
		if err != nil {
			t.Fatal(err)
		}
		db := snr(ours, theirs)
		t.Logf("%d Hz: the difference is %.1f dB under the sound", from, db)
		if len(ours) != len(theirs) || db < 85 { // at 11,025 and its multiples sox interpolates its filter
			t.Errorf("%d Hz: %d samples and %d, %.1f dB", from, len(ours), len(theirs), db)
		}
	}
}

// TestResamplerBlocks: how the input is cut doesn't matter to any bit, and the output has the input's length.
func TestResamplerBlocks(t *testing.T) {
	t.Parallel()
	for _, p := range ratePairs {
		in := noise(5000, 0.5, 1)
		whole := resampled(in, p[0], p[1], 8192)
		if want := int(math.Ceil(5000 * float64(p[1]) / float64(p[0]))); len(whole) != want {
			t.Errorf("%v: %d samples, want %d", p, len(whole), want)
		}
		for _, block := range []int{1, 333} {
			got := resampled(in, p[0], p[1], block)
			for i := range whole {
				if got[i] != whole[i] {
					t.Errorf("%v: sample %d differs in blocks of %d", p, i, block)
					break
				}
			}
		}
	}
}

// TestResamplerKeepsConstant: each phase has a gain of exactly one.
func TestResamplerKeepsConstant(t *testing.T) {
	t.Parallel()
	in := make([]float32, 20000)
	for i := range in {
		in[i] = 0.7
	}
	for _, p := range ratePairs {
		out := resampled(in, p[0], p[1], 4096)
		for _, v := range out[len(out)/3 : len(out)*2/3] {
			if math.Abs(float64(v)-0.7) > 3e-7 {
				t.Fatalf("%v: 0.7 became %v", p, v)
			}
		}
	}
}

func TestHotPathAllocatesNothing(t *testing.T) {
	dec := &sliceDecoder{channels: 2, samples: interleave(noise(blockFrames, 0.1, 1), make([]float32, blockFrames))}
	block := make([]float32, 2*blockFrames)
	m, err := newMixer(dec, block)
	if err != nil {
		t.Fatal(err)
	}
	r := newResampler(44100, 16000, blockFrames)
	mono, out := make([]float32, blockFrames), make([]float32, blockFrames)
	if n := testing.AllocsPerRun(50, func() {
		m.mix(mono, dec.samples)
		r.feed(mono)
		r.produce(out)
	}); n != 0 {
		t.Errorf("%v allocations a block", n)
	}
	// A file that go-audio/wav is not needed for: the whole way.
	path := writeFile(t, "f.wav", riffFile(header{tag: 3, channels: 2, rate: 44100, bits: 32}.chunk(), chunk("data", make([]byte, 8*441000))))
	s, err := Open(path, 16000)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if n := testing.AllocsPerRun(20, func() { _, _ = s.Read(out) }); n != 0 {
		t.Errorf("%v allocations a Read", n)
	}
}

func BenchmarkStream(b *testing.B) {
	for _, h := range []header{mono16, {tag: 1, channels: 2, rate: 44100, bits: 16}, {tag: 1, channels: 2, rate: 48000, bits: 24}, {tag: 3, channels: 2, rate: 48000, bits: 32}} {
		b.Run(fmt.Sprintf("%dch%dHz%dbit", h.channels, h.rate, h.bits), func(b *testing.B) {
			const seconds = 20
			n := int(h.rate) * int(h.channels) * int(h.bits) / 8
			path := writeFile(b, "b.wav", riffFile(h.chunk(), chunk("data", make([]byte, seconds*n))))
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := ReadAll(path, 16000); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(seconds*float64(b.N)/b.Elapsed().Seconds(), "x-real-time")
		})
	}
}
