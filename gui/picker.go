package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// option is something to choose in a picker.
type option struct {
	value  string
	label  string // shown when chosen
	detail string // shown in the menu; "" shows label
	barred bool   // can't be chosen; detail says why
	act    func() // does something instead of being chosen
}

// picker is a select box whose options may be shown without being choosable,
// with the reason, which Fyne's own does not have.
type picker struct {
	widget.Select
	helped
	options []option
	value   string
	chosen  func(value string)
	pass    func(*fyne.KeyEvent)
	menu    *widget.PopUpMenu
}

func newPicker(chosen func(string), pass func(*fyne.KeyEvent)) *picker {
	p := &picker{chosen: chosen, pass: pass}
	p.PlaceHolder = "…"
	p.ExtendBaseWidget(p)
	p.ExtendToolTipWidget(p)
	return p
}

// CreateRenderer is Fyne's; so are the next five.
func (p *picker) CreateRenderer() fyne.WidgetRenderer {
	return withRing(p.Select.CreateRenderer(), &p.helped)
}

// FocusGained is Fyne's.
func (p *picker) FocusGained() {
	p.Select.FocusGained()
	p.gained(p)
}

// FocusLost is Fyne's.
func (p *picker) FocusLost() {
	p.Select.FocusLost()
	p.lost(p)
}

// MouseIn is Fyne's.
func (p *picker) MouseIn(e *desktop.MouseEvent) {
	p.Select.MouseIn(e)
	p.pointedAt(e)
}

func (p *picker) MouseMoved(e *desktop.MouseEvent) {
	p.Select.MouseMoved(e)
	p.tip.MouseMoved(e)
}

func (p *picker) MouseOut() {
	p.Select.MouseOut()
	p.leftAlone()
}

// set replaces the options and shows the one of that value. An unknown value
// shows as it is, so that nothing is changed behind the user's back.
func (p *picker) set(options []option, value string) {
	p.options = options
	p.show(value)
}

func (p *picker) show(value string) {
	p.value = value
	label := value
	for _, o := range p.options {
		if o.value == value && o.act == nil {
			label = o.label
		}
	}
	if p.Selected != label {
		p.Selected = label
		p.Refresh()
	}
}

// pick is what choosing an option does.
func (p *picker) pick(o option) {
	switch {
	case o.barred:
	case o.act != nil:
		o.act()
	case o.value != p.value:
		p.show(o.value)
		p.chosen(o.value)
	}
}

// items makes the menu's items.
func (p *picker) items() []*fyne.MenuItem {
	items := make([]*fyne.MenuItem, 0, len(p.options))
	for _, o := range p.options {
		if o.label == "" {
			items = append(items, fyne.NewMenuItemSeparator())
			continue
		}
		text := o.detail
		if text == "" {
			text = o.label
		}
		item := fyne.NewMenuItem(text, func() { p.pick(o) })
		item.Disabled = o.barred
		item.Checked = o.act == nil && o.value == p.value
		items = append(items, item)
	}
	return items
}

// Tapped opens the menu.
func (p *picker) Tapped(*fyne.PointEvent) {
	if p.Disabled() || len(p.options) == 0 {
		return
	}
	driver := fyne.CurrentApp().Driver()
	c := driver.CanvasForObject(p)
	if c == nil {
		return
	}
	p.tip.MouseOut() // it may not cover the menu
	c.Focus(p)
	p.menu = widget.NewPopUpMenu(fyne.NewMenu("", p.items()...), c)
	p.menu.ShowAtPosition(driver.AbsolutePositionForObject(p).Add(fyne.NewPos(0, p.Size().Height+2)))
	size := p.menu.MinSize()
	p.menu.Resize(fyne.NewSize(max(p.Size().Width, size.Width), size.Height))
}

// TypedKey opens the menu, or moves to the next choosable option.
func (p *picker) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter, fyne.KeyUp, fyne.KeyDown:
		p.Tapped(nil)
	case fyne.KeyLeft:
		p.step(-1)
	case fyne.KeyRight:
		p.step(1)
	default:
		p.pass(e)
	}
}

func (p *picker) step(by int) {
	at := -1
	for i, o := range p.options {
		if o.value == p.value && o.act == nil && o.label != "" {
			at = i
		}
	}
	for i := at + by; i >= 0 && i < len(p.options); i += by {
		if o := p.options[i]; !o.barred && o.act == nil && o.label != "" {
			p.pick(o)
			return
		}
	}
}
