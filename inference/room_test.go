package inference

import (
	"errors"
	"slices"
	"testing"
)

// A model that could not get a context of another size has none any more: it must not
// be taken for loaded by the next recording.
func TestModelWithoutRoomIsLetGo(t *testing.T) {
	full := errors.New("no memory")
	for _, c := range []struct {
		seconds  int
		err      error
		released bool
	}{
		{seconds: 3600, err: full, released: true},
		{seconds: 3600},
		{seconds: 20, err: full}, // a single piece asks for no room
	} {
		m := &fakeModel{t: t, roomErr: c.err}
		r := &Runner{loaded: m}
		var phases []Phase
		p := &pipeline{
			watch: newStopwatch(func() int64 { return 0 }), gauge: &gauge{}, out: &Transcript{},
			emit: func(e Event) {
				if e.Kind == EventPhase {
					phases = append(phases, e.Phase)
				}
			},
		}
		src := &counting{n: c.seconds * m.SampleRate(), rate: m.SampleRate()}
		err := r.makeRoom(Setup{SequencesAtOnce: 4}, src, p)
		asked := slices.Contains(m.calls, "makeroom 1")
		switch {
		case asked != (c.seconds > 30):
			t.Errorf("%d s: asked for room: %v", c.seconds, asked)
		case c.released:
			if !errors.Is(err, full) || r.loaded != nil || !m.gone {
				t.Errorf("%d s: error %v, loaded %v, freed %v", c.seconds, err, r.loaded != nil, m.gone)
			}
		case err != nil || r.loaded == nil || m.gone:
			t.Errorf("%d s: error %v, loaded %v, freed %v", c.seconds, err, r.loaded != nil, m.gone)
		}
		if want := asked && !c.released; want != (len(phases) == 2) {
			t.Errorf("%d s: phases %v", c.seconds, phases)
		}
	}
}

// A context of another size has nothing of what the one before it had.
func TestANewContextHasNoPrefixes(t *testing.T) {
	for _, c := range []struct{ seconds, left int }{{3600, 0}, {20, 1}} {
		m := &fakeModel{t: t}
		r := &Runner{loaded: m, had: prefixes{0: {chunks: 1, end: fakePrefix}}}
		p := &pipeline{watch: newStopwatch(func() int64 { return 0 }), gauge: &gauge{}, out: &Transcript{}, emit: func(Event) {}}
		src := &counting{n: c.seconds * m.SampleRate(), rate: m.SampleRate()}
		if err := r.makeRoom(Setup{SequencesAtOnce: 4}, src, p); err != nil {
			t.Fatal(err)
		}
		if len(r.had) != c.left {
			t.Errorf("%d s: %d prefixes are taken for there, want %d", c.seconds, len(r.had), c.left)
		}
	}
}
