package gui

import (
	"os"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"haltscribe/gui/browsing"
)

// saveForm asks for the name of a new file, and once more before one is replaced.
type saveForm struct {
	*browser
	root    fyne.CanvasObject
	name    *keyEntry
	yes     *keyButton
	save    func(path string)
	replace string // the path that is there, and may be replaced by asking again
}

// newSaveForm makes one. read answers through filled.
func newSaveForm(pass func(*fyne.KeyEvent), name string, read, save func(string), cancel func()) *saveForm {
	f := &saveForm{save: save}
	f.browser = newBrowser(tr(sayTipSaved), pass, browserDeeds{
		read: read, filled: f.tell, chosen: func(row int) { f.name.SetText(f.entries[row].Name) },
	})
	f.name = newKeyEntry(pass, func(string) { f.tell() })
	f.name.SetToolTip(tr(sayTipFileName))
	f.name.Text = name
	f.name.OnSubmitted = func(string) { f.try() }
	no := newKeyButton(tr(sayCancel), nil, pass, cancel)
	no.SetToolTip(tr(sayTipNo))
	f.yes = newKeyButton(tr(sayExportConfirm), nil, pass, f.try)
	f.yes.SetToolTip(tr(sayTipSave))
	f.yes.Importance = widget.HighImportance
	f.yes.Disable()
	foot := column(4, -1, f.name, container.NewBorder(nil, nil, nil, container.NewHBox(no, f.yes), indent(f.told)))
	f.root = container.NewBorder(f.head, foot, nil, nil, f.list)
	return f
}

// tell begins anew: another name or another folder is another file.
func (f *saveForm) tell() {
	f.replace = ""
	f.told.paint("", colorMuted)
	f.yes.SetText(tr(sayExportConfirm))
	f.yes.Importance = widget.HighImportance
	f.yes.Refresh()
	f.yes.enable(f.folder != "" && strings.TrimSpace(f.name.Text) != "")
}

// try saves, unless there is something that would be lost.
func (f *saveForm) try() {
	path := filepath.Join(f.folder, strings.TrimSpace(f.name.Text))
	if _, err := os.Stat(path); err == nil && path != f.replace {
		f.replace = path
		f.told.paint(trf(sayThereOne, filepath.Base(path)), theme.ColorNameError)
		f.yes.SetText(tr(sayReplace))
		f.yes.Importance = widget.DangerImportance
		f.yes.Refresh()
		return
	}
	f.save(path)
}

// saveAs asks for a file of the ending that name has.
func (w *mainWindow) saveAs(title, name string, then func(path string)) {
	var s *sheet
	var form *saveForm
	ending := filepath.Ext(name)
	wanted := func(path string) bool { return browsing.HasEnding(path, ending) }
	form = newSaveForm(w.key, name, w.readFolder(func() *browser { return form.browser }, wanted), func(path string) {
		s.close()
		then(path)
	}, func() { s.close() })
	s = newSheet(w.win, title, form.root, form.name)
	s.resize(fyne.NewSize(leastWidth-80, leastHeight-80))
	w.saving = form
	w.ask(s)
	form.show(openingFolder(w.keep.get().Folder))
}
