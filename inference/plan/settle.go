package plan

import "time"

// maxCost is what all checks of a plan together may cost, as a share of an encode
// that has almost none. Where the target would cost more, it is the target that gives
// way.
const maxCost = 0.05

// A plan is seen this often before it is judged by the quickest of them: encodes are
// slow for reasons of their own, by more than a few checks cost.
const looks = 3

// settle learns from one more encode what checks cost, and makes the plan anew: with
// the nodes' times freed of it, and with no more checks than maxCost allows.
//
// Where the target's plan is far from maxCost, there is nothing to do but that. Else
// what checks cost has to be seen: on a GPU a check among few costs more than one
// among many, and where it is matters too, so nothing can be computed from the encode
// that checks every node. An encode with a single check shows what one without any
// would take. From there the plan climbs, about twice as many checks at a time, as
// long as they are seen to be cheap enough.
func (p *Plan) settle(o Observation, r Rule) (*Plan, error) {
	seen := append(p.Seen[:len(p.Seen):len(p.Seen)], Seen{o.Checks, o.Elapsed})
	if count(seen, o.Checks) < looks {
		next := *p
		next.Seen = seen
		return &next, nil
	}
	all, target, few := seen[0], seen[1].Checks, sparsest(seen)
	sync := time.Duration(0)
	if all.Checks > few.Checks {
		sync = max(0, (all.Elapsed-few.Elapsed)/time.Duration(all.Checks-few.Checks))
	}
	limit := time.Duration((1 + maxCost) * float64(fastest(seen)))
	settled := false
	switch cost := sync * time.Duration(target); {
	case few.Checks == target: // the sparser ones were not tried yet
		settled = target <= 1 || float64(4*cost) <= maxCost*float64(few.Elapsed-cost)
		if !settled {
			r.MaxChecks = 1
		}
	case quickest(seen, o.Checks) <= limit && 2*o.Checks+1 < target:
		r.MaxChecks = 2*o.Checks + 1
	default:
		settled, r.MaxChecks = true, most(seen, limit)
	}
	next, err := Make(p.Times, p.Kinds, sync, r)
	if err == nil && !settled && count(seen, next.Count()) >= looks {
		// There is none with so many: the graph can't be divided further.
		settled, r.MaxChecks = true, most(seen, limit)
		next, err = Make(p.Times, p.Kinds, sync, r)
	}
	if err != nil {
		return nil, err
	}
	next.Seen, next.Settled, next.Anywhere = seen, settled, p.Anywhere
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

// sparsest is the quickest encode of those with the fewest checks.
func sparsest(seen []Seen) Seen {
	few := seen[0]
	for _, s := range seen {
		if s.Checks < few.Checks || s.Checks == few.Checks && s.Elapsed < few.Elapsed {
			few = s
		}
	}
	return few
}

// fastest is the quickest encode of any plan: a single check may have had bad luck.
func fastest(seen []Seen) time.Duration {
	least := seen[1].Elapsed
	for _, s := range seen[2:] {
		least = min(least, s.Elapsed)
	}
	return least
}

func quickest(seen []Seen, checks int) time.Duration {
	least := time.Duration(0)
	for _, s := range seen {
		if s.Checks == checks && (least == 0 || s.Elapsed < least) {
			least = s.Elapsed
		}
	}
	return least
}

// most is the largest number of checks, short of all, with which an encode took at
// most limit.
func most(seen []Seen, limit time.Duration) int {
	least := 1
	for _, s := range seen[1:] {
		if s.Elapsed <= limit {
			least = max(least, s.Checks)
		}
	}
	return least
}
