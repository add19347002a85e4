package audio

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"haltscribe/tools/fuzz/limit"
)

// Each decoder is fuzzed: whatever a file holds, reading it ends soon with finite samples, as many as were promised, or with
// one sentence, and takes no memory out of proportion. "make fuzz" runs them all; testdata/fuzz has what earlier runs found
// worth keeping, which every test run goes through.

// Limits for one file.
const (
	fuzzMemory = 160 << 20        // bytes allocated in all, and 2000 for each byte of the file
	fuzzTime   = 20 * time.Second // of the processor
)

func checkContent(t *testing.T, content []byte) {
	t.Helper()
	limit.Check(t, fuzzMemory+2000*uint64(len(content)), fuzzTime, func() {
		err := readContent(t, content)
		if err != nil && (strings.ContainsAny(err.Error(), "\n\x00") || errors.Is(err, io.EOF) || strings.Contains(err.Error(), "runtime error")) {
			t.Errorf("%q is no sentence", err)
		}
	})
}

func readContent(t *testing.T, content []byte) error {
	s, err := openStream(t.Context(), bytes.NewReader(content), int64(len(content)), "", 16000)
	if err != nil {
		return err
	}
	defer s.Close()
	info := s.Info()
	if info.Channels < 1 || info.Frames < 1 || info.Duration <= 0 {
		t.Fatalf("%+v from %d bytes", info, len(content))
	}
	buf := make([]float32, 4096)
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
			return err
		}
	}
	if total != s.Len() {
		t.Errorf("%d samples, and Len was %d", total, s.Len())
	}
	if err := s.SeekTo(total / 2); err != nil {
		return fmt.Errorf("going to the middle: %w", err)
	}
	if n, err := s.Read(buf); n != int(min(4096, total-total/2)) {
		t.Errorf("%d samples and %v from the middle", n, err)
	}
	return nil
}

func addFiles(f *testing.F, names ...string) {
	for _, name := range names {
		b, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
}

func FuzzWAV(f *testing.F) {
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
	f.Fuzz(checkContent)
}

func FuzzMP3(f *testing.F) {
	addFiles(f, "tiny.mp3", "tiny-stereo.mp3")
	tiny, err := os.ReadFile("testdata/tiny.mp3")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(cat(id3([]byte("TIT2")), tiny, make([]byte, 300), tiny[500:], []byte("TAG")))
	f.Add(riffFile(header{tag: 0x55, channels: 1, rate: 16000}.chunk(), chunk("data", tiny)))
	f.Fuzz(checkContent)
}

// FuzzFLAC lets mutations pass the checksums of frame headers and of frames, which would keep nearly all of them from the
// decoder.
func FuzzFLAC(f *testing.F) {
	addFiles(f, "tiny.flac", "tiny-stereo.flac")
	tiny, err := os.ReadFile("testdata/tiny.flac")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(cat(tiny, id3(nil), tiny[:len(tiny)/2], tiny))
	f.Fuzz(func(t *testing.T, content []byte) {
		checkContent(t, withFLACSums(bytes.Clone(content)))
	})
}

// withFLACSums puts right checksums into and behind whatever looks like a frame.
func withFLACSums(b []byte) []byte {
	in := newFLACFrameReader()
	var layout flacLayout
	if s, err := openFLAC(bytes.NewReader(b)); err == nil {
		layout = flacLayout{channels: int(s.Info.NChannels), rate: int(s.Info.SampleRate), bits: int(s.Info.BitsPerSample)}
	}
	for i := 0; i+flacHeaderMax < len(b); i++ {
		if b[i] != 0xFF || b[i+1]&0xFE != 0xF8 {
			continue
		}
		_, n := flacNumber(b[i+4:])
		if n == 0 {
			continue
		}
		at := i + 4 + n
		switch b[i+2] >> 4 {
		case 6:
			at++
		case 7:
			at += 2
		}
		switch b[i+2] & 15 {
		case 12:
			at++
		case 13, 14:
			at += 2
		}
		if at >= len(b) {
			continue
		}
		b[at] = crc8(b[i:at])
		in.reset(bytes.NewReader(b[i:]), &layout)
		if _, err := parseFLACFrame(in); err != nil && in.given > int64(at-i+2) {
			end := i + int(in.given)
			binary.BigEndian.PutUint16(b[end-2:], crc16(0, b[i:end-2]))
		}
	}
	return b
}

// FuzzVorbis lets mutations pass the checksums of pages.
func FuzzVorbis(f *testing.F) {
	addFiles(f, "tiny.ogg", "tiny-stereo.ogg")
	tiny, err := os.ReadFile("testdata/tiny.ogg")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(cat(tiny, tiny))
	f.Fuzz(func(t *testing.T, content []byte) {
		checkContent(t, withOggSums(bytes.Clone(content)))
	})
}

// withOggSums puts the right checksum into whatever looks like a page.
func withOggSums(b []byte) []byte {
	for i := 0; i+oggHeader < len(b); i++ {
		if !hasAt(b, i, "OggS") {
			continue
		}
		size := oggHeader + int(b[i+26])
		if i+size > len(b) {
			continue
		}
		for _, l := range b[i+oggHeader : i+size] {
			size += int(l)
		}
		if i+size > len(b) {
			continue
		}
		page := b[i : i+size]
		clear(page[22:26])
		binary.LittleEndian.PutUint32(page[22:], crc32Ogg(page))
	}
	return b
}

// FuzzProbe is about what ffprobe answers and ffmpeg complains.
func FuzzProbe(f *testing.F) {
	f.Add([]byte(probed(2, 44100, "12.5")), []byte("[mov @ 0x55] bad\r\nworse\n"))
	f.Add([]byte(`{"streams":[{"codec_type":"audio","channels":1e3,"sample_rate":"-1"}],"format":{"duration":"NaN"}}`), []byte("\x1b[0m\xff\n"))
	f.Fuzz(func(t *testing.T, answer, complaints []byte) {
		track, err := readProbe(answer)
		if err == nil && (track.channels < 1 || track.channels > maxChannels || track.rate < minRate || track.rate > maxRate ||
			track.tracks < 1 || !(track.seconds >= 0 && track.seconds < 1e9)) {
			t.Errorf("%+v", track)
		}
		said := newTail("x")
		for len(complaints) > 0 {
			n := min(len(complaints), 7)
			_, _ = said.Write(complaints[:n])
			complaints = complaints[n:]
		}
		if r := said.reason(io.ErrUnexpectedEOF); r == "" || len(r) > 3*tailWidth || strings.ContainsAny(r, "\r\n\x00\x1b") {
			t.Errorf("%q is no reason", r)
		}
	})
}
