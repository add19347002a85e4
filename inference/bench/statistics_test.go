package bench

import "testing"

func TestMedian(t *testing.T) {
	for _, c := range []struct {
		xs   []float64
		want float64
	}{{nil, 0}, {[]float64{3}, 3}, {[]float64{5, 1}, 3}, {[]float64{9, 1, 2}, 2}, {[]float64{4, 1, 3, 2}, 2.5}} {
		if got := median(c.xs); got != c.want {
			t.Errorf("median(%v) = %v, want %v", c.xs, got, c.want)
		}
	}
}

// What pairing is for: the machine's mood changes by half, the ratio does not.
func TestPairedRatioSeesThroughTheMachinesMood(t *testing.T) {
	base := []float64{100, 150, 110, 90, 140, 120, 100, 160}
	x := make([]float64, len(base))
	for i, b := range base {
		x[i] = b * (1.10 + 0.01*float64(i%3-1))
	}
	ratio, ci := pairedRatio(x, base)
	if ratio < 1.099 || ratio > 1.101 {
		t.Errorf("ratio %v, want 1.10", ratio)
	}
	if ci[0] < 1.089 || ci[1] > 1.111 || ci[0] > ratio || ci[1] < ratio {
		t.Errorf("interval %v", ci)
	}
	again, ci2 := pairedRatio(x, base)
	if again != ratio || ci2 != ci {
		t.Error("the same times give another interval")
	}
}

func TestIntervalGrowsWithTheNoise(t *testing.T) {
	base := []float64{100, 100, 100, 100, 100, 100}
	_, narrow := pairedRatio([]float64{101, 99, 100, 101, 99, 100}, base)
	_, wide := pairedRatio([]float64{150, 60, 100, 140, 70, 100}, base)
	if narrow[1]-narrow[0] >= wide[1]-wide[0] {
		t.Errorf("intervals %v and %v", narrow, wide)
	}
	if wide[1]-wide[0] < tooWide {
		t.Errorf("the interval %v does not count as too wide", wide)
	}
}
