package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// keyCheck is a check box that passes on the keys that don't set it.
type keyCheck struct {
	widget.Check
	tip
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

// MouseIn is Fyne's; so are the next two.
func (c *keyCheck) MouseIn(e *desktop.MouseEvent) {
	c.Check.MouseIn(e)
	c.tip.MouseIn(e)
}

func (c *keyCheck) MouseMoved(e *desktop.MouseEvent) {
	c.Check.MouseMoved(e)
	c.tip.MouseMoved(e)
}

func (c *keyCheck) MouseOut() {
	c.Check.MouseOut()
	c.tip.MouseOut()
}
