package gui

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"haltscribe/gui/comparison"
	"haltscribe/inference/engine"
)

// resultView is a comparison's conclusion, charts and tables.
type resultView struct {
	root       fyne.CanvasObject
	body       *fyne.Container
	scroll     *container.Scroll
	content    *fyne.Container
	conclusion *widget.Label
	about      *widget.Label
	partial    *widget.Label
	notes      *widget.Label
	figures    *fyne.Container // charts and tables
	export     *keyButton
	hint       *messageView
}

func newResultView(pass func(*fyne.KeyEvent), export func(from fyne.CanvasObject)) *resultView {
	v := &resultView{figures: column(18, -1), hint: newMessageView()}
	wrapped := func() *widget.Label {
		l := widget.NewLabel("")
		l.Wrapping = fyne.TextWrapWord
		return l
	}
	v.conclusion, v.about, v.partial, v.notes = wrapped(), wrapped(), wrapped(), wrapped()
	v.conclusion.TextStyle.Bold = true
	v.about.SizeName, v.notes.SizeName = theme.SizeNameCaptionText, theme.SizeNameCaptionText
	v.partial.Importance = widget.WarningImportance
	v.export = newKeyButton(tr(sayExport), theme.DocumentSaveIcon(), pass, nil)
	v.export.OnTapped = func() { export(v.export) }
	v.export.SetToolTip(tr(sayTipExportRun))
	head := container.NewBorder(nil, nil, nil, container.NewVBox(v.export), v.conclusion)
	v.content = column(8, -1, head, v.partial, padded(v.figures, 0, 8), v.notes, v.about)
	v.scroll = container.NewVScroll(padded(v.content, 0, 4))
	v.body = container.NewStack(v.hint.root)
	v.root = newPanel(v.body)
	return v
}

func (v *resultView) put(o fyne.CanvasObject) {
	if v.body.Objects[0] != o {
		v.body.Objects[0] = o
		o.Resize(v.body.Size())
		v.body.Refresh()
	}
}

// message shows a sentence in the place of a result.
func (v *resultView) message(text string) {
	v.hint.show(text, theme.NewColoredResource(iconCompare, colorMuted), false)
	v.put(v.hint.root)
}

// failed says why there is no result.
func (v *resultView) failed(why string) {
	v.hint.show(why, theme.NewColoredResource(iconFailed, theme.ColorNameError), true)
	v.put(v.hint.root)
}

// soFar shows what the running comparison has measured.
func (v *resultView) soFar(r engine.BenchReport) {
	v.conclusion.SetText(tr(saySoFar))
	v.export.Hide()
	v.partial.Hide()
	v.notes.Hide()
	v.about.SetText("")
	v.draw(r)
}

// kept shows a comparison; why tells what ended it early, beside its own being
// partial.
func (v *resultView) kept(k comparison.Kept, why string) {
	v.conclusion.SetText(conclusionText(k.Report))
	v.export.Show()
	v.about.SetText(aboutComparison(k))
	var notes []string
	partial := k.Report.Partial
	if partial {
		notes = append(notes, tr(sayPartial))
	}
	if why != "" {
		notes = append(notes, why)
	}
	v.partial.SetText(strings.Join(notes, " "))
	setVisible(v.partial, len(notes) > 0)
	notes = nil
	for _, d := range k.Report.Devices {
		if d.Error != "" {
			notes = append(notes, trf(sayDeviceFailed, deviceName(d.Device), reason(d.Error)))
		}
	}
	for _, n := range k.Report.Warnings {
		if !strings.HasPrefix(n, "the run was not finished") { // that is said above
			notes = append(notes, sentence(n))
		}
	}
	v.notes.SetText(strings.Join(notes, "\n"))
	setVisible(v.notes, len(notes) > 0)
	v.draw(k.Report)
}

func (v *resultView) draw(r engine.BenchReport) {
	v.figures.Objects = comparisonFigures(r)
	v.figures.Refresh()
	v.put(v.scroll)
	v.scroll.Refresh()
	v.content.Refresh()
}

// scrollBy moves the result with the keyboard.
func (v *resultView) scrollBy(e *fyne.KeyEvent) bool {
	return v.body.Objects[0] == fyne.CanvasObject(v.scroll) && scrollBy(v.scroll, e)
}
