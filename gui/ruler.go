package gui

import (
	"regexp"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// ruler finds how high a text is when it is wrapped to a width, and remembers.
//
// To ask Fyne takes milliseconds a text, seconds for a long transcript: it measures
// each line again and again. Words are measured once here, and laid into lines as
// Fyne does it; where that is a near thing, or there are no words, Fyne is asked.
type ruler struct {
	label *widget.Label
	rich  *widget.RichText
	width float32
	size  float32 // of the letters
	known map[string]float32
	words map[string]float32 // their widths
	one   float32            // the height of one line
	more  float32            // of each further one
}

func newRuler() *ruler {
	return &ruler{label: newSegmentLabel(), rich: newSegmentRich(), known: map[string]float32{}, words: map[string]float32{}}
}

func (r *ruler) height(s segment, width float32) float32 {
	r.ready(width)
	if h, ok := r.known[s.words()]; ok {
		return h
	}
	h := r.wrapped(s.words(), width-timeColumn-pencilColumn)
	if !s.live {
		r.known[s.words()] = h
	}
	return h
}

// ready forgets what was measured for another width or another size of letters.
func (r *ruler) ready(width float32) {
	if size := theme.TextSize(); r.size != size {
		r.size, r.width = size, 0
		clear(r.words)
		r.one = r.asked("x", 100)
		r.more = r.asked("x\nx", 100) - r.one
	}
	if r.width != width {
		r.width = width
		clear(r.known)
	}
}

// nearly is how close to the line's end, in pixels, Fyne is asked.
const nearly = 3

// wrapped is the height of a text in a label of that width.
func (r *ruler) wrapped(text string, width float32) float32 {
	room := width - 2*theme.InnerPadding()
	space := r.wordWidth(" ")
	lines, x := 1, float32(0)
	for word := range strings.SplitSeq(text, " ") {
		w := r.wordWidth(word)
		with := x + space + w
		if x == 0 {
			with = w
		}
		switch {
		case w > room-nearly || with > room-nearly && with < room+nearly || strings.ContainsAny(word, "\n\t"):
			return r.asked(text, width)
		case with > room:
			lines++
			x = w
		default:
			x = with
		}
	}
	return r.one + float32(lines-1)*r.more
}

func (r *ruler) wordWidth(word string) float32 {
	w, ok := r.words[word]
	if !ok {
		w = fyne.MeasureText(word, r.size, fyne.TextStyle{}).Width
		r.words[word] = w
	}
	return w
}

// asked is what Fyne says.
func (r *ruler) asked(text string, width float32) float32 {
	r.label.Resize(fyne.NewSize(width, 10))
	r.label.SetText(text)
	return r.label.MinSize().Height
}

// marked is the height of a text in which something is marked.
func (r *ruler) marked(text string, found *regexp.Regexp, width float32) float32 {
	r.rich.Resize(fyne.NewSize(width-timeColumn-pencilColumn, 10))
	r.rich.Segments = markedText(text, found)
	r.rich.Refresh()
	return r.rich.MinSize().Height
}

// edited is the height that a text needs in the editor, whose border takes some of
// the width.
func (r *ruler) edited(text string, width float32) float32 {
	r.ready(width)
	return r.wrapped(text, width-timeColumn-pencilColumn-12) + 4
}
