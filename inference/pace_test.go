package inference

import (
	"testing"
	"time"
)

// learn runs decodes as the pipeline does, each with as many tokens as may run together, and returns the limit.
func learn(decode func(n, step int) time.Duration) int {
	p := &pace{}
	for n, step := 1, 0; n <= p.most(8); n++ {
		for range paceLooks {
			p.saw(n, decode(n, step))
			step++
		}
	}
	return p.most(8)
}

func TestPaceStopsWhereAnotherPieceGainsNothing(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct {
		name   string
		decode func(n, step int) time.Duration
		want   int
	}{
		{"reading the weights is all it costs", func(int, int) time.Duration { return 40 * ms }, 8},
		{"as measured on two cores", func(n, _ int) time.Duration { return 55*ms + time.Duration(n)*20*ms }, 8},
		{"each token costs the same", func(n, _ int) time.Duration { return time.Duration(n) * 10 * ms }, 1},
		{"up to four run side by side", func(n, _ int) time.Duration { return time.Duration((n+3)/4) * 10 * ms }, 4},
		{"two are slower than one, as measured on a Zen 5", func(n, _ int) time.Duration {
			return []time.Duration{35 * ms, 74 * ms, 100 * ms, 110 * ms, 124 * ms, 136 * ms, 146 * ms, 152 * ms}[n-1]
		}, 8},
		{"another program now and then", func(_, step int) time.Duration {
			return time.Duration(40+step%3*200) * ms
		}, 8},
	} {
		if got := learn(c.decode); got != c.want {
			t.Errorf("%s: %d together, want %d", c.name, got, c.want)
		}
	}
}

// Other programs that held the processor while the pace was learned don't hold it down for ever.
func TestPaceIsFoundAnew(t *testing.T) {
	p := &pace{}
	busy := true
	run := func(decodes int) {
		for done := 0; done < decodes; {
			for n := 1; n <= p.most(8); n++ {
				for range paceLooks {
					took := 40 * time.Millisecond // reading the weights is all it costs
					if busy && n > 1 {
						took *= 10
					}
					p.saw(n, took)
					done++
				}
			}
		}
	}
	run(1)
	if got := p.most(8); got != 1 {
		t.Fatalf("on a busy machine %d together", got)
	}
	busy = false
	run(paceLasts / 2)
	if got := p.most(8); got != 1 {
		t.Errorf("what was found does not last: %d together", got)
	}
	run(paceLasts)
	if got := p.most(8); got != 8 {
		t.Errorf("it goes on with %d together, want 8", got)
	}
}

// A model whose tokens cost the same alone runs one piece at a time, once that is known; the next recording begins with it.
func TestThePipelineKeepsToThePace(t *testing.T) {
	clock := int64(0)
	learned := &pace{}
	run := func() int {
		m := &fakeModel{hears: func(int, int) string { return "a long answer of many tokens, each of which is a character" }}
		m.onDecode = func(n int) { clock += int64(n) * 1e6 }
		_, _, err := pipe(t, m, 400, func(p *pipeline) {
			p.sequences, p.options.Language, p.pace = 4, "English", learned
			p.watch = newStopwatch(func() int64 { clock++; return clock })
		})
		if err != nil {
			t.Fatal(err)
		}
		return m.most
	}
	if most := run(); most != 4 {
		t.Errorf("the first recording tried %d together, want 4", most)
	}
	if most := run(); most != 1 {
		t.Errorf("the second recording ran %d together, want 1", most)
	}
}
