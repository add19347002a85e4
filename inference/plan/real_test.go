package plan_test

import (
	"math"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"haltscribe/cbridge"
	"haltscribe/inference/plan"
)

// The real encoder, planned: measured once, then checked seldom, with the same bits.
func TestRealEncoder(t *testing.T) {
	arch := map[string]string{"amd64": "x64"}[runtime.GOARCH]
	if arch == "" {
		arch = runtime.GOARCH
	}
	lib, err := cbridge.Open(filepath.Join("..", "..", "native", "lib", runtime.GOOS+"-"+arch), cbridge.OpenOptions{})
	if err != nil {
		t.Fatal(err)
	}
	load := func(hook cbridge.HookMode) (*cbridge.Model, *cbridge.Chunks) {
		demo := filepath.Join("..", "..", "models", "demo")
		m, err := lib.NewModel(cbridge.LoadParams{
			Text: filepath.Join(demo, "demo.gguf"), Projector: filepath.Join(demo, "mmproj-demo.gguf"),
			Device: cbridge.CPUOnly, Threads: 1, Context: 512, Batch: 512, Sequences: 1, Hook: hook,
		})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(m.Close)
		if err := m.Load(); err != nil {
			t.Fatal(err)
		}
		samples := make([]float32, 8*16000)
		for i := range samples {
			samples[i] = float32(0.3 * math.Sin(float64(i)*0.1+3*math.Sin(float64(i)*0.0003)))
		}
		c, err := m.Tokenize([]cbridge.PromptPart{{Audio: true}}, samples)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(c.Close)
		return m, c
	}
	encode := func(m *cbridge.Model, c *cbridge.Chunks) ([]float32, cbridge.EncodeResult) {
		i := slices.IndexFunc(c.List(), func(c cbridge.Chunk) bool { return c.Audio })
		var r cbridge.EncodeResult
		if err := m.Encode(c, i, &r); err != nil {
			t.Fatal(err)
		}
		out := make([]float32, c.List()[i].Tokens*m.EmbeddingSize())
		if err := m.Embedding(out); err != nil {
			t.Fatal(err)
		}
		return out, r
	}
	if cbridge.NodeOther != plan.Other || cbridge.NodeProduct != plan.Product || cbridge.NodeView != plan.View {
		t.Fatal("the bridge names the kinds of nodes otherwise")
	}
	want, _ := encode(load(cbridge.HookOff))

	m, c := load(cbridge.HookPlanned)
	k := plan.NewKeeper(m, plan.Store{}, plan.Key{}, plan.Rule{Target: 5 * time.Millisecond})
	for i := range 4 {
		if err := k.Before(104); err != nil {
			t.Fatal(err)
		}
		got, r := encode(m, c)
		if !slices.Equal(got, want) {
			t.Errorf("encode %d is not bit-identical to that without a callback", i)
		}
		if i == 0 && int(r.Checks) != r.Nodes {
			t.Errorf("the measuring encode has %d checks for %d nodes", r.Checks, r.Nodes)
		}
		if p := k.Plan(104); p != nil && int(r.Checks) != p.Count() {
			t.Errorf("encode %d has %d checks, its plan %d", i, r.Checks, p.Count())
		}
		if err := k.After(104, plan.Observation{Elapsed: time.Duration(r.ElapsedNS), Checks: int(r.Checks)}); err != nil {
			t.Fatal(err)
		}
	}
	if p := k.Plan(104); p == nil || p.Count() >= len(p.Times)/2 {
		t.Errorf("after four encodes the plan is %+v", p)
	}

	// With checks after products only, and then found to change nothing anywhere.
	k = plan.NewKeeper(m, plan.Store{}, plan.Key{}, plan.Rule{Target: time.Millisecond, AfterProducts: true, MaxChecks: 3, Spins: true, Sparing: true})
	for range 2 {
		if err := k.Before(104); err != nil {
			t.Fatal(err)
		}
		_, r := encode(m, c)
		if err := k.After(104, plan.Observation{Elapsed: time.Duration(r.ElapsedNS), Checks: int(r.Checks)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := k.Compare(104, func() error { encode(m, c); return nil }); err != nil {
		t.Fatal(err)
	}
	p := k.Plan(104)
	if p.Anywhere == nil || !*p.Anywhere {
		t.Error("on the CPU checks were found to change the output")
	}
	if n := p.Count(); n == 0 || n > 3 {
		t.Errorf("%d checks, want 1 to 3", n)
	}
	kinds := map[byte]int{}
	for _, kind := range p.Kinds {
		kinds[kind]++
	}
	if kinds[plan.Product] == 0 || kinds[plan.View] == 0 || kinds[plan.Other] == 0 {
		t.Errorf("kinds of nodes: %v", kinds)
	}
}
