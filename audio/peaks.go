package audio

import (
	"context"
	"errors"
	"io"
	"math"
)

// Peaks is the outline of a recording, for drawing: its loudness in some thousand stretches of equal length. It takes
// the same memory whatever the recording's length.
type Peaks struct {
	Samples int64 // of the recording, at Rate
	Rate    int   // Hz
	Stretch int64 // samples that each outline stands for
	Outline []Outline
}

// Outline is how loud a stretch is, from 0 to 255 of full scale.
type Outline struct {
	Peak uint8 // its loudest sample
	Mean uint8 // its effective value
}

// Seconds is the length of what was outlined.
func (p Peaks) Seconds() float64 { return float64(p.Samples) / float64(max(1, p.Rate)) }

const (
	// mostOutlines is how many outlines a recording has at most: twice what a wide screen has columns.
	mostOutlines = 4096
	// firstStretch is the length of an outline before there are too many: 4 ms at 16 kHz.
	firstStretch = 64
	// tellEvery is how many samples are read between two reports.
	tellEvery = 4 << 20
)

// outliner makes peaks of samples that come bit by bit. When there are too many outlines it makes one of each
// two, so that it needs to know nothing of the length in advance.
type outliner struct {
	peaks Peaks
	n     int64   // samples of the outline in the making
	peak  float32 // their greatest value
	sum   float64 // of their squares
	peakS []float32
	sums  []float64 // as the outlines, exact: pairs are added often
}

func newOutliner(rate int) *outliner {
	return &outliner{peaks: Peaks{Rate: rate, Stretch: firstStretch}}
}

func (o *outliner) add(samples []float32) {
	for _, v := range samples {
		v = float32(math.Abs(float64(v)))
		o.peak = max(o.peak, v)
		o.sum += float64(v) * float64(v)
		if o.n++; o.n == o.peaks.Stretch {
			o.close()
		}
	}
	o.peaks.Samples += int64(len(samples))
}

func (o *outliner) close() {
	o.peakS, o.sums = append(o.peakS, o.peak), append(o.sums, o.sum)
	o.n, o.peak, o.sum = 0, 0, 0
	if len(o.peakS) < mostOutlines {
		return
	}
	half := len(o.peakS) / 2
	for i := range half {
		o.peakS[i] = max(o.peakS[2*i], o.peakS[2*i+1])
		o.sums[i] = o.sums[2*i] + o.sums[2*i+1]
	}
	o.peakS, o.sums = o.peakS[:half], o.sums[:half]
	o.peaks.Stretch *= 2
}

// now is the outline of what was added so far.
func (o *outliner) now() Peaks {
	p := o.peaks
	p.Outline = make([]Outline, 0, len(o.peakS)+1)
	put := func(peak float32, sum float64, n int64) {
		p.Outline = append(p.Outline, Outline{loudness(float64(peak)), loudness(math.Sqrt(sum / float64(n)))})
	}
	for i := range o.peakS {
		put(o.peakS[i], o.sums[i], p.Stretch)
	}
	if o.n > 0 {
		put(o.peak, o.sum, o.n)
	}
	return p
}

func loudness(v float64) uint8 { return uint8(math.Round(255 * min(1, v))) }

// OutlineOf reads a recording from its begin to its end. It tells on its way what it has so far, about once
// in two minutes of sound, with the length that the header promises in Samples; tell may be nil. A cancelled ctx ends
// it with that error; a recording that can't be read on ends with the outline until there and the error.
func OutlineOf(ctx context.Context, path string, tell func(Peaks)) (Peaks, error) {
	s, err := openAtOwnRate(path)
	if err != nil {
		return Peaks{}, err
	}
	defer func() { _ = s.Close() }() // only read from
	o := newOutliner(s.Rate())
	block := make([]float32, blockFrames)
	told := int64(0)
	for {
		if err := ctx.Err(); err != nil {
			return o.now(), err
		}
		n, err := s.Read(block)
		o.add(block[:n])
		switch {
		case errors.Is(err, io.EOF):
			return o.now(), nil
		case err != nil:
			return o.now(), err
		}
		if tell != nil && o.peaks.Samples-told >= tellEvery {
			told = o.peaks.Samples
			p := o.now()
			p.Samples = max(p.Samples, s.Len())
			tell(p)
		}
	}
}

// openAtOwnRate opens a recording so that nothing has to be resampled, where its rate is a usual one.
func openAtOwnRate(path string) (*Stream, error) {
	s, err := Open(path, minOutRate)
	if err != nil {
		return nil, err
	}
	rate := s.Info().SampleRate
	if rate <= minOutRate || rate > maxRate {
		return s, nil
	}
	if err := s.Close(); err != nil {
		return nil, err
	}
	return Open(path, rate)
}
