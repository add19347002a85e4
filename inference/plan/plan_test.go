package plan

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

const ms = time.Millisecond

func TestSyncIsTakenOutOfTheTimes(t *testing.T) {
	times := []time.Duration{5 * ms, 5 * ms, 2 * ms, 5 * ms}
	p, err := Make(times, make([]byte, 4), 3*ms, Rule{Target: 4 * ms})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(p.Times, times) || p.Total != 6*ms || p.Count() != 1 || p.Promise != 4*ms {
		t.Errorf("plan %+v", p)
	}
}

func TestMakeRefusesNothing(t *testing.T) {
	if _, err := Make(nil, nil, 0, Rule{Target: ms}); err == nil {
		t.Error("planned a graph without nodes")
	}
	if _, err := Make([]time.Duration{1}, []byte{Product}, 0, Rule{}); err == nil {
		t.Error("planned without a target")
	}
}

func TestStore(t *testing.T) {
	s := Store{Folder: filepath.Join(t.TempDir(), "plans")}
	key := Key{Library: "abc", Model: "m", Device: "cpu", Threads: 2, Target: 20, Tokens: 104}
	p, err := Make([]time.Duration{30 * ms, 10 * ms, 15 * ms}, []byte{Product, Other, Product}, 0, Rule{Target: 20 * ms})
	if err != nil {
		t.Fatal(err)
	}
	p.Seen = []Seen{{Checks: 3, Elapsed: 55 * ms}}
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

// fakeEncoder takes the same time for each node, and for checks what cost says.
type fakeEncoder struct {
	node   time.Duration
	cost   func(checks int) time.Duration
	n      int
	checks []byte
	fuses  bool // outputs with every node checked differ
	others bool // some nodes are no products
}

// each is a cost of checks that is the same for each of them.
func each(sync time.Duration) func(int) time.Duration {
	return func(checks int) time.Duration { return time.Duration(checks) * sync }
}

func (f *fakeEncoder) SetPlan(checks []byte) error {
	f.checks = checks
	return nil
}

func (f *fakeEncoder) EmbeddingSize() int { return 1 }

func (f *fakeEncoder) Embedding(out []float32) error {
	for i := range out {
		out[i] = 1
		if f.fuses && f.checks == nil {
			out[i] = 2
		}
	}
	return nil
}

func (f *fakeEncoder) NodeTimes() ([]time.Duration, []byte) {
	if f.checks != nil {
		return nil, nil
	}
	times, kinds := slices.Repeat([]time.Duration{f.node + f.cost(f.n)/time.Duration(f.n)}, f.n), slices.Repeat([]byte{Product}, f.n)
	for i := range kinds {
		if f.others && !product(i) {
			kinds[i] = Other
		}
	}
	return times, kinds
}

// product tells which nodes are products where a fakeEncoder has others too.
func product(node int) bool { return node%7 == 3 }

func (f *fakeEncoder) encode() Observation {
	var o Observation
	for i := range f.n {
		if f.checks == nil || f.checks[i] == 1 {
			o.Checks++
		}
	}
	sync := time.Duration(0)
	if o.Checks > 0 {
		sync = f.cost(o.Checks) / time.Duration(o.Checks)
	}
	o.Elapsed = time.Duration(f.n)*f.node + f.cost(o.Checks)
	var gap time.Duration
	for i := range f.n {
		gap += f.node
		if f.checks == nil || f.checks[i] == 1 {
			o.LongestGap = max(o.LongestGap, gap+sync)
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

// mostSettling is a little more than any plan here takes to settle.
const mostSettling = 40

// settle runs encodes until the plan for tokens is settled.
func settle(t *testing.T, k *Keeper, f *fakeEncoder, tokens int) *Plan {
	t.Helper()
	for range mostSettling {
		round(t, k, f, tokens)
		if p := k.Plan(tokens); p != nil && p.Settled {
			return p
		}
	}
	t.Fatalf("after %d encodes the plan is not settled: %d checks, trial %+v", mostSettling, k.Plan(tokens).Count(), k.Plan(tokens).Trial)
	return nil
}

func TestKeeperMeasuresPlansAndRemakes(t *testing.T) {
	store := Store{Folder: t.TempDir()}
	f := &fakeEncoder{node: ms, cost: each(ms / 4), n: 100}
	key := Key{Library: "abc", Device: "gpu"}
	k := NewKeeper(f, store, key, Rule{Target: 20 * ms})

	if o := round(t, k, f, 104); o.Checks != 100 {
		t.Errorf("the first encode has %d checks, want one a node", o.Checks)
	}
	// Measured nodes seem to take 1.25 ms: ranges of 16.
	if o := round(t, k, f, 104); o.Checks != 6 {
		t.Errorf("the second encode has %d checks, want 6", o.Checks)
	}
	// Once the cost of a check is known: ranges of 20.
	if p := settle(t, k, f, 104); p.Sync != ms/4 {
		t.Errorf("sync %v", p.Sync)
	}
	if o := round(t, k, f, 104); o.Checks != 4 || o.LongestGap > 21*ms {
		t.Errorf("a settled encode has %d checks and a gap of %v", o.Checks, o.LongestGap)
	}
	// Another shape is measured for itself, and the first one's plan stays.
	if o := round(t, k, f, 52); o.Checks != 100 {
		t.Errorf("a new shape has %d checks", o.Checks)
	}
	if o := round(t, k, f, 104); o.Checks != 4 {
		t.Errorf("a known shape has %d checks", o.Checks)
	}
	// The next run finds it on disk, with what was learned of its outputs.
	if err := k.Compared(104, true); err != nil {
		t.Fatal(err)
	}
	k = NewKeeper(f, store, key, Rule{Target: 20 * ms})
	if o := round(t, k, f, 104); o.Checks != 4 {
		t.Errorf("from disk: %d checks", o.Checks)
	}
	if p := k.Plan(104); p.Identical == nil || !*p.Identical {
		t.Error("the plan forgot that its outputs are bit-identical")
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
	settle(t, k, f, 104)
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

// Where checks are dear, the target gives way: together they stay near maxCost.
func TestPlansBoundWhatTheirChecksCost(t *testing.T) {
	whole := 100 * ms
	for name, cost := range map[string]func(int) time.Duration{
		"the same each": each(ms),
		// As on llvmpipe: a few checks cost far more each than many.
		"dear when few": func(n int) time.Duration { return min(time.Duration(n)*ms, 10*ms+time.Duration(n)*ms/4) },
	} {
		f := &fakeEncoder{node: ms, cost: cost, n: 100}
		k := NewKeeper(f, Store{}, Key{}, Rule{Target: 10 * ms})
		p := settle(t, k, f, 104)
		o := round(t, k, f, 104)
		if spent := o.Elapsed - whole; spent > whole*11/200 {
			t.Errorf("%s: %d checks cost %v of %v", name, o.Checks, spent, whole)
		}
		if o.Checks < 2 || p.Promise > 40*ms {
			t.Errorf("%s: %d checks, longest range %v: more could be afforded", name, o.Checks, p.Promise)
		}
	}
}

// What checks cost may depend on where they are: a plan with more of them than were
// seen to be cheap is not trusted.
func TestNoPlanIsTrustedUnseen(t *testing.T) {
	cost := map[int]time.Duration{9: 10 * ms, 1: ms, 4: 5 * ms}
	f := &fakeEncoder{node: ms, n: 100, cost: func(checks int) time.Duration {
		if c, seen := cost[checks]; seen {
			return c
		}
		return 30 * ms
	}}
	k := NewKeeper(f, Store{}, Key{}, Rule{Target: 14 * ms})
	settle(t, k, f, 104)
	if o := round(t, k, f, 104); o.Elapsed > 106*ms || o.Checks < 2 {
		t.Errorf("a settled encode has %d checks and takes %v", o.Checks, o.Elapsed)
	}
}

// One slow encode while a plan settles does not make its checks look dear.
func TestOneSlowEncodeDoesNotCount(t *testing.T) {
	f := &fakeEncoder{node: ms, cost: each(ms / 50), n: 100}
	k := NewKeeper(f, Store{}, Key{}, Rule{Target: 10 * ms})
	round(t, k, f, 104)
	f.node = 13 * ms / 10
	round(t, k, f, 104)
	f.node = ms
	if p := settle(t, k, f, 104); p.Count() != 9 {
		t.Errorf("%d checks, want 9", p.Count())
	}
}

// A machine that becomes slower and faster by a sixth within some encodes, and now and
// then is slow for one of them, changes nothing about how many checks are found cheap:
// whatever moment the plan is made at.
func TestAMachineThatDriftsDoesNotCount(t *testing.T) {
	for start := range 30 {
		f := &fakeEncoder{node: ms, cost: func(checks int) time.Duration {
			if checks == 100 {
				return 50 * ms
			}
			return time.Duration(checks) * ms / 12 // nine or ten are cheap, thirty-two not
		}, n: 100}
		k := NewKeeper(f, Store{}, Key{}, Rule{Target: 10 * ms})
		for i := range mostSettling {
			f.node = ms + time.Duration(80*math.Sin(float64(start+i)/5))*time.Microsecond
			if (start+i)%9 == 0 {
				f.node = 13 * ms / 10
			}
			round(t, k, f, 104)
			if p := k.Plan(104); p != nil && p.Settled {
				break
			}
		}
		if p := k.Plan(104); !p.Settled || p.Count() < 9 {
			t.Errorf("begun at %d: %d checks, settled %t", start, p.Count(), p.Settled)
		}
	}
}

// Where a host waits busily on the device's own cores, checks come where there is
// little to wait for. Where that waiting costs nothing, they come as the target wants.
func TestChecksAreSparingOnlyWhereWaitingCosts(t *testing.T) {
	for _, ownCores := range []bool{false, true} {
		f := &uneven{ownCores: ownCores}
		random := rand.New(rand.NewPCG(1, 2))
		for range 170 {
			f.times = append(f.times, time.Duration(random.ExpFloat64()*random.ExpFloat64()*float64(5*ms)))
		}
		k := NewKeeper(f, Store{}, Key{}, Rule{Target: 20 * ms, Spins: true})
		for range 2 * mostSettling {
			if err := k.Before(104); err != nil {
				t.Fatal(err)
			}
			if err := k.After(104, f.encode()); err != nil {
				t.Fatal(err)
			}
			if p := k.Plan(104); p != nil && p.Settled {
				break
			}
		}
		p := k.Plan(104)
		if !p.Settled || p.Trial == nil || p.Trial.Sparing != ownCores {
			t.Fatalf("own cores %t: settled %t with %d checks by the trial %+v", ownCores, p.Settled, p.Count(), p.Trial)
		}
		f.checks = make([]byte, len(f.times))
		none := f.encode().Elapsed
		f.checks = p.Checks
		if cost := f.encode().Elapsed - none; float64(cost) > maxCost*float64(none) || p.Count() < 3 {
			t.Errorf("own cores %t: %d checks cost %v of %v", ownCores, p.Count(), cost, none)
		}
	}
}

// uneven is an encoder whose nodes take different times, and whose host waits busily
// at checks.
type uneven struct {
	fakeEncoder
	times    []time.Duration
	ownCores bool // waiting makes the device half as fast
}

func (f *uneven) encode() (o Observation) {
	first, last := 0, len(f.times)-1
	for i, t := range f.times {
		o.Elapsed += t
		check := i != last && (f.checks == nil || f.checks[i] == 1)
		if !check && i != last {
			continue
		}
		if check {
			o.Checks++
			o.Elapsed += ms / 3
		}
		if f.ownCores {
			o.Elapsed += waited(f.times, make([]byte, len(f.times)), first, i) / 2
		}
		first = i + 1
	}
	return o
}

func (f *uneven) NodeTimes() (times []time.Duration, kinds []byte) {
	for _, t := range f.times {
		if times = append(times, t+ms/3); f.ownCores {
			times[len(times)-1] += t / 2
		}
	}
	return times, make([]byte, len(times))
}
