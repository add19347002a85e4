package audio

import (
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"testing"
)

// Making WAV files for tests, right and wrong ones.

func chunk(id string, body []byte) []byte {
	b := binary.LittleEndian.AppendUint32([]byte(id), uint32(len(body)))
	b = append(b, body...)
	if len(body)%2 == 1 {
		b = append(b, 0)
	}
	return b
}

// lyingChunk claims another size than it has.
func lyingChunk(id string, size uint32, body []byte) []byte {
	return append(binary.LittleEndian.AppendUint32([]byte(id), size), body...)
}

func riffFile(chunks ...[]byte) []byte {
	b := []byte("RIFF\x00\x00\x00\x00WAVE")
	for _, c := range chunks {
		b = append(b, c...)
	}
	binary.LittleEndian.PutUint32(b[4:], uint32(len(b)-8))
	return b
}

func withRIFFSize(size uint32, b []byte) []byte {
	binary.LittleEndian.PutUint32(b[4:], size)
	return b
}

func withID(id string, b []byte) []byte {
	copy(b, id)
	return b
}

// header is a fmt chunk's content.
type header struct {
	tag, channels uint16
	rate          uint32
	bits, align   uint16 // align 0: what bits need
	extra         []byte
}

func (h header) chunk() []byte {
	if h.align == 0 {
		h.align = h.channels * ((h.bits + 7) / 8)
	}
	le := binary.LittleEndian
	b := le.AppendUint16(nil, h.tag)
	b = le.AppendUint16(b, h.channels)
	b = le.AppendUint32(b, h.rate)
	b = le.AppendUint32(b, h.rate*uint32(h.align))
	b = le.AppendUint16(b, h.align)
	b = le.AppendUint16(b, h.bits)
	return chunk("fmt ", append(b, h.extra...))
}

func extensible(sub, validBits uint16) []byte {
	le := binary.LittleEndian
	b := le.AppendUint16(nil, 22)
	b = le.AppendUint16(b, validBits)
	b = le.AppendUint32(b, 3)
	b = le.AppendUint16(b, sub)
	return append(b, subFormatTail...)
}

// encode stores samples as integers of the given width in bytes.
func encode(xs []float32, width int) []byte {
	b := make([]byte, 0, len(xs)*width)
	for _, x := range xs {
		if width == 1 {
			b = append(b, byte(math.Round(float64(x)*127))+128)
			continue
		}
		full := float64(int64(1) << (8*width - 1))
		v := int64(min(math.Round(float64(x)*full), full-1))
		for i := range width {
			b = append(b, byte(v>>(8*i)))
		}
	}
	return b
}

func encode32(xs []float32) []byte {
	var b []byte
	for _, x := range xs {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	return b
}

func encode64(xs []float32) []byte {
	var b []byte
	for _, x := range xs {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(float64(x)))
	}
	return b
}

func interleave(channels ...[]float32) []float32 {
	var out []float32
	for i := range channels[0] {
		for _, c := range channels {
			out = append(out, c[i])
		}
	}
	return out
}

func scaled(xs []float32, by float32) []float32 {
	out := make([]float32, len(xs))
	for i, x := range xs {
		out[i] = x * by
	}
	return out
}

// speech is a second of something like a voice: a gliding tone with overtones under 3.5 kHz, in syllables. It is a function
// of time, so that it can be had exactly at every rate.
func speech(rate int) []float32 {
	out := make([]float32, rate)
	for i := range out {
		t := float64(i) / float64(rate)
		phase := 2 * math.Pi * (150*t + 40*math.Sin(2*math.Pi*t)/(2*math.Pi))
		var v float64
		for k := 1.0; k <= 18; k++ {
			v += math.Sin(k*phase) / k
		}
		syllable := math.Pow(math.Cos(2*math.Pi*2*t), 2)
		edge := min(1, t/0.02, (1-t)/0.02) // a hard edge is no band-limited signal
		out[i] = float32(0.3 * v * syllable * math.Pow(math.Sin(math.Pi/2*edge), 2))
	}
	return out
}

// noise is deterministic and uniform in ±amplitude.
func noise(n int, amplitude float64, seed uint64) []float32 {
	out := make([]float32, n)
	for i := range out {
		seed = seed*6364136223846793005 + 1442695040888963407
		out[i] = float32((float64(seed>>40)/(1<<23) - 1) * amplitude)
	}
	return out
}

func writeFile(t testing.TB, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// snr is how far the difference of got from want is under want, in dB.
func snr(got, want []float32) float64 {
	var signal, diff float64
	for i, w := range want {
		var g float32
		if i < len(got) {
			g = got[i]
		}
		signal += float64(w) * float64(w)
		diff += float64(g-w) * float64(g-w)
	}
	return 10 * math.Log10(signal/diff)
}
