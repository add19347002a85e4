package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// scrollBy moves a page with the keyboard, and reports whether the key is for that.
func scrollBy(s *container.Scroll, e *fyne.KeyEvent) bool {
	to := s.Offset.Y
	switch e.Name {
	case fyne.KeyPageDown:
		to += s.Size().Height * 0.85
	case fyne.KeyPageUp:
		to -= s.Size().Height * 0.85
	case fyne.KeyDown:
		to += 40
	case fyne.KeyUp:
		to -= 40
	case fyne.KeyHome:
		to = 0
	case fyne.KeyEnd:
		to = s.Content.MinSize().Height
	default:
		return false
	}
	s.ScrollToOffset(fyne.NewPos(s.Offset.X, max(0, to)))
	return true
}

// followFocus keeps what has the focus in sight, which Fyne's scroll does not.
func followFocus(s *container.Scroll) {
	eachObject(s.Content, func(o fyne.CanvasObject) {
		if w, ok := o.(interface{ onFocus(func()) }); ok {
			w.onFocus(func() { reveal(s, o) })
		}
	})
}

// reveal moves a page as little as brings something on it into sight.
func reveal(s *container.Scroll, o fyne.CanvasObject) {
	d := fyne.CurrentApp().Driver()
	const margin = 24
	top := d.AbsolutePositionForObject(o).Y - d.AbsolutePositionForObject(s).Y + s.Offset.Y
	bottom := top + o.Size().Height
	to := s.Offset.Y
	switch {
	case top-margin < to:
		to = max(0, top-margin)
	case bottom+margin > to+s.Size().Height:
		to = bottom + margin - s.Size().Height
	}
	if to != s.Offset.Y {
		s.ScrollToOffset(fyne.NewPos(s.Offset.X, to))
	}
}

// eachObject visits an object and what is in it, as far as it consists of
// containers and panels.
func eachObject(o fyne.CanvasObject, visit func(fyne.CanvasObject)) {
	visit(o)
	switch in := o.(type) {
	case *fyne.Container:
		for _, part := range in.Objects {
			eachObject(part, visit)
		}
	case *panel:
		eachObject(in.content, visit)
	case *container.Scroll:
		eachObject(in.Content, visit)
	}
}
