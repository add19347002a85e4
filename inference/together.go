package inference

import (
	"cmp"
	"slices"

	"haltscribe/audio/cut"
	"haltscribe/cbridge"
)

// together are the pieces of a recording that are on their way at the same time.
type together struct {
	// slots are the pieces that are decoded, by their sequence's number in the context's
	// memory; nil where there is none. llama.cpp decodes a run of consecutive numbers in
	// one go, so they are taken from below and given to it in order.
	slots   []*sequence
	ended   []*sequence // waiting for earlier pieces
	again   []*piece    // halves that are still to be tried, by time
	reached float64     // the second up to which the recording was cut
	steps   int         // decodes since the last piece joined
	full    bool        // as many ran as may
	pace    *pace       // how many may; nil: as many as there are slots
}

// Until as many pieces run as may, so many tokens are decoded between the begins of two
// pieces: otherwise the first word would wait until all of them are encoded. Much more,
// and the first would have ended before the last begins.
const rampTokens = 8

func (t *together) running() (n int) {
	for _, s := range t.slots {
		if s != nil {
			n++
		}
	}
	return n
}

// mayJoin reports whether another piece should join those that run.
func (t *together) mayJoin() bool {
	n := t.running()
	if n >= t.pace.most(len(t.slots)) {
		t.full = true
		return false
	}
	return n == 0 || t.full || t.steps >= rampTokens
}

// join gives a piece a slot.
func (t *together) join(p *piece, o Options) *sequence {
	id := slices.Index(t.slots, nil)
	t.slots[id] = newSequence(id, p, o)
	t.steps = 0
	return t.slots[id]
}

func (t *together) leave(s *sequence) { t.slots[s.id] = nil }

// tokens adds to batch what the next decode takes.
func (t *together) tokens(batch []cbridge.Token) []cbridge.Token {
	t.steps++
	for _, s := range t.slots {
		if s != nil {
			batch = append(batch, s.token())
		}
	}
	return batch
}

// first is the running piece whose text comes next; nil where an earlier one is
// still to be tried again.
func (t *together) first() *sequence {
	var first *sequence
	for _, s := range t.slots {
		if s != nil && (first == nil || s.piece.start < first.piece.start) {
			first = s
		}
	}
	if first == nil || len(t.again) > 0 && t.again[0].start < first.piece.start {
		return nil
	}
	for _, s := range t.ended {
		if s.piece.start < first.piece.start {
			return nil
		}
	}
	return first
}

// takeEnded takes out an ended piece that no earlier one holds up; nil: there is none.
func (t *together) takeEnded() *sequence {
	if len(t.ended) == 0 {
		return nil
	}
	slices.SortFunc(t.ended, func(a, b *sequence) int { return cmp.Compare(a.piece.start, b.piece.start) })
	s := t.ended[0]
	for _, other := range t.slots {
		if other != nil && other.piece.start < s.piece.start {
			return nil
		}
	}
	if len(t.again) > 0 && t.again[0].start < s.piece.start {
		return nil
	}
	t.ended = t.ended[1:]
	return s
}

// shortestHalved is the shortest piece, in seconds, that is worth cutting in two: a
// model that loses the thread in fewer words won't find it in half of them.
const shortestHalved = 4

// halve has a piece whose text is not whole tried again in two halves, once.
func (t *together) halve(p *piece, rate int) bool {
	if p.half || p.end-p.start < shortestHalved {
		return false
	}
	at := cut.Middle(p.samples, rate)
	middle := p.start + float64(at)/float64(rate)
	t.again = append(t.again,
		&piece{start: p.start, end: middle, samples: p.samples[:at:at], half: true},
		&piece{start: middle, end: p.end, samples: p.samples[at:], half: true})
	slices.SortFunc(t.again, func(a, b *piece) int { return cmp.Compare(a.start, b.start) })
	return true
}

// takeHalf takes out the earliest half that is to be tried; nil: there is none.
func (t *together) takeHalf() *piece {
	if len(t.again) == 0 {
		return nil
	}
	half := t.again[0]
	t.again = t.again[1:]
	return half
}

// todo is how many seconds of what was cut are not done.
func (t *together) todo() (seconds float64) {
	for _, s := range t.slots {
		if s != nil && !s.ended {
			seconds += (1 - s.share) * (s.piece.end - s.piece.start)
		}
	}
	for _, half := range t.again {
		seconds += half.end - half.start
	}
	return seconds
}
