package gui

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
	"github.com/adrg/xdg"

	"haltscribe/gui/browsing"
	"haltscribe/models/fetch"
)

// openForm asks which recordings and folders to open: several at once, with the
// keyboard alone if need be, which Fyne's own dialog can't do.
type openForm struct {
	root    fyne.CanvasObject
	path    *keyEntry
	list    *keyList
	told    *line
	all     *keyButton
	add     *keyButton
	do      openDeeds
	folder  string // that is shown,
	wanted  string // and that is being read
	entries []browsing.Entry
	marks   browsing.Marks
	begin   string // letters that were typed,
	typed   time.Time
}

// openDeeds are what the form can ask for.
type openDeeds struct {
	read  func(folder string) // answers through filled
	add   func(folder string, paths []string)
	close func()
}

func newOpenForm(pass func(*fyne.KeyEvent), do openDeeds) *openForm {
	f := &openForm{do: do}
	f.path = newKeyEntry(pass, nil)
	f.path.OnSubmitted = f.goToTyped
	up := newKeyButton(tr(sayFolderUp), theme.MoveUpIcon(), pass, f.up)
	places := newPicker(nil, pass)
	places.PlaceHolder = tr(sayPlaces)
	places.set(placeOptions(f.show), "")
	f.list = newKeyList("", func(e *fyne.KeyEvent) {
		if !f.key(e) {
			pass(e)
		}
	}, func() int { return len(f.entries) }, func() fyne.CanvasObject { return newFileRow() }, f.draw)
	f.list.enter = f.enter
	f.list.moved = f.moved
	f.list.rune = f.jump
	f.list.short = func(s fyne.Shortcut) bool {
		_, all := s.(*fyne.ShortcutSelectAll)
		if all {
			f.markAll()
		}
		return all
	}
	f.list.OnSelected = func(i int) {
		f.list.at = i
		f.list.UnselectAll()
		if f.entries[i].Folder {
			f.show(f.entries[i].Path)
		} else {
			f.mark(i)
		}
	}
	f.told = newCaption("")
	f.all = newKeyButton(tr(sayMarkAll), theme.CheckButtonCheckedIcon(), pass, f.markAll)
	whole := newKeyButton(tr(sayWholeFolder), theme.FolderIcon(), pass, func() { f.do.add(f.folder, []string{f.folder}) })
	cancel := newKeyButton(tr(sayCancel), nil, pass, do.close)
	f.add = newKeyButton(tr(sayOpenConfirm), nil, pass, f.addMarked)
	f.add.Importance = widget.HighImportance
	keys := newCaption(tr(sayOpenKeys))
	head := container.NewBorder(nil, nil, up, wide(places, 150), f.path)
	buttons := container.NewBorder(nil, nil, container.NewHBox(f.all, whole), container.NewHBox(cancel, f.add))
	foot := column(4, -1, indent(keys), indent(f.told), buttons)
	f.root = container.NewBorder(head, foot, nil, nil, f.list)
	f.add.Disable()
	f.all.Disable()
	return f
}

// show goes to another folder.
func (f *openForm) show(folder string) {
	f.wanted = folder
	f.do.read(folder)
}

// filled shows what was read.
func (f *openForm) filled(folder string, all []browsing.Entry, err error) {
	if folder != f.wanted {
		return // another was asked for meanwhile
	}
	if err != nil {
		f.told.paint(trf(sayNoFolder, folder, err), theme.ColorNameError)
		return
	}
	from := f.folder
	f.folder, f.entries, f.begin = folder, all, ""
	f.path.SetText(folder)
	f.list.at = 0
	for i, e := range all {
		if e.Path == from { // up: the folder that it came from
			f.list.at = i
		}
	}
	f.list.ScrollToTop()
	f.list.goTo(f.list.at)
	f.list.Refresh()
	f.tell()
}

func (f *openForm) up() { f.show(filepath.Dir(f.folder)) }

// goToTyped goes to a folder that was typed, or opens a recording.
func (f *openForm) goToTyped(path string) {
	path = strings.TrimSpace(path)
	if rest, ok := strings.CutPrefix(path, "~"); ok && (rest == "" || os.IsPathSeparator(rest[0])) {
		path = xdg.Home + rest
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(f.folder, path)
	}
	path = filepath.Clean(path)
	if isRecording(path) {
		f.do.add(filepath.Dir(path), []string{path})
		return
	}
	f.show(path)
}

// key answers the list's keys.
func (f *openForm) key(e *fyne.KeyEvent) bool {
	at := f.list.at
	switch e.Name {
	case fyne.KeySpace:
		f.mark(at)
	case fyne.KeyBackspace, fyne.KeyLeft:
		f.up()
	case fyne.KeyRight:
		if at < len(f.entries) && f.entries[at].Folder {
			f.show(f.entries[at].Path)
		}
	default:
		return false
	}
	return true
}

// enter goes into a folder, or opens what is marked.
func (f *openForm) enter(row int) {
	if files, folders := f.marks.Count(); files+folders == 0 && f.entries[row].Folder {
		f.show(f.entries[row].Path)
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

// typePause is how long after a letter another belongs to the same word.
const typePause = time.Second

// jump goes to the name that begins with what is typed.
func (f *openForm) jump(r rune) {
	now := time.Now()
	from := f.list.at
	if r == ' ' && f.begin == "" {
		return // Space marks
	}
	if now.Sub(f.typed) > typePause || f.begin == string(r) {
		f.begin = ""
		from++
	}
	f.begin, f.typed = f.begin+string(r), now
	if at := browsing.Starting(f.entries, f.begin, from); at >= 0 {
		f.list.goTo(at)
	}
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

func (f *openForm) draw(i int, o fyne.CanvasObject) {
	o.(*fileRow).set(f.entries[i], f.marks.Has(f.entries[i].Path), func() { f.mark(i) })
}

// placeOptions are the folders that a desktop has for a user, as far as they exist.
func placeOptions(show func(string)) []option {
	var o []option
	seen := map[string]bool{}
	for _, path := range []string{
		xdg.Home, xdg.UserDirs.Desktop, xdg.UserDirs.Documents, xdg.UserDirs.Download, xdg.UserDirs.Music, xdg.UserDirs.Videos,
	} {
		if about, err := os.Stat(path); err == nil && about.IsDir() && !seen[path] {
			seen[path] = true
			o = append(o, option{value: path, label: filepath.Base(path), detail: path, act: func() { show(path) }})
		}
	}
	return o
}

// openingFolder is where the dialog begins: where it was last, or a place of the
// user's.
func openingFolder(last string) string {
	for _, path := range []string{last, xdg.UserDirs.Music, xdg.Home} {
		if about, err := os.Stat(path); path != "" && err == nil && about.IsDir() {
			return path
		}
	}
	return string(filepath.Separator)
}

// fileRow is a folder or a recording in the dialog's list.
type fileRow struct {
	widget.BaseWidget
	box  *markBox
	icon *widget.Icon
	name *line
	size *line
}

func newFileRow() *fileRow {
	r := &fileRow{box: newMarkBox(), icon: widget.NewIcon(theme.FileAudioIcon()), name: newText(""), size: newFixed(newCaption(""))}
	r.name.middle = true
	r.ExtendBaseWidget(r)
	return r
}

func (r *fileRow) set(e browsing.Entry, marked bool, mark func()) {
	r.box.set(marked, mark)
	icon, size := theme.FileAudioIcon(), ""
	if e.Folder {
		icon = theme.FolderIcon()
	} else {
		size = fetch.Size(e.Size)
	}
	r.icon.SetResource(icon)
	r.name.set(e.Name)
	r.size.set(size)
	r.Refresh()
}

// CreateRenderer is Fyne's.
func (r *fileRow) CreateRenderer() fyne.WidgetRenderer {
	left := container.NewHBox(r.box, container.NewCenter(container.NewGridWrap(fyne.NewSquareSize(rowIcon), r.icon)))
	return widget.NewSimpleRenderer(padded(container.NewBorder(nil, nil, left, r.size, r.name), 3, rowPad))
}

// markBox is a row's mark. It takes no focus: Space does the same.
type markBox struct {
	widget.BaseWidget
	icon *widget.Icon
	tap  func()
}

func newMarkBox() *markBox {
	b := &markBox{icon: widget.NewIcon(theme.CheckButtonIcon())}
	b.ExtendBaseWidget(b)
	return b
}

func (b *markBox) set(on bool, tap func()) {
	b.tap = tap
	icon := theme.CheckButtonIcon()
	if on {
		icon = theme.NewPrimaryThemedResource(theme.CheckButtonCheckedIcon())
	}
	b.icon.SetResource(icon)
}

// Tapped marks.
func (b *markBox) Tapped(*fyne.PointEvent) {
	if b.tap != nil {
		b.tap()
	}
}

// Cursor is Fyne's.
func (b *markBox) Cursor() desktop.Cursor { return desktop.PointerCursor }

// CreateRenderer is Fyne's.
func (b *markBox) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.New(layout.NewCustomPaddedLayout(4, 4, 4, 4), container.NewGridWrap(fyne.NewSquareSize(rowIcon), b.icon)))
}

// openFiles asks for recordings.
func (w *mainWindow) openFiles() {
	var d *dialog.CustomDialog
	var form *openForm
	form = newOpenForm(w.key, openDeeds{
		read: func(folder string) {
			w.disk.give(func(context.Context) {
				all, err := browsing.List(folder, isRecording)
				w.inbox.put(func() {
					form.filled(folder, all, err)
					w.journal.write(journalLine{Event: "folder", File: folder, Frames: len(all)})
				})
			})
		},
		add: func(folder string, paths []string) {
			d.Hide()
			w.keep.change(func(c *Choices) { c.Folder = folder })
			w.take(paths, true)
		},
		close: func() { d.Hide() },
	})
	d = dialog.NewCustomWithoutButtons(tr(sayOpenTitle), form.root, w.win)
	d.Resize(fyne.NewSize(leastWidth-80, leastHeight-60))
	w.opening = form
	w.ask(d)
	w.win.Canvas().Focus(form.list)
	form.show(openingFolder(w.keep.get().Folder))
}
