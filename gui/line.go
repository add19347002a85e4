package gui

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// line is one line of text that is shortened, not cut, where there is no room:
// in the middle for names of files, at the end for sentences.
type line struct {
	widget.BaseWidget
	text   string
	color  fyne.ThemeColorName
	size   fyne.ThemeSizeName
	style  fyne.TextStyle
	align  fyne.TextAlign
	middle bool    // shorten in the middle
	least  float32 // smallest width
	whole  bool    // ask for the whole text's width instead
}

func newLine(text string, color fyne.ThemeColorName, size fyne.ThemeSizeName) *line {
	l := &line{text: text, color: color, size: size, least: 20}
	l.ExtendBaseWidget(l)
	return l
}

func newText(text string) *line {
	return newLine(text, theme.ColorNameForeground, theme.SizeNameText)
}

func newCaption(text string) *line { return newLine(text, colorMuted, theme.SizeNameCaptionText) }

// newFixed asks for all of its text's width.
func newFixed(l *line) *line {
	l.whole = true
	return l
}

func (l *line) set(text string) {
	if l.text != text {
		l.text = text
		l.Refresh()
	}
}

func (l *line) paint(text string, color fyne.ThemeColorName) {
	if l.text != text || l.color != color {
		l.text, l.color = text, color
		l.Refresh()
	}
}

func (l *line) measure(s string) float32 {
	return fyne.MeasureText(s, theme.Size(l.size), l.style).Width
}

// CreateRenderer is Fyne's.
func (l *line) CreateRenderer() fyne.WidgetRenderer {
	r := &lineRenderer{line: l, text: canvas.NewText("", color.Transparent)}
	r.style()
	return r
}

type lineRenderer struct {
	line  *line
	text  *canvas.Text
	of    string // the text that was fitted,
	width float32
	size  float32
}

func (r *lineRenderer) style() {
	r.text.Color = colorOf(r.line.color)
	r.text.TextSize = theme.Size(r.line.size)
	r.text.TextStyle = r.line.style
	r.text.Alignment = r.line.align
}

func (r *lineRenderer) Layout(size fyne.Size) {
	if r.of != r.line.text || r.width != size.Width || r.size != r.text.TextSize {
		r.of, r.width, r.size = r.line.text, size.Width, r.text.TextSize
		r.text.Text = shorten(r.line.text, size.Width, r.line.middle, r.line.measure)
	}
	h := r.text.MinSize().Height
	r.text.Move(fyne.NewPos(0, (size.Height-h)/2))
	r.text.Resize(fyne.NewSize(size.Width, h))
}

func (r *lineRenderer) MinSize() fyne.Size {
	size := fyne.MeasureText("M", theme.Size(r.line.size), r.line.style)
	size.Width = r.line.least
	if r.line.whole {
		size.Width = max(size.Width, r.line.measure(r.line.text))
	}
	return size
}

func (r *lineRenderer) Refresh() {
	r.style()
	r.Layout(r.line.Size())
	r.text.Refresh()
	canvas.Refresh(r.line)
}

func (r *lineRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.text} }

func (r *lineRenderer) Destroy() {}

// shorten leaves out as much of a text as must be for it to fit in width, and
// puts an ellipsis in its place.
func shorten(text string, width float32, middle bool, measure func(string) float32) string {
	if text == "" || measure(text) <= width {
		return text
	}
	runes := []rune(text)
	cut := func(keep int) string {
		if !middle {
			return string(runes[:keep]) + "…"
		}
		tail := keep * 2 / 5
		return string(runes[:keep-tail]) + "…" + string(runes[len(runes)-tail:])
	}
	low, high := 0, len(runes)-1
	for low < high {
		mid := (low + high + 1) / 2
		if measure(cut(mid)) <= width {
			low = mid
		} else {
			high = mid - 1
		}
	}
	return cut(low)
}
