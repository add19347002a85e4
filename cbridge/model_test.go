package cbridge

import (
	"errors"
	"math"
	"path/filepath"
	"slices"
	"testing"
)

// The encoder of the demo model is a graph of so many nodes, whatever the chunk.
const demoNodes = 173

// load loads the demo model.
func load(t testing.TB, hook HookMode, change func(*LoadParams)) *Model {
	t.Helper()
	flag := NewFlag()
	t.Cleanup(flag.Free)
	params := LoadParams{
		Text:      filepath.Join("..", "models", "demo", "demo.gguf"),
		Projector: filepath.Join("..", "models", "demo", "mmproj-demo.gguf"),
		Device:    CPUOnly, Threads: 1, Context: 1024, Batch: 512, Sequences: 1, Hook: hook, Cancel: flag,
	}
	if change != nil {
		change(&params)
	}
	m, err := open(t).NewModel(params)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	if err := m.Load(); err != nil {
		t.Fatal(err)
	}
	return m
}

// begin gives the model a new cancel byte.
func begin(t testing.TB, m *Model) Flag {
	flag := NewFlag()
	t.Cleanup(flag.Free)
	m.Begin(flag)
	return flag
}

// elevenSeconds is a tone that wanders, as chunks of 104 and 52 tokens.
func elevenSeconds(t testing.TB, m *Model) (*Chunks, []int) {
	t.Helper()
	samples := make([]float32, 11*16000)
	for i := range samples {
		s := float64(i) / 16000
		samples[i] = float32(0.3 * math.Sin(2*math.Pi*(300+80*math.Sin(3*s))*s))
	}
	c, err := m.Tokenize([]PromptPart{
		{Text: "<|im_start|>user\n", Special: true},
		{Audio: true},
		{Text: "<|im_end|>\n<|im_start|>assistant\n", Special: true},
	}, samples)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	var audio []int
	for i, chunk := range c.List() {
		if chunk.Audio {
			audio = append(audio, i)
		}
	}
	return c, audio
}

func encode(t testing.TB, m *Model, c *Chunks, i int) ([]float32, EncodeResult) {
	t.Helper()
	var r EncodeResult
	if err := m.Encode(c, i, &r); err != nil {
		t.Fatal(err)
	}
	out := make([]float32, c.List()[i].Tokens*m.EmbeddingSize())
	if err := m.Embedding(out); err != nil {
		t.Fatal(err)
	}
	return out, r
}

func TestChunksOfElevenSeconds(t *testing.T) {
	m := load(t, HookOff, nil)
	if m.SampleRate() != 16000 {
		t.Errorf("sample rate %d", m.SampleRate())
	}
	c, audio := elevenSeconds(t, m)
	var tokens []int
	for _, i := range audio {
		tokens = append(tokens, c.List()[i].Tokens)
	}
	if !slices.Equal(tokens, []int{104, 52}) {
		t.Errorf("chunks of %v tokens, want 104 and 52", tokens)
	}
}

func TestWhatEachHookModeAsks(t *testing.T) {
	off := load(t, HookOff, nil)
	c, audio := elevenSeconds(t, off)
	want, r := encode(t, off, c, audio[0])
	if r.Calls != 0 || r.Checks != 0 || r.Nodes != 0 {
		t.Errorf("off: %+v", r)
	}
	for _, mode := range []struct {
		name   string
		hook   HookMode
		budget int64
		plan   []byte
		checks func(n int64) bool
	}{
		{name: "every node", hook: HookEveryNode, checks: func(n int64) bool { return n == demoNodes }},
		{name: "a large budget", hook: HookBudget, budget: 1 << 60, checks: func(n int64) bool { return n == 0 }},
		{name: "a small budget", hook: HookBudget, budget: 50_000_000, checks: func(n int64) bool { return n > 1 && n < 40 }},
		{name: "no plan", hook: HookPlanned, checks: func(n int64) bool { return n == demoNodes }},
		{name: "a plan of three", hook: HookPlanned, plan: planOf(demoNodes, 10, 60, 172), checks: func(n int64) bool { return n == 3 }},
		{name: "a plan that is too short", hook: HookPlanned, plan: planOf(100, 50), checks: func(n int64) bool { return n == 1+demoNodes-100 }},
	} {
		t.Run(mode.name, func(t *testing.T) {
			m := load(t, mode.hook, func(p *LoadParams) { p.Budget = mode.budget })
			if err := m.SetPlan(mode.plan); err != nil {
				t.Fatal(err)
			}
			c, audio := elevenSeconds(t, m)
			got, r := encode(t, m, c, audio[0])
			if r.Nodes != demoNodes || r.Calls != demoNodes+r.Checks || !mode.checks(r.Checks) {
				t.Errorf("%d nodes, %d calls, %d checks", r.Nodes, r.Calls, r.Checks)
			}
			if !slices.Equal(got, want) {
				t.Error("the embedding is not bit-identical to that without a callback")
			}
			if r.LongestGap.NS <= 0 || r.LongestGap.NS > r.ElapsedNS {
				t.Errorf("longest gap %d of %d ns", r.LongestGap.NS, r.ElapsedNS)
			}
		})
	}
}

func planOf(n int, checks ...int) []byte {
	plan := make([]byte, n)
	for _, i := range checks {
		plan[i] = 1
	}
	return plan
}

func TestStoppedBeforeTheEncode(t *testing.T) {
	for _, hook := range []HookMode{HookEveryNode, HookBudget, HookPlanned} {
		m := load(t, hook, func(p *LoadParams) { p.Budget = 1 << 60 })
		flag := begin(t, m)
		c, audio := elevenSeconds(t, m)
		flag.Set()
		var r EncodeResult
		if err := m.Encode(c, audio[0], &r); !errors.Is(err, ErrCancelled) {
			t.Fatalf("mode %d: %v", hook, err)
		}
		if r.Calls != 2 || !r.Stopped || r.Stop.Node != 0 || r.Stop.Op == "" {
			t.Errorf("mode %d: %+v", hook, r)
		}
		if err := m.Embedding(make([]float32, 104*m.EmbeddingSize())); err == nil {
			t.Errorf("mode %d: a stopped encode's leftovers can be had", hook)
		}
	}
}

// TestStopNamesItsNode uses the plan to know where the byte is read: it is set
// by the time of the first check, after node 80.
func TestStopNamesItsNode(t *testing.T) {
	m := load(t, HookPlanned, nil)
	if err := m.SetPlan(planOf(demoNodes, 80)); err != nil {
		t.Fatal(err)
	}
	c, audio := elevenSeconds(t, m)
	for try := range 200 {
		flag := begin(t, m)
		done := make(chan struct{})
		go func() {
			defer close(done)
			for m.Node() < 40 {
			}
			flag.Set()
		}()
		var r EncodeResult
		err := m.Encode(c, audio[0], &r)
		flag.Set() // lets the goroutine end where the encode was over too soon
		<-done
		if errors.Is(err, ErrCancelled) && r.Stop.Node == 80 {
			return
		}
		if try == 199 {
			t.Errorf("never stopped at node 80; last %v %+v", err, r)
		}
	}
}

func TestByteIsLatched(t *testing.T) {
	m := load(t, HookEveryNode, nil)
	flag := begin(t, m)
	if m.Stopped() {
		t.Fatal("stopped from the begin")
	}
	flag.Set()
	if !m.Stopped() {
		t.Fatal("not stopped")
	}
	flag.Clear()
	if !m.Stopped() {
		t.Error("a byte that returned to 0 revived the job")
	}
	m.Begin(flag)
	if m.Stopped() {
		t.Error("the next job is stopped by the last one's byte")
	}
}

// answerFrom decodes a prompt from chunk first on, where the earlier ones are in sequence 0
// already, and twelve tokens; the chunks' embeddings and the tokens.
func answerFrom(t *testing.T, m *Model, c *Chunks, first int) (embedding []float32, tokens []int32) {
	t.Helper()
	var position int32
	for i, chunk := range c.List() {
		if i < first {
			position += int32(chunk.Positions)
			continue
		}
		if chunk.Audio {
			e, _ := encode(t, m, c, i)
			embedding = append(embedding, e...)
		}
		if err := m.Embed(c, i, 0, i == len(c.List())-1, &position); err != nil {
			t.Fatal(err)
		}
	}
	token, err := m.Sample(-1)
	for err == nil && len(tokens) < 12 {
		tokens = append(tokens, token)
		if err = m.Decode([]Token{{Token: token, Position: position, Logits: true}}); err == nil {
			token, err = m.Sample(0)
		}
		position++
	}
	if err != nil {
		t.Fatal(err)
	}
	return embedding, tokens
}

func TestContextsAreGoodAfterStops(t *testing.T) {
	m := load(t, HookEveryNode, nil)
	c, audio := elevenSeconds(t, m)
	answer := func() (embedding []float32, tokens []int32) {
		m.Begin(Flag{})
		m.Clear(0)
		return answerFrom(t, m, c, 0)
	}
	embedding, tokens := answer()
	for i := range 21 {
		flag := begin(t, m)
		var r EncodeResult
		var position int32
		if i%3 == 1 { // stopped inside a decode
			encode(t, m, c, audio[0])
			flag.Set()
			if err := m.Embed(c, audio[0], 0, true, &position); !errors.Is(err, ErrCancelled) {
				t.Fatalf("stop %d: %v", i, err)
			}
			continue
		}
		flag.Set()
		if err := m.Encode(c, audio[i%2], &r); !errors.Is(err, ErrCancelled) {
			t.Fatalf("stop %d: %v", i, err)
		}
	}
	embedding2, tokens2 := answer()
	if !slices.Equal(embedding, embedding2) || !slices.Equal(tokens, tokens2) {
		t.Error("after 21 stops the answer is another one")
	}
}

func TestAbortCallbackReachesDecodesOnly(t *testing.T) {
	m := load(t, HookOff, nil)
	flag := begin(t, m)
	c, audio := elevenSeconds(t, m)
	encode(t, m, c, audio[0])
	if n := m.AbortCalls(); n != 0 {
		t.Errorf("%d calls during an encode", n)
	}
	var position int32
	if err := m.Embed(c, audio[0], 0, true, &position); err != nil {
		t.Fatal(err)
	}
	if m.AbortCalls() == 0 {
		t.Error("no call during a decode on the CPU")
	}
	flag.Set()
	if err := m.Embed(c, audio[0], 0, true, &position); !errors.Is(err, ErrCancelled) {
		t.Errorf("a decode with the byte set: %v", err)
	}
}

func TestLoadIsCancelled(t *testing.T) {
	flag := NewFlag()
	defer flag.Free()
	flag.Set()
	m, err := open(t).NewModel(LoadParams{
		Text:      filepath.Join("..", "models", "demo", "demo.gguf"),
		Projector: filepath.Join("..", "models", "demo", "mmproj-demo.gguf"),
		Device:    CPUOnly, Threads: 1, Context: 1024, Batch: 512, Sequences: 1, Cancel: flag,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if err := m.Load(); !errors.Is(err, ErrCancelled) {
		t.Errorf("got %v", err)
	}
}

func TestTooFewSamplesAreRefused(t *testing.T) {
	m := load(t, HookOff, nil)
	for _, n := range []int{0, 1} {
		if _, err := m.Tokenize([]PromptPart{{Audio: true}}, make([]float32, n)); err == nil {
			t.Errorf("%d samples were taken", n)
		}
	}
}

func TestPromptPartsKeepUserTextPlain(t *testing.T) {
	m := load(t, HookOff, nil)
	tokens := func(special bool) int {
		c, err := m.Tokenize([]PromptPart{{Text: "<|im_end|>", Special: special}, {Audio: true}}, make([]float32, 1600))
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		return c.List()[0].Tokens
	}
	if control, plain := tokens(true), tokens(false); plain <= control {
		t.Errorf("%d tokens as text, %d as a control token", plain, control)
	}
}

func TestTokenLoopAllocatesNothing(t *testing.T) {
	m := load(t, HookOff, nil)
	m.Begin(Flag{})
	var position int32
	tokens := []Token{{Token: 40, Logits: true}}
	var failed error
	allocs := testing.AllocsPerRun(100, func() {
		tokens[0].Position = position
		position++
		if err := m.Decode(tokens); err != nil {
			failed = err
		}
		token, err := m.Sample(0)
		if err != nil {
			failed = err
		}
		_ = m.Text(token)
		_ = m.IsEnd(token)
		_ = m.Stopped()
	})
	if failed != nil {
		t.Fatal(failed)
	}
	if allocs != 0 {
		t.Errorf("%v allocations a token", allocs)
	}
}

func TestHookModesCanBeChanged(t *testing.T) {
	m := load(t, HookEveryNode, nil)
	c, audio := elevenSeconds(t, m)
	want, _ := encode(t, m, c, audio[0])
	for _, mode := range []struct {
		hook   HookMode
		checks int64
	}{{HookBudget, 0}, {HookGo, demoNodes}, {HookPlanned, demoNodes}, {HookEveryNode, demoNodes}} {
		if err := m.SetHook(mode.hook, 1<<60); err != nil {
			t.Fatal(err)
		}
		got, r := encode(t, m, c, audio[0])
		if r.Checks != mode.checks || r.Nodes != demoNodes || !slices.Equal(got, want) {
			t.Errorf("mode %d: %d checks of %d nodes", mode.hook, r.Checks, r.Nodes)
		}
	}
	if err := m.SetHook(HookOff, 0); err == nil {
		t.Error("a callback was taken away from a loaded projector")
	}
	if err := m.SetHook(HookGo, 0); err != nil {
		t.Fatal(err)
	}
	flag := begin(t, m)
	flag.Set()
	var r EncodeResult
	if err := m.Encode(c, audio[0], &r); !errors.Is(err, ErrCancelled) || r.Calls != 2 {
		t.Errorf("the Go callback: %v, %d calls", err, r.Calls)
	}
}

func TestSharedTextModel(t *testing.T) {
	owner := load(t, HookEveryNode, nil)
	c, audio := elevenSeconds(t, owner)
	want, _ := encode(t, owner, c, audio[0])
	bare := load(t, HookOff, func(p *LoadParams) { p.ShareText = owner })
	got, r := encode(t, bare, c, audio[0])
	if r.Calls != 0 || !slices.Equal(got, want) {
		t.Errorf("%d calls, or other bits", r.Calls)
	}
}

func TestLeftoversOfAStoppedEncode(t *testing.T) {
	m := load(t, HookEveryNode, nil)
	c, audio := elevenSeconds(t, m)
	whole, _ := encode(t, m, c, audio[0])
	flag := begin(t, m)
	flag.Set()
	var r EncodeResult
	if err := m.Encode(c, audio[0], &r); !errors.Is(err, ErrCancelled) {
		t.Fatal(err)
	}
	left := make([]float32, len(whole))
	if err := m.Leftovers(c, audio[0], left); err != nil {
		t.Fatal(err)
	}
	equal := 0
	for i := range left {
		if left[i] == whole[i] {
			equal++
		}
	}
	if equal > len(whole)/100 {
		t.Errorf("%d of %d values are those of a whole encode", equal, len(whole))
	}
	if m.LastDecode() != 0 {
		t.Errorf("last decode %d", m.LastDecode())
	}
}
