package bench

import (
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// resamples of the bootstrap: enough that its own noise is far below that of the
// times.
const resamples = 2000

func median(xs []float64) float64 {
	if len(xs) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(xs))
	if n := len(sorted); n%2 == 0 {
		return (sorted[n/2-1] + sorted[n/2]) / 2
	}
	return sorted[len(sorted)/2]
}

func spread(xs []float64) Spread {
	if len(xs) == 0 {
		return Spread{}
	}
	return Spread{Min: slices.Min(xs), Median: median(xs), Max: slices.Max(xs), Each: xs}
}

// pairedRatio is the median of x/base, round by round, with its 95 % interval by
// bootstrap. Pairs of one round share the machine's mood, which is what makes
// small differences visible.
func pairedRatio(x, base []float64) (ratio float64, ci [2]float64) {
	n := min(len(x), len(base))
	if n == 0 {
		return 0, ci
	}
	ratios := make([]float64, n)
	for i := range n {
		ratios[i] = x[i] / base[i]
	}
	// Always the same resamples: the same times give the same interval.
	random := rand.New(rand.NewPCG(1, uint64(n)))
	medians := make([]float64, resamples)
	sample := make([]float64, n)
	for i := range medians {
		for j := range sample {
			sample[j] = ratios[random.IntN(n)]
		}
		medians[i] = median(sample)
	}
	slices.Sort(medians)
	ci[0] = stat.Quantile(0.025, stat.Empirical, medians, nil)
	ci[1] = stat.Quantile(0.975, stat.Empirical, medians, nil)
	return median(ratios), ci
}
