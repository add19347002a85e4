package inference

import (
	"slices"
	"testing"

	"haltscribe/cbridge"
)

// A prompt's begin is decoded once for each sequence, not once for each piece.
func TestAPromptsBeginIsDecodedOnce(t *testing.T) {
	answers := []string{"language English<asr_text>one", "language English<asr_text>two", "language English<asr_text>three", "language English<asr_text>four"}
	for _, c := range []struct {
		name      string
		sequences int
		forgets   bool
		kept      int
	}{
		{"one at a time", 1, false, 3},
		{"two together", 2, false, 2},
		{"a model that can't keep a part", 1, true, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := &fakeModel{answers: answers, forgets: c.forgets}
			out, _, err := pipe(t, m, 120, func(p *pipeline) { p.sequences = c.sequences })
			if err != nil || out.Text != "one two three four" {
				t.Fatalf("%v %q", err, out.Text)
			}
			if m.kept != c.kept {
				t.Errorf("%d prompts began with what was kept, want %d", m.kept, c.kept)
			}
		})
	}
}

// A recording with another prompt does not begin with what the one before left.
func TestAnotherPromptIsDecodedAnew(t *testing.T) {
	had := prefixes{}
	run := func(context string) int {
		m := &fakeModel{answers: []string{"language English<asr_text>one", "language English<asr_text>two"}}
		_, _, err := pipe(t, m, 60, func(p *pipeline) {
			p.prefixes, p.options.Context = had, context
			for id, prefix := range had {
				m.live[id] = &fakeSequence{position: prefix.end, prefix: true}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		return m.kept
	}
	if got := []int{run("Anna"), run("Anna"), run("Berta")}; !slices.Equal(got, []int{1, 2, 1}) {
		t.Errorf("prompts that began with what was kept: %v, want 1 of 2, 2 of 2, 1 of 2", got)
	}
}

func TestPrefixOf(t *testing.T) {
	parts := []cbridge.PromptPart{{Text: "<|im_start|>", Special: true}, {Text: "Anna"}, {Audio: true}, {Text: "<|im_end|>", Special: true}}
	list := []cbridge.Chunk{{Tokens: 3, Positions: 3}, {Tokens: 2, Positions: 2}, {Audio: true, Tokens: 104, Positions: 104}, {Tokens: 7, Positions: 7}}
	got := prefixOf(parts, list)
	if got.chunks != 2 || got.end != 5 || !slices.Equal(got.parts, parts[:2]) {
		t.Errorf("%+v", got)
	}
	if got := prefixOf(parts[2:], list[2:]); got.chunks != 0 || got.end != 0 {
		t.Errorf("a prompt that begins with its sound has the prefix %+v", got)
	}
}
