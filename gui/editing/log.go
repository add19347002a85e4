// Package editing remembers the edits of a transcript, so that they can be undone
// and done again. It knows nothing of widgets.
package editing

import (
	"time"
	"unicode"
	"unicode/utf8"
)

// Log is the edits of one transcript. The zero Log is ready to use.
type Log struct {
	steps []step
	at    int // steps before it are done, the others were undone
}

// step is what one undo takes back.
type step struct {
	row           int
	before, after string
	last          time.Time // when the last letter came
	whole         bool      // a word is complete: it ends with a space
}

// most are remembered; the oldest are forgotten.
const most = 1000

// pause is how long a writer may think before a new step begins.
const pause = time.Second

// Note remembers that the text of a row was changed. Letters that are typed one
// after the other become one step, up to the end of a word.
func (l *Log) Note(row int, before, after string, now time.Time) {
	if before == after {
		return
	}
	l.steps = l.steps[:l.at]
	if n := len(l.steps); n > 0 {
		s := &l.steps[n-1]
		if s.row == row && s.after == before && now.Sub(s.last) < pause && !s.whole {
			s.after, s.last, s.whole = after, now, endsWord(before, after)
			return
		}
	}
	if len(l.steps) >= most {
		l.steps = append(l.steps[:0], l.steps[len(l.steps)-most+1:]...)
	}
	l.steps = append(l.steps, step{row: row, before: before, after: after, last: now, whole: endsWord(before, after)})
	l.at = len(l.steps)
}

// endsWord reports whether what was typed is a space, wherever it is.
func endsWord(before, after string) bool {
	if len(after) <= len(before) {
		return false
	}
	same := 0
	for same < len(before) && before[same] == after[same] {
		same++
	}
	for same > 0 && !utf8.RuneStart(after[same]) {
		same--
	}
	r, _ := utf8.DecodeRuneInString(after[same:])
	return unicode.IsSpace(r)
}

// Undo gives the row and the text that it had before the last step.
func (l *Log) Undo() (row int, text string, ok bool) {
	if l.at == 0 {
		return 0, "", false
	}
	l.at--
	return l.steps[l.at].row, l.steps[l.at].before, true
}

// Redo gives the row and the text of the step that was undone last.
func (l *Log) Redo() (row int, text string, ok bool) {
	if l.at == len(l.steps) {
		return 0, "", false
	}
	l.at++
	return l.steps[l.at-1].row, l.steps[l.at-1].after, true
}
