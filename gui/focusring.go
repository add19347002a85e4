package gui

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
)

// ringRenderer draws a control with a ring around it while it has the focus: Fyne's
// own sign is another shade of the control's colour. Within the ring is another one
// in the window's colour, so that it stands out from a button of the ring's colour.
type ringRenderer struct {
	fyne.WidgetRenderer
	ring, gap *canvas.Rectangle
	on        func() bool
}

// ringWidth is that of the ring, and of the gap.
const ringWidth = 2

func withRing(r fyne.WidgetRenderer, of *helped) fyne.WidgetRenderer {
	return withRingIf(r, func() bool { return of.focused })
}

func withRingIf(r fyne.WidgetRenderer, on func() bool) fyne.WidgetRenderer {
	rr := &ringRenderer{
		WidgetRenderer: r, ring: canvas.NewRectangle(color.Transparent), gap: canvas.NewRectangle(color.Transparent), on: on,
	}
	rr.ring.StrokeWidth, rr.gap.StrokeWidth = ringWidth, ringWidth
	rr.paint()
	return rr
}

func (r *ringRenderer) paint() {
	r.ring.StrokeColor = colorOf(theme.ColorNamePrimary)
	r.gap.StrokeColor = colorOf(colorSurface)
	r.ring.CornerRadius = theme.Size(theme.SizeNameInputRadius)
	r.gap.CornerRadius = max(0, r.ring.CornerRadius-ringWidth)
	setVisible(r.ring, r.on())
	setVisible(r.gap, r.on())
}

// Layout is Fyne's.
func (r *ringRenderer) Layout(size fyne.Size) {
	r.WidgetRenderer.Layout(size)
	r.ring.Resize(size)
	r.gap.Move(fyne.NewSquareOffsetPos(ringWidth))
	r.gap.Resize(size.SubtractWidthHeight(2*ringWidth, 2*ringWidth))
}

// Refresh is Fyne's.
func (r *ringRenderer) Refresh() {
	r.paint()
	r.WidgetRenderer.Refresh()
	r.ring.Refresh()
	r.gap.Refresh()
}

// Objects is Fyne's.
func (r *ringRenderer) Objects() []fyne.CanvasObject {
	return append(append([]fyne.CanvasObject{}, r.WidgetRenderer.Objects()...), r.gap, r.ring)
}
