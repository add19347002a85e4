package plan

import (
	"math"
	"time"
)

// bounded divides pieces where the checks are too few for the target: so that the
// longest range is the shortest that so many checks allow, and of those divisions
// the one where a stop at any moment waits least on average, which is where the
// squares of the ranges add up to the least. It gives the index after each range's
// last piece.
func bounded(pieces []piece, times []time.Duration, kinds []byte, r Rule) (ends []int) {
	d := division{pieces: pieces, until: make([]time.Duration, len(pieces)+1), ranges: r.MaxChecks + 1}
	for i, p := range pieces {
		d.until[i+1] = d.until[i] + p.time
	}
	total := d.until[len(pieces)]
	if r.Sparing {
		d.waits = newWaits(times, kinds)
		// Half of what all checks may cost is for the waiting.
		d.busy = time.Duration(maxCost / 2 * float64(total) / float64(r.MaxChecks))
	}
	_, longest := d.search(total, func(worst float64, t time.Duration) float64 { return max(worst, float64(t)) })
	within := max(time.Duration(longest), r.Target)
	ends, _ = d.search(within, func(sum float64, t time.Duration) float64 { return sum + float64(t)*float64(t) })
	return ends
}

// division is what a search divides: no shortcut finds the best division, so it
// compares them all, range by range.
type division struct {
	pieces []piece
	until  []time.Duration // from the begin to each piece
	ranges int             // at most
	waits  *waits          // nil: they don't matter
	busy   time.Duration   // the longest allowed before a check
}

// search finds the division into ranges of at most within whose cost is the least;
// join adds a range to the cost of those before it, and costs never fall.
func (d *division) search(within time.Duration, join func(before float64, t time.Duration) float64) (ends []int, least float64) {
	n := len(d.pieces)
	cost := unreached(n + 1)
	cost[0] = 0
	least = math.Inf(1)
	most := 0
	var origins [][]int // by the number of ranges, then by where the last one ends: where it begins
	for k := 1; k <= d.ranges; k++ {
		next, origin := unreached(n+1), make([]int, n+1)
		for end := k; end <= n; end++ {
			for begin := end - 1; begin >= k-1; begin-- {
				t := d.until[end] - d.until[begin]
				if t > within {
					break
				}
				if math.IsInf(cost[begin], 1) || !d.allowed(begin, end) {
					continue
				}
				if c := join(cost[begin], t); c < next[end] {
					next[end], origin[end] = c, begin
				}
			}
		}
		origins, cost = append(origins, origin), next
		if cost[n] < least {
			least, most = cost[n], k
		}
	}
	ends = make([]int, most)
	for k, end := most-1, n; k >= 0; k-- {
		ends[k], end = end, origins[k][end]
	}
	return ends, least
}

// allowed: the encode's end is waited for with checks or without.
func (d *division) allowed(begin, end int) bool {
	if d.waits == nil || end == len(d.pieces) {
		return true
	}
	first := 0
	if begin > 0 {
		first = d.pieces[begin-1].last + 1
	}
	return d.waits.busy(first, d.pieces[end-1].last) <= d.busy
}

func unreached(n int) []float64 {
	costs := make([]float64, n)
	for i := range costs {
		costs[i] = math.Inf(1)
	}
	return costs
}
