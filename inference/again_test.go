package inference

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// heard replays what a window shows of the events: the segments, and of each what was streamed of it.
func heard(t *testing.T, events []Event) (segments []Segment) {
	t.Helper()
	var live string
	for _, e := range events {
		switch e.Kind {
		case EventText:
			live += e.Text
		case EventAgain:
			live = ""
		case EventSegment:
			if live != e.Segment.Text {
				t.Errorf("streamed %q for segment %q", live, e.Segment.Text)
			}
			live = ""
			segments = append(segments, e.Segment)
		}
	}
	if live != "" {
		t.Errorf("%q was streamed for no segment", live)
	}
	return segments
}

const loop = "so no no no no no no no no no no no no no no no no no no no no no no no"

// A piece in which the model loses the thread is cut in two, and the halves are told in order.
func TestALoopingPieceIsTriedAgainInHalves(t *testing.T) {
	for _, sequences := range []int{1, 2, 4} {
		m := &fakeModel{hears: func(from, to int) string {
			if to-from == 30 && from == 30 {
				return "language English<asr_text>" + loop
			}
			return fmt.Sprintf("language English<asr_text>from %d to %d", from, to)
		}}
		out, events, err := pipe(t, m, 105, func(p *pipeline) { p.sequences = sequences })
		if err != nil {
			t.Fatal(err)
		}
		if out.Status != StatusOK || len(out.Warnings) != 0 {
			t.Errorf("%d together: %s %q", sequences, out.Status, out.Warnings)
		}
		if told := heard(t, events); !slices.Equal(told, out.Segments) {
			t.Errorf("%d together: told %+v, returned %+v", sequences, told, out.Segments)
		}
		if len(out.Segments) != 5 {
			t.Fatalf("%d together: %+v", sequences, out.Segments)
		}
		end := 0.0
		for _, s := range out.Segments {
			if want := fmt.Sprintf("from %d to %d", int(s.Start), int(s.End)); s.Text != want || s.Start != end {
				t.Errorf("%d together: %+v, want %q after %v", sequences, s, want, end)
			}
			end = s.End
		}
		if half := out.Segments[1]; half.Start != 30 || half.End < 40 || half.End > 50 {
			t.Errorf("%d together: the first half is %+v, want an end in the middle third", sequences, half)
		}
	}
}

// What is no better in halves is reported, and only the half that it is.
func TestAHalfThatLoopsIsReported(t *testing.T) {
	m := &fakeModel{hears: func(from, _ int) string {
		if from < 5 {
			return "language English<asr_text>" + loop
		}
		return "language English<asr_text>well"
	}}
	out, _, err := pipe(t, m, 30, nil)
	if err != nil {
		t.Fatal(err)
	}
	if out.Status != StatusTruncated || out.Text != "so no well" {
		t.Errorf("%s %q", out.Status, out.Text)
	}
	if len(out.Warnings) != 1 || !strings.Contains(out.Warnings[0], "the piece from 0:00 to 0:1") {
		t.Errorf("warnings %q", out.Warnings)
	}
}

// A cancel between the two keeps what was finished and nothing of the half that was not.
func TestCancelBetweenHalves(t *testing.T) {
	m := &fakeModel{stopAt: "encode 5", hears: func(from, to int) string {
		if to-from == 30 {
			return "language English<asr_text>" + loop
		}
		return "language English<asr_text>well"
	}}
	out, _, err := pipe(t, m, 30, nil)
	if err == nil || out.Status != StatusCancelled || len(out.Segments) != 1 || out.Segments[0].End > 20 {
		t.Errorf("%v %s %+v", err, out.Status, out.Segments)
	}
}

// What is tried again is not taken back from the progress, and what is told only grows.
func TestProgressGoesOnWhereAPieceIsTriedAgain(t *testing.T) {
	m := &fakeModel{hears: func(from, to int) string {
		if to-from == 30 && from == 0 {
			return "language English<asr_text>" + loop
		}
		return "language English<asr_text>from here to there and back"
	}}
	last, told := -1.0, 0
	_, _, err := pipe(t, m, 60, func(p *pipeline) {
		emit := p.emit
		p.emit = func(e Event) {
			if progress, news := p.gauge.event(); news {
				if told++; progress.Done < last {
					t.Errorf("from %.3f back to %.3f", last, progress.Done)
				}
				last = progress.Done
			}
			emit(e)
		}
	})
	if err != nil || told < 20 || last < 0.9 {
		t.Errorf("%v; told %d times, at last %.3f", err, told, last)
	}
}
