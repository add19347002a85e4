package audio

import (
	"io"
	"math"
	"testing"
)

// sliceDecoder is a recording in memory at 16 kHz.
type sliceDecoder struct {
	channels int
	samples  []float32 // interleaved
	next     int       // frame
}

func (d *sliceDecoder) info() Info {
	n := int64(len(d.samples) / d.channels)
	return Info{SampleRate: 16000, Channels: d.channels, Frames: n}
}

func (d *sliceDecoder) read(dst []float32) (int, error) {
	n := copy(dst[:min(len(dst), blockFrames*d.channels)], d.samples[d.next*d.channels:]) / d.channels
	if n == 0 {
		return 0, io.EOF
	}
	d.next += n
	return n, nil
}

func (d *sliceDecoder) seek(frame int64) error { d.next = int(frame); return nil }
func (d *sliceDecoder) glance() (int64, int) {
	return int64(len(d.samples) / d.channels), maxAnalysisBlocks
}
func (d *sliceDecoder) remarks() ([]string, bool) { return nil, false }

func mixed(t *testing.T, channels ...[]float32) []float32 {
	t.Helper()
	dec := &sliceDecoder{channels: len(channels), samples: interleave(channels...)}
	block := make([]float32, blockFrames*dec.channels)
	m, err := newMixer(dec, block)
	if err != nil {
		t.Fatal(err)
	}
	var out []float32
	mono := make([]float32, blockFrames)
	for {
		n, err := dec.read(block)
		if err == io.EOF {
			return out
		}
		m.mix(mono[:n], block[:n*dec.channels])
		out = append(out, mono[:n]...)
	}
}

func plus(a, b []float32) []float32 {
	out := make([]float32, len(a))
	for i := range out {
		out[i] = a[i] + b[i]
	}
	return out
}

func TestMix(t *testing.T) {
	v := speech(16000)
	silence := make([]float32, len(v))
	offset := make([]float32, len(v))
	for i := range offset {
		offset[i] = 0.02
	}
	other := noise(len(v), 0.2, 9)
	for _, test := range []struct {
		name     string
		channels [][]float32
		want     []float32
		snr      float64
	}{
		{"equal", [][]float32{v, v}, v, 120},
		{"left only", [][]float32{v, silence}, v, 120},
		{"right only", [][]float32{silence, v}, v, 120},
		{"inverted", [][]float32{v, scaled(v, -1)}, v, 120},
		{"inverted and louder", [][]float32{v, scaled(v, -2)}, scaled(v, -1.5), 120},
		{"hiss in the other", [][]float32{v, noise(len(v), 0.0008, 3)}, v, 120},
		{"quiet hum of the other beside a loud voice", [][]float32{v, scaled(v, 0.005)}, v, 120},
		{"an offset in the other", [][]float32{v, offset}, v, 120},
		{"two people", [][]float32{v, other}, scaled(plus(v, other), 0.5), 120},
		{"inverted with noise", [][]float32{plus(v, scaled(other, 0.3)), plus(scaled(v, -1), scaled(other, 0.3))}, v, 120},
		{"six, one speaks", [][]float32{silence, silence, v, silence, silence, silence}, v, 120},
		{"four, one inverted", [][]float32{v, v, scaled(v, -1), v}, v, 120},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := mixed(t, test.channels...)
			db := max(snr(got, test.want), snr(scaled(got, -1), test.want)) // a voice has no sign
			if db < test.snr {
				t.Errorf("%.1f dB from what is wanted", db)
			}
		})
	}
}

// TestMixLateChannel: a channel that the first look missed because it speaks only in a moment is still heard.
func TestMixLateChannel(t *testing.T) {
	t.Parallel()
	const n = 16000 * 110
	// It speaks between two of the blocks that are looked at.
	const at = (n-blockFrames)*60/(maxAnalysisBlocks-1) + blockFrames + 100
	left, right := noise(n, 0.1, 5), make([]float32, n)
	copy(right[at:], speech(16000)[:8000])
	got := mixed(t, left, right)
	if db := snr(got[:at-blockFrames], left[:at-blockFrames]); db < 300 {
		t.Errorf("before it speaks, the silent channel costs: %.1f dB", db)
	}
	if db := snr(got[at+blockFrames:], scaled(plus(left, right), 0.5)[at+blockFrames:]); db < 100 {
		t.Errorf("the late channel is not in the mix: %.1f dB", db)
	}
	// The left channel's gain moves from 1 to a half without a step.
	gain := float32(1)
	for i := at - blockFrames; i < at+blockFrames; i++ {
		if right[i] == 0 && math.Abs(float64(left[i])) > 0.05 {
			g := got[i] / left[i]
			if g > gain+0.001 || g < gain-0.3 {
				t.Fatalf("the gain steps from %v to %v at %d", gain, g, i)
			}
			gain = g
		}
	}
}

func TestSilent(t *testing.T) {
	v := speech(16000)
	click := make([]float32, 16000)
	click[5000] = 0.5
	offset := scaled(noise(16000, 0.0002, 1), 1)
	for i := range offset {
		offset[i] += 0.05
	}
	short := make([]float32, 320000)
	copy(short[100_000:], scaled(v[1000:2600], 0.1))
	for _, test := range []struct {
		name string
		x    []float32
		want bool
	}{
		{"nothing", nil, true},
		{"zeros", make([]float32, 320000), true},
		{"16-bit dither", noise(16000, 1.0/32768, 2), true},
		{"noise of -65 dBFS", noise(16000, 0.00097, 2), true},
		{"noise of -50 dBFS", noise(16000, 0.0055, 2), false},
		{"an offset with faint noise", offset, true},
		{"a voice", v, false},
		{"a voice at -50 dBFS", scaled(v, 0.005), false},
		{"100 ms of a voice in 20 s", short, false},
		{"a click", click, false},
	} {
		if got := Silent(test.x); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}
