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

func TestExport(t *testing.T) {
	dir := folder(t, "a.wav", "b.wav", "bad.wav")
	files := []string{filepath.Join(dir, "a.wav"), filepath.Join(dir, "b.wav"), filepath.Join(dir, "bad.wav")}
	b := open(t, setup{
		engine: &fakeEngine{inventory: goodInventory(), scripts: map[string]script{"bad.wav": fails("it is not a recording")}},
		files:  files, size: least(), look: themeDark,
	})
	b.settled()
	b.start()
	b.states(queue.Done, queue.Done, queue.Failed)
	b.pick(b.snap.Items[1].ID)
	b.exportDialog()
	form := b.form
	if len(form.items) != 2 || filepath.Base(form.items[0].File) != "b.wav" {
		t.Fatalf("it offers %d, first %s", len(form.items), form.items[0].File)
	}
	b.inBothLooks("export")
	form.formats[1].SetChecked(true) // SRT
	form.formats[0].SetChecked(false)
	test.Tap(form.yes)
	srt := filepath.Join(dir, "b.srt")
	b.until("it is told", func() bool { n, ok := b.banner(bannerExport); return ok && n.text == "Exported "+srt+"." })
	if raw, err := os.ReadFile(srt); err != nil || !strings.Contains(string(raw), "00:00:00,000 --> 00:00:08,000\nhello there") {
		t.Errorf("it wrote %q, %v", raw, err)
	}
	if got := b.keep.get().Formats; !slices.Equal(got, []string{"srt"}) {
		t.Errorf("the formats %v are remembered", got)
	}
	if err := os.WriteFile(srt, []byte("edited by hand"), 0o600); err != nil {
		t.Fatal(err)
	}
	b.exportDialog()
	b.form.what.choose(exportAll)
	test.Tap(b.form.yes)
	b.until("it asks", func() bool { return b.asked != nil })
	if raw, _ := os.ReadFile(srt); string(raw) != "edited by hand" {
		t.Error("it was overwritten before anybody agreed")
	}
	b.banners.drop(bannerExport) // it names the test's own folder
	b.inBothLooks("export-ask")
	test.Tap(b.win.Canvas().Focused().(*keyButton)) // keep both
	b.until("it is told", func() bool {
		n, ok := b.banner(bannerExport)
		return ok && n.text == "Exported 2 files: b (2).srt and a.srt."
	})
	b.exportDialog()
	b.form.what.choose(exportSome)
	if !b.form.yes.Disabled() {
		t.Error("nothing is chosen, and can be exported")
	}
	b.form.some[1].SetChecked(true)
	if b.form.yes.Disabled() || len(b.form.chosen()) != 1 || filepath.Base(b.form.chosen()[0].File) != "a.wav" {
		t.Error("one is chosen")
	}
}

// choose is what a click on one of the menu's items does.
func (p *picker) choose(value string) {
	for _, o := range p.options {
		if o.value == value && o.act == nil {
			p.pick(o)
		}
	}
}

// Another folder is asked for in a sheet of its own; the one below comes back, also
// where nothing was chosen.
func TestExportToAnotherFolder(t *testing.T) {
	dir := folder(t, "a.wav", "subtitles/old.srt", "texts/deep/notes.txt")
	b := open(t, setup{
		engine: &fakeEngine{inventory: goodInventory(), scripts: map[string]script{"a.wav": says("hello there")}},
		files:  []string{filepath.Join(dir, "a.wav")}, size: least(), look: themeDark,
	})
	b.settled()
	b.start()
	b.states(queue.Done)
	b.keep.change(func(c *Choices) { c.Folder = dir })
	b.exportDialog()
	form, asked := b.form, b.asked
	ask := func() *folderForm {
		form.where.pick(form.where.options[len(form.where.options)-1])
		b.until("the folder", func() bool { return b.choosing.folder == dir })
		return b.choosing
	}
	f := ask()
	if got := b.win.Canvas().Focused(); got != fyne.Focusable(f.list) {
		t.Errorf("the focus is on %T", got)
	}
	b.key(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if b.asked != asked || !b.asked.popup.Visible() || form.folder != "" {
		t.Fatal("Esc should bring the question back that was asked before")
	}
	f = ask()
	test.Type(f.list, "t")
	press(f.list, fyne.KeyReturn)
	b.until("the folder of texts", func() bool { return f.folder == filepath.Join(dir, "texts") })
	f.path.SetText("/home/anna/texts")
	b.inBothLooks("folder")
	test.Tap(f.yes)
	if want := filepath.Join(dir, "texts"); b.asked != asked || form.folder != want || form.where.value != want {
		t.Fatalf("it goes to %q", form.folder)
	}
	form.formats[0].SetChecked(true)
	test.Tap(form.yes)
	path := filepath.Join(dir, "texts", "a.txt")
	b.until("it is told", func() bool { n, ok := b.banner(bannerExport); return ok && n.text == "Exported "+path+"." })
	if raw, err := os.ReadFile(path); err != nil || !strings.Contains(string(raw), "hello there") {
		t.Errorf("it wrote %q, %v", raw, err)
	}
}
