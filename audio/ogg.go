package audio

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
)

// oggPage is one page of an Ogg file.
type oggPage struct {
	at       int64 // offset
	size     int   // header and all
	flags    byte
	granule  int64 // samples up to the end of the last packet that ends here; -1 when none does
	serial   uint32
	sequence uint32
	lacing   []byte // lengths of the segments
	body     []byte // nil where only the header was read
}

const (
	oggContinued = 1 // the first packet began on an earlier page
	oggFirst     = 2
	oggLast      = 4

	oggHeader  = 27
	oggPageMax = oggHeader + 255 + 255*255
)

// oggReader reads the pages of an Ogg file, and finds the next where there is none.
type oggReader struct {
	r    io.ReaderAt
	size int64
	pos  int64
	junk int64 // bytes that were no page, in all
	buf  []byte
}

// next reads the page at pos or the first after it; io.EOF when there is no other. With the body it also checks the
// page's checksum. The page is valid until the next call.
func (o *oggReader) next(withBody bool) (p oggPage, err error) {
	if o.buf == nil {
		o.buf = make([]byte, oggPageMax)
	}
	for {
		p, err := o.page(withBody)
		if err == nil {
			o.pos = p.at + int64(p.size)
			return p, nil
		}
		if !errors.Is(err, errNoPage) {
			return p, err
		}
		at, err := o.search(o.pos + 1)
		if err != nil {
			o.junk += max(0, o.size-o.pos)
			o.pos = o.size
			return p, err
		}
		o.junk += at - o.pos
		o.pos = at
	}
}

var errNoPage = errors.New("no Ogg page")

func (o *oggReader) page(withBody bool) (p oggPage, err error) {
	want := oggHeader + 255
	if withBody {
		want = 8 << 10 // most pages are smaller
	}
	n, err := o.r.ReadAt(o.buf[:want], o.pos)
	if err != nil && !errors.Is(err, io.EOF) {
		return p, withoutPath(err)
	}
	if n == 0 {
		return p, io.EOF
	}
	b := o.buf[:n]
	if n < oggHeader || string(b[:4]) != "OggS" || b[4] != 0 {
		return p, errNoPage
	}
	le := binary.LittleEndian
	p = oggPage{at: o.pos, flags: b[5], granule: int64(le.Uint64(b[6:])), serial: le.Uint32(b[14:]), sequence: le.Uint32(b[18:])}
	segments := int(b[26])
	if n < oggHeader+segments {
		return p, errNoPage
	}
	p.lacing = b[oggHeader : oggHeader+segments]
	p.size = oggHeader + segments
	for _, l := range p.lacing {
		p.size += int(l)
	}
	if o.pos+int64(p.size) > o.size {
		return p, errNoPage // cut off
	}
	if !withBody {
		return p, nil
	}
	if p.size > n {
		if _, err := o.r.ReadAt(o.buf[n:p.size], o.pos+int64(n)); err != nil {
			return p, withoutPath(err)
		}
	}
	b = o.buf[:p.size]
	p.lacing, p.body = b[oggHeader:oggHeader+segments], b[oggHeader+segments:]
	sum := le.Uint32(b[22:])
	clear(b[22:26])
	if crc32Ogg(b) != sum {
		return p, errNoPage
	}
	return p, nil
}

// search gives the place of the next capture pattern from pos on.
func (o *oggReader) search(pos int64) (int64, error) {
	for {
		n, err := o.r.ReadAt(o.buf[:32<<10], pos)
		if err != nil && !errors.Is(err, io.EOF) {
			return 0, withoutPath(err)
		}
		if i := bytes.Index(o.buf[:n], []byte("OggS")); i >= 0 {
			return pos + int64(i), nil
		}
		if n < 4 || errors.Is(err, io.EOF) {
			return 0, io.EOF
		}
		pos += int64(n - 3)
	}
}

// beginsPacket tells whether a packet both begins and ends on the page.
func (p *oggPage) beginsPacket() bool {
	n := 0
	for _, l := range p.lacing {
		if l < 255 {
			n++
		}
	}
	return n > 1 || n == 1 && p.flags&oggContinued == 0
}

// packets calls f with each packet that ends on the page, but for the first whose begin is on an earlier one, which is
// given together with what carry has of it; it returns what carry has for the next page.
func (p *oggPage) packets(carry []byte, whole bool, f func(packet []byte)) (rest []byte, restWhole bool) {
	body := p.body
	if p.flags&oggContinued == 0 {
		carry, whole = carry[:0], true
	}
	length := 0
	for _, l := range p.lacing {
		length += int(l)
		if l == 255 {
			continue
		}
		switch {
		case len(carry) > 0 && whole:
			f(append(carry, body[:length]...))
		case whole:
			f(body[:length])
		}
		carry, whole = carry[:0], true
		body, length = body[length:], 0
	}
	if length > 0 {
		if len(carry)+length > maxOggPacket {
			return carry[:0], false
		}
		return append(carry, body[:length]...), whole
	}
	return carry[:0], true
}

// maxOggPacket bounds a packet that goes over several pages, in bytes.
const maxOggPacket = 8 << 20

// crc32Ogg is Ogg's checksum: as hash/crc32's polynomial, but not mirrored, and not inverted.
func crc32Ogg(b []byte) (crc uint32) {
	for _, v := range b {
		crc = crc<<8 ^ oggTable[byte(crc>>24)^v]
	}
	return crc
}

var oggTable = func() (t [256]uint32) {
	for i := range t {
		r := uint32(i) << 24
		for range 8 {
			if r&0x80000000 != 0 {
				r = r<<1 ^ 0x04c11db7
			} else {
				r <<= 1
			}
		}
		t[i] = r
	}
	return t
}()
