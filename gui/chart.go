package gui

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// chart is a drawing in the window's own colours and letters, made anew whenever
// its size, its theme or what it shows is another.
type chart struct {
	widget.BaseWidget
	draw  func(s *sketch, size fyne.Size)
	least func() fyne.Size
}

func newChart(least func() fyne.Size, draw func(*sketch, fyne.Size)) *chart {
	c := &chart{draw: draw, least: least}
	c.ExtendBaseWidget(c)
	return c
}

// CreateRenderer is Fyne's.
func (c *chart) CreateRenderer() fyne.WidgetRenderer { return &chartRenderer{chart: c} }

type chartRenderer struct {
	chart *chart
	sketch
}

func (r *chartRenderer) Layout(size fyne.Size) {
	r.objects = nil
	r.chart.draw(&r.sketch, size)
}

func (r *chartRenderer) MinSize() fyne.Size { return r.chart.least() }

func (r *chartRenderer) Refresh() {
	r.Layout(r.chart.Size())
	canvas.Refresh(r.chart)
}

func (r *chartRenderer) Objects() []fyne.CanvasObject { return r.objects }

func (r *chartRenderer) Destroy() {}

// sketch gathers what a chart consists of.
type sketch struct{ objects []fyne.CanvasObject }

func (s *sketch) box(x, y, w, h float32, name fyne.ThemeColorName) {
	b := canvas.NewRectangle(colorOf(name))
	b.CornerRadius = min(3, h/2)
	b.Move(fyne.NewPos(x, y))
	b.Resize(fyne.NewSize(max(0, w), h))
	s.objects = append(s.objects, b)
}

func (s *sketch) line(x1, y1, x2, y2, width float32, name fyne.ThemeColorName) {
	l := canvas.NewLine(colorOf(name))
	l.StrokeWidth = width
	l.Position1, l.Position2 = fyne.NewPos(x1, y1), fyne.NewPos(x2, y2)
	s.objects = append(s.objects, l)
}

// words writes from x on, or up to it, or around it.
func (s *sketch) words(x, y float32, text string, style fyne.TextStyle, align fyne.TextAlign, name fyne.ThemeColorName) {
	t := canvas.NewText(text, colorOf(name))
	t.TextSize, t.TextStyle = theme.CaptionTextSize(), style
	size := t.MinSize()
	switch align {
	case fyne.TextAlignTrailing:
		x -= size.Width
	case fyne.TextAlignCenter:
		x -= size.Width / 2
	}
	// Letters between two rows of pixels are blurred.
	t.Move(fyne.NewPos(float32(math.Round(float64(x))), float32(math.Round(float64(y)))))
	t.Resize(size)
	s.objects = append(s.objects, t)
}

// mark is a point; its shape tells what the colour tells not.
func (s *sketch) mark(x, y, size float32, shape int, name fyne.ThemeColorName) {
	var o fyne.CanvasObject
	fill := colorOf(name)
	switch shape {
	case 0:
		o = canvas.NewCircle(fill)
	case 1:
		o = canvas.NewRectangle(fill)
	case 2:
		o = canvas.NewPolygon(3, fill)
	case 3:
		o = canvas.NewPolygon(5, fill)
	default:
		o = canvas.NewPolygon(4, fill) // a diamond
	}
	o.Move(fyne.NewPos(x-size/2, y-size/2))
	o.Resize(fyne.NewSquareSize(size))
	s.objects = append(s.objects, o)
}

func captionSize(text string, style fyne.TextStyle) fyne.Size {
	return fyne.MeasureText(text, theme.CaptionTextSize(), style)
}

// steps are round numbers from low to high, about n of them.
func steps(low, high float64, n int) []float64 {
	if !(high > low) || n < 1 {
		return []float64{low}
	}
	rough := (high - low) / float64(n)
	unit := math.Pow(10, math.Floor(math.Log10(rough)))
	for _, times := range []float64{1, 2, 5, 10} {
		if unit*times >= rough {
			unit *= times
			break
		}
	}
	var all []float64
	for i := math.Ceil(low/unit - 1e-9); i*unit <= high+unit*1e-9; i++ {
		all = append(all, i*unit)
	}
	return all
}
