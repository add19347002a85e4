package cut

import (
	"errors"
	"io"
	"math"
	"time"
)

const (
	// Longest is the longest that a piece can be. No model was trained on more than 30 s at a time, and some on less.
	Longest = 30 * time.Second

	// shortestSilence is how long nobody must have spoken for that to be left out. Shorter pauses stay in a piece.
	shortestSilence = 2 * time.Second
	// margin is what stays of a silence beside the speech, on either side: the weak begins and ends of words.
	margin = 500 * time.Millisecond
	// mostSearch is how much of a piece's end is searched for a place to cut, and searchPart how much of a short piece.
	mostSearch = 8 * time.Second
	searchPart = .7
	// quietSteps is the length of the stretch that has to be quiet where it is cut: 100 ms.
	quietSteps = 10
	// aroundSteps is the length of the stretch around it that counts as much: 800 ms. Before a k or a p it is as quiet as
	// between words, but not for as long.
	aroundSteps = 80
)

// A Piece is a stretch of a recording.
type Piece struct {
	Start   int64 // number of the first sample, from the recording's begin
	Samples []float32
}

// End is the number of the sample after the last.
func (p Piece) End() int64 { return p.Start + int64(len(p.Samples)) }

// A Reader gives samples as audio.Stream does: fewer than asked for only at the end or before an error, and then io.EOF or
// the error alone.
type Reader interface {
	Read(dst []float32) (int, error)
}

// Cutter cuts what a Reader gives. It holds one piece and what is needed to decide on its end, some 40 s, however long the
// recording is. Pieces follow each other without overlap; between two there is nothing, or a silence.
type Cutter struct {
	src  Reader
	rate int
	det  *detector

	longest, search time.Duration
	shortestRest    time.Duration // what should be left, where there is a choice, for the piece after a cut

	samples []float32 // read, and not given out or passed over
	at      int64     // number of the first of them
	block   []float32
	ended   bool
	err     error // why there is no more, after the samples
}

// New makes a cutter of samples at rate Hz. Pieces take at most longest; 0 or more than Longest is Longest.
func New(src Reader, rate int, longest time.Duration) *Cutter {
	if longest <= 0 || longest > Longest {
		longest = Longest
	}
	return &Cutter{
		src: src, rate: rate, det: newDetector(rate), block: make([]float32, max(1, rate/4)),
		longest: longest, search: min(mostSearch, time.Duration(searchPart*float64(longest))), shortestRest: longest / 10,
	}
}

// Next gives the next piece, and after the last io.EOF. An error of the Reader comes after the pieces before it.
func (c *Cutter) Next() (Piece, error) {
	for {
		c.read(c.at + c.length(c.longest+shortestSilence))
		if len(c.samples) == 0 { // all is given out, though the last step may be speech up to its end
			return Piece{}, c.reason()
		}
		first, found := c.speechFrom(c.step(c.at))
		switch speech := c.sample(first); {
		case found && speech-c.at < c.length(shortestSilence):
			return c.piece(speech), nil
		case found: // a piece begins here, and its end may not be read yet
			c.pass(speech - c.length(margin))
		case c.ended:
			c.pass(c.at + int64(len(c.samples)))
		default:
			c.pass(max(c.at, c.sample(c.det.decided())-c.length(margin)))
		}
	}
}

// reason is why there are no more samples.
func (c *Cutter) reason() error {
	if c.err != nil {
		return c.err
	}
	return io.EOF
}

// length is a time in samples.
func (c *Cutter) length(d time.Duration) int64 { return int64(d) * int64(c.rate) / int64(time.Second) }

func (c *Cutter) step(sample int64) int { return int(sample / int64(c.det.stepSamples())) }

func (c *Cutter) sample(step int) int64 { return int64(step) * int64(c.det.stepSamples()) }

// read reads until it is decided which steps up to the given sample are speech.
func (c *Cutter) read(until int64) {
	for !c.ended && c.det.decided() < c.step(until) {
		n, err := c.src.Read(c.block)
		c.samples = append(c.samples, c.block[:n]...)
		c.det.write(c.block[:n])
		if err != nil || n == 0 {
			c.ended = true
			if err != nil && !errors.Is(err, io.EOF) {
				c.err = err
			}
			c.det.end()
		}
	}
}

// pass lets go of the samples before one.
func (c *Cutter) pass(sample int64) {
	n := sample - c.at
	c.samples = c.samples[:copy(c.samples, c.samples[n:])]
	c.at = sample
	c.det.forget(c.step(c.at))
}

// speechFrom is the first step of speech from one on.
func (c *Cutter) speechFrom(step int) (int, bool) {
	for ; step < c.det.decided(); step++ {
		if c.det.isSpeech(step) {
			return step, true
		}
	}
	return 0, false
}

// silenceFrom is the begin of the first silence from a step on that is long enough to be left out, or reaches to the
// recording's end. There may be none in what is decided; then it is somewhere after that.
func (c *Cutter) silenceFrom(step int) int {
	need := c.step(c.length(shortestSilence))
	begin := step
	for ; step < c.det.decided(); step++ {
		if c.det.isSpeech(step) {
			begin = step + 1
		} else if step-begin >= need {
			return begin
		}
	}
	if !c.ended {
		return math.MaxInt32
	}
	return begin
}

// piece takes the piece that begins at c.at and has the speech at the given sample in it.
func (c *Cutter) piece(speech int64) Piece {
	have := c.at + int64(len(c.samples))
	silence := c.sample(c.silenceFrom(c.step(speech)))
	end := silence + c.length(margin)
	if rest := have - silence; c.ended && rest < c.length(shortestSilence) {
		end = have // a short pause at the end stays
	}
	end = min(end, have)
	longest := c.at + c.length(c.longest)
	if silence <= longest {
		end = min(end, longest)
	} else {
		latest := longest
		if silence-c.length(c.shortestRest) > longest-c.length(c.search)/2 {
			latest = min(latest, silence-c.length(c.shortestRest))
		}
		end = c.quietest(longest-c.length(c.search), latest)
	}
	n := end - c.at
	p := Piece{Start: c.at, Samples: append([]float32(nil), c.samples[:n]...)}
	c.pass(end)
	return p
}

// quietest is the best place to cut between two samples: the middle of the quietest 100 ms, where it counts as much for how
// long it is quiet around. Of places that are as good it is the last.
func (c *Cutter) quietest(from, to int64) int64 {
	best, at := math.Inf(1), to
	last := c.step(to)
	for step := c.step(from); step <= last; step++ {
		if place := c.sample(step); place <= to {
			if v := c.power(step) + c.average(step); v <= best+1e-9 {
				best, at = v, place
			}
		}
	}
	return at
}

// power is the level of the stretch to cut in, in dB: nothing in it may be loud.
func (c *Cutter) power(step int) float64 {
	p := c.around(step, quietSteps)
	if len(p) == 0 {
		return 0
	}
	return level(mean(p))
}

// average is the average level around a place, in dB. Where the power were averaged, one loud step would count for all,
// and how long a pause is for nothing.
func (c *Cutter) average(step int) float64 {
	p := c.around(step, aroundSteps)
	if len(p) == 0 {
		return 0
	}
	sum := 0.0
	for _, power := range p {
		sum += level(power)
	}
	return sum / float64(len(p))
}

// around gives the power of so many steps, half before and half after the begin of one, as far as they are known.
func (c *Cutter) around(step, width int) []float64 {
	p := c.det.sound
	lo := max(0, step-width/2-c.det.base)
	hi := min(len(p), step+width/2-c.det.base)
	if hi <= lo {
		return nil
	}
	return p[lo:hi]
}

// level is a power in dB, where all that nobody hears is as quiet.
func level(power float64) float64 { return max(decibels(power), -90) }
