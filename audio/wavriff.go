package audio

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// Limits on what a header may claim. Beyond them it is damaged, and believing it would cost memory or time
// out of proportion to the file.
const (
	minRate     = 2000   // Hz
	maxRate     = 384000 // Hz
	maxChannels = 256
	maxChunks   = 10000 // chunks before the audio
)

// sampleEncoding is how one sample of a WAV file is stored.
type sampleEncoding int

const (
	encInteger sampleEncoding = iota // little-endian, left-justified in its bytes; unsigned where it is one byte
	encFloat
	encALaw
	encMuLaw
	encMP3 // frames of MPEG audio, not samples
)

// wavLayout is what is needed to find and read the samples of a WAV file. All of it was checked against the
// file's real size.
type wavLayout struct {
	encoding    sampleEncoding
	channels    int
	rate        int   // Hz
	bits        int   // as the header says, for people
	sampleBytes int   // of one channel's sample
	dataStart   int64 // offset of the first sample
	dataBytes   int64 // in the file; whole frames only
	missing     int64 // bytes that the header promises and the file lacks
	partial     bool  // the file ends within a frame
	another     bool  // another WAV file follows
}

func (l *wavLayout) frameBytes() int { return l.channels * l.sampleBytes }

// readWAVLayout walks over a RIFF, RF64 or BW64 file's chunks. It reads headers only, a few bytes of each
// chunk, and believes no size beyond the file's end.
func readWAVLayout(r io.ReaderAt, size int64) (*wavLayout, error) {
	w := wavWalk{r: r, size: size}
	if err := w.walk(); err != nil {
		return nil, err
	}
	return w.finish()
}

// wavWalk is the state of walking over a file's chunks.
type wavWalk struct {
	r    io.ReaderAt
	size int64 // of the file

	is64   bool  // RF64 or BW64
	data64 int64 // the data chunk's size as ds64 has it, or 0

	layout  wavLayout
	hasFmt  bool
	hasData bool
	claimed int64 // the data chunk's size as claimed; -1 when the file doesn't say
}

func (w *wavWalk) readAt(b []byte, at int64) error {
	if _, err := w.r.ReadAt(b, at); err != nil {
		if errors.Is(err, io.EOF) {
			return formatErrorf("not a WAV file (it ends within its header)")
		}
		return withoutPath(err)
	}
	return nil
}

func (w *wavWalk) walk() error {
	var h [12]byte
	if err := w.readAt(h[:], 0); err != nil {
		return err
	}
	w.is64 = string(h[:4]) != "RIFF"

	pos := int64(len(h))
	for n := 0; pos+8 <= w.size && !(w.hasFmt && w.hasData); n++ {
		if n == maxChunks {
			return formatErrorf("its header has more than %d chunks", maxChunks)
		}
		if err := w.readAt(h[:8], pos); err != nil {
			return err
		}
		id, n := string(h[:4]), int64(binary.LittleEndian.Uint32(h[4:8]))
		body := pos + 8
		switch id {
		case "fmt ":
			if err := w.readFmt(body, n); err != nil {
				return err
			}
		case "ds64":
			if err := w.readDS64(body, n); err != nil {
				return err
			}
		case "data":
			if !w.hasData {
				n = w.foundData(body, n)
			}
		}
		next := body + n
		if next > w.size {
			if !w.hasData {
				return formatErrorf("its %q chunk claims %d bytes, more than the file has", id, n)
			}
			break
		}
		pos = w.skipPad(next, n)
	}
	return nil
}

// skipPad gives the place of the next chunk: after an odd size stands a pad byte, which some writers forget.
func (w *wavWalk) skipPad(next, n int64) int64 {
	if n%2 == 0 {
		return next
	}
	if !w.chunkAt(next+1) && w.chunkAt(next) {
		return next
	}
	return next + 1
}

// chunkAt reports whether a chunk that ends within the file seems to begin at pos.
func (w *wavWalk) chunkAt(pos int64) bool {
	var h [8]byte
	if pos+8 > w.size || w.readAt(h[:], pos) != nil {
		return false
	}
	for _, c := range h[:4] {
		if c < ' ' || c > '~' {
			return false
		}
	}
	return pos+8+int64(binary.LittleEndian.Uint32(h[4:])) <= w.size
}

func (w *wavWalk) readDS64(body, n int64) error {
	if !w.is64 || n < 24 {
		return nil
	}
	var b [16]byte
	if err := w.readAt(b[:], body); err != nil {
		return err
	}
	if n := binary.LittleEndian.Uint64(b[8:]); n < 1<<50 { // beyond is a size not known, or damage
		w.data64 = int64(n)
	}
	return nil
}

// foundData notes the data chunk and returns how many bytes of the file it takes.
func (w *wavWalk) foundData(body, n int64) int64 {
	available := w.size - body
	switch {
	case w.is64 && n == 0xFFFFFFFF && w.data64 > 0:
		n = w.data64
	case streamedSize(n) && n > available:
		// Written to a pipe: the writer could not know the size.
		n, w.claimed = available, -1
	case n == 0 && available > 0 && !w.restIsChunks(body):
		// A recorder that never came to write its sizes back: what follows is samples.
		n, w.claimed = available, -1
	}
	if w.claimed == 0 {
		w.claimed = n
	}
	w.hasData = n > 0
	w.layout.dataStart, w.layout.dataBytes = body, min(n, available)
	return w.layout.dataBytes
}

// streamedSize reports whether n is one of the sizes that programs write when they don't know it: ffmpeg has
// 0xFFFFFFFF, sox, arecord and others something just under or at 2 GiB.
func streamedSize(n int64) bool {
	return n >= 0xFFFFF000 || n >= 0x7FFFF000 && n <= 0x80000000
}

// restIsChunks reports whether the bytes from pos to the file's end are chunks one after the other, and not
// samples.
func (w *wavWalk) restIsChunks(pos int64) bool {
	for range maxChunks {
		if !w.chunkAt(pos) {
			return false
		}
		var h [8]byte
		if w.readAt(h[:], pos) != nil {
			return false
		}
		n := int64(binary.LittleEndian.Uint32(h[4:]))
		pos = w.skipPad(pos+8+n, n)
		if pos >= w.size {
			return true
		}
	}
	return true
}

const (
	tagPCM        = 1
	tagFloat      = 3
	tagALaw       = 6
	tagMuLaw      = 7
	tagMP3        = 0x55
	tagExtensible = 0xFFFE
)

// otherTags are encodings that a WAV file may have inside and that are not decoded here.
var otherTags = map[uint16]string{
	2: "Microsoft ADPCM", 0x11: "IMA ADPCM", 0x31: "GSM 6.10", 0x40: "G.721", 0x50: "MPEG",
	0xFF: "AAC", 0x160: "WMA", 0x161: "WMA", 0x162: "WMA",
}

// subFormatTail is a KSDATAFORMAT_SUBTYPE GUID after its first two bytes, which are the format's tag.
const subFormatTail = "\x00\x00\x00\x00\x10\x00\x80\x00\x00\xaa\x00\x38\x9b\x71"

func (w *wavWalk) readFmt(body, n int64) error {
	if n < 16 {
		return formatErrorf("its format header has %d bytes, and not the 16 it needs", n)
	}
	if body+n > w.size {
		return formatErrorf("its format header claims %d bytes, more than the file has", n)
	}
	b := make([]byte, min(n, 40))
	if err := w.readAt(b, body); err != nil {
		return err
	}
	tag := binary.LittleEndian.Uint16(b)
	l := &w.layout
	l.channels = int(binary.LittleEndian.Uint16(b[2:]))
	rate := binary.LittleEndian.Uint32(b[4:])
	bytesPerSecond := binary.LittleEndian.Uint32(b[8:])
	align := int(binary.LittleEndian.Uint16(b[12:]))
	l.bits = int(binary.LittleEndian.Uint16(b[14:]))

	if tag == tagExtensible {
		if len(b) < 40 || string(b[26:]) != subFormatTail {
			return formatErrorf("its extensible format header names an encoding that is not known")
		}
		tag = binary.LittleEndian.Uint16(b[24:])
	}
	switch {
	case l.channels == 0:
		return formatErrorf("the number of channels in its header is 0")
	case l.channels > maxChannels:
		return formatErrorf("its header claims %d channels", l.channels)
	case rate == 0:
		return formatErrorf("the sample rate in its header is 0")
	case rate < minRate || rate > maxRate:
		return formatErrorf("the sample rate in its header is %d Hz; %d to %d Hz can be read", rate, minRate, maxRate)
	}
	l.rate = int(rate)

	// The sample takes the bytes that its bits need, unless the header says consistently that it takes more
	// (20 bits in 24, 24 in 32): then the bits are the upper ones.
	l.sampleBytes = (l.bits + 7) / 8
	if wide := align / l.channels; wide > l.sampleBytes && wide <= 4 && l.bits > 0 &&
		align%l.channels == 0 && bytesPerSecond == rate*uint32(align) {
		l.sampleBytes = wide
	}

	ok := false
	switch tag {
	case tagPCM:
		l.encoding, ok = encInteger, l.bits >= 8 && l.sampleBytes <= 4
	case tagFloat:
		l.encoding, l.sampleBytes, ok = encFloat, l.bits/8, l.bits == 32 || l.bits == 64
	case tagALaw:
		l.encoding, l.sampleBytes, ok = encALaw, 1, l.bits == 8
	case tagMuLaw:
		l.encoding, l.sampleBytes, ok = encMuLaw, 1, l.bits == 8
	case tagMP3:
		l.encoding, l.channels, l.sampleBytes, ok = encMP3, 1, 1, true // the data are bytes
	default:
		name := otherTags[tag]
		if name == "" {
			name = fmt.Sprintf("an encoding of number 0x%04x", tag)
		}
		return &foreignError{what: "a WAV file with " + name + " inside"}
	}
	if !ok {
		return formatErrorf("its header claims %d bits a sample, which its encoding does not have", l.bits)
	}
	w.hasFmt = true
	return nil
}

// finish checks what the walk found and cuts the data to whole frames.
func (w *wavWalk) finish() (*wavLayout, error) {
	l := &w.layout
	switch {
	case !w.hasFmt:
		return nil, formatErrorf("it has no format header")
	case !w.hasData:
		return nil, ErrNoAudio
	}
	if w.claimed > l.dataBytes {
		l.missing = w.claimed - l.dataBytes
	}
	if next := l.dataStart + (l.dataBytes+1)/2*2; next+12 <= w.size {
		var h [12]byte
		if err := w.readAt(h[:], next); err != nil {
			return nil, err
		}
		l.another = hasAt(h[:], 0, "RIFF") && hasAt(h[:], 8, "WAVE")
	}
	rest := l.dataBytes % int64(l.frameBytes())
	l.partial = rest > 0 && l.dataStart+l.dataBytes == w.size
	l.dataBytes -= rest
	if l.dataBytes == 0 {
		return nil, ErrNoAudio
	}
	return l, nil
}
