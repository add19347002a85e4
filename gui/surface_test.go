package gui

import (
	"image/color"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/software"
)

// A surface looks like a rectangle with round corners, whether it is one or is put together.
func TestSurfaceLooksLikeARoundRectangle(t *testing.T) {
	open(t, setup{}) // an app, for the painter
	fill, edge := color.NRGBA{R: 200, G: 80, B: 20, A: 255}, color.NRGBA{B: 255, A: 255}
	for _, c := range []struct {
		name  string
		size  fyne.Size
		edge  color.Color
		fill  color.Color
		parts bool
	}{
		{"large", fyne.NewSize(200, 100), color.Transparent, fill, true},
		{"of odd measures", fyne.NewSize(83, 57), color.Transparent, fill, true},
		{"small", fyne.NewSize(30, 100), color.Transparent, fill, false},
		{"with an edge", fyne.NewSize(200, 100), edge, fill, false},
		{"translucent", fyne.NewSize(200, 100), color.Transparent, color.NRGBA{R: 200, A: 100}, false},
	} {
		s := newSurface()
		s.paint(c.fill, c.edge, 10)
		s.resize(c.size)
		if s.whole.Visible() == c.parts {
			t.Errorf("%s: drawn in parts %v, want %v", c.name, !s.whole.Visible(), c.parts)
		}
		want := canvas.NewRectangle(c.fill)
		want.CornerRadius = 10
		if c.edge != color.Transparent {
			want.StrokeColor, want.StrokeWidth = c.edge, 1
		}
		want.Resize(c.size)
		render := func(all ...fyne.CanvasObject) func(x, y int) color.NRGBA {
			w := software.NewCanvas()
			w.SetPadded(false)
			w.SetContent(container.NewWithoutLayout(all...))
			w.Resize(c.size)
			img := w.Capture()
			return func(x, y int) color.NRGBA { return color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA) }
		}
		got, whole := render(s.objects()...), render(want)
		different := 0
		for x := range int(c.size.Width) {
			for y := range int(c.size.Height) {
				if got(x, y) != whole(x, y) {
					different++
				}
			}
		}
		if different > 0 {
			t.Errorf("%s: %d pixels differ", c.name, different)
		}
	}
}
