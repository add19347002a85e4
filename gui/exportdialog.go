package gui

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"haltscribe/gui/exporting"
	"haltscribe/gui/queue"
	"haltscribe/inference"
	"haltscribe/inference/export"
)

// exportForm asks what to export, as what, and where to.
type exportForm struct {
	root    fyne.CanvasObject
	items   []queue.Item // that have text, the shown one first
	what    *widget.RadioGroup
	some    *widget.CheckGroup
	someBox *container.Scroll
	formats []*keyCheck
	where   *widget.RadioGroup
	folder  string
	allSay  string
	names   []string // of items, all different
	yes     *keyButton
}

func newExportForm(pass func(*fyne.KeyEvent), items []queue.Item, c Choices, choose func(then func(string)), yes, no func()) *exportForm {
	f := &exportForm{items: items, folder: c.ExportDir, allSay: trf(sayExportAll, len(items))}
	f.names = distinct(items)
	f.some = widget.NewCheckGroup(f.names, func([]string) { f.check() })
	f.someBox = container.NewVScroll(f.some)
	f.someBox.SetMinSize(fyne.NewSize(420, 120))
	f.someBox.Hide()
	what := []string{tr(sayExportThis)}
	if len(items) > 1 {
		what = append(what, f.allSay, tr(sayExportSome))
	}
	f.what = widget.NewRadioGroup(what, func(s string) {
		setVisible(f.someBox, s == tr(sayExportSome))
		f.check()
	})
	f.what.Required = true
	rows := container.NewVBox()
	for i, format := range export.Formats() {
		box := newKeyCheck(formatNames()[i], pass, func(bool) { f.check() })
		box.Checked = slices.Contains(c.Formats, string(format))
		f.formats = append(f.formats, box)
		rows.Add(box)
	}
	f.where = widget.NewRadioGroup(nil, nil)
	f.where.Required = true
	f.showFolder()
	f.where.OnChanged = func(s string) {
		if s == tr(sayExportFolder) {
			f.showFolder() // until one was chosen
			choose(func(folder string) {
				f.folder = folder
				f.showFolder()
			})
		}
	}
	cancel := newKeyButton(tr(sayCancel), nil, pass, no)
	f.yes = newKeyButton(tr(sayExportYes), nil, pass, yes)
	f.yes.Importance = widget.HighImportance
	head := func(text string) fyne.CanvasObject {
		l := newText(text)
		l.style.Bold = true
		return indent(l)
	}
	f.what.SetSelected(tr(sayExportThis))
	left := container.NewVBox(head(tr(sayExportWhat)), f.what, f.someBox, head(tr(sayExportTo)), f.where)
	right := container.NewVBox(head(tr(sayExportAs)), rows)
	f.root = container.NewBorder(nil, container.NewHBox(layout.NewSpacer(), cancel, f.yes), nil, nil,
		container.NewBorder(nil, nil, nil, right, left))
	f.check()
	return f
}

// distinct are the items' names, with numbers where two have the same.
func distinct(items []queue.Item) (names []string) {
	for _, it := range items {
		name := filepath.Base(it.File)
		for n := 2; slices.Contains(names, name); n++ {
			name = fmt.Sprintf("%s (%d)", filepath.Base(it.File), n)
		}
		names = append(names, name)
	}
	return names
}

func formatNames() []string {
	return []string{tr(sayFormatTXT), tr(sayFormatSRT), tr(sayFormatVTT), tr(sayFormatWholeTwo), tr(sayFormatRows)}
}

func (f *exportForm) showFolder() {
	options, chosen := []string{tr(sayExportBeside)}, tr(sayExportBeside)
	if f.folder != "" {
		chosen = trf(sayExportInto, f.folder)
		options = append(options, chosen)
	}
	f.where.Options = append(options, tr(sayExportFolder))
	f.where.Selected = chosen
	f.where.Refresh()
}

func (f *exportForm) dir() string {
	if f.where.Selected == tr(sayExportBeside) {
		return ""
	}
	return f.folder
}

// chosen are the transcripts to export.
func (f *exportForm) chosen() (all []inference.Transcript) {
	for i, it := range f.items {
		switch f.what.Selected {
		case tr(sayExportThis):
			if i > 0 {
				continue
			}
		case tr(sayExportSome):
			if !slices.Contains(f.some.Selected, f.names[i]) {
				continue
			}
		}
		all = append(all, it.Transcript())
	}
	return all
}

func (f *exportForm) chosenFormats() (all []export.Format) {
	for i, box := range f.formats {
		if box.Checked {
			all = append(all, export.Formats()[i])
		}
	}
	return all
}

func (f *exportForm) check() {
	if f.yes != nil {
		f.yes.enable(len(f.chosen()) > 0 && len(f.chosenFormats()) > 0)
	}
}

// exportDialog asks what to export. The shown recording comes first.
func (w *mainWindow) exportDialog() {
	var items []queue.Item
	for _, it := range w.queue.Snapshot().Items {
		if len(it.Segments) == 0 || (it.ID != w.chosen && !it.State.Ended()) {
			continue
		}
		if it.ID == w.chosen {
			items = append([]queue.Item{it}, items...)
		} else {
			items = append(items, it)
		}
	}
	if len(items) == 0 || items[0].ID != w.chosen {
		return
	}
	var form *exportForm
	var d *dialog.CustomDialog
	form = newExportForm(w.key, items, w.keep.get(), func(then func(string)) {
		// The folder's dialog takes this one's place, and gives it back.
		w.chooseFolder(tr(sayExportTo2), func(folder string) {
			then(folder)
			w.ask(d)
		})
	}, func() {
		d.Hide()
		w.export(form)
	}, func() { d.Hide() })
	d = dialog.NewCustomWithoutButtons(strings.TrimSuffix(tr(sayExport), "…"), form.root, w.win)
	w.form = form
	w.ask(d)
	w.win.Canvas().Focus(form.yes)
}

func (w *mainWindow) export(form *exportForm) {
	formats, dir := form.chosenFormats(), form.dir()
	w.keep.change(func(c *Choices) {
		c.ExportDir = dir
		c.Formats = nil
		for _, f := range formats {
			c.Formats = append(c.Formats, string(f))
		}
	})
	targets := exporting.Plan(form.chosen(), formats, dir)
	w.files.give(func(ctx context.Context) {
		there := exporting.Existing(targets)
		if len(there) == 0 {
			w.write(ctx, targets, exporting.Refuse)
			return
		}
		w.inbox.put(func() { w.askToReplace(targets, there) })
	})
}

// askToReplace asks once for all files that are there already.
func (w *mainWindow) askToReplace(targets []exporting.Target, there []string) {
	names := make([]string, len(there))
	for i, path := range there {
		names[i] = filepath.Base(path)
	}
	text := trf(sayThereMany, len(there), listed(names))
	if len(there) == 1 {
		text = trf(sayThereOne, names[0])
	}
	var d *dialog.CustomDialog
	then := func(p exporting.Policy) func() {
		return func() {
			d.Hide()
			w.files.give(func(ctx context.Context) { w.write(ctx, targets, p) })
		}
	}
	label := widget.NewLabel(text)
	label.Wrapping = fyne.TextWrapWord
	both := newKeyButton(tr(sayKeepBoth), nil, w.key, then(exporting.KeepBoth))
	replace := newKeyButton(tr(sayReplace), nil, w.key, then(exporting.Replace))
	replace.Importance = widget.DangerImportance
	d = dialog.NewCustomWithoutButtons(tr(sayThereTitle), wide(label, 420), w.win)
	d.SetButtons([]fyne.CanvasObject{newKeyButton(tr(sayCancel), nil, w.key, func() { d.Hide() }), both, replace})
	w.ask(d)
	w.win.Canvas().Focus(both)
}

// write writes the files, on the worker's goroutine.
func (w *mainWindow) write(ctx context.Context, targets []exporting.Target, p exporting.Policy) {
	written, err := exporting.Write(ctx, targets, p)
	w.inbox.put(func() {
		w.journal.write(journalLine{Event: "exported", Text: strings.Join(written, "\n")})
		b := banner{about: bannerExport, text: exportedText(written)}
		if err != nil {
			b.weight, b.text = trouble, trf(sayExportFailed, strings.ReplaceAll(err.Error(), "\n", "; "))
		}
		w.putBanner(b)
	})
}

func exportedText(paths []string) string {
	if len(paths) == 1 {
		return trf(sayExportedOne, paths[0])
	}
	names := make([]string, len(paths))
	for i, p := range paths {
		names[i] = filepath.Base(p)
	}
	return trf(sayExportedMany, len(paths), listed(names))
}
