package editing

import (
	"fmt"
	"testing"
	"time"
)

func TestUndoAndRedo(t *testing.T) {
	var l Log
	texts := map[int]string{0: "one", 1: "two"}
	now := time.Unix(1000, 0)
	type_ := func(row int, text string, after time.Duration) {
		now = now.Add(after)
		l.Note(row, texts[row], text, now)
		texts[row] = text
	}
	apply := func(row int, text string, ok bool) bool {
		if ok {
			texts[row] = text
		}
		return ok
	}
	want := func(first, second string) {
		t.Helper()
		if texts[0] != first || texts[1] != second {
			t.Errorf("it is %q and %q, want %q and %q", texts[0], texts[1], first, second)
		}
	}
	if apply(l.Undo()) {
		t.Error("there was something to undo")
	}
	for _, s := range []string{"ones", "onese", "onesel", "oneself"} { // a word
		type_(0, s, 100*time.Millisecond)
	}
	type_(0, "oneself ", 100*time.Millisecond)  // and its space
	type_(0, "oneself i", 100*time.Millisecond) // another word
	type_(1, "twö", 100*time.Millisecond)       // another row
	type_(1, "twöö", 2*time.Second)             // after a pause
	type_(1, "twöö", 10*time.Millisecond)       // nothing
	type_(1, "tw", 10*time.Millisecond)         // letters taken away
	type_(1, "tw ", 500*time.Millisecond)
	type_(1, "tw o", 500*time.Millisecond)
	for _, c := range []struct {
		undo          bool
		first, second string
	}{
		{true, "oneself i", "tw "},
		{true, "oneself i", "twö"},
		{true, "oneself i", "two"},
		{false, "oneself i", "twö"},
		{true, "oneself i", "two"},
		{true, "oneself ", "two"},
		{true, "one", "two"},
		{false, "oneself ", "two"},
	} {
		step := l.Redo
		if c.undo {
			step = l.Undo
		}
		if !apply(step()) {
			t.Fatal("there was nothing")
		}
		want(c.first, c.second)
	}
	type_(0, "oneself!", time.Second)
	if apply(l.Redo()) {
		t.Error("what was undone is still there after another edit")
	}
}

func TestTheOldestAreForgotten(t *testing.T) {
	var l Log
	now := time.Unix(1000, 0)
	for i := range most + 10 {
		now = now.Add(time.Minute)
		l.Note(0, fmt.Sprint(i), fmt.Sprint(i+1), now)
	}
	n := 0
	last := ""
	for {
		_, text, ok := l.Undo()
		if !ok {
			break
		}
		n++
		last = text
	}
	if n != most || last != "10" {
		t.Errorf("%d steps, the first text is %q", n, last)
	}
}
