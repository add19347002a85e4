package gui

import (
	"fmt"
	"image"
	"image/color"
	"path/filepath"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"haltscribe/gui/queue"
	"haltscribe/models"
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

// nameOf is what a person learns of a control without a tooltip.
func nameOf(f fyne.Focusable) string {
	switch f := f.(type) {
	case *keyButton:
		if f.Text == "" {
			return f.ToolTip() // an icon
		}
		return f.Text
	case *keyCheck:
		return f.Text
	case *widget.Button:
		return f.Text
	case *widget.Check:
		return f.Text
	case *findEntry:
		return f.PlaceHolder
	}
	return tipOf(f) // what stands under a caption, as lists and fields do
}

func tipOf(f fyne.Focusable) string {
	if told, ok := f.(interface{ ToolTip() string }); ok {
		return told.ToolTip()
	}
	return ""
}

func describe(f fyne.Focusable) string {
	about := fmt.Sprintf("%T %q", f, nameOf(f))
	if k, ok := f.(*keyButton); ok && k.Icon != nil {
		about += " with the icon " + k.Icon.Name()
	}
	return about
}

// full is a window in which each page has something.
func full(t *testing.T) *bench {
	t.Helper()
	own := qwen()
	own.Name, own.State, own.Folder, own.Own = "/my/model", models.Installed, "/my/model", true
	b := open(t, setup{
		files: []string{"a.wav", "b.wav"}, engine: compares(completes), runs: shelved(t, comparedReport()), size: least(), look: themeDark,
		shelf: newFakeModels(qwen(), own),
	})
	b.settled()
	b.start()
	b.states(queue.Done, queue.Done)
	b.pick(b.snap.Items[1].ID)
	b.until("all that is listed", func() bool { return len(b.compare.runs.runs) == 1 && b.player.shown.Playable() && b.models.drawn })
	b.putBanner(banner{about: bannerIntake, text: "This is said.", action: "Do it", act: func() {}})
	return b
}

// Each control has a name and a tooltip, those that are hidden at the moment too.
func TestEveryControlHasANameAndATooltip(t *testing.T) {
	b := full(t)
	n := 0
	check := func(where string, o fyne.CanvasObject) {
		controls(o, func(f fyne.Focusable) {
			n++
			if nameOf(f) == "" || tipOf(f) == "" {
				t.Errorf("%s: %s has the tooltip %q", where, describe(f), tipOf(f))
			}
		})
	}
	check("tabs", b.pages.tabs)
	for _, p := range b.pages.all {
		check(p.name, p.root)
	}
	check("banners", b.banners.root)
	if n < 50 {
		t.Errorf("only %d controls were found", n)
	}
	none := func() {}
	for where, ask := range map[string]func(){
		"open":       b.openFiles,
		"export":     b.exportDialog,
		"a folder":   func() { b.chooseFolder("", "", func(string) {}) },
		"save":       func() { b.saveAs("", "a.json", func(string) {}) },
		"replace":    func() { b.askToReplace(nil, []string{"a.txt"}) },
		"a question": func() { b.confirm(question{yes: "Do it", tip: "What it does", no: "Leave it", then: none}) },
		"close":      func() { b.comparing = true; b.close() },
		"forget":     func() { b.forgetAll(3) },
		"remove":     func() { b.removeModel(models.Item{}) },
	} {
		b.asked = nil
		ask()
		if b.asked == nil {
			t.Errorf("%s asks nothing", where)
			continue
		}
		before := n
		check(where, b.asked.popup.Content)
		if n < before+2 {
			t.Errorf("%s: %d controls were found", where, n-before)
		}
	}
}

// reachable are the controls that are to be seen and can be used.
func reachable(o fyne.CanvasObject) (all []fyne.Focusable) {
	if !o.Visible() {
		return nil
	}
	if f, ok := o.(fyne.Focusable); ok {
		if d, can := o.(fyne.Disableable); can && d.Disabled() {
			return nil
		}
		return []fyne.Focusable{f}
	}
	switch o := o.(type) {
	case *fyne.Container:
		for _, part := range o.Objects {
			all = append(all, reachable(part)...)
		}
	case *container.Scroll:
		all = reachable(o.Content)
	case fyne.Widget:
		for _, part := range test.WidgetRenderer(o).Objects() {
			all = append(all, reachable(part)...)
		}
	}
	return all
}

// kindOf is what a control's ring depends on: its type, and a button's colour.
func kindOf(f fyne.Focusable) string {
	kind := fmt.Sprintf("%T", f)
	if b, ok := f.(*keyButton); ok {
		kind += fmt.Sprint(b.Importance)
	}
	return kind
}

// Tab goes round all controls of a page. At each it is to be seen where the keyboard
// is, by a ring that stands out, and the control's tooltip is told.
func TestTheKeyboardReachesEveryControl(t *testing.T) {
	b := full(t)
	c := b.win.Canvas()
	for i, p := range b.pages.all {
		b.pages.show(i)
		c.Unfocus()
		before := c.Capture()
		looked := map[string]bool{}
		var ring []fyne.Focusable
		for range 100 {
			c.FocusNext()
			f := c.Focused()
			if f == nil || slices.Contains(ring, f) {
				break
			}
			ring = append(ring, f)
			if got := b.tips.shown(); got != tipOf(f) || got == "" {
				t.Errorf("%s: at %s it says %q", p.name, describe(f), got)
			}
			// A picture takes a second with the race detector: one of each kind of control tells.
			kind := kindOf(f)
			if looked[kind] {
				continue
			}
			looked[kind] = true
			o := f.(fyne.CanvasObject)
			at := fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
			size := o.Size()
			if l, ok := f.(*keyList); ok { // the ring is around a row, here the first
				l.goTo(0)
				if l.Length() > 0 {
					size.Height = l.rowHeight(0)
				}
			}
			if share := standingOut(c.Capture(), before, at, size); share < 0.5 {
				seen := filepath.Join(t.ArtifactDir(), fmt.Sprintf("%s-%d.png", p.name, len(ring)))
				writePNG(t, seen, c.Capture())
				t.Errorf("%s: nothing stands out around %s at %v, %v; see %s", p.name, describe(f), at, size, seen)
			}
		}
		c.Unfocus()
		if b.tips.shown() != "" {
			t.Errorf("%s: it still says %q", p.name, b.tips.shown())
		}
		for _, f := range reachable(c.Content()) {
			if !slices.Contains(ring, f) {
				t.Errorf("%s: the keyboard does not come to %s", p.name, describe(f))
			}
		}
		t.Logf("%s: %d controls", p.name, len(ring))
		if len(ring) < 8 {
			t.Errorf("%s: only %d controls", p.name, len(ring))
		}
	}
}

// standingOut is how much of a control's height has, somewhere in it, a pixel that
// differs from before by a contrast of 3: a ring has one on each side.
func standingOut(now, before image.Image, at fyne.Position, size fyne.Size) float64 {
	rows, found := 0, 0
	for y := int(at.Y) + 3; y < int(at.Y+size.Height)-3 && y < now.Bounds().Max.Y; y++ {
		rows++
		for x := max(0, int(at.X)); x < min(now.Bounds().Max.X, int(at.X+size.Width)+1); x++ {
			a := color.NRGBAModel.Convert(now.At(x, y)).(color.NRGBA)
			b := color.NRGBAModel.Convert(before.At(x, y)).(color.NRGBA)
			if a != b && contrast(a, b) >= 3 {
				found++
				break
			}
		}
	}
	return float64(found) / float64(max(1, rows))
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

// What the keyboard comes to in a sheet tells what it is, as in the window.
func TestTooltipsInASheet(t *testing.T) {
	b := full(t)
	b.exportDialog()
	if got := b.asked.tips.shown(); got != "" {
		t.Errorf("it begins with the tooltip %q", got)
	}
	b.win.Canvas().Focus(b.form.what)
	if got := b.asked.tips.shown(); got != tr(sayTipExportWhat) {
		t.Errorf("the tooltip is %q", got)
	}
	b.inBothLooks("export-tip")
	b.win.Canvas().Focus(b.form.formats[1])
	if got := b.asked.tips.shown(); got != "Write a file that ends in .srt" {
		t.Errorf("the tooltip is %q", got)
	}
	b.key(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if b.asked != nil || b.win.Canvas().Overlays().Top() != nil {
		t.Error("Esc did not close it")
	}
}
