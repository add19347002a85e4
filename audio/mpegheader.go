package audio

// mpegHeader is the header of one frame of MPEG audio.
type mpegHeader struct {
	version byte // 3: MPEG 1, 2: MPEG 2, 0: MPEG 2.5
	layer   byte // 3: layer I, 2: II, 1: III
	rate    int  // Hz
	mono    bool
	crc     bool // two bytes of checksum follow the header
	samples int  // of each channel
	size    int  // in bytes, header and all; 0 in the free format, which does not say
}

var mpegRates = [4][3]int{0: {11025, 12000, 8000}, 2: {22050, 24000, 16000}, 3: {44100, 48000, 32000}}

// mpegBitrates are in kbit/s.
var mpegBitrates = struct{ v1l1, v1l2, v1l3, v2l1, v2l23 [15]int }{
	v1l1:  [15]int{0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448},
	v1l2:  [15]int{0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384},
	v1l3:  [15]int{0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320},
	v2l1:  [15]int{0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256},
	v2l23: [15]int{0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160},
}

// parseMPEGHeader reads the header that b, at least four bytes, begins with, if it does.
func parseMPEGHeader(b []byte) (h mpegHeader, ok bool) {
	if b[0] != 0xFF || b[1]&0xE0 != 0xE0 {
		return h, false
	}
	h.version, h.layer = b[1]>>3&3, b[1]>>1&3
	bitrate, rate, padding := int(b[2]>>4), b[2]>>2&3, int(b[2]>>1&1)
	if h.version == 1 || h.layer == 0 || bitrate == 15 || rate == 3 || b[3]&3 == 2 {
		return h, false
	}
	h.rate = mpegRates[h.version][rate]
	h.mono = b[3]>>6 == 3
	h.crc = b[1]&1 == 0
	h.samples = 1152
	var kbps int
	switch {
	case h.layer == 3:
		h.samples = 384
		kbps = mpegBitrates.v2l1[bitrate]
		if h.version == 3 {
			kbps = mpegBitrates.v1l1[bitrate]
		}
	case h.version != 3:
		if h.layer == 1 {
			h.samples = 576
		}
		kbps = mpegBitrates.v2l23[bitrate]
	case h.layer == 2:
		kbps = mpegBitrates.v1l2[bitrate]
	default:
		kbps = mpegBitrates.v1l3[bitrate]
	}
	switch {
	case kbps == 0:
	case h.layer == 3:
		h.size = (h.samples/32*kbps*1000/h.rate + padding) * 4
	default:
		h.size = h.samples/8*kbps*1000/h.rate + padding
	}
	return h, true
}

// sameKind tells whether two frames can be of one stream.
func (h mpegHeader) sameKind(o mpegHeader) bool {
	return h.version == o.version && h.layer == o.layer && h.rate == o.rate
}

// sideBytes is the length of a layer III frame's side information.
func (h mpegHeader) sideBytes() int {
	switch {
	case h.version == 3 && !h.mono:
		return 32
	case h.version != 3 && h.mono:
		return 9
	}
	return 17
}

// sideStart is where the side information begins in the frame.
func (h mpegHeader) sideStart() int {
	if h.crc {
		return 6
	}
	return 4
}
