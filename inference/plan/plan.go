// Package plan decides after which nodes of an encoder's graph to look at the
// cancel byte: as seldom as can be, and still often enough.
//
// From the measured time of each node, Make gives the fewest checks such that
// every range of nodes between two of them takes at most the target, or can't be
// divided. docs/cancelling.md explains why that is an optimum.
package plan

import (
	"errors"
	"time"
)

// Kinds of nodes.
const (
	Other   byte = iota
	Product      // a matrix product
	View         // computes nothing
)

// Plan says where to check in the graph of one chunk shape.
type Plan struct {
	Checks  []byte        `json:"checks"`  // node by node: 1 to check after it
	Promise time.Duration `json:"promise"` // longest range between two checks, as measured
	Total   time.Duration `json:"total"`   // of a whole encode without checks
	// Sync is what a check cost, on average, where every node had one: a barrier on
	// the CPU, a synchronisation on a GPU.
	Sync time.Duration `json:"sync"`
	// Times are the nodes' as measured, Sync included; Kinds: Other, Product or View.
	Times []time.Duration `json:"times"`
	Kinds []byte          `json:"kinds"`
	// Anywhere: whether outputs with a check after every node were bit by bit those
	// with checks after products only; nil where nobody compared them yet.
	Anywhere *bool `json:"anywhere"`
	// Seen are the encodes that Sync was learned from; Trial: how many checks are cheap
	// enough, nil where all are; Settled: there is nothing more to learn.
	Seen    []Seen `json:"seen"`
	Trial   *Trial `json:"trial,omitempty"`
	Settled bool   `json:"settled"`
	// Identical: whether outputs were bit by bit those without a callback; nil where
	// nobody compared them yet.
	Identical *bool `json:"identical"`
}

// Seen is one whole encode while a plan settles.
type Seen struct {
	Checks  int           `json:"checks"`
	Elapsed time.Duration `json:"elapsed"`
}

// Rule says where a plan may cut.
type Rule struct {
	Target time.Duration
	// AfterProducts allows checks after matrix products only: GPU back ends fuse
	// other nodes, and a cut there can change the last bits of the output.
	AfterProducts bool
	// MaxChecks bounds the number of checks, where each of them is dear: then the
	// longest range is the shortest that so many allow, and longer than Target.
	// 0: no bound.
	MaxChecks int
	// Spins: at a check the host waits busily for the end of a range, as ggml's Vulkan
	// back end does.
	Spins bool
	// Sparing: with MaxChecks, checks come only where there is little to wait for so.
	// Where the device computes on the host's own processor, that waiting is what
	// checks cost.
	Sparing bool
}

// Count is the number of checks.
func (p *Plan) Count() int {
	n := 0
	for _, c := range p.Checks {
		n += int(c)
	}
	return n
}

// Make plans from node times that include sync each.
func Make(measured []time.Duration, kinds []byte, sync time.Duration, r Rule) (*Plan, error) {
	if len(measured) == 0 || len(measured) != len(kinds) || r.Target <= 0 {
		return nil, errors.New("nothing to plan from")
	}
	p := &Plan{Times: measured, Kinds: kinds, Sync: sync}
	own := make([]time.Duration, len(measured))
	for i, t := range measured {
		own[i] = max(0, t-sync)
		p.Total += own[i]
	}
	pieces := indivisible(own, kinds, r)
	ends := greedy(pieces, r.Target)
	if most := r.MaxChecks + 1; most > 1 && (r.Sparing || len(ends) > most) {
		ends = bounded(pieces, own, kinds, r)
	} else {
		ends = evened(pieces, r.Target, len(ends))
	}

	p.Checks = make([]byte, len(measured))
	from := 0
	for _, end := range ends {
		var length time.Duration
		for _, piece := range pieces[from:end] {
			length += piece.time
		}
		p.Promise = max(p.Promise, length)
		// After the last node the encode ends by itself.
		if end < len(pieces) {
			p.Checks[pieces[end-1].last] = 1
		}
		from = end
	}
	return p, nil
}

// evened gives, of all divisions into so many ranges, the one whose longest range is
// the shortest: machines are never quite as fast as they were measured. The number of
// ranges grows as the target shrinks, so the smallest target that needs no more can
// be searched for by halving.
func evened(pieces []piece, target time.Duration, ranges int) (ends []int) {
	low, high := time.Duration(0), target
	for low+1 < high {
		if middle := low + (high-low)/2; len(greedy(pieces, middle)) <= ranges {
			high = middle
		} else {
			low = middle
		}
	}
	return greedy(pieces, high)
}

// piece is a run of nodes that the rule does not let be divided.
type piece struct {
	last int // node
	time time.Duration
}

func indivisible(times []time.Duration, kinds []byte, r Rule) []piece {
	var pieces []piece
	var sum time.Duration
	for i, t := range times {
		sum += t
		// Views take no time: a check after one says no more than one before it.
		allowed := kinds[i] == Product || !r.AfterProducts && !(r.Spins && kinds[i] == View)
		if allowed || i == len(times)-1 {
			pieces = append(pieces, piece{i, sum})
			sum = 0
		}
	}
	return pieces
}

// greedy divides pieces into the fewest ranges that take at most the target or are
// a single piece, and gives the index after each range's last piece. Each range
// goes as far as it may. That is best: a range that ends earlier leaves to the
// rest a superset of the pieces, and whatever divides a superset divides the set.
func greedy(pieces []piece, target time.Duration) (ends []int) {
	var sum time.Duration
	for i, p := range pieces {
		if i > 0 && sum+p.time > target {
			ends = append(ends, i)
			sum = 0
		}
		sum += p.time
	}
	return append(ends, len(pieces))
}
