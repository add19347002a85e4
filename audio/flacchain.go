package audio

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sort"
)

// flacChain decodes the recordings of a FLAC file one after the other. As a rule there is one; "cat" makes files of several.
type flacChain struct {
	links []flacLink
	link  int
	pos   int64 // the frame that the current link gives next, from the file's begin
}

type flacLink struct {
	*flacFile
	first int64 // frames of all links before it
}

func newFLAC(ctx context.Context, r io.ReaderAt, size int64) (decoder, error) {
	begins, err := findFLAC(ctx, r, size)
	if err != nil {
		return nil, err
	}
	c := &flacChain{}
	in := newFLACFrameReader()
	var total, missing int64
	var warnings []string
	for i, begin := range begins {
		end := size
		if i+1 < len(begins) {
			end = begins[i+1]
		}
		f, err := readFLAC(io.NewSectionReader(r, begin, end-begin), end-begin, in)
		if err == nil && len(c.links) > 0 && (f.rate != c.links[0].rate || f.channels != c.links[0].channels) {
			err = errOtherKind
		}
		switch {
		case err == nil:
			c.links = append(c.links, flacLink{f, total})
			total += f.samples
			missing += max(0, f.claimed-f.samples)
		case i == 0:
			return nil, err
		case !errors.Is(err, ErrNoAudio) && len(warnings) == 0:
			warnings = append(warnings, fmt.Sprintf("another recording follows in the file, and is not read: %v", err))
		}
	}
	f := c.links[0]
	d, err := newBlockDecoder(Info{
		SampleRate: f.rate, Channels: f.channels, BitsPerSample: f.bits, Format: fmt.Sprintf("FLAC, %d-bit", f.bits),
		Frames: total, Duration: framesToDuration(total, f.rate),
	}, c, size)
	if err != nil {
		return nil, err
	}
	d.warnings = warnings
	if missing > 0 {
		d.truncated = true
		d.warnings = append(d.warnings, fmt.Sprintf("the file is cut short: %.2f s that its header promises are missing",
			float64(missing)/float64(f.rate)))
	}
	return d, nil
}

var errOtherKind = errors.New("it has another sample rate or other channels")

// flacBegin is the least that a FLAC recording begins with: its name, a block's header, and how long blocks are.
const flacBegin = 4 + 4 + 4

// findFLAC gives where recordings begin: at 0, which was seen, and where else one's header stands. Nothing but reading
// through the file shows that there is no other.
func findFLAC(ctx context.Context, r io.ReaderAt, size int64) ([]int64, error) {
	begins := []int64{0}
	b := make([]byte, 1<<20)
	for pos := int64(1); pos < size; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		n, err := r.ReadAt(b[:min(int64(len(b)), size-pos)], pos)
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, withoutPath(err)
		}
		if n < flacBegin {
			break
		}
		for at := 0; ; at++ {
			i := bytes.Index(b[at:n], []byte("fLaC"))
			if i < 0 || n-at-i < flacBegin {
				break
			}
			if at += i; isFLACBegin(b[at:n]) {
				begins = append(begins, pos+int64(at))
			}
		}
		pos += int64(n - flacBegin + 1)
	}
	return begins, nil
}

func isFLACBegin(b []byte) bool {
	least, most := binary.BigEndian.Uint16(b[8:]), binary.BigEndian.Uint16(b[10:])
	return b[4]&0x7F == 0 && b[5] == 0 && b[6] == 0 && b[7] == 34 && least >= 16 && least <= most
}

func (c *flacChain) start(frame int64) (int64, error) {
	c.link = max(0, sort.Search(len(c.links), func(i int) bool { return c.links[i].first > frame })-1)
	l := &c.links[c.link]
	at, err := l.start(frame - l.first)
	c.pos = l.first + at
	return c.pos, err
}

func (c *flacChain) block() ([]float32, int64, error) {
	l := &c.links[c.link]
	frames, missing, err := l.block()
	if errors.Is(err, io.EOF) && c.link+1 < len(c.links) {
		l.out = nil
		c.link++
		next := &c.links[c.link]
		missing = max(0, next.first-c.pos)
		c.pos = next.first
		_, err = next.start(0)
		return nil, missing, err
	}
	left := max(0, l.first+l.samples-c.pos) // more comes of frames behind the end, of an older file
	missing = min(missing, left)
	frames = frames[:min(int64(len(frames)), (left-missing)*int64(l.channels))]
	c.pos += missing + int64(len(frames)/l.channels)
	return frames, missing, err
}
