package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
	fynetooltip "github.com/dweymouth/fyne-tooltip"
)

// sheet is a question that lies over the window. Fyne's dialogs would do, but their
// controls can have no tooltips.
type sheet struct {
	popup  *widget.PopUp
	tips   *tipLayer
	first  fyne.Focusable // that the keyboard begins at
	yes    *keyButton     // that does what was asked about; nil where there are several
	under  *sheet         // that comes back when this one is closed; may be nil
	closed func()
}

// newSheet makes one with a title, and buttons below its content.
func newSheet(win fyne.Window, title string, content fyne.CanvasObject, first fyne.Focusable, buttons ...fyne.CanvasObject) *sheet {
	name := newText(title)
	name.style.Bold, name.size, name.align = true, theme.SizeNameSubHeadingText, fyne.TextAlignCenter
	var foot fyne.CanvasObject
	if len(buttons) > 0 {
		row := append([]fyne.CanvasObject{layout.NewSpacer()}, buttons...)
		foot = container.New(layout.NewCustomPaddedLayout(12, 0, 0, 0), container.NewHBox(row...))
	}
	body := container.NewBorder(container.New(layout.NewCustomPaddedLayout(0, 8, 0, 0), newFixed(name)), foot, nil, nil, content)
	s := &sheet{first: first, tips: newTipLayer()}
	s.popup = widget.NewModalPopUp(container.NewStack(padded(body, 8, 8), s.tips), win.Canvas())
	fynetooltip.AddPopUpToolTipLayer(s.popup)
	return s
}

// resize gives it a size, as far as the window has room for it.
func (s *sheet) resize(size fyne.Size) { s.popup.Resize(size) }

func (s *sheet) show() {
	s.popup.Show()
	if s.first != nil {
		s.popup.Canvas.Focus(s.first)
	}
	s.tips.panel.Hide() // nobody went there yet
}

// close takes it away for good.
func (s *sheet) close() {
	s.popup.Hide()
	fynetooltip.DestroyPopUpToolTipLayer(s.popup)
	if s.closed != nil {
		s.closed()
	}
}

// ask shows a sheet. While it is there, Esc closes it and nothing else.
func (w *mainWindow) ask(s *sheet) {
	switch {
	case w.asked == nil:
	case w.asked == s.under:
		w.asked.popup.Hide()
	default:
		w.asked.under = nil
		w.asked.close()
	}
	s.closed = func() {
		if w.asked != s {
			return
		}
		w.asked = nil
		if s.under != nil {
			w.asked = s.under
			s.under.show()
		}
	}
	w.asked = s
	s.show()
}

// question is what has to be agreed to.
type question struct {
	title, text string
	yes, tip    string // the button that agrees, and what it does
	no          string
	grave       bool // it can't be undone
	then        func()
}

// confirm asks before something that a click too many may not do.
func (w *mainWindow) confirm(q question) {
	var s *sheet
	no := newKeyButton(q.no, nil, w.key, func() { s.close() })
	no.SetToolTip(tr(sayTipNo))
	yes := newKeyButton(q.yes, nil, w.key, func() {
		s.close()
		q.then()
	})
	yes.SetToolTip(q.tip)
	yes.Importance = widget.HighImportance
	first := fyne.Focusable(yes)
	if q.grave {
		yes.Importance, first = widget.DangerImportance, no
	}
	s = newSheet(w.win, q.title, told(q.text), first, no, yes)
	s.yes = yes
	w.ask(s)
}

// told is a sheet's text.
func told(text string) fyne.CanvasObject {
	label := widget.NewLabel(text)
	label.Wrapping = fyne.TextWrapWord
	return wide(label, 420)
}
