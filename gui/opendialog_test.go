package gui

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"haltscribe/gui/queue"
)

// opening is the dialog in a folder.
func (b *bench) openIn(dir string) *openForm {
	b.t.Helper()
	b.keep.change(func(c *Choices) { c.Folder = dir })
	b.openFiles()
	b.until("the folder", func() bool { return b.opening.folder == dir })
	return b.opening
}

func (f *openForm) listed() (names []string) {
	for _, e := range f.entries {
		names = append(names, e.Name)
	}
	return names
}

func (b *bench) queued() (names []string) {
	for _, it := range b.snap.Items {
		names = append(names, filepath.Base(it.File))
	}
	return names
}

// Several recordings, out of several folders, and a folder: all with the keyboard.
func TestSeveralAreOpenedByKeyboard(t *testing.T) {
	b := open(t, setup{size: least(), look: themeDark})
	b.settled()
	dir := folder(t, "a.wav", "b.wav", "c.wav", "notes.txt", "talks/deep/x.wav", "talks/y.wav", "old/z.wav")
	f := b.openIn(dir)
	if want := []string{"old", "talks", "a.wav", "b.wav", "c.wav"}; !slices.Equal(f.listed(), want) {
		t.Fatalf("it lists %v, want %v", f.listed(), want)
	}
	if b.win.Canvas().Focused() != fyne.Focusable(f.list) {
		t.Fatalf("the focus is on %T", b.win.Canvas().Focused())
	}
	test.Type(f.list, "b") // finds b.wav
	press(f.list, fyne.KeySpace)
	press(f.list, fyne.KeyHome, fyne.KeyReturn) // nothing to do with what is marked: into the first folder
	if b.asked != nil {
		t.Error("Enter opens what is marked")
	}
	b.states(queue.Done)
	if want := []string{"b.wav"}; !slices.Equal(b.queued(), want) {
		t.Errorf("queued %v", b.queued())
	}

	f = b.openIn(dir)
	press(f.list, fyne.KeyReturn)
	b.until("the first folder", func() bool { return f.folder == filepath.Join(dir, "old") })
	press(f.list, fyne.KeySpace)
	press(f.list, fyne.KeyBackspace)
	b.until("back again", func() bool { return f.folder == dir })
	if f.list.at != 0 {
		t.Errorf("it is at row %d, and came from the first", f.list.at)
	}
	press(f.list, fyne.KeyDown, fyne.KeySpace) // the folder of talks
	f.list.TypedShortcut(&fyne.ShortcutSelectAll{})
	if want := "5 marked"; f.told.text != want {
		t.Errorf("it says %q, want %q", f.told.text, want)
	}
	press(f.list, fyne.KeyEnd, fyne.KeySpace) // not c.wav
	f.path.SetText("/home/anna/recordings")
	b.inBothLooks("open")
	press(f.list, fyne.KeyReturn)
	b.states(queue.Done, queue.Done, queue.Done, queue.Done, queue.Done) // b.wav is asked about
	if want := []string{"b.wav", "z.wav", "x.wav", "y.wav", "a.wav"}; !slices.Equal(b.queued(), want) {
		t.Errorf("queued %v, want %v", b.queued(), want)
	}
	if b.keep.get().Folder != dir {
		t.Errorf("it remembers %s", b.keep.get().Folder)
	}
}

func TestATypedPath(t *testing.T) {
	b := open(t, setup{})
	dir := folder(t, "a.wav", "talks/y.wav")
	f := b.openIn(dir)
	f.path.OnSubmitted("talks")
	b.until("the folder", func() bool { return f.folder == filepath.Join(dir, "talks") && f.path.Text == f.folder })
	f.path.OnSubmitted(filepath.Join(dir, "none"))
	b.until("the trouble", func() bool { return strings.HasPrefix(f.told.text, filepath.Join(dir, "none")+" can't be read: ") })
	if strings.Count(f.told.text, "none") != 1 {
		t.Errorf("it says %q", f.told.text)
	}
	f.path.OnSubmitted(filepath.Join(dir, "a.wav"))
	b.states(queue.Done)
	if b.asked != nil {
		t.Error("the dialog is still open")
	}
}

func TestOpenByMouse(t *testing.T) {
	b := open(t, setup{})
	dir := folder(t, "a.wav", "b.wav", "talks/y.wav")
	f := b.openIn(dir)
	f.list.Select(1)
	f.list.Select(2)
	f.list.Select(2) // and not
	if got := f.marks.Paths(); !slices.Equal(got, []string{filepath.Join(dir, "a.wav")}) {
		t.Errorf("marked %v", got)
	}
	f.list.Select(0)
	b.until("the folder", func() bool { return f.folder == filepath.Join(dir, "talks") })
	test.Tap(f.add)
	b.states(queue.Done)
	if got := b.queued(); !slices.Equal(got, []string{"a.wav"}) {
		t.Errorf("queued %v", got)
	}
}

// A folder that is gone is not what the next one begins with.
func TestTheDialogBeginsSomewhere(t *testing.T) {
	dir := t.TempDir()
	if got := openingFolder(dir); got != dir {
		t.Errorf("it begins in %s", got)
	}
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	if got := openingFolder(dir); got == dir || got == "" {
		t.Errorf("it begins in %q", got)
	}
}
