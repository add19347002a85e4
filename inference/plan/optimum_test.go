package plan

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// best finds by trying every set of cuts the fewest checks that keep the rule, and
// of those sets the shortest longest range; where the rule allows fewer checks than
// that, checks is -1, and of all sets with so many it finds the shortest longest range
// and with it the least sum of the ranges' squares.
func best(times []time.Duration, kinds []byte, r Rule) (checks int, longest, squares time.Duration) {
	n := len(times)
	checks = n + 1
	total := time.Duration(0)
	for _, t := range times {
		total += t
	}
	var few [][2]time.Duration // longest range and squares
	for set := range 1 << (n - 1) {
		count, from, worst, square, keeps, ok, quick := 0, 0, time.Duration(0), time.Duration(0), true, true, true
		var sum time.Duration
		divisible := false // whether a cut inside the range would be allowed
		for i := range n {
			sum += times[i]
			last := i == n-1
			cut := !last && set>>i&1 == 1
			allowed := kinds[i] == Product || !r.AfterProducts && (kinds[i] == Other || !r.Spins)
			if cut && !allowed {
				ok = false
				break
			}
			if !cut && !last {
				divisible = divisible || allowed
				continue
			}
			keeps = keeps && (sum <= r.Target || !divisible)
			worst = max(worst, sum)
			square += sum * sum
			if cut {
				count++
				quick = quick && waited(times, kinds, from, i) <= time.Duration(maxCost/2*float64(total)/float64(r.MaxChecks))
			}
			sum, divisible, from = 0, false, i+1
		}
		if ok && keeps && (count < checks || count == checks && worst < longest) {
			checks, longest = count, worst
		}
		if ok && r.MaxChecks > 0 && count <= r.MaxChecks && (quick || !r.Sparing) {
			few = append(few, [2]time.Duration{worst, square})
		}
	}
	if r.MaxChecks == 0 || checks <= r.MaxChecks && !r.Sparing {
		return checks, longest, 0
	}
	longest, squares = 1<<62, 1<<62
	for _, f := range few {
		longest = min(longest, f[0])
	}
	for _, f := range few {
		if f[0] <= max(longest, r.Target) {
			squares = min(squares, f[1])
		}
	}
	return -1, longest, squares
}

// waited is how long the host waits busily at the end of a range, written down as
// ggml's source has it.
func waited(times []time.Duration, kinds []byte, first, last int) (busy time.Duration) {
	n := last - first + 1
	asleep := true
	for i := range n {
		if !asleep {
			busy += times[first+i]
		}
		if asleep && n-i < n/5 && kinds[first+i] != View {
			asleep = false
		}
	}
	if asleep { // there was nothing to sleep for
		for i := range n {
			busy += times[first+i]
		}
	}
	return busy
}

func TestPlansAreOptimal(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		n := 1 + random.IntN(13)
		times, kinds := make([]time.Duration, n), make([]byte, n)
		for i := range n {
			times[i] = time.Duration(random.IntN(12)) * 1000
			if random.IntN(6) == 0 {
				times[i] *= 10
			}
			kinds[i] = []byte{Other, Product, View}[random.IntN(3)]
			if kinds[i] == View {
				times[i] = 0
			}
		}
		r := Rule{Target: time.Duration(1+random.IntN(30)) * 1000, AfterProducts: random.IntN(2) == 0, MaxChecks: random.IntN(4), Spins: random.IntN(2) == 0, Sparing: random.IntN(2) == 0}
		p, err := Make(times, kinds, 0, r)
		if err != nil {
			t.Fatal(err)
		}
		checks, longest, squares := best(times, kinds, r)
		good := p.Count() == checks && p.Promise == longest
		if checks < 0 {
			good = p.Count() <= r.MaxChecks && p.Promise <= max(longest, r.Target) && sumOfSquares(p) == squares
		}
		if !good {
			t.Fatalf("times %v, kinds %v, rule %+v:\n%d checks %v with the longest range %v and squares of %d, want %d, %v and %d",
				times, kinds, r, p.Count(), p.Checks, p.Promise, sumOfSquares(p), checks, longest, squares)
		}
	}
}

func sumOfSquares(p *Plan) (sum time.Duration) {
	length := time.Duration(0)
	for i, t := range p.Times {
		if length += t; p.Checks[i] == 1 || i == len(p.Times)-1 {
			sum += length * length
			length = 0
		}
	}
	return sum
}

// Where the host waits busily, checks come where there is little to wait for: ranges
// whose last fifth is heavy, or that have none, are not taken.
func TestChecksComeWhereThereIsLittleToWaitFor(t *testing.T) {
	times := slices.Repeat([]time.Duration{ms}, 40)
	times[8], times[18], times[28] = 30*ms, 30*ms, 30*ms
	p, err := Make(times, make([]byte, 40), 0, Rule{Target: ms, MaxChecks: 3, Spins: true, Sparing: true})
	if err != nil {
		t.Fatal(err)
	}
	first := 0
	for i, check := range p.Checks {
		if check == 0 {
			continue
		}
		if busy := waited(times, make([]byte, 40), first, i); busy > 2*ms {
			t.Errorf("at node %d it waits busily for %v", i, busy)
		}
		first = i + 1
	}
	if p.Count() != 3 || p.Promise > 60*ms {
		t.Errorf("%d checks, longest range %v", p.Count(), p.Promise)
	}
}
