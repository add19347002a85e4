package inference

import (
	"slices"
	"strings"
	"testing"
)

// The first words must not wait until all pieces that are decoded together are encoded.
func TestPiecesJoinOneAfterTheOther(t *testing.T) {
	long := strings.Repeat("many different words here ", 4)
	m := &fakeModel{answers: []string{long, long, long}}
	var heard []int // encodes that were done at each piece of text
	_, events, err := pipe(t, m, 75, func(p *pipeline) {
		p.sequences, p.options.Language = 3, "English"
		emit := p.emit
		p.emit = func(e Event) {
			if e.Kind == EventText {
				heard = append(heard, strings.Count(strings.Join(m.calls, ","), "encode "))
			}
			emit(e)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(heard) == 0 || heard[0] > 2 {
		t.Errorf("the first text came after %v encodes, want those of the first piece only (of %d events)", heard, len(events))
	}
	// And yet they run together: some decode had all three.
	if m.most != 3 {
		t.Errorf("at most %d pieces were decoded together, want 3", m.most)
	}
}

func TestProgressOfPiecesTogetherOnlyGrows(t *testing.T) {
	long := "language English<asr_text>" + strings.Repeat("many different words here ", 4)
	for _, sequences := range []int{1, 3} {
		m := &fakeModel{answers: []string{long, "language English<asr_text>two", long}}
		var shares []float64
		_, _, err := pipe(t, m, 75, func(p *pipeline) {
			p.sequences = sequences
			emit := p.emit
			p.emit = func(e Event) {
				if progress, news := p.gauge.event(); news {
					shares = append(shares, progress.Done)
				}
				emit(e)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.IsSorted(shares) {
			t.Errorf("%d together: the progress goes back: %v", sequences, shares)
		}
		if n := len(shares); n < 20 || shares[n-1] < 0.9 || shares[n-1] > 1 {
			t.Errorf("%d together: the progress is %v", sequences, shares)
		}
	}
}

// For measuring, a piece gets a fixed number of tokens, whatever the model says.
func TestForcedTokens(t *testing.T) {
	m := &fakeModel{answers: []string{"language English<asr_text>a", "language English<asr_text>b", ""}}
	out, _, err := pipe(t, m, 75, func(p *pipeline) { p.options.ForcedTokens = 2 })
	if err != nil {
		t.Fatal(err)
	}
	if out.Timing.Tokens != 150 || out.Status == StatusTruncated {
		t.Errorf("%d tokens for 75 s, want 150; status %s", out.Timing.Tokens, out.Status)
	}
}
