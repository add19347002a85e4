package gui

import (
	"image/color"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

// surface is a filled rectangle with round corners. Fyne computes the distance to the
// edge for every pixel of such a rectangle; where that is done in software it was a
// fifth of the window's drawing. So a large one is put together: plain rectangles, and
// round ones at the corners only.
type surface struct {
	whole   *canvas.Rectangle    // where there is an edge to draw, or little room
	plain   [3]*canvas.Rectangle // the middle, over the whole width; above; below
	corners [4]*canvas.Rectangle
	size    fyne.Size
	corner  float32
	edged   bool
}

func newSurface() *surface {
	s := &surface{whole: canvas.NewRectangle(color.Transparent)}
	for i := range s.plain {
		s.plain[i] = canvas.NewRectangle(color.Transparent)
	}
	for i := range s.corners {
		s.corners[i] = canvas.NewRectangle(color.Transparent)
	}
	return s
}

func (s *surface) paint(fill, edge color.Color, corner float32) {
	s.corner, s.edged = corner, edge != color.Transparent
	s.whole.FillColor, s.whole.CornerRadius = fill, corner
	if s.edged {
		s.whole.StrokeColor, s.whole.StrokeWidth = edge, 1
	}
	for _, r := range s.plain {
		r.FillColor = fill
	}
	for _, r := range s.corners {
		r.FillColor, r.CornerRadius = fill, corner
	}
	s.resize(s.size)
}

// seam is by how much parts overlap: each is rounded to pixels by itself, and nothing
// may show between them.
const seam = 2

// resize lays the parts out; those that are not needed are hidden.
func (s *surface) resize(size fyne.Size) {
	s.size = size
	r := s.corner
	parts := !s.edged && opaque(s.whole.FillColor) && r > 0 && size.Width > 4*r && size.Height > 4*r
	setVisible(s.whole, !parts)
	for _, o := range append(s.plain[:], s.corners[:]...) {
		setVisible(o, parts)
	}
	if !parts {
		s.whole.Resize(size)
		return
	}
	place := func(o fyne.CanvasObject, x, y, w, h float32) {
		o.Move(fyne.NewPos(x, y))
		o.Resize(fyne.NewSize(w, h))
	}
	// As Fyne rounds a whole one; then the corners end where the middle does, unless the scale is a fraction.
	size = fyne.NewSize(float32(math.Round(float64(size.Width))), float32(math.Round(float64(size.Height))))
	right, bottom := size.Width-2*r, size.Height-2*r
	place(s.plain[0], 0, r, size.Width, size.Height-2*r)
	place(s.plain[1], r, 0, size.Width-2*r, r+seam)
	place(s.plain[2], r, size.Height-r-seam, size.Width-2*r, r+seam)
	for i, at := range []fyne.Position{{X: 0, Y: 0}, {X: right, Y: 0}, {X: 0, Y: bottom}, {X: right, Y: bottom}} {
		place(s.corners[i], at.X, at.Y, 2*r, 2*r)
	}
}

// opaque: parts that lie over each other must not show.
func opaque(c color.Color) bool {
	_, _, _, a := c.RGBA()
	return a == 0xffff
}

func (s *surface) objects() []fyne.CanvasObject {
	all := []fyne.CanvasObject{s.whole}
	for _, o := range append(s.corners[:], s.plain[:]...) {
		all = append(all, o)
	}
	return all
}
