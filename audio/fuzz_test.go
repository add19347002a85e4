package audio

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"strings"
	"testing"
)

// FuzzOpen: whatever a file holds, reading it ends with finite samples, no more of them than its bytes can hold, or with
// one sentence.
func FuzzOpen(f *testing.F) {
	x := speech(16000)[2000:3000]
	d16 := encode(x, 2)
	f.Add(riffFile(mono16.chunk(), chunk("data", d16)))
	f.Add(riffFile(header{tag: 3, channels: 2, rate: 48000, bits: 32}.chunk(), chunk("data", encode32(x))))
	f.Add(riffFile(header{tag: 3, channels: 1, rate: 8000, bits: 64}.chunk(), chunk("data", encode64(x))))
	f.Add(riffFile(header{tag: 7, channels: 1, rate: 8000, bits: 8}.chunk(), chunk("data", d16)))
	f.Add(riffFile(header{tag: 0xFFFE, channels: 2, rate: 44100, bits: 24, extra: extensible(1, 24)}.chunk(), chunk("LIST", []byte("INFO")), chunk("data", d16)))
	f.Add(withRIFFSize(0, riffFile(header{tag: 1, channels: 1, rate: 11025, bits: 8}.chunk(), lyingChunk("data", 0, d16))))
	f.Add(withID("RF64", riffFile(chunk("ds64", binary.LittleEndian.AppendUint64(make([]byte, 8), 2000)), mono16.chunk(), lyingChunk("data", 0xFFFFFFFF, d16))))
	f.Add([]byte("ID3\x04\x00\x00\x00\x00\x00\x05tags!fLaC"))
	f.Add([]byte("hello"))
	buf := make([]float32, 4096)
	f.Fuzz(func(t *testing.T, content []byte) {
		s, err := openStream(t.Context(), bytes.NewReader(content), int64(len(content)), "", 16000)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\x00") || errors.Is(err, io.EOF) {
				t.Errorf("%q is no sentence", err)
			}
			return
		}
		info := s.Info()
		if info.Channels < 1 || info.Frames < 1 || info.Frames*int64(info.Channels) > int64(len(content)) || info.Duration <= 0 {
			t.Fatalf("%+v from %d bytes", info, len(content))
		}
		var total int64
		for {
			n, err := s.Read(buf)
			total += int64(n)
			for _, v := range buf[:n] {
				if v != v || math.IsInf(float64(v), 0) {
					t.Fatal("a sample that is no number")
				}
			}
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				return
			}
		}
		if total != s.Len() {
			t.Errorf("%d samples, and Len was %d", total, s.Len())
		}
		if err := s.SeekTo(total / 2); err != nil {
			t.Error(err)
		}
		if n, err := s.Read(buf); n != int(min(4096, total-total/2)) || err != nil {
			t.Errorf("%d samples and %v from the middle", n, err)
		}
	})
}
