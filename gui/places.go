package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
)

// Small helpers that put things in their places.

// indent moves something in from the left by a text's usual padding.
func indent(o fyne.CanvasObject) fyne.CanvasObject {
	return container.New(layout.NewCustomPaddedLayout(0, 0, 8, 4), o)
}

func padded(o fyne.CanvasObject, vertical, horizontal float32) fyne.CanvasObject {
	return container.New(layout.NewCustomPaddedLayout(vertical, vertical, horizontal, horizontal), o)
}

// wide gives something at least a width.
func wide(o fyne.CanvasObject, width float32) fyne.CanvasObject {
	return container.New(leastSize{width: width}, o)
}

// tall gives something at least a height.
func tall(o fyne.CanvasObject, height float32) fyne.CanvasObject {
	return container.New(leastSize{height: height}, o)
}

type leastSize struct{ width, height float32 }

func (l leastSize) MinSize(o []fyne.CanvasObject) fyne.Size {
	return o[0].MinSize().Max(fyne.NewSize(l.width, l.height))
}

func (l leastSize) Layout(o []fyne.CanvasObject, size fyne.Size) {
	o[0].Move(fyne.NewPos(0, 0))
	o[0].Resize(size)
}

// setVisible shows or hides, and does nothing where that changes nothing.
func setVisible(o fyne.CanvasObject, on bool) {
	switch {
	case on == o.Visible():
	case on:
		o.Show()
	default:
		o.Hide()
	}
}

// relayout puts a container's parts into their places again, after one of them
// was shown or hidden or wants another size.
func relayout(c *fyne.Container) { c.Layout.Layout(c.Objects, c.Size()) }

// column shares the height out: tops and bottoms as they need, the middle gets the rest.
func column(gap float32, middle int, parts ...fyne.CanvasObject) *fyne.Container {
	return container.New(columnLayout{gap, middle}, parts...)
}

type columnLayout struct {
	gap    float32
	middle int
}

func (c columnLayout) MinSize(parts []fyne.CanvasObject) fyne.Size {
	var size fyne.Size
	shown := 0
	for _, p := range parts {
		if !p.Visible() {
			continue
		}
		m := p.MinSize()
		size.Width = max(size.Width, m.Width)
		size.Height += m.Height
		shown++
	}
	size.Height += c.gap * float32(max(0, shown-1))
	return size
}

func (c columnLayout) Layout(parts []fyne.CanvasObject, size fyne.Size) {
	for i, p := range parts {
		if p.Visible() && i != c.middle { // text that wraps learns its width, and so its height
			p.Resize(fyne.NewSize(size.Width, p.MinSize().Height))
		}
	}
	rest := size.Height - c.MinSize(parts).Height
	y := float32(0)
	for i, p := range parts {
		if !p.Visible() {
			continue
		}
		h := p.MinSize().Height
		if i == c.middle {
			h += max(0, rest)
		}
		p.Move(fyne.NewPos(0, y))
		p.Resize(fyne.NewSize(size.Width, h))
		y += h + c.gap
	}
}

// split gives the left one a share of the width, within bounds.
type split struct{ gap, share, least, most float32 }

// MinSize is Fyne's.
func (s split) MinSize(o []fyne.CanvasObject) fyne.Size {
	a, b := o[0].MinSize(), o[1].MinSize()
	return fyne.NewSize(s.least+s.gap+b.Width, max(a.Height, b.Height))
}

// Layout is Fyne's.
func (s split) Layout(o []fyne.CanvasObject, size fyne.Size) {
	left := min(s.most, max(s.least, size.Width*s.share))
	o[0].Move(fyne.NewPos(0, 0))
	o[0].Resize(fyne.NewSize(left, size.Height))
	o[1].Move(fyne.NewPos(left+s.gap, 0))
	o[1].Resize(fyne.NewSize(size.Width-left-s.gap, size.Height))
}

// pair puts two things side by side, or one below the other where one would be
// narrower than least.
type pair struct{ gap, least float32 }

// MinSize is Fyne's. How the two stand is known by the widths that they have.
func (p pair) MinSize(o []fyne.CanvasObject) fyne.Size {
	a, b := o[0].MinSize(), o[1].MinSize()
	if o[1].Position().Y > 0 || o[1].Size().IsZero() {
		return fyne.NewSize(max(a.Width, b.Width), a.Height+p.gap+b.Height)
	}
	return fyne.NewSize(max(a.Width, b.Width), max(a.Height, b.Height))
}

// Layout is Fyne's.
func (p pair) Layout(o []fyne.CanvasObject, size fyne.Size) {
	half := (size.Width - p.gap) / 2
	a, b := o[0].MinSize(), o[1].MinSize()
	o[0].Move(fyne.NewPos(0, 0))
	if half < p.least || half < a.Width || half < b.Width {
		o[0].Resize(fyne.NewSize(size.Width, a.Height))
		o[1].Move(fyne.NewPos(0, a.Height+p.gap))
		o[1].Resize(fyne.NewSize(size.Width, b.Height))
		return
	}
	height := max(a.Height, b.Height)
	o[0].Resize(fyne.NewSize(half, height))
	o[1].Move(fyne.NewPos(half+p.gap, 0))
	o[1].Resize(fyne.NewSize(half, height))
}
