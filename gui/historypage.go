package gui

import (
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"haltscribe/history"
)

// historyPage lists the transcripts that are kept, and finds in them.
type historyPage struct {
	root   fyne.CanvasObject
	search *findEntry
	count  *line
	list   *keyList
	hint   *widget.Label
	open   *keyButton
	remove *keyButton
	wipe   *keyButton
	found  []history.Found
	query  string
	asked  int // how often the archive was asked: only the last answer counts
	off    bool
}

// historyDeeds are what the page can ask for.
type historyDeeds struct {
	look   func(query string)
	open   func(history.Found)
	forget func(history.Found)
	wipe   func(count int)
}

func newHistoryPage(pass func(*fyne.KeyEvent), shortcut func(fyne.Shortcut), do historyDeeds) *historyPage {
	p := &historyPage{}
	p.search = newFindEntry(tr(saySearchAll))
	p.search.short = shortcut
	p.search.OnChanged = func(text string) {
		p.query = strings.TrimSpace(text)
		do.look(p.query)
	}
	p.search.keys = func(e *fyne.KeyEvent) bool {
		switch e.Name {
		case fyne.KeyEscape:
			if p.search.Text == "" {
				pass(e)
			}
			p.search.SetText("")
		case fyne.KeyDown, fyne.KeyReturn, fyne.KeyEnter:
			if c := fyne.CurrentApp().Driver().CanvasForObject(p.list); c != nil && len(p.found) > 0 {
				c.Focus(p.list)
				p.list.Select(0)
			}
		default:
			return false
		}
		return true
	}
	chosen := func(then func(history.Found)) func() {
		return func() {
			if p.list.at < len(p.found) {
				then(p.found[p.list.at])
			}
		}
	}
	p.list = newKeyList(tr(sayTipEntries), func(e *fyne.KeyEvent) {
		if e.Name == fyne.KeyDelete {
			chosen(do.forget)()
			return
		}
		pass(e)
	}, func() int { return len(p.found) }, func() fyne.CanvasObject { return newEntryRow() }, func(i int, o fyne.CanvasObject) {
		row := o.(*entryRow)
		row.open = func() { do.open(p.found[i]) }
		row.set(p.found[i])
	})
	p.list.OnSelected = func(i int) {
		p.list.at = i
		p.enableButtons()
	}
	p.list.enter = func(i int) {
		if i < len(p.found) {
			do.open(p.found[i])
		}
	}
	p.count = newFixed(newCaption(""))
	p.open = newKeyButton(tr(sayOpen), theme.DocumentIcon(), pass, chosen(do.open))
	p.open.SetToolTip(tr(sayTipOpenEntry))
	p.remove = newKeyButton("", theme.DeleteIcon(), pass, chosen(do.forget))
	p.remove.SetToolTip(tr(sayTipForget))
	p.wipe = newKeyButton(tr(sayForgetAll), nil, pass, func() { do.wipe(len(p.found)) })
	p.wipe.SetToolTip(tr(sayTipForgetAll))
	p.remove.Importance, p.wipe.Importance = widget.LowImportance, widget.LowImportance
	p.hint = widget.NewLabel(tr(sayHistoryEmpty))
	p.hint.Alignment, p.hint.Wrapping = fyne.TextAlignCenter, fyne.TextWrapWord
	p.hint.Importance = widget.LowImportance

	buttons := container.NewHBox(wide(p.count, 110), p.open, p.remove, p.wipe)
	head := padded(container.NewBorder(nil, nil, nil, buttons, p.search), 2, 4)
	body := container.NewStack(container.NewCenter(wide(p.hint, 360)), p.list)
	p.root = newPanel(column(6, 1, head, body))
	p.show(nil)
	return p
}

// show lists what was found, or all there is.
func (p *historyPage) show(found []history.Found) {
	p.found = found
	p.list.UnselectAll()
	p.list.at = 0
	p.list.Refresh()
	if len(found) > 0 {
		p.list.Select(0)
		p.list.ScrollToTop()
	}
	count, hint := "", ""
	switch {
	case len(found) == 1 && p.query == "":
		count = tr(sayEntryOne)
	case len(found) > 0 && p.query != "":
		count = trf(sayEntryFound, len(found))
	case len(found) > 0:
		count = trf(sayEntryCount, len(found))
	case p.query != "":
		hint = tr(sayHistoryNone)
	case p.off:
		hint = tr(sayHistoryOff)
	default:
		hint = tr(sayHistoryEmpty)
	}
	p.count.set(count)
	p.tell(hint)
	p.enableButtons()
}

func (p *historyPage) tell(hint string) {
	if p.hint.Text != hint {
		p.hint.SetText(hint)
	}
	setVisible(p.hint, hint != "")
}

func (p *historyPage) enableButtons() {
	p.open.enable(len(p.found) > 0)
	p.remove.enable(len(p.found) > 0)
	p.wipe.enable(len(p.found) > 0 && p.query == "")
}

// entryRow is a transcript in the list: its name, when and how it ended, and how it
// begins or what was found in it.
type entryRow struct {
	widget.BaseWidget
	icon  *widget.Icon
	name  *line
	about *line
	text  *widget.RichText
	open  func()
}

func newEntryRow() *entryRow {
	r := &entryRow{icon: widget.NewIcon(iconDone), name: newText(""), about: newFixed(newCaption("")), text: widget.NewRichText()}
	r.name.style.Bold, r.name.middle = true, true
	r.about.align = fyne.TextAlignTrailing
	r.text.Truncation = fyne.TextTruncateEllipsis
	r.ExtendBaseWidget(r)
	return r
}

// DoubleTapped opens the transcript; one tap chooses it.
func (r *entryRow) DoubleTapped(*fyne.PointEvent) {
	if r.open != nil {
		r.open()
	}
}

func (r *entryRow) set(f history.Found) {
	r.icon.SetResource(stateIcon(entryState(f.Status)))
	r.name.set(filepath.Base(f.Recording.Path))
	r.about.set(entryText(f))
	text := f.Excerpt
	if len(f.Matches) > 0 {
		text = f.Matches[0].Snippet
	}
	r.text.Segments = snippetText(text)
	r.text.Refresh()
	r.Refresh()
}

// snippetText has what was found in bold, in another colour and underlined.
func snippetText(snippet string) []widget.RichTextSegment {
	snippet = strings.ReplaceAll(snippet, "\n", " ")
	usual, mark := widget.RichTextStyleInline, widget.RichTextStyleInline
	usual.ColorName = colorMuted
	mark.ColorName = theme.ColorNamePrimary
	mark.TextStyle = fyne.TextStyle{Bold: true, Underline: true}
	var parts []widget.RichTextSegment
	for text := snippet; text != ""; {
		plain, rest, found := strings.Cut(text, history.MatchBegin)
		if plain != "" {
			parts = append(parts, &widget.TextSegment{Text: plain, Style: usual})
		}
		if !found {
			break
		}
		match, after, _ := strings.Cut(rest, history.MatchEnd)
		parts = append(parts, &widget.TextSegment{Text: match, Style: mark})
		text = after
	}
	return parts
}

// CreateRenderer is Fyne's.
func (r *entryRow) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.New(entryLayout{}, r.icon, r.name, r.about, r.text))
}

type entryLayout struct{}

func (entryLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(240, o[1].MinSize().Height+o[3].MinSize().Height+4)
}

func (entryLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	icon, name, about, text := o[0], o[1], o[2], o[3]
	icon.Resize(fyne.NewSquareSize(rowIcon))
	icon.Move(fyne.NewPos(rowPad, (size.Height-rowIcon)/2))
	x := float32(rowPad + rowIcon + 10)
	right := about.MinSize().Width
	width := size.Width - x - rowPad
	name.Move(fyne.NewPos(x, 6))
	name.Resize(fyne.NewSize(width-right-12, name.MinSize().Height))
	about.Move(fyne.NewPos(x+width-right, 6))
	about.Resize(fyne.NewSize(right, name.MinSize().Height))
	pad := theme.InnerPadding()
	y := 6 + name.MinSize().Height - pad + 2
	text.Move(fyne.NewPos(x-pad, y))
	text.Resize(fyne.NewSize(width+2*pad, text.MinSize().Height))
}
