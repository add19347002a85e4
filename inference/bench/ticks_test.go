package bench

import (
	"math"
	"strconv"
	"testing"
)

// A chart's axis must not lie: each label is the value of its tick.
func TestTicksSayTheirValues(t *testing.T) {
	for _, r := range [][2]float64{{0.974, 1.139}, {0, 0.55}, {0, 6.2}, {0.9, 1.8}} {
		majors := 0
		for _, tick := range (exactTicks{}).Ticks(r[0], r[1]) {
			if tick.IsMinor() {
				continue
			}
			majors++
			if said, err := strconv.ParseFloat(tick.Label, 64); err != nil || math.Abs(said-tick.Value) > 1e-6 {
				t.Errorf("from %v to %v: the tick at %v says %q", r[0], r[1], tick.Value, tick.Label)
			}
		}
		if majors < 2 {
			t.Errorf("from %v to %v: %d labels", r[0], r[1], majors)
		}
	}
}
