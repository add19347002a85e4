package bench

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"haltscribe/cbridge"
	"haltscribe/inference"
	"haltscribe/inference/plan"
)

// errCancelled ends a run whose cancel byte was set.
var errCancelled = errors.New("cancelled")

// Where encodes are stopped, as shares of the time of one without a callback.
var stopsAt = [...]float64{0.25, 0.5, 0.75}

// The number of stops before the contexts are compared.
const reuseStops = 21

// Tokens that are compared before and after the stops.
const comparedTokens = 16

// Encodes of each mode before those that count; most encodes until a plan settles.
const (
	warmUps      = 3
	mostSettling = 128
)

// bed is one device's models: hooked has the callback, whose mode can be changed
// between encodes; bare has none.
type bed struct {
	hooked, bare *cbridge.Model
	media        []*medium
	*medium                   // the one that is measured
	flag         cbridge.Flag // of the stops
	outer        cbridge.Flag // of the whole run
	spec         Spec
	setup        inference.Setup // of the device that is measured
	step         func()          // tells that one more encode is done
	section      func()          // tells that a table has become longer
}

// device measures one device. What was measured before an error is in d.
func (b *bed) device(d *Device) error {
	for _, b.medium = range b.media {
		measured := map[int]bool{}
		for i, chunk := range b.chunks[0].List() {
			// Chunks of the same shape have the same graph.
			if !encodable(chunk) || measured[chunk.Tokens] {
				continue
			}
			measured[chunk.Tokens] = true
			d.Chunks = append(d.Chunks, Chunk{Medium: b.kind, Tokens: chunk.Tokens})
			if err := b.chunk(i, &d.Chunks[len(d.Chunks)-1]); err != nil {
				return err
			}
		}
	}
	b.medium = b.media[0]
	reuse, err := b.reuse()
	if err != nil {
		return err
	}
	d.Reuse = reuse
	abort, err := b.abort()
	if err != nil {
		return err
	}
	d.Abort = abort
	return nil
}

// encoded is one whole encode.
type encoded struct {
	ms     float64
	output []float32
	result cbridge.EncodeResult
}

// encode runs chunk i in a hook mode and copies its output.
func (b *bed) encode(hook inference.HookMode, i int) (encoded, error) {
	if b.outer.IsSet() {
		return encoded{}, errCancelled
	}
	m, c := b.hooked, b.chunks[0]
	if hook == inference.HookOff {
		m, c = b.bare, b.chunks[1]
	} else if err := b.mode(hook); err != nil {
		return encoded{}, err
	}
	tokens := c.List()[i].Tokens
	if hook == inference.HookPlanned {
		if err := b.plans.Before(tokens); err != nil {
			return encoded{}, err
		}
	}
	m.Begin(b.flag)
	b.flag.Clear()
	var r encoded
	if err := m.Encode(c, i, &r.result); err != nil {
		return encoded{}, fmt.Errorf("encoding with hook %s: %w", hook, err)
	}
	r.ms = float64(r.result.ElapsedNS) / 1e6
	r.output = make([]float32, tokens*m.EmbeddingSize())
	if err := m.Embedding(r.output); err != nil {
		return encoded{}, err
	}
	if hook == inference.HookPlanned {
		err := b.plans.After(tokens, plan.Observation{
			Elapsed: time.Duration(r.result.ElapsedNS), Checks: int(r.result.Checks), LongestGap: time.Duration(r.result.LongestGap.NS),
		})
		if err != nil {
			return encoded{}, err
		}
		if b.plans.Doubtful(tokens) {
			var again cbridge.EncodeResult
			if err := b.plans.Compare(tokens, func() error { return m.Encode(c, i, &again) }); err != nil {
				return encoded{}, fmt.Errorf("encoding once more with every node checked: %w", err)
			}
		}
	}
	b.step()
	return r, nil
}

func (b *bed) mode(hook inference.HookMode) error {
	native := map[inference.HookMode]cbridge.HookMode{
		inference.HookEveryNode: cbridge.HookEveryNode, GoCallback: cbridge.HookGo,
		inference.HookBudget: cbridge.HookBudget, inference.HookPlanned: cbridge.HookPlanned,
	}[hook]
	if err := b.hooked.SetHook(native, b.spec.Setup.Budget); err != nil {
		return fmt.Errorf("choosing hook %s: %w", hook, err)
	}
	return nil
}

// chunk makes a chunk's three tables.
func (b *bed) chunk(i int, out *Chunk) error {
	hooks := b.spec.hooks()
	// Warm-up, apart from the runs: caches and a GPU's shaders.
	for range warmUps {
		for _, hook := range hooks {
			if hook == inference.HookPlanned {
				continue
			}
			if _, err := b.encode(hook, i); err != nil {
				return err
			}
		}
	}
	if slices.Contains(hooks, inference.HookPlanned) {
		if err := b.settlePlan(i, out.Tokens); err != nil {
			return err
		}
	}
	if err := b.full(i, hooks, out); err != nil {
		return err
	}
	for _, f := range out.Full {
		if f.Hook == inference.HookPlanned {
			if err := b.plans.Compared(out.Tokens, f.Identical); err != nil {
				return err
			}
		}
	}
	b.section()
	for _, hook := range hooks {
		if hook == inference.HookOff {
			continue
		}
		if err := b.stoppedBefore(hook, i, out); err != nil {
			return err
		}
	}
	for _, hook := range hooks {
		if err := b.stoppedDuring(hook, i, out); err != nil {
			return err
		}
		b.section()
	}
	return nil
}

// settlePlan makes the plan anew: what is measured should not depend on how busy
// the machine was when an earlier one was made. The new one stays for transcriptions.
func (b *bed) settlePlan(i, tokens int) error {
	b.plans.Forget(tokens)
	for range mostSettling {
		if _, err := b.encode(inference.HookPlanned, i); err != nil {
			return err
		}
		if p := b.plans.Plan(tokens); p != nil && p.Settled {
			return nil
		}
	}
	return nil
}

// full times whole encodes, a round of all modes at a time.
func (b *bed) full(i int, hooks []inference.HookMode, out *Chunk) error {
	times := map[inference.HookMode][]float64{}
	gaps := map[inference.HookMode][]float64{}
	rows := map[inference.HookMode]*Full{}
	var nodes []float64
	// The rows are made from whatever was measured, also when a run is cut off.
	defer func() {
		for _, hook := range hooks {
			f := rows[hook]
			if f == nil {
				continue
			}
			f.MS = spread(times[hook])
			f.Ratio, f.RatioCI = pairedRatio(times[hook], times[inference.HookOff])
			if hook != inference.HookOff {
				gap := median(gaps[hook])
				f.LongestGapMS = &gap
			}
			out.Full = append(out.Full, *f)
		}
		out.LongestNodeMS = median(nodes)
	}()
	for range b.spec.Runs {
		var baseline []float32
		for _, hook := range hooks {
			r, err := b.encode(hook, i)
			if err != nil {
				return err
			}
			if hook == inference.HookOff {
				baseline = r.output
			}
			f := rows[hook]
			if f == nil {
				f = &Full{Hook: hook, Identical: true}
				rows[hook] = f
			}
			times[hook] = append(times[hook], r.ms)
			f.Identical = f.Identical && slices.Equal(r.output, baseline)
			f.Calls, f.Checks, f.LongestGapOp = r.result.Calls, r.result.Checks, r.result.LongestGap.Op
			gaps[hook] = append(gaps[hook], float64(r.result.LongestGap.NS)/1e6)
			if hook == inference.HookEveryNode {
				out.Nodes, out.LongestNodeOp = r.result.Nodes, r.result.LongestGap.Op
				nodes = append(nodes, float64(r.result.LongestGap.NS)/1e6)
			}
		}
	}
	return nil
}

// stop begins an encode that is to be stopped, and gives what became of it.
func (b *bed) stop(hook inference.HookMode, i int) (cbridge.EncodeResult, error) {
	var r cbridge.EncodeResult
	m, c := b.hooked, b.chunks[0]
	if hook == inference.HookOff {
		m, c = b.bare, b.chunks[1]
	} else if err := b.mode(hook); err != nil {
		return r, err
	}
	if hook == inference.HookPlanned {
		if err := b.plans.Before(c.List()[i].Tokens); err != nil {
			return r, err
		}
	}
	err := m.Encode(c, i, &r)
	if !errors.Is(err, cbridge.ErrCancelled) {
		return r, fmt.Errorf("a stopped encode with hook %s: %v", hook, err)
	}
	b.step()
	return r, nil
}

func (b *bed) stoppedBefore(hook inference.HookMode, i int, out *Chunk) error {
	row := Before{Hook: hook}
	var times []float64
	for range b.spec.Runs {
		if b.outer.IsSet() {
			return errCancelled
		}
		b.hooked.Begin(b.flag)
		b.flag.Set()
		r, err := b.stop(hook, i)
		b.flag.Clear()
		if err != nil {
			return err
		}
		times = append(times, float64(r.ElapsedNS)/1e6)
		row.Calls, row.Returned = r.Calls, r.Returned
	}
	row.MS = spread(times)
	out.StoppedBefore = append(out.StoppedBefore, row)
	return nil
}

// overwrite encodes a chunk of the same shape that says something else. Otherwise
// what a stop leaves behind could be this chunk's own output of an earlier encode.
func (b *bed) overwrite(i int) error {
	if err := b.mode(inference.HookEveryNode); err != nil {
		return err
	}
	b.flag.Clear()
	b.hooked.Begin(b.flag)
	var r cbridge.EncodeResult
	if err := b.hooked.Encode(b.other, i, &r); err != nil {
		return fmt.Errorf("encoding the recording backwards: %w", err)
	}
	return nil
}

// stoppedDuring stops encodes from another thread, at shares of an encode's time.
func (b *bed) stoppedDuring(hook inference.HookMode, i int, out *Chunk) error {
	whole, err := b.encode(inference.HookOff, i)
	if err != nil {
		return err
	}
	if err := b.overwrite(i); err != nil {
		return err
	}
	off := out.Full[0].MS.Median
	row := During{Hook: hook, At: stopsAt[:]}
	var times []float64
	left := make([]float32, len(whole.output))
	for range b.spec.Runs {
		for _, at := range stopsAt {
			if b.outer.IsSet() {
				return errCancelled
			}
			m, c := b.hooked, b.chunks[0]
			if hook == inference.HookOff {
				m, c = b.bare, b.chunks[1]
			}
			m.Begin(b.flag)
			stored := make(chan int64, 1)
			timer := time.AfterFunc(time.Duration(at*off*float64(time.Millisecond)), func() {
				t := cbridge.Now()
				b.flag.Set()
				stored <- t
			})
			r, err := b.stop(hook, i)
			if timer.Stop() {
				// The encode was over before its stop: faster than all before it.
				b.flag.Clear()
				continue
			}
			t := <-stored
			b.flag.Clear()
			if err != nil {
				// It ended by itself in the instant of the store.
				continue
			}
			times = append(times, float64(r.ReturnedNS-t)/1e6)
			if !r.Stopped {
				continue // the byte was seen after the encode's end only
			}
			if err := m.Leftovers(c, i, left); err != nil {
				return err
			}
			for j, v := range left {
				if v == whole.output[j] {
					row.Equal++
				}
			}
		}
	}
	row.N, row.MS = len(times), spread(times)
	out.StoppedDuring = append(out.StoppedDuring, row)
	return nil
}
