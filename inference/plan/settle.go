package plan

import (
	"math"
	"time"
)

// maxCost is what all checks of a plan together may cost, as a share of an encode
// without any. Where the target would cost more, it is the target that gives way.
const maxCost = 0.03

// A plan is seen this often before it is judged by the quickest of them: one encode
// alone may have been slow for reasons of its own.
const looks = 2

// settle learns from one more encode what checks cost, and makes the plan anew:
// with the nodes' times freed of it, and with no more checks than maxCost allows.
//
// A check among few costs more than one among many, on a GPU: where every node is
// checked anyway, little is in flight that a check could wait for. So the price is
// the steepest difference between the sparsest plan that was seen and any other,
// and where a plan turns out too dear, one with at most half of its checks is tried
// next.
func (p *Plan) settle(o Observation, r Rule) (*Plan, error) {
	seen := append(p.Seen[:len(p.Seen):len(p.Seen)], Seen{o.Checks, o.Elapsed})
	if count(seen, o.Checks) < looks {
		next := *p
		next.Seen = seen
		return &next, nil
	}
	few, price := price(seen)
	base := few.Elapsed - price*time.Duration(few.Checks)
	if price > 0 {
		r.MaxChecks = max(1, int(maxCost*float64(base)/float64(price)))
	}
	tooDear := r.MaxChecks > 0 && few.Checks > r.MaxChecks+r.MaxChecks/3
	if r.MaxChecks > 0 && numbers(seen) == 2 {
		// Seen beside every node only, a check may cost several times what it seems to.
		tooDear = few.Checks > r.MaxChecks/4
	}
	switch {
	case tooDear:
		r.MaxChecks = min(r.MaxChecks, few.Checks/2)
	case numbers(seen) > 2:
		// Back up only to a number that was seen to be cheap enough: what checks cost
		// also depends on where they are.
		r.MaxChecks = most(seen, time.Duration((1+maxCost)*float64(base)), few.Checks)
	}
	all := seen[0]
	sync := max(0, (all.Elapsed-base)/time.Duration(all.Checks))
	next, err := Make(p.Times, p.Product, sync, r)
	if err != nil {
		return nil, err
	}
	next.Seen, next.Settled = seen, !tooDear
	return next, nil
}

// count is how many of the encodes had so many checks.
func count(seen []Seen, checks int) (n int) {
	for _, s := range seen {
		if s.Checks == checks {
			n++
		}
	}
	return n
}

// numbers is how many different numbers of checks were seen.
func numbers(seen []Seen) (n int) {
	for i, s := range seen {
		if count(seen[:i], s.Checks) == 0 {
			n++
		}
	}
	return n
}

// price gives the quickest encode with the fewest checks, and what a check more
// costs; 0 where only one number of checks was seen, or more of them took no longer.
func price(seen []Seen) (few Seen, each time.Duration) {
	few = seen[0]
	for _, s := range seen {
		if s.Checks < few.Checks || s.Checks == few.Checks && s.Elapsed < few.Elapsed {
			few = s
		}
	}
	for _, s := range seen {
		if s.Checks > few.Checks && s.Elapsed == quickest(seen, s.Checks) {
			each = max(each, (s.Elapsed-few.Elapsed)/time.Duration(s.Checks-few.Checks))
		}
	}
	return few, each
}

func quickest(seen []Seen, checks int) time.Duration {
	least := time.Duration(math.MaxInt64)
	for _, s := range seen {
		if s.Checks == checks {
			least = min(least, s.Elapsed)
		}
	}
	return least
}

// most is the largest number of checks with which an encode took at most limit; at
// least least.
func most(seen []Seen, limit time.Duration, least int) int {
	for _, s := range seen {
		if s.Elapsed <= limit {
			least = max(least, s.Checks)
		}
	}
	return least
}
