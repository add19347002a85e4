package gui

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// keyList is a list that the keyboard moves through, by rows, by pages and to its
// ends, with a ring around the row where it is. Fyne's own list knows single steps
// only, and shows its place by a shade that is hard to see.
type keyList struct {
	widget.List
	helped
	pass   func(*fyne.KeyEvent)
	enter  func(row int)
	height func(row int) float32    // of a row; nil where all have the same
	moved  func(from, to int)       // told when the keyboard moves on; may be nil
	rune   func(rune)               // told of letters; may be nil
	short  func(fyne.Shortcut) bool // whether a shortcut is the list's own; may be nil
	at     int
}

// newKeyList makes a list of rows. What is in a row is made by create and drawn by
// draw; tip says what the list is and what its keys do.
func newKeyList(tip string, pass func(*fyne.KeyEvent), length func() int, create func() fyne.CanvasObject, draw func(int, fyne.CanvasObject)) *keyList {
	l := &keyList{pass: pass}
	l.SetToolTip(tip)
	l.Length = length
	l.CreateItem = func() fyne.CanvasObject { return newRinged(create()) }
	l.UpdateItem = func(i int, o fyne.CanvasObject) {
		r := o.(*ringed)
		if i < length() {
			draw(i, r.content)
		}
		r.show(l.focused && i == l.at)
	}
	l.HideSeparators = true
	l.ExtendBaseWidget(l)
	l.ExtendToolTipWidget(l)
	return l
}

// CreateRenderer is Fyne's. A list without a row has the ring around itself.
func (l *keyList) CreateRenderer() fyne.WidgetRenderer {
	return withRingIf(l.List.CreateRenderer(), func() bool { return l.focused && l.Length() == 0 })
}

// FocusGained is Fyne's; so is FocusLost. Fyne's list is not told: it would shade
// a row by itself.
func (l *keyList) FocusGained() {
	l.at = max(0, min(l.at, l.Length()-1))
	l.gained(l)
}

// FocusLost is Fyne's.
func (l *keyList) FocusLost() { l.lost(l) }

// MouseIn keeps a tooltip away from who points at the list: it would lie over the
// rows. So do the next two.
func (l *keyList) MouseIn(*desktop.MouseEvent) { l.pointed = true }

// MouseMoved is Fyne's.
func (l *keyList) MouseMoved(*desktop.MouseEvent) {}

// MouseOut is Fyne's.
func (l *keyList) MouseOut() { l.pointed = false }

// TypedKey moves with the arrows and chooses with Enter.
func (l *keyList) TypedKey(e *fyne.KeyEvent) {
	if tips := tipLayerOf(l); tips != nil {
		tips.hide(l) // it may lie over a row
	}
	switch e.Name {
	case fyne.KeyDown:
		l.goTo(l.at + 1)
	case fyne.KeyUp:
		l.goTo(l.at - 1)
	case fyne.KeyPageDown:
		l.goTo(l.pageFrom(1))
	case fyne.KeyPageUp:
		l.goTo(l.pageFrom(-1))
	case fyne.KeyHome:
		l.goTo(0)
	case fyne.KeyEnd:
		l.goTo(l.Length() - 1)
	case fyne.KeyReturn, fyne.KeyEnter:
		if l.enter != nil && l.at < l.Length() {
			l.enter(l.at)
		}
	default:
		l.pass(e)
	}
}

// TypedRune is Fyne's.
func (l *keyList) TypedRune(r rune) {
	if l.rune != nil {
		l.rune(r)
	}
}

// TypedShortcut takes the list's own shortcuts; the others are the window's, which
// Fyne would not ask.
func (l *keyList) TypedShortcut(s fyne.Shortcut) {
	if l.short != nil && l.short(s) {
		return
	}
	if c, ok := fyne.CurrentApp().Driver().CanvasForObject(l).(fyne.Shortcutable); ok {
		c.TypedShortcut(s)
	}
}

// goTo puts the ring around another row, or the nearest there is, and shows it.
func (l *keyList) goTo(row int) {
	row = max(0, min(row, l.Length()-1))
	if l.Length() == 0 {
		return
	}
	from := l.at
	l.at = row
	if l.moved != nil {
		l.moved(from, row)
	}
	l.ScrollTo(row)
}

// pageFrom is the row that is as far away as the list is high, at least one.
func (l *keyList) pageFrom(by int) int {
	room := l.Size().Height
	row := l.at
	for next := row + by; next >= 0 && next < l.Length(); next += by {
		if room -= l.rowHeight(next) + theme.Padding(); room < 0 && row != l.at {
			break
		}
		row = next
	}
	return row
}

func (l *keyList) rowHeight(row int) float32 {
	if l.height != nil {
		return l.height(row)
	}
	return max(1, l.MinSize().Height) // a list asks for a row's height
}

// ringed is a row of a list that can have a ring around it.
type ringed struct {
	widget.BaseWidget
	content fyne.CanvasObject
	ring    *canvas.Rectangle
}

func newRinged(content fyne.CanvasObject) *ringed {
	r := &ringed{content: content, ring: canvas.NewRectangle(color.Transparent)}
	r.ring.StrokeWidth = 2
	r.ring.CornerRadius = 7
	r.ring.Hide()
	r.ExtendBaseWidget(r)
	return r
}

func (r *ringed) show(on bool) {
	if on {
		r.ring.StrokeColor = colorOf(theme.ColorNamePrimary)
	}
	setVisible(r.ring, on)
}

// CreateRenderer is Fyne's.
func (r *ringed) CreateRenderer() fyne.WidgetRenderer {
	inside := container.New(layout.NewCustomPaddedLayout(1, 1, 1, 2), r.ring) // the list cuts off what stands out
	return widget.NewSimpleRenderer(container.NewStack(r.content, inside))
}
