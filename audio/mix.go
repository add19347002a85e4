package audio

import (
	"errors"
	"io"
	"math"
)

// mixer makes one channel of several, so that speech in any of them is kept at its level.
//
// The rule: the mix is the mean of the channels that sound, each with its sign. A channel sounds when its level is
// over -60 dBFS and over -40 dB of the loudest one's, so a silent channel doesn't halve the level of the
// others. A channel that runs against the loudest one (correlation under -0.3) is inverted, so they don't
// cancel. Both are decided before the first sample from blocks spread evenly over the whole file, and a decision
// stays: it is only ever added to. A channel thought silent is listened to while mixing, and joins from the block on
// in which it sounds, faded in over that block, so nothing that is said in one is lost.
type mixer struct {
	channels int
	loudest  float64 // RMS of the loudest channel
	sounds   []bool
	sign     []float32
	gain     []float32 // what a channel is multiplied with; the signs are in it
	target   []float32 // gain at the end of the current block
}

const (
	soundsOver     = 1e-3 // RMS: -60 dBFS
	soundsRelative = 1e-2 // of the loudest: -40 dB
	runsAgainst    = -0.3 // correlation

	analysisSamples   = 2 << 20 // about how many samples of all channels are looked at
	minAnalysisBlocks = 8
	maxAnalysisBlocks = 128
)

// newMixer looks at a recording and leaves it at its beginning. block has space for blockFrames frames.
func newMixer(dec decoder, block []float32) (*mixer, error) {
	info := dec.info()
	m := &mixer{channels: info.Channels}
	m.sounds = make([]bool, m.channels)
	m.sign = make([]float32, m.channels)
	m.gain = make([]float32, m.channels)
	m.target = make([]float32, m.channels)
	for c := range m.sign {
		m.sign[c] = 1
	}
	if m.channels > 1 {
		if err := m.analyse(dec, block); err != nil {
			return nil, err
		}
	}
	m.setTarget()
	copy(m.gain, m.target)
	return m, dec.seek(0)
}

// analyse finds each channel's level, then its sign against the loudest.
func (m *mixer) analyse(dec decoder, block []float32) error {
	energy := make([]float64, m.channels)
	var n float64
	err := m.eachBlock(dec, block, func(b []float32) {
		for c := range m.channels {
			energy[c] += m.covariance(b, c, c)
		}
		n += float64(len(b) / m.channels)
	})
	if err != nil {
		return err
	}
	ref := 0
	for c, e := range energy {
		if e > energy[ref] {
			ref = c
		}
	}
	m.loudest = math.Sqrt(energy[ref] / max(1, n))
	for c, e := range energy {
		m.sounds[c] = m.loudEnough(math.Sqrt(e / max(1, n)))
	}

	cross := make([]float64, m.channels)
	err = m.eachBlock(dec, block, func(b []float32) {
		for c := range m.channels {
			if m.sounds[c] {
				cross[c] += m.covariance(b, c, ref)
			}
		}
	})
	if err != nil {
		return err
	}
	for c := range cross {
		if cross[c] < runsAgainst*math.Sqrt(energy[c]*energy[ref]) {
			m.sign[c] = -1
		}
	}
	return nil
}

func (m *mixer) loudEnough(rms float64) bool {
	return rms > soundsOver && rms > soundsRelative*m.loudest
}

// eachBlock calls f with blocks spread evenly over the file, or with all of it if it is short.
func (m *mixer) eachBlock(dec decoder, block []float32, f func(b []float32)) error {
	frames, blocks := dec.glance()
	count := int64(min(blocks, max(minAnalysisBlocks, analysisSamples/len(block))))
	last := max(0, frames-blockFrames)
	if all := (frames + blockFrames - 1) / blockFrames; all <= count {
		count, last = all, (all-1)*blockFrames
	}
	for i := range count {
		if err := dec.seek(last * i / max(1, count-1)); err != nil {
			return err
		}
		n, err := dec.read(block)
		if errors.Is(err, io.EOF) {
			continue
		}
		if err != nil {
			return err
		}
		f(block[:n*m.channels])
	}
	return nil
}

// covariance sums the products of channels c and d over a block, each without its mean over the block: an
// offset is no sound.
func (m *mixer) covariance(b []float32, c, d int) float64 {
	var sum, sumC, sumD float64
	n := 0
	for ; len(b) >= m.channels; b = b[m.channels:] {
		x, y := float64(b[c]), float64(b[d])
		sum += x * y
		sumC += x
		sumD += y
		n++
	}
	return sum - sumC*sumD/float64(max(1, n))
}

// setTarget makes the gains that the channels which sound should have. While none does, all count.
func (m *mixer) setTarget() {
	n := 0
	for _, s := range m.sounds {
		if s {
			n++
		}
	}
	for c := range m.target {
		switch {
		case n == 0:
			m.target[c] = m.sign[c] / float32(m.channels)
		case m.sounds[c]:
			m.target[c] = m.sign[c] / float32(n)
		default:
			m.target[c] = 0
		}
	}
}

// mix writes the mix of the interleaved frames src to dst, one sample a frame. It allocates nothing.
func (m *mixer) mix(dst, src []float32) {
	if m.channels == 1 {
		copy(dst, src)
		return
	}
	woken := m.listen(src)
	for i := range dst {
		frame := src[i*m.channels:][:m.channels]
		var sum float32
		if woken {
			t := float32(i+1) / float32(len(dst))
			for c, x := range frame {
				sum += x * (m.gain[c] + (m.target[c]-m.gain[c])*t)
			}
		} else {
			for c, x := range frame {
				sum += x * m.gain[c]
			}
		}
		dst[i] = sum
	}
	copy(m.gain, m.target)
}

// listen adds channels that begin to sound in this block and reports whether there were any.
func (m *mixer) listen(src []float32) (woken bool) {
	frames := float64(len(src) / m.channels)
	for c := range m.channels {
		if m.sounds[c] {
			continue
		}
		energy := m.covariance(src, c, c)
		rms := math.Sqrt(max(0, energy) / frames)
		if !m.loudEnough(rms) {
			continue
		}
		m.sign[c] = 1
		for d := range m.channels { // against the first that sounds: they all run the same way
			if m.sounds[d] {
				cov := m.covariance(src, c, d) * float64(m.sign[d])
				if cov < runsAgainst*math.Sqrt(energy*max(0, m.covariance(src, d, d))) {
					m.sign[c] = -1
				}
				break
			}
		}
		m.sounds[c] = true
		m.loudest = max(m.loudest, rms)
		woken = true
	}
	if woken {
		m.setTarget()
	}
	return woken
}
