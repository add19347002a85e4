package audio

import "math"

const (
	silentWindow = 320    // samples: 20 ms at 16 kHz
	silentRMS    = 1e-3   // -60 dBFS
	silentPeak   = 3.2e-3 // -50 dBFS
)

// Silent reports whether a piece has no sound in it that could be speech, so that it is better not given to a
// model, which would invent words. The rule: without the piece's mean (a constant offset is no sound), no 20 ms
// of it reach -60 dBFS RMS, and no sample -50 dBFS. It is meant for 16 kHz; an empty piece is silent.
func Silent(samples []float32) bool {
	var sum float64
	for _, v := range samples {
		sum += float64(v)
	}
	mean := sum / float64(max(1, len(samples)))
	for len(samples) > 0 {
		window := samples[:min(silentWindow, len(samples))]
		samples = samples[len(window):]
		var energy float64
		for _, v := range window {
			d := float64(v) - mean
			if math.Abs(d) >= silentPeak {
				return false
			}
			energy += d * d
		}
		if energy >= silentRMS*silentRMS*float64(len(window)) {
			return false
		}
	}
	return true
}
