package inference

import (
	"slices"
	"testing"
)

func TestGoingOnKeepsTheRecordingsTimes(t *testing.T) {
	const rate = 100
	src := &counting{n: 7000, rate: rate}
	cut := &cutter{src: src, rate: rate}
	defer cut.close()
	if err := cut.goOnFrom(30); err != nil {
		t.Fatal(err)
	}
	p, err := cut.next(never)
	if err != nil {
		t.Fatal(err)
	}
	if p.start != 30 || p.samples[0] != src.sample(3000) {
		t.Errorf("the first piece begins at %v s, with sample %v", p.start, p.samples[0])
	}
	if err := (&cutter{src: &counting{n: 7000, rate: rate}, rate: rate}).goOnFrom(71); err == nil {
		t.Error("a place behind the end was taken")
	}
}

func TestAJobThatGoesOnLeavesOutWhatWasFinished(t *testing.T) {
	m := &fakeModel{answers: []string{"language English<asr_text>the rest"}}
	out, events, err := pipe(t, m, 75, func(p *pipeline) { p.options.ResumeFrom = 60 })
	if err != nil {
		t.Fatal(err)
	}
	s := out.Segments
	if len(s) != 1 || s[0].Start != 60 || s[0].End != 75 || s[0].Text != "the rest" || out.Duration != 75 {
		t.Errorf("segments %+v of %v s", s, out.Duration)
	}
	if !slices.ContainsFunc(events, func(e Event) bool { return e.Kind == EventSegment && e.Segment == s[0] }) {
		t.Errorf("the segment was not told: %+v", events)
	}
}
