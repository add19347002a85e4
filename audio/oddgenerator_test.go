package audio

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

// oddGenerator makes odd files of good ones, always the same.
type oddGenerator struct {
	t *testing.T
	r *rand.Rand
}

func (g *oddGenerator) file(name string) []byte {
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		g.t.Fatal(err)
	}
	return b
}

func (g *oddGenerator) junk(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(g.r.Uint32())
	}
	return b
}

// speech is the samples of speech.wav.
func (g *oddGenerator) speech() []float32 {
	x, _, err := ReadAll("testdata/speech.wav", 16000)
	if err != nil {
		g.t.Fatal(err)
	}
	return x
}

// hole overwrites a part of b, given in shares of it.
func hole(b []byte, from float64, with []byte) []byte {
	copy(b[int(from*float64(len(b))):], with)
	return b
}

func id3(body []byte) []byte {
	n := len(body)
	return append([]byte{'I', 'D', '3', 4, 0, 0, byte(n >> 21 & 127), byte(n >> 14 & 127), byte(n >> 7 & 127), byte(n & 127)}, body...)
}

func cat(parts ...[]byte) []byte { return bytes.Join(parts, nil) }

// flacBlock is a metadata block that is not the last.
func flacBlock(kind byte, body []byte) []byte {
	return append([]byte{kind, byte(len(body) >> 16), byte(len(body) >> 8), byte(len(body))}, body...)
}

// afterStreamInfo puts bytes behind the first metadata block of a FLAC file.
func afterStreamInfo(b, more []byte) []byte { return cat(b[:42], more, b[42:]) }

// flacFrames calls f with each frame of a FLAC file, and gives the file as f left it, its checksums made anew.
func flacFrames(t *testing.T, b []byte, f func(frame []byte)) []byte {
	t.Helper()
	file, err := readFLAC(bytes.NewReader(b), int64(len(b)), newFLACFrameReader())
	if err != nil {
		t.Fatal(err)
	}
	b = bytes.Clone(b)
	for at := file.dataStart; at < file.size; {
		_, n, err := file.decode(at)
		if err != nil {
			t.Fatal(err)
		}
		h, _ := file.parseHeader(b[at:])
		frame := b[at : at+n]
		f(frame)
		frame[h.length-1] = crc8(frame[:h.length-1])
		binary.BigEndian.PutUint16(frame[n-2:], crc16(0, frame[:n-2]))
		at += n
	}
	return b
}

// oggPages calls f with each page of an Ogg file, and puts together what it returns, its checksums made anew.
func oggPages(b []byte, f func(n int, page []byte) []byte) (out []byte) {
	for n := 0; len(b) >= oggHeader; n++ {
		size := oggHeader + int(b[26])
		for _, l := range b[oggHeader:size] {
			size += int(l)
		}
		page := f(n, bytes.Clone(b[:size]))
		if len(page) > 0 {
			clear(page[22:26])
			binary.LittleEndian.PutUint32(page[22:], crc32Ogg(page))
		}
		out = append(out, page...)
		b = b[size:]
	}
	return out
}

func wav16(rate uint32, channels ...[]float32) []byte {
	h := header{tag: 1, channels: uint16(len(channels)), rate: rate, bits: 16}
	return riffFile(h.chunk(), chunk("data", encode(interleave(channels...), 2)))
}
