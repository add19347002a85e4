package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
	ttwidget "github.com/dweymouth/fyne-tooltip/widget"
)

// Fyne gives a key to the focused widget and to nobody else. The widgets here
// take the keys that they know and pass the rest on, so that Esc cancels and
// Space plays wherever the focus is.

// tip gives a widget a tooltip, which is also its name where it shows none.
type tip = ttwidget.ToolTipWidgetExtend

// focusing tells when a widget gets the focus.
type focusing struct{ told func() }

func (f *focusing) onFocus(do func()) { f.told = do }

func (f *focusing) focused() {
	if f.told != nil {
		f.told()
	}
}

// keyButton is a button that also answers Enter.
type keyButton struct {
	widget.Button
	tip
	focusing
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

// FocusGained is Fyne's; so are the next three.
func (b *keyButton) FocusGained() {
	b.Button.FocusGained()
	b.focused()
}

// MouseIn is Fyne's.
func (b *keyButton) MouseIn(e *desktop.MouseEvent) {
	b.Button.MouseIn(e)
	b.tip.MouseIn(e)
}

func (b *keyButton) MouseMoved(e *desktop.MouseEvent) {
	b.Button.MouseMoved(e)
	b.tip.MouseMoved(e)
}

func (b *keyButton) MouseOut() {
	b.Button.MouseOut()
	b.tip.MouseOut()
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

// keyList is a list whose row is chosen with Enter.
type keyList struct {
	widget.List
	pass  func(*fyne.KeyEvent)
	enter func(row int)
	at    int
}

// TypedKey moves with the arrows and chooses with Enter.
func (l *keyList) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyDown:
		if l.at < l.Length()-1 {
			l.at++
		}
		l.List.TypedKey(e)
	case fyne.KeyUp:
		if l.at > 0 {
			l.at--
		}
		l.List.TypedKey(e)
	case fyne.KeyReturn, fyne.KeyEnter:
		if l.enter != nil && l.at < l.Length() {
			l.enter(l.at)
		}
	default:
		l.pass(e)
	}
}

// keySlider is a slider that passes on the keys that don't move it.
type keySlider struct {
	widget.Slider
	tip
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

// MouseIn is Fyne's; so are the next two.
func (s *keySlider) MouseIn(e *desktop.MouseEvent) {
	s.Slider.MouseIn(e)
	s.tip.MouseIn(e)
}

func (s *keySlider) MouseMoved(e *desktop.MouseEvent) {
	s.Slider.MouseMoved(e)
	s.tip.MouseMoved(e)
}

func (s *keySlider) MouseOut() {
	s.Slider.MouseOut()
	s.tip.MouseOut()
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
