package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// Fyne gives a key to the focused widget and to nobody else. The widgets here
// take the keys that they know and pass the rest on, so that Esc cancels and
// Space plays wherever the focus is.

// keyButton is a button that also answers Enter.
type keyButton struct {
	widget.Button
	helped
	pass func(*fyne.KeyEvent)
}

func newKeyButton(label string, icon fyne.Resource, pass func(*fyne.KeyEvent), tapped func()) *keyButton {
	b := &keyButton{pass: pass}
	b.Text, b.Icon = label, icon
	b.OnTapped = func() {
		b.tip.MouseOut() // what comes up now may not be covered by it
		if tapped != nil {
			tapped()
		}
	}
	b.ExtendBaseWidget(b)
	b.ExtendToolTipWidget(b)
	return b
}

// CreateRenderer is Fyne's; so are the next five.
func (b *keyButton) CreateRenderer() fyne.WidgetRenderer {
	return withRing(b.Button.CreateRenderer(), &b.helped)
}

// FocusGained is Fyne's.
func (b *keyButton) FocusGained() {
	b.Button.FocusGained()
	b.gained(b)
}

// FocusLost is Fyne's.
func (b *keyButton) FocusLost() {
	b.Button.FocusLost()
	b.lost(b)
}

// MouseIn is Fyne's.
func (b *keyButton) MouseIn(e *desktop.MouseEvent) {
	b.Button.MouseIn(e)
	b.pointedAt(e)
}

func (b *keyButton) MouseMoved(e *desktop.MouseEvent) {
	b.Button.MouseMoved(e)
	b.tip.MouseMoved(e)
}

func (b *keyButton) MouseOut() {
	b.Button.MouseOut()
	b.leftAlone()
}

// TypedKey presses the button with Space or Enter.
func (b *keyButton) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter:
		b.Tapped(nil)
	default:
		b.pass(e)
	}
}

func (b *keyButton) enable(on bool) {
	if on == !b.Disabled() {
		return
	}
	if on {
		b.Enable()
	} else {
		b.Disable()
	}
}

// keySlider is a slider that passes on the keys that don't move it.
type keySlider struct {
	widget.Slider
	helped
	pass func(*fyne.KeyEvent)
}

func newKeySlider(from, to, step float64, pass func(*fyne.KeyEvent)) *keySlider {
	s := &keySlider{pass: pass}
	s.Min, s.Max, s.Step = from, to, step
	s.Orientation = widget.Horizontal
	s.ExtendBaseWidget(s)
	s.ExtendToolTipWidget(s)
	return s
}

// CreateRenderer is Fyne's; so are the next five.
func (s *keySlider) CreateRenderer() fyne.WidgetRenderer {
	return withRing(s.Slider.CreateRenderer(), &s.helped)
}

// FocusGained is Fyne's.
func (s *keySlider) FocusGained() {
	s.Slider.FocusGained()
	s.gained(s)
}

// FocusLost is Fyne's.
func (s *keySlider) FocusLost() {
	s.Slider.FocusLost()
	s.lost(s)
}

// MouseIn is Fyne's.
func (s *keySlider) MouseIn(e *desktop.MouseEvent) {
	s.Slider.MouseIn(e)
	s.pointedAt(e)
}

func (s *keySlider) MouseMoved(e *desktop.MouseEvent) {
	s.Slider.MouseMoved(e)
	s.tip.MouseMoved(e)
}

func (s *keySlider) MouseOut() {
	s.Slider.MouseOut()
	s.leftAlone()
}

// TypedKey moves the slider with the arrows.
func (s *keySlider) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyLeft, fyne.KeyRight:
		s.Slider.TypedKey(e)
	default:
		s.pass(e)
	}
}
