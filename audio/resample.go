package audio

import "math"

// The resampler's filter, relative to half of the lower of the two rates: flat up to passEdge (7.2 kHz when
// going to 16 kHz), and by stopDB down from half of the lower rate on, so that nothing folds back.
const (
	passEdge = 0.9
	stopDB   = 110.0

	// maxPhases is how many phases are tabulated between two inputs when going up in rate; when going down, the
	// filter is longer and as much smoother, and fewer do. A pair of rates that needs no more is done exactly, as all
	// usual pairs are (44,100 to 16,000 needs 160). Others go between two phases by linear interpolation, whose
	// error at this many is under -110 dB. So the table has some 150,000 entries at most.
	maxPhases = 1024
)

// resampler changes the rate of a mono signal by a polyphase windowed-sinc filter (Kaiser window). Output k is the
// band-limited signal at the time of input k·down/up: no delay. It allocates nothing after newResampler.
type resampler struct {
	up, down int       // the rates' ratio, out/in, in lowest terms
	taps     int       // inputs that one output is made of; even
	phases   int       // equals up when the table is exact
	table    []float32 // phases rows of taps; one more when it isn't exact
	in       []float32 // inputs not yet done with; in[0] is the first tap's for the next output
	inBuf    []float32 // what in moves over
	phase    int       // 0 to up-1: how far the next output is past input taps/2-1 of in, in 1/up
}

// newResampler makes a resampler that can be given up to block samples at a time. The rates are in Hz.
func newResampler(inRate, outRate, block int) *resampler {
	g := gcd(inRate, outRate)
	r := &resampler{up: outRate / g, down: inRate / g}

	// All in cycles per input sample.
	nyquist := 0.5 * min(1, float64(outRate)/float64(inRate))
	transition := nyquist * (1 - passEdge)
	cutoff := nyquist - transition/2
	beta := 0.1102 * (stopDB - 8.7)
	half := int(math.Ceil((stopDB - 8) / (2.285 * 2 * math.Pi * transition) / 2))
	r.taps = 2 * half

	r.phases = max(32, int(maxPhases*2*nyquist))
	rows := r.phases + 1
	if r.up <= r.phases {
		r.phases, rows = r.up, r.up
	}
	r.table = make([]float32, rows*r.taps)
	window := newKaiser(beta)
	row := make([]float64, r.taps)
	for p := range rows {
		frac := float64(p) / float64(r.phases)
		var sum float64
		for j := range row {
			d := frac + float64(half-1-j) // from the tap's input to the output's time
			x := 2 * math.Pi * cutoff * d
			s := 1.0
			if x != 0 {
				s = math.Sin(x) / x
			}
			row[j] = s * window.at(d/float64(half))
			sum += row[j]
		}
		for j, v := range row {
			r.table[p*r.taps+j] = float32(v / sum)
		}
	}
	r.inBuf = make([]float32, 2*r.taps+2*block+r.down/r.up+1)
	r.reset(0)
	return r
}

// history is how many inputs before an output's own time go into it.
func (r *resampler) history() int { return r.taps/2 - 1 }

// reset forgets all input. The next output is the one at the time of the input that is fed after before others,
// 0 to history(); what the filter reaches before those is taken for silence.
func (r *resampler) reset(before int) {
	r.in = r.inBuf[:r.history()-before]
	clear(r.in)
	r.phase = 0
}

// feed takes input, at most block samples, all of it: call it when produce gives less than it was asked for.
func (r *resampler) feed(src []float32) {
	n := copy(r.inBuf, r.in)
	n += copy(r.inBuf[n:], src)
	r.in = r.inBuf[:n]
}

// produce writes output until dst is full or the input doesn't suffice, and returns how much it wrote.
func (r *resampler) produce(dst []float32) int {
	for n := range dst {
		if len(r.in) < r.taps {
			return n
		}
		if r.phases == r.up {
			dst[n] = dot(r.table[r.phase*r.taps:][:r.taps], r.in)
		} else {
			at := float64(r.phase) * float64(r.phases) / float64(r.up)
			p := int(at)
			frac := float32(at - float64(p))
			a := dot(r.table[p*r.taps:][:r.taps], r.in)
			b := dot(r.table[(p+1)*r.taps:][:r.taps], r.in)
			dst[n] = a + (b-a)*frac
		}
		r.phase += r.down
		step := r.phase / r.up
		r.phase -= step * r.up
		r.in = r.in[step:] // taps are many times down/up, so there are that many
	}
	return len(dst)
}

// tail is how many zeros must be fed after the last input so that the outputs up to it come.
func (r *resampler) tail() int { return r.taps / 2 }

// outputs is how many outputs n inputs make: those at times before the input's end.
func (r *resampler) outputs(n int64) int64 {
	up, down := int64(r.up), int64(r.down)
	return n/down*up + (n%down*up+down-1)/down
}

// dot is the sum of products of a and the beginning of b, which is no shorter.
func dot(a, b []float32) float32 {
	b = b[:len(a)]
	var s0, s1, s2, s3 float32
	i := 0
	for ; i+4 <= len(a); i += 4 {
		x, y := a[i:i+4:i+4], b[i:i+4:i+4]
		s0 += x[0] * y[0]
		s1 += x[1] * y[1]
		s2 += x[2] * y[2]
		s3 += x[3] * y[3]
	}
	for ; i < len(a); i++ {
		s0 += a[i] * b[i]
	}
	return s0 + s1 + (s2 + s3)
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// kaiser is the window of that name.
type kaiser struct{ beta, norm float64 }

func newKaiser(beta float64) kaiser { return kaiser{beta, bessel0(beta)} }

// at is the window's value at x, from -1 to 1; 0 outside.
func (k kaiser) at(x float64) float64 {
	if x < -1 || x > 1 {
		return 0
	}
	return bessel0(k.beta*math.Sqrt(1-x*x)) / k.norm
}

// bessel0 is the modified Bessel function of the first kind and order zero, by its power series.
func bessel0(x float64) float64 {
	sum, term := 1.0, 1.0
	for k := 1.0; term > sum*1e-17; k++ {
		t := x / (2 * k)
		term *= t * t
		sum += term
	}
	return sum
}
