package gui

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// segmentEditor is where the text of one segment is edited, in its row.
type segmentEditor struct {
	widget.Entry
	holder  *segmentRow
	keys    func(*fyne.KeyEvent) bool // whether the key was meant for somebody else
	short   func(fyne.Shortcut) bool  // the same of a shortcut
	typed   func(text string)         // told of each change that the user made
	quietly bool                      // the text is being set
}

func newSegmentEditor() *segmentEditor {
	e := &segmentEditor{}
	e.MultiLine, e.Wrapping, e.Scroll = true, fyne.TextWrapWord, container.ScrollNone
	e.OnChanged = func(text string) {
		if e.quietly {
			return
		}
		if clean := strings.NewReplacer("\r\n", " ", "\n", " ", "\t", " ").Replace(text); clean != text {
			e.put(clean) // pasted; a segment is one line
			text = clean
		}
		e.typed(text)
	}
	e.ExtendBaseWidget(e)
	return e
}

// put shows a text without telling of it. The cursor stays where it can.
func (e *segmentEditor) put(text string) {
	e.quietly = true
	e.SetText(text)
	e.quietly = false
}

// AcceptsTab keeps Tab here: it goes to the next segment.
func (e *segmentEditor) AcceptsTab() bool { return true }

// TypedKey passes on the keys that are not for editing.
func (e *segmentEditor) TypedKey(k *fyne.KeyEvent) {
	if !e.keys(k) {
		e.Entry.TypedKey(k)
	}
}

// TypedShortcut passes on the shortcuts that are not for editing.
func (e *segmentEditor) TypedShortcut(s fyne.Shortcut) {
	if !e.short(s) {
		e.Entry.TypedShortcut(s)
	}
}
