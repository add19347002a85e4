package cbridge

import (
	"slices"
	"testing"
)

// What follows a kept prefix is what follows it when it was decoded anew.
func TestKeptPositionsAreAsGoodAsNew(t *testing.T) {
	m := load(t, HookOff, nil)
	begin(t, m)
	c, audio := elevenSeconds(t, m)
	prefix := int32(c.List()[0].Positions)
	if audio[0] != 1 || prefix == 0 {
		t.Fatalf("the prompt does not begin with one chunk of text: %+v", c.List())
	}
	_, anew := answerFrom(t, m, c, 0)
	for range 2 {
		if !m.Keep(0, prefix) {
			t.Fatal("the prefix was not kept")
		}
		if _, kept := answerFrom(t, m, c, 1); !slices.Equal(kept, anew) {
			t.Errorf("behind a kept prefix the tokens are %v, else %v", kept, anew)
		}
	}
}

func TestKeepSaysWhatIsNotThere(t *testing.T) {
	m := load(t, HookOff, nil)
	begin(t, m)
	c, _ := elevenSeconds(t, m)
	if m.Keep(0, 1) {
		t.Error("a position of an empty sequence was kept")
	}
	var position int32
	if err := m.Embed(c, 0, 0, false, &position); err != nil {
		t.Fatal(err)
	}
	if m.Keep(0, position+1) {
		t.Error("one more position than there are was kept")
	}
	// It is empty then, so the prompt can begin anew.
	position = 0
	if err := m.Embed(c, 0, 0, false, &position); err != nil {
		t.Fatal(err)
	}
	if !m.Keep(0, position) {
		t.Error("what was decoded was not kept")
	}
}
