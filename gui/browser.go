package gui

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"github.com/adrg/xdg"

	"haltscribe/gui/browsing"
)

// browser lists what is in a folder and goes to others, with the keyboard alone if
// need be, which Fyne's own dialogs can't do. The sheets that ask for files share it.
type browser struct {
	head    fyne.CanvasObject // the folder, and the ways to others
	path    *keyEntry
	list    *keyList
	told    *line  // what there is to say below the list
	folder  string // that is shown,
	wanted  string // and that is being read
	entries []browsing.Entry
	does    browserDeeds
	begin   string // letters that were typed,
	typed   time.Time
}

// browserDeeds are what the sheet around it does.
type browserDeeds struct {
	read   func(folder string)         // answers through filled
	filled func()                      // another folder is shown
	chosen func(row int)               // a file was clicked
	enter  func(row int)               // Enter was pressed; nil goes into folders alone
	space  func(row int)               // Space was pressed; may be nil
	file   func(path string) bool      // whether a typed path is a file, and was taken; may be nil
	marked func(e browsing.Entry) bool // nil where nothing can be marked
}

func newBrowser(tip string, pass func(*fyne.KeyEvent), does browserDeeds) *browser {
	b := &browser{does: does, told: newCaption("")}
	b.path = newKeyEntry(pass, nil)
	b.path.SetToolTip(tr(sayTipPath))
	b.path.OnSubmitted = b.goToTyped
	up := newKeyButton(tr(sayFolderUp), theme.MoveUpIcon(), pass, b.up)
	up.SetToolTip(tr(sayTipFolderUp))
	places := newPicker(nil, pass)
	places.PlaceHolder = tr(sayPlaces)
	places.SetToolTip(tr(sayTipPlaces))
	places.set(placeOptions(b.show), "")
	b.head = container.NewBorder(nil, nil, up, wide(places, 150), b.path)
	b.list = newKeyList(tip, func(e *fyne.KeyEvent) {
		if !b.key(e) {
			pass(e)
		}
	}, func() int { return len(b.entries) }, func() fyne.CanvasObject { return newFileRow(does.marked != nil) }, b.draw)
	b.list.enter = b.enter
	b.list.rune = b.jump
	b.list.OnSelected = func(i int) {
		b.list.at = i
		b.list.UnselectAll()
		if b.entries[i].Folder {
			b.show(b.entries[i].Path)
		} else {
			b.does.chosen(i)
		}
	}
	return b
}

func (b *browser) draw(i int, o fyne.CanvasObject) {
	e := b.entries[i]
	o.(*fileRow).set(e, b.does.marked != nil && b.does.marked(e), func() { b.does.space(i) })
}

// show goes to another folder.
func (b *browser) show(folder string) {
	b.wanted = folder
	b.does.read(folder)
}

// filled shows what was read.
func (b *browser) filled(folder string, all []browsing.Entry, err error) {
	if folder != b.wanted {
		return // another was asked for meanwhile
	}
	if err != nil {
		b.told.paint(trf(sayNoFolder, folder, err), theme.ColorNameError)
		return
	}
	from := b.folder
	b.folder, b.entries, b.begin = folder, all, ""
	b.path.SetText(folder)
	b.list.at = 0
	for i, e := range all {
		if e.Path == from { // up: the folder that it came from
			b.list.at = i
		}
	}
	b.list.ScrollToTop()
	b.list.goTo(b.list.at)
	b.list.Refresh()
	b.does.filled()
}

func (b *browser) up() { b.show(filepath.Dir(b.folder)) }

// goToTyped goes to a folder that was typed, or takes a file.
func (b *browser) goToTyped(path string) {
	path = strings.TrimSpace(path)
	if rest, ok := strings.CutPrefix(path, "~"); ok && (rest == "" || os.IsPathSeparator(rest[0])) {
		path = xdg.Home + rest
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(b.folder, path)
	}
	path = filepath.Clean(path)
	if b.does.file == nil || !b.does.file(path) {
		b.show(path)
	}
}

// key answers the list's keys.
func (b *browser) key(e *fyne.KeyEvent) bool {
	at := b.list.at
	switch {
	case e.Name == fyne.KeySpace && b.does.space != nil:
		b.does.space(at)
	case e.Name == fyne.KeyBackspace || e.Name == fyne.KeyLeft:
		b.up()
	case e.Name == fyne.KeyRight:
		b.into(at)
	default:
		return false
	}
	return true
}

func (b *browser) enter(row int) {
	if b.does.enter != nil {
		b.does.enter(row)
		return
	}
	if !b.into(row) {
		b.does.chosen(row)
	}
}

// into goes into a folder; false where a row is none.
func (b *browser) into(row int) bool {
	if row >= len(b.entries) || !b.entries[row].Folder {
		return false
	}
	b.show(b.entries[row].Path)
	return true
}

// typePause is how long after a letter another belongs to the same word.
const typePause = time.Second

// jump goes to the name that begins with what is typed.
func (b *browser) jump(r rune) {
	now := time.Now()
	from := b.list.at
	if r == ' ' && b.begin == "" {
		return // Space marks
	}
	if now.Sub(b.typed) > typePause || b.begin == string(r) {
		b.begin = ""
		from++
	}
	b.begin, b.typed = b.begin+string(r), now
	if at := browsing.Starting(b.entries, b.begin, from); at >= 0 {
		b.list.goTo(at)
	}
}

// readFolder lists a folder for a browser, on the disk's goroutine.
func (w *mainWindow) readFolder(b func() *browser, wanted func(path string) bool) func(folder string) {
	return func(folder string) {
		w.disk.give(func(context.Context) {
			all, err := browsing.List(folder, wanted)
			w.inbox.put(func() {
				b().filled(folder, all, err)
				w.journal.write(journalLine{Event: "folder", File: folder, Frames: len(all)})
			})
		})
	}
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
