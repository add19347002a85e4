package audio

import (
	"bufio"
	"io"
)

// flacFrameReader gives one frame to mewkiz/flac. That prints a line to the standard logger for each frame of some sample
// rates, and takes a frame that leaves its bits to the file's header for one of none. So the frame's header is given as one
// that leaves the rate to the file's and names the bits; the checksum of the whole frame, which is then wrong for what was
// given, is looked at here.
type flacFrameReader struct {
	buf    *bufio.Reader
	header []byte // what is given instead of the frame's first bytes
	given  int64  // bytes
	crc    uint16 // of the frame as it is: 0 after the checksum at its end
}

func newFLACFrameReader() *flacFrameReader {
	return &flacFrameReader{buf: bufio.NewReaderSize(nil, 16<<10)}
}

// reset makes r, which begins with a frame, what is read. Where it doesn't, it is given as it is.
func (f *flacFrameReader) reset(r io.Reader, layout *flacLayout) {
	f.buf.Reset(r)
	f.header, f.given, f.crc = f.header[:0], 0, 0
	b, _ := f.buf.Peek(flacHeaderMax) // its error comes again when it is read
	h, ok := layout.parseHeader(b)
	if !ok {
		return
	}
	f.header = append(f.header, b[:h.length-1]...)
	if f.header[2]&15 < 12 { // otherwise the rate stands behind, and nothing is printed
		f.header[2] &= 0xF0
	}
	f.header[3] = f.header[3]&0xF0 | bitsCode(layout.bits)<<1
	f.header = append(f.header, crc8(f.header))
}

func (f *flacFrameReader) Read(b []byte) (int, error) {
	n, err := f.buf.Read(b)
	f.crc = crc16(f.crc, b[:n])
	if f.given < int64(len(f.header)) {
		copy(b[:n], f.header[f.given:])
	}
	f.given += int64(n)
	return n, err
}

// whole tells, after the frame, whether its checksum is right.
func (f *flacFrameReader) whole() bool { return f.given > int64(len(f.header)) && f.crc == 0 }

// crc16Nibbles is what four bits become in crc16.
var crc16Nibbles = [16]uint16{
	0x0000, 0x8005, 0x800F, 0x000A, 0x801B, 0x001E, 0x0014, 0x8011, 0x8033, 0x0036, 0x003C, 0x8039, 0x0028, 0x802D, 0x8027, 0x0022,
}

// crc16 goes on with the checksum of frames: polynomial x^16+x^15+x^2+1.
func crc16(crc uint16, b []byte) uint16 {
	for _, v := range b {
		crc = crc<<4 ^ crc16Nibbles[crc>>12^uint16(v>>4)]
		crc = crc<<4 ^ crc16Nibbles[crc>>12^uint16(v&15)]
	}
	return crc
}
