package cut

import "math"

// The detector's rule. All is counted in steps of 10 ms.
//
// A step's level is the power of the 50 ms around it, above 250 Hz, where rumble and hum are not, and falling by 6 dB an
// octave from 1500 Hz on, since most noise is stronger there than speech. The noise
// floor is the level that one step in twenty is under, of those within 5 s before and after. Speech begins where the level
// is 5 dB over the floor and over -62 dBFS for 70 ms, and ends where it was not 3 dB over it for 300 ms.
//
// The floor looks both ways, so that it is right from the first second on, and it follows a noise that changes. It is low
// where there is doubt: in a stretch without any pause it is that of the weakest sounds. So what errors there are make noise
// pass for speech rather than speech for noise.
const (
	stepsPerSecond = 100

	smoothSteps   = 2   // on either side: 50 ms
	floorReach    = 500 // on either side
	floorShare    = 20  // one in so many is under the floor
	onsetSteps    = 7   // a click fills five
	hangoverSteps = 30

	overFloorOn  = 5.0   // dB
	overFloorOff = 3.0   // dB
	leastLevel   = -62.0 // dBFS

	highPass = 250.0  // Hz
	lowPass  = 1500.0 // Hz
)

// detector tells which steps of a recording are speech. It is given samples as they come, and decides a step once it has
// seen floorReach after it, or the end.
type detector struct {
	rate int
	hp   [2]highPassStage
	lp   lowPassStage
	fill int     // samples of the running step
	wide float64 // sum of their squares, above highPass
	band float64 // and with the low-pass

	base    int       // number of the step that the slices begin with
	sound   []float64 // power of each step above highPass, at full scale 1
	power   []float64 // and with the low-pass
	level   []float64 // of each step, in dB; shorter than power
	speech  []bool    // decided steps; shorter than level
	window  histogram // of the levels from floorReach before the next step to decide on
	seen    int       // the number of the step after the last one in window
	ended   bool
	running bool // speech is on
	above   int  // steps in a row that could be an onset
	below   int  // steps in a row that could be an end
}

// highPassStage is a filter of the first order.
type highPassStage struct{ a, x, y float64 }

func (s *highPassStage) next(x float64) float64 {
	s.y = s.a*s.y + (1+s.a)/2*(x-s.x)
	s.x = x
	return s.y
}

// lowPassStage is a filter of the first order.
type lowPassStage struct{ a, y float64 }

func (s *lowPassStage) next(x float64) float64 {
	s.y += (1 - s.a) * (x - s.y)
	return s.y
}

func newDetector(rate int) *detector {
	d := &detector{rate: rate}
	for i := range d.hp {
		d.hp[i].a = math.Exp(-2 * math.Pi * highPass / float64(rate))
	}
	d.lp.a = math.Exp(-2 * math.Pi * lowPass / float64(rate))
	return d
}

// stepSamples is the length of a step.
func (d *detector) stepSamples() int { return max(1, d.rate/stepsPerSecond) }

// write takes samples.
func (d *detector) write(samples []float32) {
	n := d.stepSamples()
	for len(samples) > 0 {
		m := min(len(samples), n-d.fill)
		d.part(samples[:m])
		samples = samples[m:]
		if d.fill == n {
			d.step()
		}
	}
	d.decide()
}

// part takes samples of the running step. Everything in the loop is local, which makes it several times as fast.
func (d *detector) part(samples []float32) {
	hp0, hp1, lp, wide, band := d.hp[0], d.hp[1], d.lp, d.wide, d.band
	for _, v := range samples {
		y := hp1.next(hp0.next(float64(v)))
		z := lp.next(y)
		wide += y * y
		band += z * z
	}
	d.hp, d.lp, d.wide, d.band = [2]highPassStage{hp0, hp1}, lp, wide, band
	d.fill += len(samples)
}

// end says that there are no more samples.
func (d *detector) end() {
	if d.fill > 0 {
		d.step()
	}
	d.ended = true
	d.decide()
}

func (d *detector) step() {
	d.sound = append(d.sound, d.wide/float64(d.fill))
	d.power = append(d.power, d.band/float64(d.fill))
	d.wide, d.band, d.fill = 0, 0, 0
}

// decided is how many steps are decided, from the recording's begin.
func (d *detector) decided() int { return d.base + len(d.speech) }

// isSpeech is about a decided step.
func (d *detector) isSpeech(step int) bool { return d.speech[step-d.base] }

// decide goes on as far as the power is known.
func (d *detector) decide() {
	known := len(d.power)
	if !d.ended {
		known -= smoothSteps
	}
	for t := len(d.level); t < known; t++ {
		d.level = append(d.level, decibels(mean(d.power[max(0, t-smoothSteps):min(len(d.power), t+smoothSteps+1)])))
	}
	for t := len(d.speech); t < len(d.level) && (d.ended || t+floorReach < len(d.level)); t++ {
		for ; d.seen-d.base < min(len(d.level), t+floorReach+1); d.seen++ {
			d.window.add(d.level[d.seen-d.base], 1)
		}
		if gone := t - floorReach - 1; gone >= 0 {
			d.window.add(d.level[gone], -1)
		}
		d.speech = append(d.speech, d.next(t, d.level[t], d.window.floor()))
	}
}

// histogram counts levels.
type histogram struct {
	bins  [600]int
	total int
}

// The bins are a quarter of a decibel wide and begin at that of no power at all.
const binsPerDecibel = 4

func (h *histogram) add(level float64, n int) {
	h.bins[max(0, min(len(h.bins)-1, int((level-noPower)*binsPerDecibel)))] += n
	h.total += n
}

// floor is the level that one in floorShare is under.
func (h *histogram) floor() float64 {
	left := h.total / floorShare
	for i, n := range h.bins {
		if left -= n; left < 0 {
			return noPower + (float64(i)+0.5)/binsPerDecibel
		}
	}
	return noPower
}

// next is the state after one more step.
func (d *detector) next(t int, level, floor float64) bool {
	if !d.running {
		if level < max(floor+overFloorOn, leastLevel) {
			d.above = 0
			return false
		}
		if d.above++; d.above < onsetSteps {
			return false
		}
		for i := max(0, t-onsetSteps+1); i < t; i++ {
			d.speech[i] = true
		}
		d.running, d.above, d.below = true, 0, 0
		return true
	}
	if level >= max(floor+overFloorOff, leastLevel) {
		d.below = 0
	} else if d.below++; d.below >= hangoverSteps {
		d.running = false
	}
	return d.running
}

// forget lets go of what is before a step and not needed to decide later ones.
func (d *detector) forget(step int) {
	n := min(step, d.decided()-floorReach-2) - d.base
	if n <= 0 {
		return
	}
	d.base += n
	d.sound = d.sound[:copy(d.sound, d.sound[n:])]
	d.power = d.power[:copy(d.power, d.power[n:])]
	d.level = d.level[:copy(d.level, d.level[n:])]
	d.speech = d.speech[:copy(d.speech, d.speech[n:])]
}

func mean(x []float64) float64 {
	var sum float64
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}

// decibels of a power, those of a sine of full scale being -3. Nothing at all is noPower.
func decibels(power float64) float64 { return 10 * math.Log10(power+1e-12) }

const noPower = -120
