package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// keyCheck is a check box that passes on the keys that don't set it.
type keyCheck struct {
	widget.Check
	helped
	pass func(*fyne.KeyEvent)
}

func newKeyCheck(label string, pass func(*fyne.KeyEvent), changed func(bool)) *keyCheck {
	c := &keyCheck{pass: pass}
	c.Text, c.OnChanged = label, changed
	c.ExtendBaseWidget(c)
	c.ExtendToolTipWidget(c)
	return c
}

// TypedKey sets the box with Enter; Space comes as a rune.
func (c *keyCheck) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeySpace:
	case fyne.KeyReturn, fyne.KeyEnter:
		if !c.Disabled() {
			c.SetChecked(!c.Checked)
		}
	default:
		c.pass(e)
	}
}

// CreateRenderer is Fyne's; so are the next five.
func (c *keyCheck) CreateRenderer() fyne.WidgetRenderer {
	return withRing(c.Check.CreateRenderer(), &c.helped)
}

// FocusGained is Fyne's.
func (c *keyCheck) FocusGained() {
	c.Check.FocusGained()
	c.gained(c)
}

// FocusLost is Fyne's.
func (c *keyCheck) FocusLost() {
	c.Check.FocusLost()
	c.lost(c)
}

// MouseIn is Fyne's.
func (c *keyCheck) MouseIn(e *desktop.MouseEvent) {
	c.Check.MouseIn(e)
	c.pointedAt(e)
}

func (c *keyCheck) MouseMoved(e *desktop.MouseEvent) {
	c.Check.MouseMoved(e)
	c.tip.MouseMoved(e)
}

func (c *keyCheck) MouseOut() {
	c.Check.MouseOut()
	c.leftAlone()
}

// keyEntry is a line of text that passes on Esc and the window's shortcuts.
type keyEntry struct {
	widget.Entry
	helped
	pass func(*fyne.KeyEvent)
	left func() // the focus went elsewhere; may be nil
}

func newKeyEntry(pass func(*fyne.KeyEvent), changed func(string)) *keyEntry {
	e := &keyEntry{pass: pass}
	e.OnChanged = changed
	e.ExtendBaseWidget(e)
	e.ExtendToolTipWidget(e)
	return e
}

// TypedKey edits, but for Esc and what moves a page.
func (e *keyEntry) TypedKey(k *fyne.KeyEvent) {
	switch k.Name {
	case fyne.KeyEscape, fyne.KeyPageUp, fyne.KeyPageDown, fyne.KeyUp, fyne.KeyDown:
		e.pass(k)
	default:
		e.Entry.TypedKey(k)
	}
}

// TypedShortcut edits, or is the window's: Fyne gives it to the entry alone.
func (e *keyEntry) TypedShortcut(s fyne.Shortcut) {
	if _, ours := s.(*desktop.CustomShortcut); ours {
		if c, ok := fyne.CurrentApp().Driver().CanvasForObject(e).(fyne.Shortcutable); ok {
			c.TypedShortcut(s)
			return
		}
	}
	e.Entry.TypedShortcut(s)
}

// FocusGained is Fyne's; so is FocusLost.
func (e *keyEntry) FocusGained() {
	e.Entry.FocusGained()
	e.gained(e)
}

// FocusLost is Fyne's.
func (e *keyEntry) FocusLost() {
	e.Entry.FocusLost()
	e.lost(e)
	if e.left != nil {
		e.left()
	}
}
