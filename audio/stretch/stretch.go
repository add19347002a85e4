// Package stretch makes speech faster or slower and keeps its pitch.
//
// It is WSOLA (Verhelst and Roelands, 1993): the output is laid together from
// stretches of the input with cross-fades, and where a stretch begins may shift a
// little, to where the waveform goes on from the one before as it would have by
// itself.
package stretch

import (
	"errors"
	"fmt"
	"io"
	"math"
	"time"
)

// The slowest and the fastest speed.
const (
	Slowest = 0.5
	Fastest = 2.0
)

const (
	// step is how much output is made at a time. Two of them span a period of the
	// deepest voices.
	step = 15 * time.Millisecond
	// reach is how far a stretch may shift to either side: a period of 80 Hz between
	// both. It is also how far an output sample may be from its place in the input.
	reach = 7 * time.Millisecond
	// coarse is the distance, in samples at 48 kHz, of those that the first search
	// compares, and between the places that it tries.
	coarse = 6
)

// Source is where samples come from, mono; io.EOF is its end.
type Source interface {
	Read(dst []float32) (int, error)
}

// Stretcher reads a Source at another speed. One goroutine may use it at a time.
type Stretcher struct {
	src   Source
	speed float64
	step  int // samples
	reach int
	skip  int // coarse, at this rate

	in    []float32 // samples of src from the one numbered first
	first int64
	ended bool  // src has no more
	err   error // why, unless it is its end

	out    []float32 // made, not yet given
	next   int64     // how many samples were made
	follow int64     // where the input goes on behind what was made last
	fade   []float32 // from 0 to 1 in a step
}

// New makes a Stretcher for samples at rate Hz. A speed of 2 takes half the time.
func New(src Source, rate int, speed float64) (*Stretcher, error) {
	if !(speed >= Slowest && speed <= Fastest) {
		return nil, fmt.Errorf("a speed of %v is not between %v and %v", speed, Slowest, Fastest)
	}
	samples := func(d time.Duration) int { return int(int64(rate) * int64(d) / int64(time.Second)) }
	s := &Stretcher{
		src: src, speed: speed, step: samples(step), reach: samples(reach), skip: max(1, coarse*rate/48000),
	}
	s.fade = make([]float32, s.step)
	for i := range s.fade {
		s.fade[i] = float32(0.5 - 0.5*math.Cos(math.Pi*(float64(i)+0.5)/float64(s.step)))
	}
	s.out = make([]float32, 0, s.step)
	return s, nil
}

// Read fills dst and returns how many samples it wrote: fewer than len(dst) only
// at the end or before an error. After the last sample, the input's length divided
// by the speed, it returns 0 and io.EOF.
func (s *Stretcher) Read(dst []float32) (int, error) {
	n := 0
	for n < len(dst) {
		if len(s.out) == 0 && !s.make() {
			break
		}
		m := copy(dst[n:], s.out)
		s.out = s.out[m:]
		n += m
	}
	if n > 0 || len(dst) == 0 {
		return n, nil
	}
	if s.err != nil {
		return 0, s.err
	}
	return 0, io.EOF
}

// make makes the next step of output and reports whether there was one to make.
func (s *Stretcher) make() bool {
	// The step's end is where it belongs; the fade then is about right throughout.
	ideal := int64(math.Round(float64(s.next+int64(s.step))*s.speed)) - int64(s.step)
	last := max(ideal+int64(s.reach), s.follow) + int64(s.step)
	s.forget(min(ideal-int64(s.reach), s.follow))
	s.fill(last)
	have := s.first + int64(len(s.in)) // all there is, where the source has ended
	if s.err != nil && have < last {
		return false
	}
	rest := s.step
	if s.ended {
		rest = min(rest, int(math.Round(float64(have)/s.speed))-int(s.next))
		if rest <= 0 {
			return false
		}
		s.in = append(s.in, make([]float32, max(0, last-have))...)
	}
	at := s.best(ideal)
	from, to := s.in[s.follow-s.first:], s.in[at-s.first:]
	s.out = s.out[:0:cap(s.out)]
	if cap(s.out) < s.step {
		s.out = make([]float32, 0, s.step)
	}
	for i, up := range s.fade {
		s.out = append(s.out, from[i]+(to[i]-from[i])*up)
	}
	s.out = s.out[:rest]
	if s.ended {
		s.in = s.in[:have-s.first] // without the silence behind the end
	}
	s.next += int64(rest)
	s.follow = at + int64(s.step)
	return true
}

// best is where, near the ideal place, the input looks most like what would
// follow by itself.
func (s *Stretcher) best(ideal int64) int64 {
	low, high := max(s.first, ideal-int64(s.reach)), ideal+int64(s.reach)
	if s.follow >= low && s.follow <= high {
		return s.follow // it follows by itself
	}
	at := s.search(low, high, s.skip, s.skip)
	return s.search(max(low, at-int64(s.skip)), min(high, at+int64(s.skip)), 1, 1)
}

// search tries the places from low to high, every so many, comparing every so
// many samples.
func (s *Stretcher) search(low, high int64, every, compare int) int64 {
	best, most := low, math.Inf(-1)
	follow := s.in[s.follow-s.first:][:s.step]
	for at := low; at <= high; at += int64(every) {
		there := s.in[at-s.first:][:s.step]
		var like, energy float64
		for i := 0; i < s.step; i += compare {
			like += float64(follow[i]) * float64(there[i])
			energy += float64(there[i]) * float64(there[i])
		}
		if score := like / math.Sqrt(energy+1e-9); score > most {
			best, most = at, score
		}
	}
	return best
}

// forget drops the input before a place.
func (s *Stretcher) forget(before int64) {
	n := min(max(0, before-s.first), int64(len(s.in)))
	if n < int64(4*s.step) { // not for every step
		return
	}
	s.in = append(s.in[:0], s.in[n:]...)
	s.first += n
}

// fill reads until the input reaches to a place, or has ended.
func (s *Stretcher) fill(to int64) {
	for !s.ended && s.err == nil && s.first+int64(len(s.in)) < to {
		have := len(s.in)
		s.in = append(s.in, make([]float32, int(to-s.first)-have)...)
		n, err := s.src.Read(s.in[have:])
		s.in = s.in[:have+n]
		switch {
		case errors.Is(err, io.EOF):
			s.ended = true
		case err != nil:
			s.err = err
		}
	}
}
