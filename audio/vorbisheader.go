package audio

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// vorbisHeader is what is needed to decode Vorbis packets. It was checked for what makes jfreymuth/vorbis take memory out
// of proportion or not come back.
type vorbisHeader struct {
	channels, rate        int
	blocks                [2]int // samples
	identification, setup []byte
}

func (h *vorbisHeader) sameKind(o vorbisHeader) bool {
	return h.channels == o.channels && h.rate == o.rate
}

// Limits beyond those of the format: the largest that encoders write are far below.
const (
	maxVorbisChannels = 16
	maxVorbisEntries  = 1 << 18 // of all codebooks
	maxVorbisValues   = 1 << 21 // numbers in all codebooks
)

var errVorbisHeader = &FormatError{Cause: "its Vorbis header is damaged"}

func readVorbisHeader(identification, setup []byte) (h vorbisHeader, err error) {
	b := identification
	if len(b) < 30 || !hasAt(b, 0, "\x01vorbis") || !hasAt(setup, 0, "\x05vorbis") {
		return h, errVorbisHeader
	}
	h.channels, h.rate = int(b[11]), int(binary.LittleEndian.Uint32(b[12:]))
	h.blocks = [2]int{1 << (b[28] & 15), 1 << (b[28] >> 4)}
	h.identification, h.setup = b, setup
	switch {
	case h.channels == 0:
		return h, formatErrorf("the number of channels in its header is 0")
	case h.channels > maxVorbisChannels:
		return h, formatErrorf("its header claims %d channels", h.channels)
	case h.rate < minRate || h.rate > maxRate:
		return h, formatErrorf("the sample rate in its header is %d Hz; %d to %d Hz can be read", h.rate, minRate, maxRate)
	case h.blocks[0] < 64 || h.blocks[0] > h.blocks[1] || h.blocks[1] > 8192:
		return h, errVorbisHeader
	}
	if r := (vorbisBits{b: setup[7:]}); !r.goodCodebooks() || !r.goodFloors() || !r.goodResidues() {
		return h, &foreignError{what: "an Ogg Vorbis file with an unusual or damaged header"}
	}
	_, err = h.decoder() // it finds the rest
	return h, err
}

// goodCodebooks walks over the codebooks as the decoder does, without making them.
func (r *vorbisBits) goodCodebooks() bool {
	entriesLeft, valuesLeft := maxVorbisEntries, maxVorbisValues
	for range r.read(8) + 1 {
		if r.read(24) != 0x564342 {
			return false
		}
		dimensions, entries := r.read(16), r.read(24)
		entriesLeft -= entries
		valuesLeft -= entries * dimensions
		if dimensions == 0 || entries < 2 || entriesLeft < 0 || valuesLeft < 0 || !r.goodCode(entries) {
			return false
		}
		lookup := r.read(4)
		if lookup == 0 {
			continue
		}
		r.skip(64)
		bits := r.read(4) + 1
		r.skip(1)
		values := entries * dimensions
		if lookup == 1 {
			// As the decoder computes it.
			values = int(math.Floor(math.Pow(float64(entries), 1/float64(dimensions))))
		}
		r.skip(values * bits)
		if lookup > 2 || r.over {
			return false
		}
	}
	return !r.over
}

// goodFloors walks over what stands between codebooks and residues: the transforms, and the floors of type 1. Nothing was
// ever encoded with those of type 0.
func (r *vorbisBits) goodFloors() bool {
	r.skip(16 * (r.read(6) + 1))
	for range r.read(6) + 1 {
		if r.read(16) != 1 {
			return false
		}
		partitions := make([]int, r.read(5))
		classes := 0
		for i := range partitions {
			partitions[i] = r.read(4)
			classes = max(classes, partitions[i])
		}
		dimensions := make([]int, classes+1)
		for i := range dimensions {
			dimensions[i] = r.read(3) + 1
			subclass := r.read(2)
			if subclass > 0 {
				r.skip(8)
			}
			r.skip(8 << subclass)
		}
		r.skip(2)
		width := r.read(4)
		for _, class := range partitions {
			r.skip(width * dimensions[class])
		}
	}
	return !r.over
}

// goodResidues walks over the residues: one that ends before it begins makes the decoder count to four thousand million.
func (r *vorbisBits) goodResidues() bool {
	for range r.read(6) + 1 {
		r.skip(16)
		begin, end := r.read(24), r.read(24)
		r.skip(24)
		books := 0
		classes := r.read(6) + 1
		r.skip(8)
		for range classes {
			cascade := r.read(3)
			if r.read(1) == 1 {
				cascade |= r.read(5) << 3
			}
			books += bits.OnesCount(uint(cascade))
		}
		r.skip(8 * books)
		if begin > end || r.over {
			return false
		}
	}
	return true
}

// goodCode reads a codebook's code lengths and tells whether they make a complete tree: in another the decoder may go
// round in circles.
func (r *vorbisBits) goodCode(entries int) bool {
	const full = 1 << 32
	sum := uint64(0)
	if r.read(1) == 0 {
		sparse := r.read(1) == 1
		for range entries {
			if !sparse || r.read(1) == 1 {
				sum += full >> (r.read(5) + 1)
			}
		}
		return !r.over && sum == full
	}
	length := r.read(5) + 1
	for at := 0; at < entries; length++ {
		bits := 0
		for n := entries - at; n > 0; n >>= 1 {
			bits++
		}
		n := r.read(bits)
		if at += n; at > entries || length > 32 || r.over {
			return false
		}
		sum += uint64(n) * (full >> length)
	}
	return sum == full
}

// vorbisBits reads numbers as Vorbis packs them, the lowest bit first.
type vorbisBits struct {
	b    []byte
	at   int // bit
	over bool
}

func (r *vorbisBits) read(n int) (v int) {
	for i := range n {
		if r.at/8 >= len(r.b) {
			r.over = true
			return 0
		}
		v |= int(r.b[r.at/8]>>(r.at%8)&1) << i
		r.at++
	}
	return v
}

func (r *vorbisBits) skip(n int) {
	r.at += n
	if r.at > 8*len(r.b) {
		r.over = true
	}
}
