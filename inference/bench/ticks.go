package bench

import (
	"math"
	"strconv"

	"gonum.org/v1/plot"
)

// exactTicks are gonum's, with as many digits as tell them apart: gonum writes 0.975,
// 1.025 and 1.075 as 0.98, 1 and 1.1.
type exactTicks struct{}

// Ticks implements plot.Ticker.
func (exactTicks) Ticks(from, to float64) []plot.Tick {
	ticks := plot.DefaultTicks{}.Ticks(from, to)
	digits := 0
	for _, t := range ticks {
		for !t.IsMinor() && digits < 6 && math.Abs(t.Value-rounded(t.Value, digits)) > 1e-9 {
			digits++
		}
	}
	for i := range ticks {
		if !ticks[i].IsMinor() {
			ticks[i].Label = strconv.FormatFloat(ticks[i].Value, 'f', digits, 64)
		}
	}
	return ticks
}

func rounded(x float64, digits int) float64 {
	scale := math.Pow10(digits)
	return math.Round(x*scale) / scale
}
