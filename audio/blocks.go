package audio

import (
	"errors"
	"fmt"
	"io"
)

// A codec decodes a compressed file block by block, a block being what one of its frames, packets or pages makes.
type codec interface {
	// start makes block go on at the given frame or somewhat before it, and returns where.
	start(frame int64) (int64, error)
	// block decodes the next block: interleaved frames, valid until the next call, and how many frames are missing before
	// them because the file is damaged there; at the end io.EOF.
	block() (frames []float32, missing int64, err error)
}

// blockDecoder is the decoder over a codec. It cuts blocks to what is asked for, and puts silence where frames are
// missing, so that what follows stays in its place.
type blockDecoder struct {
	inf   Info
	codec codec
	bytes int64 // of the file; bounds the silence that is put in

	next    int64     // the frame that read gives next
	silence int64     // frames of silence due before pending
	pending []float32 // decoded, not given
	ended   bool

	warnings  []string
	truncated bool
	damage    damage
}

func newBlockDecoder(inf Info, c codec, bytes int64) (*blockDecoder, error) {
	d := &blockDecoder{inf: inf, codec: c, bytes: bytes}
	d.damage.rate = inf.SampleRate
	return d, d.seek(0)
}

func (d *blockDecoder) info() Info { return d.inf }

// glance: a seek costs decoding, so few blocks are looked at.
func (d *blockDecoder) glance() (frames int64, blocks int) { return d.inf.Frames, 16 }

func (d *blockDecoder) seek(frame int64) error {
	if frame < 0 || frame > d.inf.Frames {
		return fmt.Errorf("the place %d is outside of the recording's %d frames", frame, d.inf.Frames)
	}
	d.next, d.silence, d.pending, d.ended = frame, 0, nil, false
	if frame == d.inf.Frames {
		d.ended = true
		return nil
	}
	at, err := d.codec.start(frame)
	if err != nil {
		return withoutPath(err)
	}
	for at < frame {
		if err := d.more(); err != nil {
			return err
		}
		skip := min(frame-at, d.silence)
		d.silence -= skip
		at += skip
		skip = min(frame-at, int64(len(d.pending)/d.inf.Channels))
		d.pending = d.pending[int(skip)*d.inf.Channels:]
		at += skip
	}
	d.silence += at - frame // a codec that began too late
	return nil
}

// more gets the next block, or at the end the silence up to where the recording was said to end.
func (d *blockDecoder) more() error {
	frames, missing, err := d.codec.block()
	switch {
	case errors.Is(err, io.EOF):
		d.ended = true
		d.silence = d.inf.Frames
		return nil
	case err != nil:
		return withoutPath(err)
	}
	d.silence, d.pending = missing, frames
	return nil
}

func (d *blockDecoder) read(dst []float32) (int, error) {
	ch := d.inf.Channels
	want := min(int64(len(dst)/ch), blockFrames, d.inf.Frames-d.next)
	if want <= 0 {
		return 0, io.EOF
	}
	for d.silence == 0 && len(d.pending) == 0 {
		if err := d.more(); err != nil {
			return 0, err
		}
	}
	var n int64
	if d.silence > 0 {
		n = min(want, d.silence)
		d.damage.note(d.next, n)
		if d.damage.frames > silenceAllowance(d.inf.SampleRate, d.bytes) {
			return 0, formatErrorf("more is damaged than can be read (from %.2f s on)", framesToDuration(d.next, d.inf.SampleRate).Seconds())
		}
		d.silence -= n
		clear(dst[:int(n)*ch])
	} else {
		n = int64(copy(dst[:int(want)*ch], d.pending) / ch)
		d.pending = d.pending[int(n)*ch:]
	}
	d.next += n
	return int(n), nil
}

// silenceAllowance bounds, in frames, what a damaged file of so many bytes may claim to have lost: a minute and 64
// frames a byte.
func silenceAllowance(rate int, bytes int64) int64 { return 60*int64(rate) + 64*bytes }

func (d *blockDecoder) remarks() ([]string, bool) {
	w := d.warnings
	if s := d.damage.sentence(); s != "" {
		w = append(w[:len(w):len(w)], s)
	}
	return w, d.truncated
}

// damage is where silence stands for what could not be read. Reading a place again does not count it again.
type damage struct {
	rate   int
	places int
	first  int64
	last   int64 // end of the last place
	frames int64
}

func (d *damage) note(at, n int64) {
	if at < d.last {
		n -= d.last - at
		at = d.last
	}
	if n <= 0 {
		return
	}
	if d.places == 0 {
		d.first = at
	}
	if d.places == 0 || at > d.last {
		d.places++
	}
	d.last = at + n
	d.frames += n
}

func (d *damage) sentence() string {
	at := framesToDuration(d.first, max(d.rate, 1)).Seconds()
	lost := framesToDuration(d.frames, max(d.rate, 1)).Seconds()
	switch d.places {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("the file is damaged at %.2f s: %.2f s are silent", at, lost)
	}
	return fmt.Sprintf("the file is damaged in %d places, the first at %.2f s: %.2f s are silent", d.places, at, lost)
}
