package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"haltscribe/gui/comparison"
)

// runsView is the list of earlier comparisons, on the left of their page.
type runsView struct {
	root    fyne.CanvasObject
	list    *keyList
	hint    *widget.Label
	remove  *keyButton
	runs    []comparison.Kept
	chosen  string // name of a run
	quietly bool
	onPick  func(comparison.Kept)
}

func newRunsView(pass func(*fyne.KeyEvent), pick func(comparison.Kept), remove func()) *runsView {
	v := &runsView{onPick: pick}
	v.list = newKeyList(tr(sayTipRuns), func(e *fyne.KeyEvent) {
		if e.Name == fyne.KeyDelete {
			remove()
			return
		}
		pass(e)
	}, func() int { return len(v.runs) }, func() fyne.CanvasObject { return newRunRow() },
		func(i int, o fyne.CanvasObject) { o.(*runRow).set(v.runs[i]) })
	v.list.OnSelected = func(i int) {
		v.list.at = i
		if i < len(v.runs) && !v.quietly {
			v.chosen = v.runs[i].Name
			v.remove.enable(true)
			v.onPick(v.runs[i])
		}
	}
	v.list.enter = func(i int) { v.list.Select(i) }
	title := newFixed(newText(tr(sayEarlier)))
	title.style.Bold = true
	v.hint = widget.NewLabel(tr(sayNoEarlier))
	v.hint.Wrapping, v.hint.Alignment, v.hint.SizeName = fyne.TextWrapWord, fyne.TextAlignCenter, theme.SizeNameCaptionText
	v.remove = newKeyButton("", theme.DeleteIcon(), pass, remove)
	v.remove.Importance = widget.LowImportance
	v.remove.SetToolTip(tr(sayTipDeleteRun))
	v.remove.Disable()
	head := container.NewBorder(nil, nil, nil, v.remove, indent(title))
	v.root = newPanel(container.NewBorder(head, nil, nil, nil, container.NewStack(container.NewVBox(v.hint), v.list)))
	return v
}

// set replaces the list and chooses one of it by its name, or none.
func (v *runsView) set(runs []comparison.Kept, chosen string) {
	v.runs, v.chosen = runs, ""
	setVisible(v.hint, len(runs) == 0)
	v.quietly = true
	v.list.UnselectAll()
	for i, k := range runs {
		if k.Name == chosen {
			v.chosen = chosen
			v.list.Select(i)
		}
	}
	v.quietly = false
	v.remove.enable(v.chosen != "")
	v.list.Refresh()
}

// at is where the chosen run is in the list; -1 for none.
func (v *runsView) at() int {
	for i, k := range v.runs {
		if k.Name == v.chosen {
			return i
		}
	}
	return -1
}

// runRow is an earlier comparison in the list.
type runRow struct {
	widget.BaseWidget
	icon               *widget.Icon
	title, when, about *line
}

func newRunRow() *runRow {
	r := &runRow{icon: widget.NewIcon(iconDone), title: newText(""), when: newCaption(""), about: newCaption("")}
	r.ExtendBaseWidget(r)
	return r
}

func (r *runRow) set(k comparison.Kept) {
	icon := theme.NewColoredResource(iconDone, theme.ColorNameSuccess)
	if k.Report.Partial {
		icon = theme.NewColoredResource(iconPartial, theme.ColorNameWarning)
	}
	r.icon.SetResource(icon)
	r.title.set(runTitle(k))
	r.when.set(whenText(k.At))
	r.about.set(runAbout(k))
}

// CreateRenderer is Fyne's.
func (r *runRow) CreateRenderer() fyne.WidgetRenderer {
	icon := container.NewCenter(container.NewGridWrap(fyne.NewSquareSize(rowIcon), r.icon))
	return widget.NewSimpleRenderer(padded(container.NewBorder(nil, nil, padded(icon, 0, 4), nil, column(0, -1, r.title, r.when, r.about)), rowPad, 4))
}
