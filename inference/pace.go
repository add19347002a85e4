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
	// A piece more should raise the tokens a second by this at least: it takes memory, and holds up the text of the
	// piece that is being read while it is encoded.
	worthwhile = 1.02
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
	if p.limit == 0 && n > 1 && p.seen[n] >= paceLooks && p.seen[n-1] > 0 && p.rate(n) < worthwhile*p.rate(n-1) {
		p.limit = n - 1
	}
}

// rate is the tokens a second of decodes of n tokens.
func (p *pace) rate(n int) float64 {
	return float64(n) / max(p.quickest[n].Seconds(), 1e-9)
}

// most is how many of up to slots pieces should run together, as far as is known.
func (p *pace) most(slots int) int {
	if p == nil || p.limit == 0 {
		return slots
	}
	return min(p.limit, slots)
}
