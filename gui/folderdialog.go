package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"haltscribe/gui/browsing"
)

// folderForm asks for a folder.
type folderForm struct {
	*browser
	root fyne.CanvasObject
	yes  *keyButton
}

// newFolderForm makes one. read answers through filled; then is given the folder.
func newFolderForm(pass func(*fyne.KeyEvent), read, then func(folder string), cancel func()) *folderForm {
	f := &folderForm{}
	choose := func() { then(f.folder) }
	f.browser = newBrowser(tr(sayTipFolders), pass, browserDeeds{
		read: read, filled: f.tell, chosen: func(int) { choose() },
	})
	no := newKeyButton(tr(sayCancel), nil, pass, cancel)
	no.SetToolTip(tr(sayTipNo))
	f.yes = newKeyButton(tr(sayChooseThis), nil, pass, choose)
	f.yes.SetToolTip(tr(sayTipChooseThis))
	f.yes.Importance = widget.HighImportance
	f.yes.Disable()
	keys := newCaption(tr(sayFolderKeys))
	foot := column(4, -1, indent(keys), container.NewBorder(nil, nil, nil, container.NewHBox(no, f.yes), indent(f.told)))
	f.root = container.NewBorder(f.head, foot, nil, nil, f.list)
	return f
}

func (f *folderForm) tell() {
	text := ""
	if len(f.entries) == 0 {
		text = tr(sayNoFolders)
	}
	f.told.paint(text, colorMuted)
	f.yes.enable(f.folder != "")
}

// chooseFolder asks for a folder. Files of an ending, such as ".gguf", are shown with
// the folders, for orientation; "" shows none. What was asked before, if anything,
// comes back behind it.
func (w *mainWindow) chooseFolder(title, ending string, then func(string)) {
	var s *sheet
	var form *folderForm
	wanted := func(path string) bool { return browsing.HasEnding(path, ending) }
	form = newFolderForm(w.key, w.readFolder(func() *browser { return form.browser }, wanted), func(folder string) {
		s.close()
		then(folder)
	}, func() { s.close() })
	s = newSheet(w.win, title, form.root, form.list)
	s.under = w.asked
	s.resize(fyne.NewSize(leastWidth-80, leastHeight-80))
	w.choosing = form
	w.ask(s)
	form.show(openingFolder(w.keep.get().Folder))
}
