package gui

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// panel is a rounded surface with something on it.
type panel struct {
	widget.BaseWidget
	content fyne.CanvasObject
	fill    fyne.ThemeColorName
	edge    fyne.ThemeColorName // "" for none
	pad     float32
	corner  float32
}

func newPanel(content fyne.CanvasObject) *panel {
	p := &panel{content: content, fill: colorSurface, pad: 8, corner: 10}
	p.ExtendBaseWidget(p)
	return p
}

// CreateRenderer is Fyne's.
func (p *panel) CreateRenderer() fyne.WidgetRenderer {
	r := &panelRenderer{panel: p, back: newSurface()}
	r.paint()
	return r
}

type panelRenderer struct {
	panel *panel
	back  *surface
}

func (r *panelRenderer) paint() {
	edge := color.Color(color.Transparent)
	if r.panel.edge != "" {
		edge = colorOf(r.panel.edge)
	}
	r.back.paint(colorOf(r.panel.fill), edge, r.panel.corner)
}

func (r *panelRenderer) Layout(size fyne.Size) {
	r.back.resize(size)
	pad := r.panel.pad
	r.panel.content.Move(fyne.NewPos(pad, pad))
	r.panel.content.Resize(size.SubtractWidthHeight(2*pad, 2*pad))
}

func (r *panelRenderer) MinSize() fyne.Size {
	return r.panel.content.MinSize().AddWidthHeight(2*r.panel.pad, 2*r.panel.pad)
}

func (r *panelRenderer) Refresh() {
	r.paint()
	r.panel.content.Refresh()
	canvas.Refresh(r.panel)
}

func (r *panelRenderer) Objects() []fyne.CanvasObject {
	return append(r.back.objects(), r.panel.content)
}

func (r *panelRenderer) Destroy() {}

// bar is a thin progress bar, or a stack of shares of different colours.
type bar struct {
	widget.BaseWidget
	parts  []barPart
	height float32
}

type barPart struct {
	share float64 // of the bar's width
	color fyne.ThemeColorName
}

func newBar(height float32) *bar {
	b := &bar{height: height}
	b.ExtendBaseWidget(b)
	return b
}

func (b *bar) set(parts ...barPart) {
	if len(parts) == len(b.parts) {
		same := true
		for i := range parts {
			same = same && parts[i] == b.parts[i]
		}
		if same {
			return
		}
	}
	b.parts = parts
	b.Refresh()
}

func (b *bar) progress(share float64) { b.set(barPart{share, theme.ColorNamePrimary}) }

// CreateRenderer is Fyne's.
func (b *bar) CreateRenderer() fyne.WidgetRenderer {
	r := &barRenderer{bar: b, track: canvas.NewRectangle(color.Transparent)}
	r.build()
	return r
}

type barRenderer struct {
	bar   *bar
	track *canvas.Rectangle
	parts []*canvas.Rectangle
}

func (r *barRenderer) build() {
	r.track.FillColor = colorOf(colorTrack)
	r.track.CornerRadius = r.bar.height / 2
	for len(r.parts) < len(r.bar.parts) {
		r.parts = append(r.parts, canvas.NewRectangle(color.Transparent))
	}
	r.parts = r.parts[:len(r.bar.parts)]
	for i, p := range r.bar.parts {
		r.parts[i].FillColor = colorOf(p.color)
		r.parts[i].CornerRadius = r.bar.height / 2
	}
}

func (r *barRenderer) Layout(size fyne.Size) {
	h := r.bar.height
	y := (size.Height - h) / 2
	r.track.Move(fyne.NewPos(0, y))
	r.track.Resize(fyne.NewSize(size.Width, h))
	x := float32(0)
	for i, p := range r.bar.parts {
		w := size.Width * float32(p.share)
		if p.share > 0 && w < h {
			w = h // a sliver still shows
		}
		w = min(w, size.Width-x)
		setVisible(r.parts[i], w > 0)
		r.parts[i].Move(fyne.NewPos(x, y))
		r.parts[i].Resize(fyne.NewSize(max(0, w), h))
		x += w
		if len(r.bar.parts) > 1 {
			x++
		}
	}
}

func (r *barRenderer) MinSize() fyne.Size { return fyne.NewSize(24, r.bar.height) }

func (r *barRenderer) Refresh() {
	r.build()
	r.Layout(r.bar.Size())
	r.track.Refresh()
	for _, p := range r.parts {
		p.Refresh()
	}
	canvas.Refresh(r.bar)
}

func (r *barRenderer) Objects() []fyne.CanvasObject {
	o := []fyne.CanvasObject{r.track}
	for _, p := range r.parts {
		o = append(o, p)
	}
	return o
}

func (r *barRenderer) Destroy() {}
