package cbridge

import (
	"slices"
	"testing"
)

// answers decodes a few tokens after the same prompt in sequences 0 to n-1, together, and returns what each gave.
func answers(t *testing.T, m *Model, n int) [][]int32 {
	t.Helper()
	c, audio := elevenSeconds(t, m)
	out := make([][]int32, n)
	batch := make([]Token, n)
	for s := range n {
		var position int32
		for i := range c.List() {
			if slices.Contains(audio, i) {
				encode(t, m, c, i)
			}
			if err := m.Embed(c, i, s, i == len(c.List())-1, &position); err != nil {
				t.Fatalf("sequence %d: %v", s, err)
			}
		}
		token, err := m.Sample(-1)
		if err != nil {
			t.Fatal(err)
		}
		batch[s] = Token{Token: token, Position: position, Sequence: s, Logits: true}
	}
	for range 6 {
		if err := m.Decode(batch); err != nil {
			t.Fatal(err)
		}
		for s := range batch {
			token, err := m.Sample(s)
			if err != nil {
				t.Fatal(err)
			}
			out[s] = append(out[s], token)
			batch[s].Token = token
			batch[s].Position++
		}
	}
	for s := range n {
		m.Clear(s)
	}
	return out
}

func TestMakeRoomForMoreSequences(t *testing.T) {
	m := load(t, HookOff, nil)
	begin(t, m)
	alone := answers(t, m, 1)[0]
	for _, want := range []int{1, 4, 2} { // never fewer than before
		if err := m.MakeRoom(want); err != nil {
			t.Fatal(err)
		}
	}
	if m.Sequences() != 4 {
		t.Fatalf("%d sequences, want 4", m.Sequences())
	}
	for s, got := range answers(t, m, 4) {
		if !slices.Equal(got, alone) {
			t.Errorf("sequence %d gave %v, alone it was %v", s, got, alone)
		}
	}
}

func TestMakeRoomKeepsToTheLimit(t *testing.T) {
	// Keys and values of one token of the demo model: 3 layers, 2 heads, 48 numbers of two bytes, twice.
	const token = 3 * 2 * 48 * 2 * 2
	m := load(t, HookOff, func(p *LoadParams) { p.CacheLimit = 3*1024*token + 1 })
	if err := m.MakeRoom(8); err != nil {
		t.Fatal(err)
	}
	if m.Sequences() != 3 {
		t.Errorf("%d sequences, want the 3 that the limit allows", m.Sequences())
	}
}
