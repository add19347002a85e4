package plan

import (
	"fmt"
	"time"
)

// Encoder is what a Keeper asks of the model whose encodes it plans.
type Encoder interface {
	SetPlan(checks []byte) error
	NodeTimes() (times []time.Duration, kinds []byte)
	EmbeddingSize() int
	Embedding(out []float32) error
}

// Observation is what was seen of one whole encode.
type Observation struct {
	Elapsed    time.Duration
	LongestGap time.Duration
	Checks     int
}

// Keeper has a plan for each chunk shape of one loaded model: from the store, or
// made from the first encode of the shape, which checks every node and measures
// them. It belongs to one goroutine.
type Keeper struct {
	encoder Encoder
	store   Store
	key     Key
	rule    Rule
	plans   map[int]*Plan // by a chunk's tokens; nil: to be measured
	strikes map[int]int   // encodes in a row that left the plan behind
	current int           // tokens whose plan the encoder has
	set     bool
}

// NewKeeper makes a Keeper; Tokens of the key is not looked at.
func NewKeeper(e Encoder, s Store, k Key, r Rule) *Keeper {
	return &Keeper{encoder: e, store: s, key: k, rule: r, plans: map[int]*Plan{}, strikes: map[int]int{}}
}

// Before gives the encoder the plan for a chunk, or none where it has to measure.
func (k *Keeper) Before(tokens int) error {
	p, known := k.plans[tokens]
	if !known {
		k.key.Tokens = tokens
		p = k.store.Load(k.key)
		k.plans[tokens] = p
	}
	if k.set && k.current == tokens && p != nil {
		return nil
	}
	var checks []byte
	if p != nil {
		checks = p.Checks
	}
	if err := k.encoder.SetPlan(checks); err != nil {
		return fmt.Errorf("setting the plan: %w", err)
	}
	k.current, k.set = tokens, true
	return nil
}

// After learns from a whole encode: it makes the plan, settles it, or drops one that
// reality has left behind.
func (k *Keeper) After(tokens int, o Observation) error {
	p := k.plans[tokens]
	switch {
	case p == nil:
		times, kinds := k.encoder.NodeTimes()
		if len(times) == 0 {
			return nil // it was not measured; the next one is
		}
		first, err := Make(times, kinds, 0, k.rule)
		if err != nil {
			return err
		}
		first.Seen = []Seen{{len(times), first.Total}}
		return k.adopt(tokens, first)
	case k.drifted(p, o):
		// One slow encode is the machine's; two in a row are the plan's.
		if k.strikes[tokens]++; k.strikes[tokens] < 2 {
			return nil
		}
		k.Forget(tokens)
		return nil
	case !p.Settled:
		next, err := p.settle(o, k.ruleOf(p))
		if err != nil {
			return err
		}
		return k.adopt(tokens, next)
	}
	k.strikes[tokens] = 0
	return nil
}

// drifted: the gaps are more than twice what was promised, and than what was asked
// for; or the whole takes less than half of what it took when the plan was made, on
// a machine that was busy then.
func (k *Keeper) drifted(p *Plan, o Observation) bool {
	tooLong := 2 * (max(p.Promise, k.rule.Target) + p.Sync)
	return o.LongestGap > tooLong || p.Settled && 2*o.Elapsed < p.Total
}

func (k *Keeper) adopt(tokens int, p *Plan) error {
	k.plans[tokens], k.set = p, false
	return k.save(tokens, p)
}

// Forget drops the plan for a chunk, also from the store: the next encode measures.
func (k *Keeper) Forget(tokens int) {
	k.strikes[tokens] = 0
	k.key.Tokens = tokens
	k.store.Remove(k.key)
	k.plans[tokens], k.set = nil, false
}

// Compared keeps whether outputs with the plan were bit by bit those without a
// callback.
func (k *Keeper) Compared(tokens int, identical bool) error {
	p := k.plans[tokens]
	if p == nil {
		return nil
	}
	p.Identical = &identical
	return k.save(tokens, p)
}

func (k *Keeper) save(tokens int, p *Plan) error {
	k.key.Tokens = tokens
	return k.store.Save(k.key, p)
}

// Plan is the plan for a chunk; nil where there is none yet.
func (k *Keeper) Plan(tokens int) *Plan { return k.plans[tokens] }
