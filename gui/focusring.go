package gui

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
)

// ringRenderer draws a control with a ring around it while it has the focus: Fyne's
// own sign is another shade of the control's colour.
type ringRenderer struct {
	fyne.WidgetRenderer
	ring *canvas.Rectangle
	on   func() bool
}

func withRing(r fyne.WidgetRenderer, of *helped) fyne.WidgetRenderer {
	return withRingIf(r, func() bool { return of.focused })
}

func withRingIf(r fyne.WidgetRenderer, on func() bool) fyne.WidgetRenderer {
	ring := canvas.NewRectangle(color.Transparent)
	ring.StrokeWidth = 2
	rr := &ringRenderer{WidgetRenderer: r, ring: ring, on: on}
	rr.paint()
	return rr
}

func (r *ringRenderer) paint() {
	r.ring.StrokeColor = colorOf(theme.ColorNamePrimary)
	r.ring.CornerRadius = theme.Size(theme.SizeNameInputRadius)
	setVisible(r.ring, r.on())
}

// Layout is Fyne's.
func (r *ringRenderer) Layout(size fyne.Size) {
	r.WidgetRenderer.Layout(size)
	r.ring.Resize(size)
}

// Refresh is Fyne's.
func (r *ringRenderer) Refresh() {
	r.paint()
	r.WidgetRenderer.Refresh()
	r.ring.Refresh()
}

// Objects is Fyne's.
func (r *ringRenderer) Objects() []fyne.CanvasObject {
	return append(append([]fyne.CanvasObject{}, r.WidgetRenderer.Objects()...), r.ring)
}
