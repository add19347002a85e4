package plan

import (
	"fmt"
	"math"
	"slices"
	"time"
)

// Doubtful reports whether it should be found out if a check may be after any node:
// where checks are dear there may be cheaper places for them than after products.
func (k *Keeper) Doubtful(tokens int) bool {
	p := k.plans[tokens]
	return p != nil && k.rule.AfterProducts && p.Trial != nil && p.Anywhere == nil
}

// Compare finds that out once the encode of a chunk is through: encode does the same
// chunk again, now with a check after every node. If that gives the same bits,
// no check anywhere changes them. The nodes' times are learned anew by the way:
// the first ones hold what a device does once, such as compiling its programs.
func (k *Keeper) Compare(tokens int, encode func() error) error {
	p := k.plans[tokens]
	want, err := k.output(tokens)
	if err != nil {
		return err
	}
	k.set = false
	if err := k.encoder.SetPlan(nil); err != nil {
		return fmt.Errorf("setting the plan: %w", err)
	}
	if err := encode(); err != nil {
		return err
	}
	got, err := k.output(tokens)
	if err != nil {
		return err
	}
	same := slices.EqualFunc(want, got, func(a, b float32) bool { return math.Float32bits(a) == math.Float32bits(b) })
	times, kinds := k.encoder.NodeTimes()
	if len(times) != len(p.Times) {
		// Not the graph that was planned: there is nothing to be said of it, and no reason to ask again.
		times, kinds, same = slices.Clone(p.Times), p.Kinds, false
	}
	all := time.Duration(0)
	for i := range times {
		times[i] = min(times[i], p.Times[i])
		all += times[i]
	}
	was := *p
	was.Anywhere, was.Seen = &same, slices.Clone(p.Seen)
	was.Seen[0].Elapsed = all
	sync, _ := costs(was.Seen)
	next, err := p.Trial.plan(times, kinds, sync, k.ruleOf(&was))
	if err != nil {
		return err
	}
	next.Anywhere, next.Seen = was.Anywhere, was.Seen
	return k.adopt(tokens, next)
}

// ruleOf is the rule for a plan of which more is known than for a new one.
func (k *Keeper) ruleOf(p *Plan) Rule {
	r := k.rule
	if p.Anywhere != nil && *p.Anywhere {
		r.AfterProducts = false
	}
	return r
}

func (k *Keeper) output(tokens int) ([]float32, error) {
	out := make([]float32, tokens*k.encoder.EmbeddingSize())
	if err := k.encoder.Embedding(out); err != nil {
		return nil, fmt.Errorf("comparing outputs: %w", err)
	}
	return out, nil
}
