package gui

import (
	"regexp"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// finder finds words in the shown transcript.
type finder struct {
	root    *fyne.Container
	entry   *findEntry
	count   *line
	list    *segmentList
	changed func() // it was opened or closed
	found   *regexp.Regexp
	hits    []int // rows, each as often as there is a match in it
	at      int
}

func newFinder(pass func(*fyne.KeyEvent), list *segmentList, changed func()) *finder {
	f := &finder{list: list, changed: changed}
	f.entry = newFindEntry(tr(sayFindHere))
	f.entry.short = func(s fyne.Shortcut) { list.do.shortcut(s) }
	f.entry.OnChanged = func(string) { f.look(true) }
	f.entry.keys = func(e *fyne.KeyEvent) bool {
		switch e.Name {
		case fyne.KeyEscape:
			f.close()
		case fyne.KeyReturn, fyne.KeyEnter, fyne.KeyDown:
			if e.Name != fyne.KeyDown && shiftHeld() {
				f.step(-1)
			} else {
				f.step(1)
			}
		case fyne.KeyUp:
			f.step(-1)
		case fyne.KeyF7, fyne.KeyF8, fyne.KeyF9, fyne.KeyF10:
			pass(e)
		default:
			return false
		}
		return true
	}
	f.count = newFixed(newCaption(""))
	button := func(icon fyne.Resource, tip string, do func()) *keyButton {
		b := newKeyButton("", icon, pass, do)
		b.Importance = widget.LowImportance
		b.SetToolTip(tip)
		return b
	}
	buttons := container.NewHBox(wide(f.count, 76),
		button(theme.MoveUpIcon(), tr(sayTipPrevious), func() { f.step(-1) }),
		button(theme.MoveDownIcon(), tr(sayTipNext), func() { f.step(1) }),
		button(theme.CancelIcon(), tr(sayTipEndFind), f.close))
	f.root = container.NewBorder(nil, nil, nil, buttons, f.entry)
	f.root.Hide()
	return f
}

// open shows the field, and puts the cursor into it.
func (f *finder) open() {
	if !f.root.Visible() {
		f.root.Show()
		f.changed()
	}
	f.list.do.canvas().Focus(f.entry)
	f.look(true)
}

func (f *finder) close() {
	if !f.root.Visible() {
		return
	}
	focused := f.list.do.canvas().Focused() == fyne.Focusable(f.entry)
	f.root.Hide()
	f.changed()
	f.found, f.hits = nil, nil
	f.list.find(nil, -1)
	if focused {
		f.list.do.canvas().Focus(f.list.list)
	}
}

// look looks for what the field says. anew begins at the first match; otherwise
// the texts have changed, and the place is kept as far as it can be.
func (f *finder) look(anew bool) {
	if !f.root.Visible() {
		return
	}
	before := f.hits
	if text := f.entry.Text; text == "" {
		f.found = nil
	} else if pattern := "(?i)" + regexp.QuoteMeta(text); f.found == nil || f.found.String() != pattern {
		f.found = regexp.MustCompile(pattern)
	}
	f.hits = matches(f.list.rows, f.found)
	if anew {
		f.at = 0
	}
	f.at = max(0, min(f.at, len(f.hits)-1))
	if anew || len(before) != len(f.hits) {
		f.show()
	}
}

func matches(rows []segment, found *regexp.Regexp) (hits []int) {
	if found == nil {
		return nil
	}
	for i, r := range rows {
		for range found.FindAllStringIndex(r.text, -1) {
			hits = append(hits, i)
		}
	}
	return hits
}

// step goes to the next match, or the previous one, around the ends.
func (f *finder) step(by int) {
	if n := len(f.hits); n > 0 {
		f.at = (f.at + by + n) % n
		f.show()
	}
}

func (f *finder) show() {
	text, current := "", -1
	switch {
	case len(f.hits) > 0:
		text, current = trf(sayFound, f.at+1, len(f.hits)), f.hits[f.at]
	case f.found != nil:
		text = tr(sayNotFoundIn)
	}
	f.count.set(text)
	f.root.Refresh()
	f.list.find(f.found, current)
}

// findEntry is a field of one line that lets others have its keys first.
type findEntry struct {
	widget.Entry
	helped
	keys  func(*fyne.KeyEvent) bool // whether the key was meant for somebody else
	short func(fyne.Shortcut)       // gets the shortcuts that a text does not need; may be nil
}

func newFindEntry(hint string) *findEntry {
	e := &findEntry{}
	e.PlaceHolder = hint
	e.Icon = theme.SearchIcon()
	e.SetToolTip(hint)
	e.ExtendBaseWidget(e)
	e.ExtendToolTipWidget(e)
	return e
}

// FocusGained is Fyne's; so is FocusLost.
func (e *findEntry) FocusGained() {
	e.Entry.FocusGained()
	e.gained(e)
}

// FocusLost is Fyne's.
func (e *findEntry) FocusLost() {
	e.Entry.FocusLost()
	e.lost(e)
}

// TypedKey is Fyne's.
func (e *findEntry) TypedKey(k *fyne.KeyEvent) {
	if e.keys == nil || !e.keys(k) {
		e.Entry.TypedKey(k)
	}
}

// TypedShortcut passes on what is not for editing, as Ctrl+1 for a page.
func (e *findEntry) TypedShortcut(s fyne.Shortcut) {
	switch s.(type) {
	case *fyne.ShortcutUndo, *fyne.ShortcutRedo, *fyne.ShortcutCopy, *fyne.ShortcutCut, *fyne.ShortcutPaste, *fyne.ShortcutSelectAll:
	default:
		if e.short != nil && !editorOwn(s) {
			e.short(s)
			return
		}
	}
	e.Entry.TypedShortcut(s)
}
