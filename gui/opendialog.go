package gui

import (
	"path/filepath"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"haltscribe/gui/browsing"
)

// openForm asks which recordings and folders to open: several at once.
type openForm struct {
	*browser
	root  fyne.CanvasObject
	all   *keyButton
	add   *keyButton
	do    openDeeds
	marks browsing.Marks
}

// openDeeds are what the form can ask for.
type openDeeds struct {
	read  func(folder string) // answers through filled
	add   func(folder string, paths []string)
	close func()
}

func newOpenForm(pass func(*fyne.KeyEvent), do openDeeds) *openForm {
	f := &openForm{do: do}
	f.browser = newBrowser(tr(sayTipRecordings), pass, browserDeeds{
		read: do.read, filled: f.tell, chosen: f.mark, enter: f.enter, space: f.mark, file: f.addTyped,
		marked: func(e browsing.Entry) bool { return f.marks.Has(e.Path) },
	})
	f.list.moved = f.moved
	f.list.short = func(s fyne.Shortcut) bool {
		_, all := s.(*fyne.ShortcutSelectAll)
		if all {
			f.markAll()
		}
		return all
	}
	f.all = newKeyButton(tr(sayMarkAll), theme.CheckButtonCheckedIcon(), pass, f.markAll)
	f.all.SetToolTip(tr(sayTipMarkAll))
	whole := newKeyButton(tr(sayWholeFolder), theme.FolderIcon(), pass, func() { f.do.add(f.folder, []string{f.folder}) })
	whole.SetToolTip(tr(sayTipWholeFolder))
	cancel := newKeyButton(tr(sayCancel), nil, pass, do.close)
	cancel.SetToolTip(tr(sayTipNo))
	f.add = newKeyButton(tr(sayOpenConfirm), nil, pass, f.addMarked)
	f.add.SetToolTip(tr(sayTipAddMarked))
	f.add.Importance = widget.HighImportance
	keys := newCaption(tr(sayOpenKeys))
	buttons := container.NewBorder(nil, nil, container.NewHBox(f.all, whole), container.NewHBox(cancel, f.add))
	foot := column(4, -1, indent(keys), indent(f.told), buttons)
	f.root = container.NewBorder(f.head, foot, nil, nil, f.list)
	f.add.Disable()
	f.all.Disable()
	return f
}

// addTyped opens a recording whose path was typed.
func (f *openForm) addTyped(path string) bool {
	if !isRecording(path) {
		return false
	}
	f.do.add(filepath.Dir(path), []string{path})
	return true
}

// enter goes into a folder, or opens what is marked.
func (f *openForm) enter(row int) {
	if files, folders := f.marks.Count(); files+folders == 0 && f.into(row) {
		return
	}
	f.addMarked()
}

func (f *openForm) mark(row int) {
	if row < len(f.entries) {
		e := f.entries[row]
		f.marks.Set(e, !f.marks.Has(e.Path))
		f.list.Refresh()
		f.tell()
	}
}

// moved marks what Shift and an arrow go over.
func (f *openForm) moved(from, to int) {
	if !shiftHeld() || from >= len(f.entries) {
		return
	}
	for i := min(from, to); i <= max(from, to); i++ {
		f.marks.Set(f.entries[i], true)
	}
	f.tell()
}

// markAll marks all recordings of the folder, or none of them where all are.
func (f *openForm) markAll() {
	on := false
	for _, e := range f.entries {
		on = on || (!e.Folder && !f.marks.Has(e.Path))
	}
	for _, e := range f.entries {
		if !e.Folder {
			f.marks.Set(e, on)
		}
	}
	f.list.Refresh()
	f.tell()
}

// addMarked opens what is marked, or else what the keyboard is at.
func (f *openForm) addMarked() {
	paths := f.marks.Paths()
	if len(paths) == 0 && f.list.at < len(f.entries) {
		paths = []string{f.entries[f.list.at].Path}
	}
	if len(paths) > 0 {
		f.do.add(f.folder, paths)
	}
}

func (f *openForm) tell() {
	files, folders := f.marks.Count()
	text := ""
	switch {
	case files+folders > 0:
		text = trf(sayMarked, files+folders)
	case len(f.entries) == 0:
		text = tr(sayNothingHere)
	}
	f.told.paint(text, colorMuted)
	f.add.enable(len(f.entries) > 0 || files+folders > 0)
	f.all.enable(len(f.entries) > 0)
}

// openFiles asks for recordings.
func (w *mainWindow) openFiles() {
	var s *sheet
	var form *openForm
	form = newOpenForm(w.key, openDeeds{
		read: w.readFolder(func() *browser { return form.browser }, isRecording),
		add: func(folder string, paths []string) {
			s.close()
			w.keep.change(func(c *Choices) { c.Folder = folder })
			w.take(paths, true)
		},
		close: func() { s.close() },
	})
	s = newSheet(w.win, tr(sayOpenTitle), form.root, form.list)
	s.resize(fyne.NewSize(leastWidth-80, leastHeight-60))
	w.opening = form
	w.ask(s)
	form.show(openingFolder(w.keep.get().Folder))
}
