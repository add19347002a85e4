package audio

import (
	"errors"
	"fmt"
	"io"

	"github.com/hajimehoshi/go-mp3"
)

// mp3Reservoir is the most that a frame may borrow of the main data of those before it, in bytes.
const mp3Reservoir = 511

// mp3Repacker turns frames, which borrow main data of those before, into frames that have all of their own. So any frame
// can be the first that is decoded, and a lost one costs only those that borrow from it.
type mp3Repacker struct {
	reservoir []byte // the end of the main data so far
	out       []byte
}

func (p *mp3Repacker) reset() { p.reservoir = p.reservoir[:0] }

// repack gives the frame, valid until the next call; whole is false when what it borrows is not there.
func (p *mp3Repacker) repack(h mpegHeader, frame []byte) (out []byte, whole bool) {
	sideAt, mainAt := h.sideStart(), h.sideStart()+h.sideBytes()
	if len(frame) < mainAt {
		p.reset()
		return nil, false
	}
	side := frame[sideAt:mainAt]
	borrowed, needed := mp3MainData(h, side)

	have := len(p.reservoir)
	p.reservoir = append(p.reservoir, frame[mainAt:]...)
	if borrowed <= have {
		main := p.reservoir[have-borrowed:]
		out, whole = p.assemble(h, frame, side, main[:min(needed, len(main))]), true
	}
	if extra := len(p.reservoir) - mp3Reservoir; extra > 0 {
		p.reservoir = p.reservoir[:copy(p.reservoir, p.reservoir[extra:])]
	}
	return out, whole
}

// mp3MainData reads from the side information how many bytes before the frame its main data begin, and how long they are.
func mp3MainData(h mpegHeader, side []byte) (borrowed, needed int) {
	channels := 2
	if h.mono {
		channels = 1
	}
	var at, stride, parts int
	if h.version == 3 {
		borrowed = bitsAt(side, 0, 9)
		at, stride, parts = map[int]int{1: 18, 2: 20}[channels], 59, 2*channels
	} else {
		borrowed = bitsAt(side, 0, 8)
		at, stride, parts = 8+channels, 63, channels
	}
	bits := 0
	for i := range parts {
		bits += bitsAt(side, at+i*stride, 12)
	}
	return borrowed, (bits + 7) / 8
}

// bitsAt reads n bits from bit number at on.
func bitsAt(b []byte, at, n int) (v int) {
	for i := at; i < at+n; i++ {
		v = v<<1 | int(b[i/8]>>(7-i%8)&1)
	}
	return v
}

// assemble makes a frame without checksum and padding, of the smallest bitrate that has room for the main data.
func (p *mp3Repacker) assemble(h mpegHeader, frame, side, main []byte) []byte {
	var header [4]byte
	size := 0
	for bitrate := 1; bitrate < 15; bitrate++ {
		header = [4]byte{0xFF, frame[1] | 1, byte(bitrate)<<4 | frame[2]&0x0D, frame[3]}
		n, _ := parseMPEGHeader(header[:])
		if size = n.size; size >= len(header)+len(side)+len(main) {
			break
		}
	}
	p.out = append(append(p.out[:0], header[:]...), side...)
	p.out[4] = 0 // borrows nothing
	if h.version == 3 {
		p.out[5] &= 0x7F
	}
	// At the highest rates more may be needed than a frame has room for: the last, highest tones are lost.
	p.out = append(p.out, main[:min(len(main), size-len(p.out))]...)
	return append(p.out, make([]byte, size-len(p.out))...)
}

// mp3Frames decodes frames that need no other by go-mp3.
type mp3Frames struct {
	in  oneFrame
	dec *mp3.Decoder // nil after a reset
	out []byte
}

// oneFrame is a reader that has one frame at a time.
type oneFrame struct{ rest []byte }

func (f *oneFrame) Read(b []byte) (int, error) {
	if len(f.rest) == 0 {
		return 0, io.EOF
	}
	n := copy(b, f.rest)
	f.rest = f.rest[n:]
	return n, nil
}

// reset forgets what sounds over from the last frame.
func (d *mp3Frames) reset() { d.dec = nil }

// decode gives the frame's sound, two channels of 16 bits whatever it has, valid until the next call. go-mp3 panics on
// some damaged frames; that is an error like others.
func (d *mp3Frames) decode(frame []byte, samples int) (stereo []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("decoding an MP3 frame: %v", r)
		}
		if err != nil {
			d.reset()
		}
	}()
	d.in.rest = frame
	if d.dec == nil {
		if d.dec, err = mp3.NewDecoder(&d.in); err != nil {
			return nil, err
		}
	}
	if cap(d.out) < 4*samples {
		d.out = make([]byte, 4*samples)
	}
	d.out = d.out[:4*samples]
	if _, err := io.ReadFull(d.dec, d.out); err != nil {
		return nil, err
	}
	if len(d.in.rest) > 0 {
		return nil, errors.New("decoding an MP3 frame: not all of it was used")
	}
	return d.out, nil
}
