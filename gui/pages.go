package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// page is one of the window's pages.
type page struct {
	name  string
	icon  fyne.Resource
	root  fyne.CanvasObject
	shown func()                    // when it comes to the front; may be nil
	enter func()                    // what Ctrl+Enter does; may be nil
	key   func(*fyne.KeyEvent) bool // a key that no widget wanted: whether the page did; may be nil
	tab   *pageTab
}

// pages shows one page at a time, below a row of tabs.
type pages struct {
	tabs *fyne.Container
	body *fyne.Container
	all  []*page
	at   int
	turn func(to *page) // after another page came to the front
}

// newPages makes the row of tabs; what else belongs into it stands at its right
// end.
func newPages(pass func(*fyne.KeyEvent), right fyne.CanvasObject, turn func(*page), all ...*page) *pages {
	p := &pages{tabs: container.NewHBox(), body: container.NewStack(), all: all, turn: turn}
	for i, one := range all {
		one.tab = newPageTab(one, i, pass, func() { p.show(i) })
		p.tabs.Add(one.tab.root)
		p.body.Add(one.root)
		setVisible(one.root, i == 0)
	}
	all[0].tab.choose(true)
	p.tabs.Add(layout.NewSpacer())
	p.tabs.Add(right)
	return p
}

// show brings a page to the front.
func (p *pages) show(i int) {
	if i < 0 || i >= len(p.all) || i == p.at {
		return
	}
	before, now := p.all[p.at], p.all[i]
	p.at = i
	p.leave()
	before.root.Hide()
	before.tab.choose(false)
	now.root.Show()
	if c, ok := now.root.(*fyne.Container); ok {
		relayout(c) // its parts may want other sizes than when it was last seen
	}
	now.tab.choose(true)
	if now.shown != nil {
		now.shown()
	}
	p.turn(now)
}

// leave takes the focus from a page that goes: its keys would work on what nobody
// sees. A tab keeps it.
func (p *pages) leave() {
	c := fyne.CurrentApp().Driver().CanvasForObject(p.tabs)
	if c == nil || c.Focused() == nil {
		return
	}
	for _, one := range p.all {
		if c.Focused() == fyne.Focusable(one.tab.button) {
			return
		}
	}
	c.Unfocus()
}

// open brings the page of that name to the front.
func (p *pages) open(name string) {
	for i, one := range p.all {
		if one.name == name {
			p.show(i)
		}
	}
}

// label writes something else on a page's tab.
func (p *pages) label(name, text string) {
	for _, one := range p.all {
		if one.name == name && one.tab.button.Text != text {
			one.tab.button.SetText(text)
			p.tabs.Refresh() // it takes another width
		}
	}
}

func (p *pages) front() *page { return p.all[p.at] }

// shortcuts makes Ctrl+1 show the first page, and so on.
func (p *pages) shortcuts(c fyne.Canvas, may func() bool) {
	keys := []fyne.KeyName{fyne.Key1, fyne.Key2, fyne.Key3, fyne.Key4, fyne.Key5, fyne.Key6, fyne.Key7, fyne.Key8, fyne.Key9}
	for i := range min(len(p.all), len(keys)) {
		c.AddShortcut(&desktop.CustomShortcut{KeyName: keys[i], Modifier: fyne.KeyModifierShortcutDefault}, func(fyne.Shortcut) {
			if may() {
				p.show(i)
			}
		})
	}
}

// pageTab is a button with a line under it where its page is shown, so that the
// colour is not the only sign.
type pageTab struct {
	root   fyne.CanvasObject
	button *keyButton
	under  *bar
}

func newPageTab(p *page, number int, pass func(*fyne.KeyEvent), tapped func()) *pageTab {
	t := &pageTab{button: newKeyButton(p.name, p.icon, pass, tapped), under: newBar(3)}
	t.button.Importance = widget.LowImportance
	t.button.SetToolTip(pageTip(p.name, number))
	t.under.set(barPart{1, theme.ColorNamePrimary})
	t.under.Hide()
	t.root = column(0, 0, t.button, tall(container.NewStack(padded(t.under, 0, 8)), 3))
	return t
}

func (t *pageTab) choose(on bool) { setVisible(t.under, on) }
