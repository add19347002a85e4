package audio

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sort"
)

// mp3File decodes an MP3 file. Which bytes are frames it finds out by itself (mp3Walk), and go-mp3 gets one frame at a
// time, made to need no other (mp3Repacker).
//
// go-mp3 alone gives up at the first bad frame, loses a byte of some padded frames, plays the encoder's delay and its
// information frame, and keeps an entry for each frame.
type mp3File struct {
	r     io.ReaderAt
	size  int64
	first mpegHeader
	marks []mp3Mark
	ch    int
	skip  int64 // frames of sound that the encoder put before the recording

	walk     *mp3Walk
	repack   mp3Repacker
	dec      mp3Frames
	at       int64 // of the MPEG frame that is read next
	from     int64 // MPEG frames before this one are only read for what later ones need of them
	sounding bool  // a frame was whole since the file's begin
	samples  int64
	out      []float32
	held     []float32 // the next block, when it is decoded already
}

// mp3Mark is a place from which MPEG frames can be counted.
type mp3Mark struct{ offset, frame int64 }

const (
	mp3MarkEvery = 32 // MPEG frames, about
	// mp3WarmUp is how many frames are read before one that is sought: the smallest frames, of 24 bytes with 9 of
	// them side information, may borrow 255 bytes of those before.
	mp3WarmUp = 28
	// mp3Overlap is how many of them must be decoded, for the sound that reaches over into the next.
	mp3Overlap = 2
	// mp3DecoderDelay is how much later than put in the sound comes out of every decoder, in samples.
	mp3DecoderDelay = 529
)

// newMP3 reads the headers of all frames, to know how many there are.
func newMP3(ctx context.Context, r io.ReaderAt, size, start int64) (decoder, error) {
	var b [4]byte
	if _, err := r.ReadAt(b[:], start); err != nil {
		return nil, withoutPath(err)
	}
	first, ok := parseMPEGHeader(b[:])
	switch {
	case !ok:
		return nil, formatErrorf("its MP3 frames cannot be found")
	case first.layer != 1:
		return nil, &foreignError{what: "an MPEG audio file of layer " + map[byte]string{3: "I", 2: "II"}[first.layer]}
	case first.version == 0:
		return nil, &foreignError{what: fmt.Sprintf("an MPEG 2.5 audio file of %d Hz", first.rate)}
	case first.size == 0:
		return nil, &foreignError{what: "an MP3 file in the free format"}
	}
	f := &mp3File{r: r, size: size, first: first, ch: 1, samples: int64(first.samples)}
	w := newMP3Walk(first, r, size, start)
	var frames, claimed, audioBytes, junk, pad int64
	for {
		err := w.next()
		junk += w.junk
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, withoutPath(err)
		}
		if frames == 0 && claimed == 0 {
			if t, ok := readMP3Info(w.header, w.frame); ok { // this frame is no sound
				claimed, f.skip, pad = max(t.frames, 1), t.delay, t.padding
				continue
			}
		}
		if !w.header.mono {
			f.ch = 2
		}
		frames += w.lost(frames == 0)
		if frames >= int64(len(f.marks))*mp3MarkEvery {
			f.marks = append(f.marks, mp3Mark{w.at, frames})
		}
		frames++
		audioBytes += int64(len(w.frame))
	}
	total := max(0, frames*f.samples-f.skip)
	truncated := w.cut || claimed > frames+1
	if !truncated {
		total = max(0, total-pad)
	}
	d, err := newBlockDecoder(Info{
		SampleRate: first.rate, Channels: f.ch, BitsPerSample: 16, Format: "MP3",
		Frames: total, Duration: framesToDuration(total, first.rate),
	}, f, size)
	if err != nil {
		return nil, err
	}
	d.truncated = truncated
	switch {
	case claimed > frames+1:
		s := float64((claimed-frames)*f.samples) / float64(first.rate)
		d.warnings = append(d.warnings, fmt.Sprintf("the file is cut short: %.2f s that its header promises are missing", s))
	case w.cut:
		d.warnings = append(d.warnings, "the file ends in the middle of a frame")
	}
	if junk > maxMP3Frame && junk > audioBytes/1000 {
		d.warnings = append(d.warnings, fmt.Sprintf("%d of its bytes are no MP3 of this kind, and were passed over", junk))
	}
	return d, nil
}

// mp3Info is what the first frame of many files tells instead of sound.
type mp3Info struct {
	frames         int64 // 0 when it doesn't tell
	delay, padding int64 // samples to drop at the begin and the end
}

func readMP3Info(h mpegHeader, frame []byte) (t mp3Info, ok bool) {
	at := h.sideStart() + h.sideBytes()
	if hasAt(frame, 36, "VBRI") && len(frame) >= 36+18 {
		return mp3Info{frames: int64(binary.BigEndian.Uint32(frame[36+14:]))}, true
	}
	if !hasAt(frame, at, "Xing") && !hasAt(frame, at, "Info") {
		return t, false
	}
	b := frame[at+4:]
	if len(b) < 4 {
		return t, true
	}
	flags := binary.BigEndian.Uint32(b)
	b = b[4:]
	for _, field := range []struct{ flag, size int }{{1, 4}, {2, 4}, {4, 100}, {8, 4}} {
		if flags&uint32(field.flag) == 0 {
			continue
		}
		if len(b) < field.size {
			return t, true
		}
		if field.flag == 1 {
			t.frames = int64(binary.BigEndian.Uint32(b))
		}
		b = b[field.size:]
	}
	if len(b) >= 24 && (b[0] == 'L') { // LAME, Lavf, Lavc: 21 bytes on are two numbers of 12 bits
		delay, padding := int64(b[21])<<4|int64(b[22])>>4, int64(b[22]&15)<<8|int64(b[23])
		t.delay, t.padding = delay+mp3DecoderDelay, max(0, padding-mp3DecoderDelay)
	}
	return t, true
}

func (f *mp3File) start(frame int64) (int64, error) {
	wanted := (frame + f.skip) / f.samples
	var mark mp3Mark
	if n := sort.Search(len(f.marks), func(i int) bool { return f.marks[i].frame > wanted-mp3WarmUp }); n > 0 {
		mark = f.marks[n-1]
	} else if len(f.marks) > 0 {
		mark = f.marks[0]
	}
	f.walk = newMP3Walk(f.first, f.r, f.size, mark.offset)
	f.repack.reset()
	f.dec.reset()
	f.held = nil
	f.at, f.from, f.sounding = mark.frame, max(0, wanted-mp3Overlap), mark.frame > 0
	for f.at < wanted {
		frames, _, err := f.block()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return 0, err
		}
		if f.at > wanted && frames != nil { // the wanted place is lost, and this is what follows
			f.held = frames
			return (f.at-1)*f.samples - f.skip, nil
		}
	}
	return f.at*f.samples - f.skip, nil // may be before the recording's begin
}

func (f *mp3File) block() ([]float32, int64, error) {
	if held := f.held; held != nil {
		f.held = nil
		return held, 0, nil
	}
	if err := f.walk.next(); err != nil {
		return nil, 0, err
	}
	lost := f.walk.lost(f.at == 0)
	frame, whole := f.repack.repack(f.walk.header, f.walk.frame)
	f.at += lost + 1
	if lost > 0 {
		f.dec.reset()
	}
	missing := lost * f.samples
	if f.at <= f.from {
		return nil, 0, nil
	}
	if !whole && !f.sounding {
		// The begin of a recording that was cut out of a stream: what its first frames borrow was never there.
		f.out = append(f.out[:0], make([]float32, int(f.samples)*f.ch)...)
		return f.out, missing, nil
	}
	if !whole {
		f.dec.reset()
		return nil, missing + f.samples, nil
	}
	f.sounding = true
	stereo, err := f.dec.decode(frame, int(f.samples))
	if err != nil {
		return nil, missing + f.samples, nil
	}
	f.out = f.out[:0]
	for i := 0; i < len(stereo); i += 4 {
		for c := range f.ch {
			v := int16(binary.LittleEndian.Uint16(stereo[i+2*c:]))
			f.out = append(f.out, float32(v)/32768)
		}
	}
	return f.out, missing, nil
}
