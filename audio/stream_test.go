package audio

import (
	"errors"
	"io"
	"testing"
)

// TestStreamSeek: reading from anywhere gives the samples that reading from the beginning gives, to the bit.
func TestStreamSeek(t *testing.T) {
	t.Parallel()
	for _, h := range []header{mono16, {tag: 1, channels: 2, rate: 48000, bits: 16}, {tag: 3, channels: 1, rate: 44100, bits: 32}, {tag: 1, channels: 1, rate: 44101, bits: 24}, {tag: 1, channels: 1, rate: 8000, bits: 16}} {
		x := noise(int(h.rate)*int(h.channels), 0.5, 4)
		data := encode(x, int(h.bits)/8)
		if h.tag == 3 {
			data = encode32(x)
		}
		path := writeFile(t, "a.wav", riffFile(h.chunk(), chunk("data", data)))
		all, _, err := ReadAll(path, 16000)
		if err != nil {
			t.Fatal(err)
		}
		s, err := Open(path, 16000)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if s.Len() != int64(len(all)) {
			t.Fatalf("Len is %d, and %d samples were read", s.Len(), len(all))
		}
		buf := make([]float32, 3000)
		for _, at := range []int64{0, 1, 50, 159, 160, 161, 7000, 12345, 15999, 16000, 3} {
			if err := s.SeekTo(at); err != nil {
				t.Fatal(err)
			}
			if s.Position() != at {
				t.Errorf("at %d after going to %d", s.Position(), at)
			}
			n, err := s.Read(buf)
			want := all[at:min(at+3000, int64(len(all)))]
			if n != len(want) || (err != nil) != (len(want) == 0) {
				t.Fatalf("%v: %d samples and %v from %d, want %d", h, n, err, at, len(want))
			}
			for i := range want {
				if buf[i] != want[i] {
					t.Fatalf("%v: sample %d+%d is %v, want %v", h, at, i, buf[i], want[i])
				}
			}
		}
		for _, at := range []int64{-1, s.Len() + 1} {
			if s.SeekTo(at) == nil {
				t.Errorf("went to %d of %d", at, s.Len())
			}
		}
	}
}

// TestStreamReads: small reads, large reads and reads past the end.
func TestStreamReads(t *testing.T) {
	path := writeFile(t, "a.wav", riffFile(header{tag: 1, channels: 1, rate: 48000, bits: 16}.chunk(), chunk("data", encode(speech(48000), 2))))
	want, _, _ := ReadAll(path, 16000)
	for _, size := range []int{1, 7, 4096, 100000} {
		s, err := Open(path, 16000)
		if err != nil {
			t.Fatal(err)
		}
		var got []float32
		buf := make([]float32, size)
		for {
			n, err := s.Read(buf)
			got = append(got, buf[:n]...)
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil || n == 0 {
				t.Fatal(n, err)
			}
			if n < size && len(got) != len(want) {
				t.Errorf("a short read of %d in the middle", n)
			}
		}
		if db := snr(got, want); len(got) != len(want) || db < 300 {
			t.Errorf("reads of %d: %d samples, %.0f dB", size, len(got), db)
		}
		if n, err := s.Read(buf); n != 0 || !errors.Is(err, io.EOF) {
			t.Errorf("after the end: %d, %v", n, err)
		}
		if n, err := s.Read(nil); n != 0 || err != nil {
			t.Errorf("reading nothing: %d, %v", n, err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if _, err := s.Read(buf); err == nil || errors.Is(err, io.EOF) {
			t.Errorf("after Close: %v", err)
		}
	}
}
