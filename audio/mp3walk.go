package audio

import (
	"bufio"
	"errors"
	"io"
)

// maxMP3Frame is the size of the largest MPEG 1 or 2 layer III frame, in bytes: 320 kbit/s at 32 kHz, padded.
const maxMP3Frame = 1441

// mp3Walk goes from frame to frame of an MP3 file. It passes tags wherever they stand, and looks for the next frame
// where there is none.
type mp3Walk struct {
	kind mpegHeader // the frames that count are of its kind
	r    *bufio.Reader
	pos  int64 // of what r gives next

	header mpegHeader
	frame  []byte // valid until the next call
	at     int64  // offset of frame
	junk   int64  // bytes before frame that are neither frame nor tag
	cut    bool   // at the end: a frame had begun
}

func newMP3Walk(kind mpegHeader, r io.ReaderAt, size, from int64) *mp3Walk {
	return &mp3Walk{kind: kind, pos: from, r: bufio.NewReaderSize(io.NewSectionReader(r, from, max(0, size-from)), 32<<10)}
}

// next moves on to a frame; io.EOF when there is none.
func (w *mp3Walk) next() error {
	w.junk = 0
	for {
		b, err := w.r.Peek(10)
		if len(b) < 4 {
			if err != nil && !errors.Is(err, io.EOF) {
				return err
			}
			w.junk += int64(len(b))
			return io.EOF
		}
		if h, ok := parseMPEGHeader(b); ok && h.size > 4 && h.sameKind(w.kind) {
			frame, err := w.r.Peek(h.size + 4)
			switch {
			case len(frame) < h.size:
				if err != nil && !errors.Is(err, io.EOF) {
					return err
				}
				w.cut = true
				return io.EOF
			case w.junk == 0 || w.follows(frame[h.size:]):
				w.header, w.frame, w.at = h, frame[:h.size], w.pos
				w.discard(h.size)
				return nil
			}
		}
		if n := tagSize(b, w.r); n > 0 {
			if err := w.skip(n); err != nil {
				return err
			}
			continue
		}
		w.discard(1)
		w.junk++
	}
}

// lost is how many frames stood where there is junk before this one, if all were as long as this. Before the first there
// were none.
func (w *mp3Walk) lost(first bool) int64 {
	if first {
		return 0
	}
	return w.junk / int64(len(w.frame))
}

// follows tells whether what stands after a frame shows that it was one.
func (w *mp3Walk) follows(b []byte) bool {
	if len(b) < 4 {
		return true
	}
	h, ok := parseMPEGHeader(b)
	return ok && h.sameKind(w.kind) || string(b[:3]) == "TAG" || string(b[:3]) == "ID3" || string(b) == "APET"
}

func (w *mp3Walk) discard(n int) {
	n, _ = w.r.Discard(n)
	w.pos += int64(n)
}

func (w *mp3Walk) skip(n int64) error {
	for n > 0 {
		m, err := w.r.Discard(int(min(n, 1<<30)))
		w.pos += int64(m)
		n -= int64(m)
		if err != nil {
			return err
		}
	}
	return nil
}

// tagSize is the length of the tag that b, the next bytes of r, begins with, or 0.
func tagSize(b []byte, r *bufio.Reader) int64 {
	switch {
	case string(b[:3]) == "TAG": // ID3v1 stands last
		if all, _ := r.Peek(129); len(all) <= 128 {
			return int64(len(all))
		}
	case string(b[:3]) == "ID3" && len(b) == 10:
		return 10 + int64(b[6]&127)<<21 + int64(b[7]&127)<<14 + int64(b[8]&127)<<7 + int64(b[9]&127)
	case len(b) >= 8 && string(b[:8]) == "APETAGEX":
		if h, _ := r.Peek(24); len(h) == 24 {
			n := int64(h[12]) | int64(h[13])<<8 | int64(h[14])<<16 | int64(h[15])<<24
			if h[23]&0x20 != 0 { // this is the tag's header, not its footer: the size counts all but it
				return 32 + n
			}
			return 32
		}
	case len(b) >= 10 && string(b[:10]) == "LYRICSBEGI":
		if all, _ := r.Peek(8 << 10); len(all) < 8<<10 { // it stands last, but for ID3v1
			return int64(len(all))
		}
	}
	return 0
}
