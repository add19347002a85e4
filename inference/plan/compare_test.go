package plan

import (
	"errors"
	"testing"
	"time"
)

// dear is a device whose every check costs a hundredth of its encode.
func dear(fuses bool) *fakeEncoder {
	return &fakeEncoder{node: ms, cost: each(ms), n: 100, fuses: fuses, others: true}
}

// run encodes as the engine does, and compares where there is a doubt.
func run(t *testing.T, k *Keeper, f *fakeEncoder, tokens int) (compared bool) {
	t.Helper()
	round(t, k, f, tokens)
	if !k.Doubtful(tokens) {
		return false
	}
	if err := k.Compare(tokens, func() error { f.encode(); return nil }); err != nil {
		t.Fatal(err)
	}
	if f.checks != nil {
		t.Error("compared with an encode that does not check every node")
	}
	return true
}

// untilDoubtful encodes until a comparison is asked for.
func untilDoubtful(t *testing.T, k *Keeper, f *fakeEncoder) {
	t.Helper()
	for range 1 + looks {
		round(t, k, f, 104)
	}
	if !k.Doubtful(104) {
		t.Fatal("nothing to compare")
	}
}

func settleComparing(t *testing.T, k *Keeper, f *fakeEncoder) (compared int) {
	t.Helper()
	for range mostSettling {
		if run(t, k, f, 104) {
			compared++
		}
		if p := k.Plan(104); p != nil && p.Settled {
			return compared
		}
	}
	t.Fatalf("after %d encodes the plan is not settled", mostSettling)
	return 0
}

// Where checks are dear, outputs are compared once; only where they are the same may
// checks come after other nodes than products.
func TestChecksComeAnywhereWhereThatChangesNothing(t *testing.T) {
	for _, fuses := range []bool{false, true} {
		f, store := dear(fuses), Store{Folder: t.TempDir()}
		rule := Rule{Target: 10 * ms, AfterProducts: true, Spins: true}
		k := NewKeeper(f, store, Key{}, rule)
		if n := settleComparing(t, k, f); n != 1 {
			t.Errorf("fuses %t: compared %d times", fuses, n)
		}
		others := 0
		for i, check := range k.Plan(104).Checks {
			if check == 1 && !product(i) {
				others++
			}
		}
		if fuses == (others > 0) {
			t.Errorf("fuses %t: %d of %d checks come after other nodes than products", fuses, others, k.Plan(104).Count())
		}
		// The next run knows.
		k = NewKeeper(f, store, Key{}, rule)
		if run(t, k, f, 104) || *k.Plan(104).Anywhere == fuses {
			t.Errorf("fuses %t: forgotten", fuses)
		}
	}
}

func TestNothingIsComparedWhereChecksAreCheap(t *testing.T) {
	f := &fakeEncoder{node: ms, cost: each(ms / 100), n: 100, others: true}
	k := NewKeeper(f, Store{}, Key{}, Rule{Target: 20 * ms, AfterProducts: true, Spins: true})
	if n := settleComparing(t, k, f); n != 0 {
		t.Errorf("compared %d times", n)
	}
}

// Where the second encode tells of another graph, nothing is concluded, and it isn't compared again.
func TestAnotherGraphIsNotCompared(t *testing.T) {
	f := dear(false)
	k := NewKeeper(f, Store{}, Key{}, Rule{Target: 10 * ms, AfterProducts: true})
	untilDoubtful(t, k, f)
	if err := k.Compare(104, func() error { f.n = 90; return nil }); err != nil {
		t.Fatal(err)
	}
	if p := k.Plan(104); k.Doubtful(104) || *p.Anywhere || len(p.Checks) != 100 {
		t.Errorf("after another graph: %+v", p)
	}
}

// The first encode may hold what a device does once; the comparison's times are
// better, and a comparison that is stopped leaves the plan as it is.
func TestComparingMeasuresAnew(t *testing.T) {
	f := dear(false)
	k := NewKeeper(f, Store{}, Key{}, Rule{Target: 10 * ms, AfterProducts: true})
	f.node = 20 * ms
	round(t, k, f, 104)
	f.node = ms
	untilDoubtful(t, k, f)
	before, stopped := k.Plan(104), errors.New("stopped")
	if err := k.Compare(104, func() error { return stopped }); !errors.Is(err, stopped) || k.Plan(104) != before || !k.Doubtful(104) {
		t.Errorf("after a stop: %v, plan %+v", err, k.Plan(104))
	}
	if err := k.Compare(104, func() error { f.encode(); return nil }); err != nil {
		t.Fatal(err)
	}
	if p := k.Plan(104); p.Times[0] != 2*ms || p.Seen[0].Elapsed != 200*time.Millisecond || p.Count() != 1 || p.Trial == nil {
		t.Errorf("after comparing: a node takes %v, all %v, with %d checks", p.Times[0], p.Seen[0].Elapsed, p.Count())
	}
}
