package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
	ttwidget "github.com/dweymouth/fyne-tooltip/widget"
)

// tip gives a widget a tooltip, which is also its name where it shows none.
type tip = ttwidget.ToolTipWidgetExtend

// helped is what a control with a tooltip embeds. The tooltip is shown to who points
// at the control, and to who comes to it with the keyboard.
type helped struct {
	tip
	told    func()
	pointed bool // the mouse is over the control
	focused bool // the keyboard is at it
}

// onFocus has do called when the control gets the focus.
func (h *helped) onFocus(do func()) { h.told = do }

// gained is told that the control o got the focus.
func (h *helped) gained(o fyne.CanvasObject) {
	h.focused = true
	o.Refresh()
	if h.told != nil {
		h.told()
	}
	if l := tipLayerOf(o); l != nil && !h.pointed {
		l.show(o, h.ToolTip())
	}
}

// lost is told that the focus went elsewhere.
func (h *helped) lost(o fyne.CanvasObject) {
	h.focused = false
	o.Refresh()
	if l := tipLayerOf(o); l != nil {
		l.hide(o)
	}
}

// pointedAt is told that the mouse came.
func (h *helped) pointedAt(e *desktop.MouseEvent) {
	h.pointed = true
	h.tip.MouseIn(e)
}

// leftAlone is told that the mouse went.
func (h *helped) leftAlone() {
	h.pointed = false
	h.tip.MouseOut()
}

// tipLayer lies over the window and shows the tooltip of the control that the
// keyboard came to.
type tipLayer struct {
	widget.BaseWidget
	owner fyne.CanvasObject
	text  *widget.Label
	panel *panel
}

func newTipLayer() *tipLayer {
	l := &tipLayer{text: widget.NewLabel("")}
	l.text.SizeName = theme.SizeNameCaptionText
	l.panel = newPanel(l.text)
	l.panel.fill, l.panel.edge, l.panel.pad, l.panel.corner = theme.ColorNameOverlayBackground, theme.ColorNameInputBorder, -2, 6
	l.panel.Hide()
	l.ExtendBaseWidget(l)
	return l
}

// tipLayerOf is the layer over what something is in: the window, or the sheet that
// lies over it. Menus have none.
func tipLayerOf(o fyne.CanvasObject) *tipLayer {
	c := fyne.CurrentApp().Driver().CanvasForObject(o)
	if c == nil {
		return nil
	}
	within := c.Content()
	if top := c.Overlays().Top(); top != nil {
		p, ok := top.(*widget.PopUp)
		if !ok {
			return nil
		}
		within = p.Content
	}
	return layerIn(within)
}

func layerIn(o fyne.CanvasObject) *tipLayer {
	stack, ok := o.(*fyne.Container)
	if !ok {
		return nil
	}
	for _, part := range stack.Objects {
		if l, ok := part.(*tipLayer); ok {
			return l
		}
	}
	if len(stack.Objects) == 0 {
		return nil
	}
	return layerIn(stack.Objects[0])
}

// widestTip is where a tooltip's text is broken into lines.
const widestTip = 420

// show puts a text under a control, or over it where there is no room.
func (l *tipLayer) show(o fyne.CanvasObject, text string) {
	l.owner = o
	if text == "" {
		l.panel.Hide()
		return
	}
	l.text.Wrapping = fyne.TextWrapOff
	l.text.SetText(text)
	if l.text.MinSize().Width > widestTip {
		l.text.Wrapping = fyne.TextWrapWord
		l.text.Resize(fyne.NewSize(widestTip, 1)) // it learns its height from its width
		l.text.Refresh()
	}
	size := l.panel.MinSize()
	if l.text.Wrapping == fyne.TextWrapWord {
		size.Width = widestTip
	}
	const gap = 4
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
	here := fyne.CurrentApp().Driver().AbsolutePositionForObject(l)
	at = at.Subtract(here)
	x := max(gap, min(at.X, l.Size().Width-size.Width-gap))
	const tall = 100 // what is that high has room for it inside
	y := at.Y + o.Size().Height + gap
	switch {
	case y+size.Height <= l.Size().Height:
	case o.Size().Height > tall:
		y = l.Size().Height - size.Height - gap
	default:
		y = max(gap, at.Y-size.Height-gap)
	}
	l.panel.Resize(size)
	l.panel.Move(fyne.NewPos(x, y))
	l.panel.Show()
	l.panel.Refresh()
}

// hide takes a control's tooltip away.
func (l *tipLayer) hide(o fyne.CanvasObject) {
	if l.owner == o {
		l.owner = nil
		l.panel.Hide()
	}
}

// shown is what is told at the moment; "" for nothing.
func (l *tipLayer) shown() string {
	if !l.panel.Visible() {
		return ""
	}
	return l.text.Text
}

// CreateRenderer is Fyne's.
func (l *tipLayer) CreateRenderer() fyne.WidgetRenderer { return &tipRenderer{l} }

// tipRenderer leaves the panel where show put it, and asks for no room.
type tipRenderer struct{ layer *tipLayer }

func (r *tipRenderer) Layout(fyne.Size)             {}
func (r *tipRenderer) MinSize() fyne.Size           { return fyne.Size{} }
func (r *tipRenderer) Refresh()                     { r.layer.panel.Refresh() }
func (r *tipRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.layer.panel} }
func (r *tipRenderer) Destroy()                     {}
