package plan

import "time"

// maxCost is what all checks of a plan together may cost, as a share of an encode
// that has almost none. Where the target would cost more, it is the target that gives
// way.
const maxCost = 0.05

// The target's plan is seen this often before it is judged by the quickest of them:
// encodes are slow for reasons of their own, by more than a few checks cost.
const looks = 3

// settle learns from one more encode what checks cost, and makes the plan anew: with
// the nodes' times freed of it, and with no more checks than maxCost allows.
//
// Where the target's plan is far from maxCost, there is nothing to do but that. Else
// what checks cost has to be seen: on a GPU a check among few costs more than one
// among many, and where it is matters too, so nothing can be computed from the encode
// that checks every node. A Trial sees it.
func (p *Plan) settle(o Observation, r Rule) (*Plan, error) {
	seen := append(p.Seen[:len(p.Seen):len(p.Seen)], Seen{o.Checks, o.Elapsed})
	if p.Trial == nil && len(seen) <= looks {
		next := *p
		next.Seen = seen
		return &next, nil
	}
	sync, few := costs(seen)
	trial := p.Trial
	if trial != nil {
		trial = trial.after(o.Elapsed, r)
	} else if cost := sync * time.Duration(few.Checks); few.Checks > 1 && float64(4*cost) > maxCost*float64(few.Elapsed-cost) {
		trial = &Trial{Many: few.Checks}
	}
	next, err := trial.plan(p.Times, p.Kinds, sync, r)
	if err != nil {
		return nil, err
	}
	next.Seen, next.Anywhere = seen, p.Anywhere
	return next, nil
}

// costs tells what a check costs where every node has one, and the quickest encode of
// those with the fewest checks.
func costs(seen []Seen) (sync time.Duration, few Seen) {
	all := seen[0]
	few = all
	for _, s := range seen[1:] {
		if s.Checks < few.Checks || s.Checks == few.Checks && s.Elapsed < few.Elapsed {
			few = s
		}
	}
	if all.Checks > few.Checks {
		sync = max(0, (all.Elapsed-few.Elapsed)/time.Duration(all.Checks-few.Checks))
	}
	return sync, few
}
