package gui

import (
	"image/color"
	"math"
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

// Widgets seldom begin and end on whole pixels. Fyne's painter for graphics cards
// rounds the position and the size of each part by itself, which the one for tests
// does not; nothing of what is behind may be seen between two parts.
func TestSurfaceHasNoSeams(t *testing.T) {
	for _, scale := range []float64{1, 1.25, 1.5, 2} {
		round := func(v float32) int { return int(math.Round(float64(v) * scale)) }
		for tenths := range 100 {
			at := fyne.NewPos(1+float32(tenths%10)/10, 1+float32(tenths/10)/10)
			size := fyne.NewSize(83+float32(tenths/10)/10, 57+float32(tenths%10)/10)
			s := newSurface()
			s.paint(color.Black, color.Transparent, 10)
			s.resize(size)
			var covered [200][200]bool
			for _, o := range s.objects() {
				if o.Visible() {
					x, y := round(at.X+o.Position().X), round(at.Y+o.Position().Y)
					for i := x; i < x+round(o.Size().Width); i++ {
						for j := y; j < y+round(o.Size().Height); j++ {
							covered[i][j] = true
						}
					}
				}
			}
			for x := round(at.X); x < round(at.X)+round(size.Width)-1; x++ {
				for y := round(at.Y); y < round(at.Y)+round(size.Height)-1; y++ {
					if !covered[x][y] {
						t.Fatalf("%v at %v, scale %v: nothing is drawn at %d,%d", size, at, scale, x, y)
					}
				}
			}
		}
	}
}
