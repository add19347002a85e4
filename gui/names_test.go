package gui

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
)

// controls visits all that can have the focus, shown or not.
func controls(o fyne.CanvasObject, visit func(fyne.Focusable)) {
	if f, ok := o.(fyne.Focusable); ok {
		visit(f)
		return
	}
	switch o := o.(type) {
	case *widget.Label: // its text is its name, where it can be selected
	case *fyne.Container:
		for _, part := range o.Objects {
			controls(part, visit)
		}
	case *container.Scroll:
		controls(o.Content, visit)
	case fyne.Widget:
		for _, part := range test.WidgetRenderer(o).Objects() {
			controls(part, visit)
		}
	}
}

// nameOf is what a person learns of a control: what it says, or else its tooltip.
func nameOf(f fyne.Focusable) string {
	if named, ok := f.(interface{ ToolTip() string }); ok && named.ToolTip() != "" {
		return named.ToolTip()
	}
	switch f := f.(type) {
	case *keyButton:
		return f.Text
	case *keyCheck:
		return f.Text
	case *widget.Button:
		return f.Text
	case *widget.Check:
		return f.Text
	case *findEntry:
		return f.PlaceHolder
	case *keyList: // under its title
		return "list"
	}
	return ""
}

func TestEveryControlHasAName(t *testing.T) {
	b := open(t, setup{files: []string{"a.wav"}, engine: compares(completes), runs: shelved(t, comparedReport())})
	b.settled()
	b.until("all that is listed", func() bool { return len(b.snap.Items) == 1 && len(b.compare.runs.runs) == 1 })
	n := 0
	check := func(where string, o fyne.CanvasObject) {
		controls(o, func(f fyne.Focusable) {
			n++
			if nameOf(f) == "" {
				about := fmt.Sprintf("%T", f)
				if k, ok := f.(*keyButton); ok && k.Icon != nil {
					about += " with the icon " + k.Icon.Name()
				}
				t.Errorf("%s: a %s has no name", where, about)
			}
		})
	}
	check("tabs", b.pages.tabs)
	for _, p := range b.pages.all {
		check(p.name, p.root)
	}
	b.putBanner(banner{about: bannerIntake, text: "This is said.", action: "Do it", act: func() {}})
	check("banners", b.banners.root)
	if n < 50 {
		t.Errorf("only %d controls were found", n)
	}
}

// The keyboard alone reaches each page, and comes back from a field of text.
func TestPagesByKeyboard(t *testing.T) {
	b := open(t, setup{})
	b.settled()
	for i, p := range b.pages.all {
		b.pages.show(i)
		if b.pages.front() != p || !p.root.Visible() || !p.tab.under.Visible() {
			t.Errorf("page %s is not in front", p.name)
		}
		for _, other := range b.pages.all {
			if other != p && (other.root.Visible() || other.tab.under.Visible()) {
				t.Errorf("page %s shows beside %s", other.name, p.name)
			}
		}
	}
}
