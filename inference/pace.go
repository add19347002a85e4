package inference

import "time"

// pace learns from the decodes themselves how many pieces are worth decoding together.
// A decode reads the weights once for all its tokens, so another token costs less than
// the first; but it costs something, and on some devices soon as much. It belongs to a
// loaded model on its device.
type pace struct {
	quickest [defaultSequences + 1]time.Duration // decode of so many tokens
	seen     [defaultSequences + 1]int           // and how many of them there were
	limit    int                                 // pieces together; 0: not known yet
	since    int                                 // decodes since limit was found
}

const (
	// So many decodes of one size are looked at; the quickest counts, since other programs only slow one down.
	paceLooks = rampTokens
	// More pieces should raise the tokens a second by this at least: they take memory, and hold up the text of the
	// piece that is being read while they are encoded.
	worthwhile = 1.02
	// So many pieces more are tried before it is said that they gain nothing. ggml's products take tokens by fours on
	// processors with AVX: two or three can be slower than one, and four quicker.
	paceAhead = 3
	// What was found is found anew after so many decodes: the machine may have been busy with something else.
	paceLasts = 4096
)

// saw notes what a decode of n tokens, at most defaultSequences, took.
func (p *pace) saw(n int, took time.Duration) {
	if p.limit > 0 {
		if p.since++; p.since > paceLasts {
			*p = pace{}
		}
	}
	p.seen[n]++
	if p.seen[n] == 1 || took < p.quickest[n] {
		p.quickest[n] = took
	}
	if p.limit == 0 && p.seen[n] >= paceLooks {
		if best := p.best(n); n >= best+paceAhead || n == defaultSequences {
			p.limit = best
		}
	}
}

// best is the fewest tokens a decode, of up to n, that are as quick as any of these.
func (p *pace) best(n int) int {
	most := 0.0
	for k := 1; k <= n; k++ {
		if p.seen[k] > 0 {
			most = max(most, p.rate(k))
		}
	}
	for k := 1; k < n; k++ {
		if p.seen[k] > 0 && worthwhile*p.rate(k) > most {
			return k
		}
	}
	return n
}

// rate is the tokens a second of decodes of n tokens.
func (p *pace) rate(n int) float64 {
	return float64(n) / max(p.quickest[n].Seconds(), 1e-9)
}

// most is how many of up to slots pieces should run together, as far as is known.
func (p *pace) most(slots int) int {
	switch {
	case p == nil || p.limit == 0 && p.seen[slots] < paceLooks:
		return slots
	case p.limit == 0:
		return p.best(slots)
	}
	return min(p.limit, slots)
}
