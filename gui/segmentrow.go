package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// segment is what a row of the transcript shows.
type segment struct {
	start, end float64
	text       string
	live       bool // still being spoken by the model
	playing    bool
}

// segmentRow is a timed stretch of text.
type segmentRow struct {
	widget.BaseWidget
	time  *line
	text  *widget.Label
	mark  *bar
	shown segment
}

// caret ends the text in the making.
const caret = " …"

func newSegmentRow() *segmentRow {
	r := &segmentRow{time: newCaption(""), text: newSegmentLabel(), mark: newBar(0)}
	r.time.style.Monospace = true
	r.mark.Hide()
	r.ExtendBaseWidget(r)
	return r
}

func newSegmentLabel() *widget.Label {
	l := widget.NewLabel("")
	l.Wrapping = fyne.TextWrapWord
	return l
}

func (s segment) words() string {
	if s.live {
		return s.text + caret
	}
	return s.text
}

func (r *segmentRow) set(s segment) {
	if r.shown == s && s.text != "" {
		return
	}
	r.shown = s
	color := colorMuted
	if s.playing || s.live {
		color = theme.ColorNamePrimary
	}
	when := clock(s.start)
	if s.playing {
		when = "▸" + when
	}
	r.time.paint(when, color)
	if words := s.words(); r.text.Text != words {
		r.text.SetText(words)
	}
	r.Refresh()
}

// CreateRenderer is Fyne's.
func (r *segmentRow) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.New(segmentLayout{}, r.time, r.text))
}

const timeColumn = 66

// segmentLayout has the time on the left and the text beside it.
type segmentLayout struct{}

func (segmentLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(timeColumn+120, o[1].MinSize().Height)
}

func (segmentLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	when, text := o[0], o[1]
	pad := theme.InnerPadding()
	first := fyne.MeasureText("M", theme.TextSize(), fyne.TextStyle{}).Height
	h := when.MinSize().Height
	when.Move(fyne.NewPos(pad, pad+(first-h)/2+1))
	when.Resize(fyne.NewSize(timeColumn-pad, h))
	text.Move(fyne.NewPos(timeColumn, 0))
	text.Resize(fyne.NewSize(size.Width-timeColumn, size.Height))
}

// ruler finds how high a text is when it is wrapped to a width, and remembers.
type ruler struct {
	label *widget.Label
	width float32
	known map[string]float32
}

func newRuler() *ruler {
	return &ruler{label: newSegmentLabel(), known: map[string]float32{}}
}

func (r *ruler) height(s segment, width float32) float32 {
	if r.width != width {
		r.width = width
		clear(r.known)
	}
	if h, ok := r.known[s.words()]; ok {
		return h
	}
	r.label.Resize(fyne.NewSize(width-timeColumn, 10))
	r.label.SetText(s.words())
	h := r.label.MinSize().Height
	if !s.live {
		r.known[s.words()] = h
	}
	return h
}
