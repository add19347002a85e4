package gui

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"haltscribe/gui/exporting"
	"haltscribe/gui/queue"
	"haltscribe/inference"
	"haltscribe/inference/export"
)

// What to export.
const (
	exportThis = "this"
	exportAll  = "all"
	exportSome = "some"
)

// exportForm asks what to export, as what, and where to.
type exportForm struct {
	root    fyne.CanvasObject
	items   []queue.Item // that have text, the shown one first
	what    *picker
	some    []*keyCheck // one for each of items; shown for exportSome
	someBox *container.Scroll
	formats []*keyCheck
	where   *picker
	folder  string // for where; "" is the recordings' own
	choose  func(then func(string))
	yes     *keyButton
}

func newExportForm(pass func(*fyne.KeyEvent), items []queue.Item, c Choices, choose func(then func(string)), yes, no func()) *exportForm {
	f := &exportForm{items: items, folder: c.ExportDir, choose: choose}
	f.what = newPicker(func(string) { f.check() }, pass)
	f.what.SetToolTip(tr(sayTipExportWhat))
	what := []option{{value: exportThis, label: tr(sayExportThis)}}
	if len(items) > 1 {
		what = append(what, option{value: exportAll, label: trf(sayExportAll, len(items))}, option{value: exportSome, label: tr(sayExportSome)})
	}
	f.what.set(what, exportThis)
	names := container.NewVBox()
	for i, name := range distinct(items) {
		box := newKeyCheck(name, pass, func(bool) { f.check() })
		box.SetToolTip(items[i].File)
		f.some = append(f.some, box)
		names.Add(box)
	}
	f.someBox = container.NewVScroll(names)
	f.someBox.SetMinSize(fyne.NewSize(420, 120))
	rows := container.NewVBox()
	for i, format := range export.Formats() {
		box := newKeyCheck(formatNames()[i], pass, func(bool) { f.check() })
		box.SetToolTip(trf(sayTipFormat, "."+string(format)))
		box.Checked = slices.Contains(c.Formats, string(format))
		f.formats = append(f.formats, box)
		rows.Add(box)
	}
	f.where = newPicker(func(string) { f.folder = f.where.value }, pass)
	f.where.SetToolTip(tr(sayTipExportTo))
	f.showFolder()
	cancel := newKeyButton(tr(sayCancel), nil, pass, no)
	cancel.SetToolTip(tr(sayTipNo))
	f.yes = newKeyButton(tr(sayExportYes), nil, pass, yes)
	f.yes.SetToolTip(tr(sayTipExportYes))
	f.yes.Importance = widget.HighImportance
	head := func(text string) fyne.CanvasObject {
		l := newText(text)
		l.style.Bold = true
		return indent(l)
	}
	left := column(4, -1, head(tr(sayExportWhat)), wide(f.what, 420), f.someBox, head(tr(sayExportTo)), f.where)
	right := container.NewVBox(head(tr(sayExportAs)), rows)
	buttons := container.New(layout.NewCustomPaddedLayout(12, 0, 0, 0), container.NewHBox(layout.NewSpacer(), cancel, f.yes))
	f.root = container.NewBorder(nil, buttons, nil, nil, container.NewBorder(nil, nil, nil, right, left))
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

// showFolder offers the recordings' own folders, the one that was chosen, and others.
func (f *exportForm) showFolder() {
	options := []option{{value: "", label: tr(sayExportBeside)}}
	if f.folder != "" {
		options = append(options, option{value: f.folder, label: trf(sayExportInto, f.folder)})
	}
	options = append(options, option{label: tr(sayExportFolder), act: func() {
		f.choose(func(folder string) {
			f.folder = folder
			f.showFolder()
		})
	}})
	f.where.set(options, f.folder)
}

// chosen are the transcripts to export.
func (f *exportForm) chosen() (all []inference.Transcript) {
	for i, it := range f.items {
		if f.what.value == exportThis && i > 0 || f.what.value == exportSome && !f.some[i].Checked {
			continue
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
	setVisible(f.someBox, f.what.value == exportSome)
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
	var s *sheet
	form := newExportForm(w.key, items, w.keep.get(), func(then func(string)) {
		w.chooseFolder(tr(sayExportTo2), "", then)
	}, func() {
		s.close()
		w.export(w.form)
	}, func() { s.close() })
	first := fyne.Focusable(form.yes)
	if form.yes.Disabled() {
		first = form.formats[0] // there is something to choose first
	}
	s = newSheet(w.win, strings.TrimSuffix(tr(sayExport), "…"), form.root, first)
	w.form = form
	w.ask(s)
}

func (w *mainWindow) export(form *exportForm) {
	formats, dir := form.chosenFormats(), form.folder
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
	var s *sheet
	button := func(text, tip string, p exporting.Policy) *keyButton {
		b := newKeyButton(text, nil, w.key, func() {
			s.close()
			w.files.give(func(ctx context.Context) { w.write(ctx, targets, p) })
		})
		b.SetToolTip(tip)
		return b
	}
	cancel := newKeyButton(tr(sayCancel), nil, w.key, func() { s.close() })
	cancel.SetToolTip(tr(sayTipNo))
	both := button(tr(sayKeepBoth), tr(sayTipKeepBoth), exporting.KeepBoth)
	replace := button(tr(sayReplace), tr(sayTipReplace), exporting.Replace)
	replace.Importance = widget.DangerImportance
	s = newSheet(w.win, tr(sayThereTitle), told(text), both, cancel, both, replace)
	w.ask(s)
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
