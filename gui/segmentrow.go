package gui

import (
	"image/color"
	"regexp"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// segment is what a row of the transcript shows.
type segment struct {
	start, end float64
	text       string
	live       bool // still being spoken by the model
}

// rowLook is how a segment is shown at the moment.
type rowLook struct {
	segment
	playing bool
	found   *regexp.Regexp // what is marked in its text; nil for nothing
	current bool           // what is found is in here
	editing bool
}

// segmentRow is a timed stretch of text.
type segmentRow struct {
	widget.BaseWidget
	back   *canvas.Rectangle
	time   *line
	text   *widget.Label
	rich   *widget.RichText // in the place of text, where something is marked in it
	editor *segmentEditor   // in the place of text, where it is edited; nil elsewhere
	pencil *rowPencil
	all    *fyne.Container
	shown  rowLook
	drawn  bool
	menu   func(at fyne.Position)
}

// caret ends the text in the making.
const caret = " …"

func newSegmentRow() *segmentRow {
	r := &segmentRow{time: newCaption(""), text: newSegmentLabel(), rich: newSegmentRich()}
	r.back = canvas.NewRectangle(color.Transparent)
	r.back.CornerRadius = 7
	r.time.style.Monospace = true
	r.rich.Hide()
	r.pencil = newRowPencil()
	r.all = container.New(segmentLayout{}, r.back, r.time, r.pencil, r.text, r.rich)
	r.ExtendBaseWidget(r)
	return r
}

func newSegmentLabel() *widget.Label {
	l := widget.NewLabel("")
	l.Wrapping = fyne.TextWrapWord
	return l
}

func newSegmentRich() *widget.RichText {
	r := widget.NewRichText()
	r.Wrapping = fyne.TextWrapWord
	return r
}

func (s segment) words() string {
	if s.live {
		return s.text + caret
	}
	return s.text
}

func (r *segmentRow) set(s rowLook) {
	if r.drawn && r.shown == s {
		return
	}
	r.drawn, r.shown = true, s
	color := colorMuted
	if s.playing || s.live {
		color = theme.ColorNamePrimary
	}
	when := clock(s.start)
	if s.playing {
		when = "▸" + when
	}
	r.time.paint(when, color)
	r.paintBack()
	setVisible(r.pencil, !s.live && !s.editing)
	if !s.editing {
		r.drop()
	}
	marked := s.found != nil && s.found.MatchString(s.text) && !s.editing
	setVisible(r.rich, marked)
	setVisible(r.text, !marked && !s.editing)
	if words := s.words(); marked {
		r.rich.Segments = markedText(words, s.found)
		r.rich.Refresh()
	} else if r.text.Text != words && !s.editing {
		r.text.SetText(words)
	}
	r.Refresh()
}

func (r *segmentRow) paintBack() {
	r.back.FillColor = color.Transparent
	switch {
	case r.shown.current:
		r.back.FillColor = colorOf(colorFound)
	case r.shown.playing:
		r.back.FillColor = colorOf(theme.ColorNameSelection)
	}
}

// hold puts the editor in the text's place.
func (r *segmentRow) hold(e *segmentEditor) {
	if r.editor == e {
		return
	}
	if e.holder != nil {
		e.holder.drop()
	}
	r.editor, e.holder = e, r
	r.all.Add(e)
}

// drop gives the editor away.
func (r *segmentRow) drop() {
	if r.editor == nil {
		return
	}
	r.all.Remove(r.editor)
	r.editor.holder = nil
	r.editor = nil
}

// TappedSecondary opens the row's menu.
func (r *segmentRow) TappedSecondary(e *fyne.PointEvent) {
	if r.menu != nil && !r.shown.live {
		r.menu(e.AbsolutePosition)
	}
}

// markedText is a text with what was found in it in another colour, bold and
// underlined.
func markedText(text string, found *regexp.Regexp) []widget.RichTextSegment {
	var parts []widget.RichTextSegment
	put := func(s string, style widget.RichTextStyle) {
		if s != "" {
			parts = append(parts, &widget.TextSegment{Text: s, Style: style})
		}
	}
	usual := widget.RichTextStyleInline
	mark := widget.RichTextStyleInline
	mark.ColorName = theme.ColorNamePrimary
	mark.TextStyle = fyne.TextStyle{Bold: true, Underline: true}
	at := 0
	for _, m := range found.FindAllStringIndex(text, -1) {
		put(text[at:m[0]], usual)
		put(text[m[0]:m[1]], mark)
		at = m[1]
	}
	put(text[at:], usual)
	return parts
}

// CreateRenderer is Fyne's.
func (r *segmentRow) CreateRenderer() fyne.WidgetRenderer {
	return &segmentRowRenderer{WidgetRenderer: widget.NewSimpleRenderer(r.all), row: r}
}

type segmentRowRenderer struct {
	fyne.WidgetRenderer
	row *segmentRow
}

// Refresh paints the background anew too, which another theme paints differently.
func (r *segmentRowRenderer) Refresh() {
	r.row.paintBack()
	r.row.back.Refresh()
	r.WidgetRenderer.Refresh()
}

const (
	timeColumn   = 66
	pencilColumn = 30
)

// segmentLayout has the time on the left, the text beside it, and the pencil at
// the right.
type segmentLayout struct{}

func (segmentLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(timeColumn+120+pencilColumn, o[3].MinSize().Height)
}

func (segmentLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	back, when, pencil := o[0], o[1], o[2]
	pad := theme.InnerPadding()
	first := fyne.MeasureText("M", theme.TextSize(), fyne.TextStyle{}).Height
	back.Move(fyne.NewPos(0, 1))
	back.Resize(size.SubtractWidthHeight(0, 2))
	h := when.MinSize().Height
	when.Move(fyne.NewPos(pad, pad+(first-h)/2+1))
	when.Resize(fyne.NewSize(timeColumn-pad, h))
	pencil.Resize(fyne.NewSquareSize(pencilColumn - 4))
	pencil.Move(fyne.NewPos(size.Width-pencilColumn+2, pad+(first-pencil.Size().Height)/2))
	for _, text := range o[3:] {
		text.Move(fyne.NewPos(timeColumn, 0))
		text.Resize(fyne.NewSize(size.Width-timeColumn-pencilColumn, size.Height))
	}
}

// rowPencil begins to edit its row. It takes no focus: the list's F2 does the same.
type rowPencil struct {
	widget.BaseWidget
	tip
	icon *widget.Icon
	edit func()
}

func newRowPencil() *rowPencil {
	p := &rowPencil{icon: widget.NewIcon(theme.NewColoredResource(theme.DocumentCreateIcon(), colorMuted))}
	p.ExtendBaseWidget(p)
	p.ExtendToolTipWidget(p)
	p.SetToolTip(tr(sayEdit))
	return p
}

// Tapped edits.
func (p *rowPencil) Tapped(*fyne.PointEvent) {
	p.tip.MouseOut()
	if p.edit != nil {
		p.edit()
	}
}

// Cursor is Fyne's.
func (p *rowPencil) Cursor() desktop.Cursor { return desktop.PointerCursor }

// CreateRenderer is Fyne's.
func (p *rowPencil) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewCenter(container.NewGridWrap(fyne.NewSquareSize(16), p.icon)))
}
