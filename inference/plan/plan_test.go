package plan

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

const ms = time.Millisecond

// best finds by trying every set of cuts the fewest checks that keep the rule, and
// of those sets the shortest longest range.
func best(times []time.Duration, product []bool, r Rule) (checks int, longest time.Duration) {
	n := len(times)
	checks = n + 1
	for set := range 1 << (n - 1) {
		count, worst, ok := 0, time.Duration(0), true
		var sum time.Duration
		divisible := false // whether a cut inside the range would be allowed
		for i := range n {
			sum += times[i]
			last := i == n-1
			cut := !last && set>>i&1 == 1
			allowed := !r.AfterProducts || product[i]
			if cut && !allowed {
				ok = false
				break
			}
			if !cut && !last {
				divisible = divisible || allowed
				continue
			}
			if sum > r.Target && divisible {
				ok = false
				break
			}
			worst = max(worst, sum)
			if cut {
				count++
			}
			sum, divisible = 0, false
		}
		if ok && (count < checks || count == checks && worst < longest) {
			checks, longest = count, worst
		}
	}
	return checks, longest
}

func TestPlansAreOptimal(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		n := 1 + random.IntN(11)
		times, product := make([]time.Duration, n), make([]bool, n)
		for i := range n {
			times[i] = time.Duration(random.IntN(12)) * ms
			if random.IntN(6) == 0 {
				times[i] *= 10
			}
			product[i] = random.IntN(3) == 0
		}
		r := Rule{Target: time.Duration(1+random.IntN(30)) * ms, AfterProducts: random.IntN(2) == 0}
		p, err := Make(times, product, 0, r)
		if err != nil {
			t.Fatal(err)
		}
		wantChecks, wantLongest := best(times, product, r)
		if p.Count() != wantChecks || p.Promise != wantLongest {
			t.Fatalf("times %v, products %v, rule %+v:\n%d checks %v with the longest range %v, want %d and %v",
				times, product, r, p.Count(), p.Checks, p.Promise, wantChecks, wantLongest)
		}
	}
}

func TestSyncIsTakenOutOfTheTimes(t *testing.T) {
	times := []time.Duration{5 * ms, 5 * ms, 2 * ms, 5 * ms}
	p, err := Make(times, make([]bool, 4), 3*ms, Rule{Target: 4 * ms})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(p.Times, []time.Duration{2 * ms, 2 * ms, 0, 2 * ms}) || p.Total != 6*ms || p.Count() != 1 {
		t.Errorf("plan %+v", p)
	}
}

func TestMakeRefusesNothing(t *testing.T) {
	if _, err := Make(nil, nil, 0, Rule{Target: ms}); err == nil {
		t.Error("planned a graph without nodes")
	}
	if _, err := Make([]time.Duration{1}, []bool{true}, 0, Rule{}); err == nil {
		t.Error("planned without a target")
	}
}

func TestStore(t *testing.T) {
	s := Store{Folder: filepath.Join(t.TempDir(), "plans")}
	key := Key{Library: "abc", Model: "m", Device: "cpu", Threads: 2, Target: 20, Tokens: 104}
	p, err := Make([]time.Duration{30 * ms, 10 * ms, 15 * ms}, []bool{true, false, true}, 0, Rule{Target: 20 * ms})
	if err != nil {
		t.Fatal(err)
	}
	if s.Load(key) != nil {
		t.Error("a plan from nothing")
	}
	if err := s.Save(key, p); err != nil {
		t.Fatal(err)
	}
	got := s.Load(key)
	if got == nil || !slices.Equal(got.Checks, p.Checks) || got.Promise != p.Promise {
		t.Fatalf("got %+v, want %+v", got, p)
	}
	other := key
	other.Threads = 1
	if s.Load(other) != nil {
		t.Error("another key's plan was taken")
	}
	// However the file is damaged, it counts as none.
	path, _ := s.path(key)
	whole, _ := os.ReadFile(path)
	for _, damaged := range [][]byte{nil, []byte("{"), whole[:len(whole)/2], []byte(`{"version":1}`), []byte(`{"version":99}`)} {
		if err := os.WriteFile(path, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		if got := s.Load(key); got != nil {
			t.Errorf("%q gave a plan", damaged)
		}
	}
	if err := s.Save(key, p); err != nil || s.Load(key) == nil {
		t.Errorf("a damaged file was not replaced: %v", err)
	}
	s.Remove(key)
	if s.Load(key) != nil {
		t.Error("a removed plan is there")
	}
}

// fakeEncoder takes the same time for each node, and sync more for each check.
type fakeEncoder struct {
	node, sync time.Duration
	n          int
	checks     []byte
}

func (f *fakeEncoder) SetPlan(checks []byte) error {
	f.checks = checks
	return nil
}

func (f *fakeEncoder) NodeTimes() ([]time.Duration, []bool) {
	if f.checks != nil {
		return nil, nil
	}
	return slices.Repeat([]time.Duration{f.node + f.sync}, f.n), slices.Repeat([]bool{true}, f.n)
}

func (f *fakeEncoder) encode() Observation {
	o := Observation{Elapsed: time.Duration(f.n) * f.node}
	var gap time.Duration
	for i := range f.n {
		gap += f.node
		if f.checks == nil || f.checks[i] == 1 {
			o.Checks++
			o.Elapsed += f.sync
			o.LongestGap = max(o.LongestGap, gap+f.sync)
			gap = 0
		}
	}
	o.LongestGap = max(o.LongestGap, gap)
	return o
}

func round(t *testing.T, k *Keeper, f *fakeEncoder, tokens int) Observation {
	t.Helper()
	if err := k.Before(tokens); err != nil {
		t.Fatal(err)
	}
	o := f.encode()
	if err := k.After(tokens, o); err != nil {
		t.Fatal(err)
	}
	return o
}

func TestKeeperMeasuresPlansRefinesAndRemakes(t *testing.T) {
	store := Store{Folder: t.TempDir()}
	f := &fakeEncoder{node: ms, sync: ms, n: 100}
	key := Key{Library: "abc", Device: "gpu"}
	k := NewKeeper(f, store, key, Rule{Target: 20 * ms})

	if o := round(t, k, f, 104); o.Checks != 100 {
		t.Errorf("the first encode has %d checks, want one a node", o.Checks)
	}
	// Measured nodes seem to take 2 ms: ranges of 10.
	if o := round(t, k, f, 104); o.Checks != 9 {
		t.Errorf("the second encode has %d checks, want 9", o.Checks)
	}
	// Now the cost of a check is known: ranges of 20.
	if p := k.Plan(104); p.Sync != ms || !p.Refined {
		t.Errorf("sync %v, refined %v", p.Sync, p.Refined)
	}
	if o := round(t, k, f, 104); o.Checks != 4 || o.LongestGap > 21*ms {
		t.Errorf("the third encode has %d checks and a gap of %v", o.Checks, o.LongestGap)
	}
	// Another shape is measured for itself, and the first one's plan stays.
	if o := round(t, k, f, 52); o.Checks != 100 {
		t.Errorf("a new shape has %d checks", o.Checks)
	}
	if o := round(t, k, f, 104); o.Checks != 4 {
		t.Errorf("a known shape has %d checks", o.Checks)
	}
	// The next run finds it on disk.
	k = NewKeeper(f, store, key, Rule{Target: 20 * ms})
	if o := round(t, k, f, 104); o.Checks != 4 {
		t.Errorf("from disk: %d checks", o.Checks)
	}
	// A machine three times as slow breaks the promise: measure again.
	f.node = 3 * ms
	if round(t, k, f, 104); k.Plan(104) == nil {
		t.Error("one slow encode cost the plan")
	}
	round(t, k, f, 104)
	if k.Plan(104) != nil || store.Load(Key{Library: "abc", Device: "gpu", Tokens: 104}) != nil {
		t.Error("a plan that promised too much was kept")
	}
	if o := round(t, k, f, 104); o.Checks != 100 {
		t.Errorf("after the drift: %d checks, want all", o.Checks)
	}
	round(t, k, f, 104)
	if o := round(t, k, f, 104); o.LongestGap > 21*ms {
		t.Errorf("after the drift: a gap of %v", o.LongestGap)
	}
	// One that is quick again needs fewer checks: measure again too.
	f.node = ms
	round(t, k, f, 104)
	round(t, k, f, 104)
	if k.Plan(104) != nil {
		t.Error("a plan made on a busy machine was kept")
	}
}
