package audio

import "slices"

// flacHeader is the header of a FLAC frame.
type flacHeader struct {
	sample int64 // that the frame begins with
	block  int   // samples of each channel
	length int   // bytes, with the checksum
}

// flacHeaderMax is the length of the longest frame header, in bytes.
const flacHeaderMax = 16

var (
	flacRates = [16]int{1: 88200, 2: 176400, 3: 192000, 4: 8000, 5: 16000, 6: 22050, 7: 24000, 8: 32000, 9: 44100, 10: 48000, 11: 96000}
	flacBits  = [8]int{1: 8, 2: 12, 4: 16, 5: 20, 6: 24}
)

// bitsCode is what stands for so many bits in a frame's header, 0 where nothing does.
func bitsCode(bits int) byte { return byte(max(0, slices.Index(flacBits[1:], bits)+1)) }

// parseHeader reads the frame header that b begins with, if it does, and it fits the file. Its checksum makes it unlikely
// that sound is taken for one.
func (l *flacLayout) parseHeader(b []byte) (h flacHeader, ok bool) {
	if len(b) < 6 || b[0] != 0xFF || b[1]&0xFE != 0xF8 || b[3]&1 != 0 {
		return h, false
	}
	variable := b[1]&1 == 1
	blockCode, rateCode, channelCode, bitsCode := b[2]>>4, b[2]&15, int(b[3]>>4), b[3]>>1&7
	channels := channelCode + 1
	if channelCode >= 8 {
		channels = 2
	}
	if blockCode == 0 || rateCode == 15 || channelCode > 10 || channels != l.channels || bitsCode != 0 && flacBits[bitsCode] != l.bits {
		return h, false
	}
	if rate := flacRates[rateCode]; rate != 0 && rate != l.rate {
		return h, false
	}
	number, n := flacNumber(b[4:])
	if n == 0 {
		return h, false
	}
	at := 4 + n
	extra := 0
	switch {
	case blockCode == 1:
		h.block = 192
	case blockCode <= 5:
		h.block = 576 << (blockCode - 2)
	case blockCode == 6:
		extra = 1
	case blockCode == 7:
		extra = 2
	default:
		h.block = 256 << (blockCode - 8)
	}
	if len(b) < at+extra {
		return h, false
	}
	for _, v := range b[at : at+extra] {
		h.block = h.block<<8 | int(v)
	}
	if extra > 0 {
		h.block++
	}
	at += extra
	switch rateCode {
	case 12:
		at++
	case 13, 14:
		at += 2
	}
	if len(b) <= at || crc8(b[:at]) != b[at] {
		return h, false
	}
	h.length = at + 1
	h.sample = number
	if !variable {
		h.sample *= int64(l.blockSize)
	}
	return h, true
}

// flacNumber reads a number of up to 36 bits that is coded as UTF-8 would be, and tells its length; 0 when it is none.
func flacNumber(b []byte) (v int64, n int) {
	first := b[0]
	if first < 0x80 {
		return int64(first), 1
	}
	n = 0
	for m := first; m&0x80 != 0; m <<= 1 {
		n++
	}
	if n < 2 || n > 7 || len(b) < n {
		return 0, 0
	}
	v = int64(first & (0x7F >> n))
	for _, c := range b[1:n] {
		if c&0xC0 != 0x80 {
			return 0, 0
		}
		v = v<<6 | int64(c&0x3F)
	}
	return v, n
}

// crc8 is the checksum of frame headers: polynomial x^8+x^2+x+1.
func crc8(b []byte) (crc byte) {
	for _, v := range b {
		crc ^= v
		for range 8 {
			if crc&0x80 != 0 {
				crc = crc<<1 ^ 7
			} else {
				crc <<= 1
			}
		}
	}
	return crc
}
