package audio

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"sort"

	"github.com/jfreymuth/vorbis"
)

// vorbisFile decodes Vorbis in Ogg. It reads the pages by itself and has the packets decoded by jfreymuth/vorbis. What
// oggvorbis adds to that ends at the first bad page and at a second recording in the file, and seeks page by page.
type vorbisFile struct {
	ogg   oggReader
	links []vorbisLink
	marks []vorbisMark
	ch    int

	link  int
	dec   *vorbis.Decoder
	clock oggClock
	pos   int64 // where the last page's sound ended
	carry []byte
	whole bool
	out   []float32
}

// vorbisLink is one of the recordings that stand one after the other in a file.
type vorbisLink struct {
	vorbisHeader
	serial uint32
	begin  int64 // offset of the first page
	audio  int64 // offset of the first page after the headers
	frames int64 // of all links before it

	granule int64 // the time at which it begins, not 0 where it is cut out of a longer stream
}

// vorbisMark is a page from which decoding can begin, and how things stand at its end.
type vorbisMark struct {
	at    int64
	link  int
	frame int64
	clock oggClock
}

// vorbisMarkEvery is how many pages apart the marks are.
const vorbisMarkEvery = 16

// oggClock tells how long each page's sound is.
type oggClock struct {
	begun    bool
	granule  int64
	sequence uint32
}

// step is how many frames of sound end on the page, of a stream whose packets make at most so many each. A page cannot
// hold more than its packets make, unless some before it are lost.
func (c *oggClock) step(p *oggPage, packet, rate int) int64 {
	most := int64(len(p.lacing)+1) * int64(packet)
	if c.begun && p.sequence != c.sequence+1 {
		most += 10 * int64(rate)
	}
	c.begun, c.sequence = true, p.sequence
	if p.granule < 0 {
		return 0
	}
	n := min(max(0, p.granule-c.granule), most)
	c.granule = max(c.granule, p.granule)
	return n
}

func newVorbis(ctx context.Context, r io.ReaderAt, size int64) (decoder, error) {
	f := &vorbisFile{ogg: oggReader{r: r, size: size}}
	total, warnings, err := f.index(ctx)
	if err != nil {
		return nil, err
	}
	h := f.links[0].vorbisHeader
	f.ch = h.channels
	d, err := newBlockDecoder(Info{
		SampleRate: h.rate, Channels: h.channels, BitsPerSample: 16, Format: "Ogg Vorbis",
		Frames: total, Duration: framesToDuration(total, h.rate),
	}, f, size)
	if err != nil {
		return nil, err
	}
	d.warnings, d.truncated = warnings, len(warnings) > 0
	return d, nil
}

// index reads the headers of all pages.
func (f *vorbisFile) index(ctx context.Context) (total int64, warnings []string, err error) {
	var l *vorbisLink // the current one; nil between two
	var clock oggClock
	sounding, other := 0, false
	for {
		p, err := f.ogg.next(false)
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return 0, nil, err
		}
		if p.flags&oggFirst != 0 {
			if l != nil && p.at < l.audio {
				continue // beside the first another stream, of pictures or another voice
			}
			next, err := f.readLink(p.at)
			switch {
			case err != nil && len(f.links) == 0:
				return 0, nil, err
			case err != nil || len(f.links) > 0 && !f.links[0].sameKind(next.vorbisHeader):
				other, l = true, nil
				continue
			}
			next.frames = total
			f.links = append(f.links, next)
			l, clock, sounding = &f.links[len(f.links)-1], oggClock{}, 0
			continue
		}
		if l == nil || p.serial != l.serial || p.at < l.audio {
			continue
		}
		if sounding == 0 && p.granule > int64(len(p.lacing)+1)*int64(l.blocks[1]) {
			// Cut out of a longer stream: time does not begin at 0.
			if clock.granule, err = f.firstGranule(len(f.links)-1, &p); err != nil {
				return 0, nil, err
			}
			l.granule = clock.granule
		}
		total += clock.step(&p, l.blocks[1], l.rate)
		if p.granule >= 0 {
			if sounding%vorbisMarkEvery == 0 && p.beginsPacket() {
				f.marks = append(f.marks, vorbisMark{at: p.at, link: len(f.links) - 1, frame: total, clock: clock})
			}
			sounding++
		}
		if p.flags&oggLast != 0 {
			l = nil
		}
	}
	if len(f.links) == 0 {
		return 0, nil, formatErrorf("its Ogg pages are damaged")
	}
	if l != nil {
		warnings = append(warnings, "the file is cut short: its last page is missing")
	}
	if other {
		warnings = append(warnings, "another recording of another kind follows in the file, and is not read")
	}
	if f.ogg.junk > 0 {
		warnings = append(warnings, fmt.Sprintf("%d of its bytes are no Ogg pages, and were passed over", f.ogg.junk))
	}
	return total, warnings, nil
}

// firstGranule is the time at which a link begins that is cut out of a longer stream, by decoding its first page.
func (f *vorbisFile) firstGranule(link int, p *oggPage) (int64, error) {
	if err := f.begin(link); err != nil {
		return 0, err
	}
	f.ch = f.links[link].channels
	pages := oggReader{r: f.ogg.r, size: f.ogg.size, pos: p.at}
	page, err := pages.next(true)
	if err != nil || page.at != p.at {
		return p.granule, nil // damaged: as if it were empty
	}
	f.out = f.out[:0]
	page.packets(nil, false, f.decode)
	return p.granule - int64(len(f.out)/f.ch), nil
}

// readLink reads the three headers that a Vorbis stream begins with.
func (f *vorbisFile) readLink(at int64) (l vorbisLink, err error) {
	pages := oggReader{r: f.ogg.r, size: f.ogg.size, pos: at, buf: make([]byte, oggPageMax)}
	l.begin = at
	var packets [][]byte
	var carry []byte
	whole := true
	for n := 0; len(packets) < 3; n++ {
		p, err := pages.next(true)
		if errors.Is(err, io.EOF) || n > 1000 {
			return l, formatErrorf("it is an Ogg file that ends within its header")
		}
		if err != nil {
			return l, err
		}
		if n == 0 {
			l.serial = p.serial
			if what := oggCodec(p.body); what != "Vorbis" {
				return l, &foreignError{what: "an Ogg file with " + what + " in it"}
			}
		}
		if p.serial != l.serial {
			continue
		}
		carry, whole = p.packets(carry, whole, func(b []byte) {
			if len(packets) < 3 {
				packets = append(packets, append([]byte(nil), b...))
			}
		})
		l.audio = pages.pos
	}
	l.vorbisHeader, err = readVorbisHeader(packets[0], packets[2])
	return l, err
}

// oggCodec names what an Ogg stream's first packet announces.
func oggCodec(b []byte) string {
	for _, c := range []struct{ text, name string }{
		{"\x01vorbis", "Vorbis"},
		{"OpusHead", "Opus"},
		{"\x7fFLAC", "FLAC"},
		{"Speex   ", "Speex"},
		{"\x80theora", "video"},
		{"fishead\x00", "several streams"},
		{"CELT    ", "CELT"},
	} {
		if hasAt(b, 0, c.text) {
			return c.name
		}
	}
	return "an encoding that is not known"
}

func (f *vorbisFile) start(frame int64) (int64, error) {
	// The last mark whose page ends before the frame: the first packet that is decoded makes no sound yet.
	n := sort.Search(len(f.marks), func(i int) bool { return f.marks[i].frame > frame })
	if n == 0 {
		f.ogg.pos, f.pos = f.links[0].audio, 0
		return 0, f.begin(0)
	}
	mark := f.marks[n-1]
	if err := f.begin(mark.link); err != nil {
		return 0, err
	}
	f.ogg.pos = mark.at
	if _, _, err := f.block(); err != nil && !errors.Is(err, io.EOF) {
		return 0, err
	}
	f.clock, f.pos = mark.clock, mark.frame
	return mark.frame, nil
}

// begin makes link the one that is decoded.
func (f *vorbisFile) begin(link int) (err error) {
	l := &f.links[link]
	same := f.dec != nil && f.link == link
	f.link = link
	f.carry, f.whole = f.carry[:0], true
	f.clock = oggClock{granule: l.granule}
	if same { // making its tables takes far longer than a page
		f.dec.Clear()
		return nil
	}
	f.dec, err = l.decoder()
	return err
}

// block decodes the packets of the next page.
func (f *vorbisFile) block() ([]float32, int64, error) {
	for {
		p, err := f.ogg.next(true)
		if err != nil {
			return nil, 0, err
		}
		if f.link+1 < len(f.links) && p.at >= f.links[f.link+1].begin {
			next := f.links[f.link+1]
			missing := max(0, next.frames-f.pos)
			f.ogg.pos, f.pos = next.audio, next.frames
			return nil, missing, f.begin(f.link + 1)
		}
		l := &f.links[f.link]
		if p.serial != l.serial || p.at < l.audio {
			continue
		}
		f.out = f.out[:0]
		f.carry, f.whole = p.packets(f.carry, f.whole, f.decode)
		first := !f.clock.begun
		step := f.clock.step(&p, l.blocks[1], l.rate)
		f.pos += step
		if step == 0 {
			continue
		}
		return f.place(step, first && p.flags&oggLast == 0)
	}
}

// place fits a page's sound to the length that it should have. A stream's first page may have sound to drop at its begin,
// its last has some at its end; too little sound means that a page before it is lost.
func (f *vorbisFile) place(step int64, first bool) ([]float32, int64, error) {
	n := int64(len(f.out) / f.ch)
	switch {
	case n <= step:
		return f.out, step - n, nil
	case first:
		return f.out[int(n-step)*f.ch:], 0, nil
	}
	return f.out[:int(step)*f.ch], 0, nil
}

// decode adds a packet's sound to out.
func (f *vorbisFile) decode(packet []byte) {
	n := len(f.out)
	most := f.links[f.link].blocks[1] / 2 * f.ch
	if cap(f.out) < n+2*most {
		f.out = append(make([]float32, 0, 2*cap(f.out)+2*most), f.out...)
	}
	sound, err := decodeVorbis(f.dec, packet, f.out[n:n+most])
	if err != nil {
		f.dec.Clear()
		return
	}
	for i, v := range sound {
		if !(math.Abs(float64(v)) <= 8) { // also true of NaN
			sound[i] = 0
		}
	}
	f.out = f.out[:n+len(sound)]
}

// decodeVorbis decodes a packet; a panic is an error like others.
func decodeVorbis(d *vorbis.Decoder, packet []byte, into []float32) (sound []float32, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("decoding a Vorbis packet: %v", r)
		}
	}()
	return d.DecodeInto(packet, into)
}

// decoder makes a decoder with the link's headers. The comments are left out: the decoder would allocate what they claim.
func (h *vorbisHeader) decoder() (d *vorbis.Decoder, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = formatErrorf("its Vorbis header is damaged")
		}
	}()
	d = new(vorbis.Decoder)
	for _, packet := range [][]byte{h.identification, h.setup} {
		if err := d.ReadHeader(packet); err != nil {
			return nil, formatErrorf("its Vorbis header is damaged")
		}
	}
	return d, nil
}
