package gui

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"

	"haltscribe/gui/queue"
	"haltscribe/inference/export"
)

func onSettings(t *testing.T, s setup) *bench {
	t.Helper()
	b := open(t, s)
	b.settled()
	b.pages.open(tr(sayPageSettings))
	return b
}

func TestSettingsReachTheNextJob(t *testing.T) {
	b := onSettings(t, setup{files: []string{"a.wav"}})
	p := b.settings
	test.Type(p.context, "Qwen, llama.cpp")
	p.threads.step(1)
	p.target.entry.SetText("35")
	p.deadline.entry.SetText("700")
	p.idle.entry.SetText("25")
	p.language.step(1)
	b.start()
	b.states(queue.Done)
	b.engine.mu.Lock()
	job := b.engine.jobs[0]
	b.engine.mu.Unlock()
	if job.Options.Context != "Qwen, llama.cpp" || job.Options.Language != "Arabic" || job.Setup.Threads != 1 || job.Setup.TargetMS != 35 ||
		job.StopDeadline.Milliseconds() != 700 {
		t.Errorf("the job is %+v", job)
	}
	if got := b.keep.get().IdleMinutes; got != 25 {
		t.Errorf("the model is let go after %d min", got)
	}
	if b.tools.language.Selected != "Arabic" {
		t.Error("the toolbar does not show the language")
	}
}

func TestANumberThatMayNotBeIsToldAndNotTaken(t *testing.T) {
	b := onSettings(t, setup{})
	f := b.settings.target
	for _, wrong := range []string{"0", "10001", "-3", "fast", ""} {
		f.entry.SetText(wrong)
		if f.wrong.text != "A whole number from 1 to 10000" || b.keep.get().TargetMS != 20 {
			t.Errorf("%q: it says %q, and %v is taken", wrong, f.wrong.text, b.keep.get().TargetMS)
		}
	}
	f.entry.FocusLost()
	if f.entry.Text != "20" || f.wrong.text != "" {
		t.Errorf("the field is left with %q, %q", f.entry.Text, f.wrong.text)
	}
}

func TestLooksChangeAtOnce(t *testing.T) {
	b := onSettings(t, setup{look: themeDark})
	dark, before := colorOf(colorSurface), theme.TextSize()
	b.settings.theme.step(1)
	if b.keep.get().Theme != themeLight || colorOf(colorSurface) == dark {
		t.Error("it did not turn light")
	}
	b.settings.size.pick(option{value: "150", label: "150 %"})
	if got := theme.TextSize(); got != before*1.5 || b.keep.get().TextSize != 150 {
		t.Errorf("letters are %v high, and were %v", got, before)
	}
	test.Tap(b.look)
	if b.settings.theme.Selected != tr(sayThemeDark) || theme.TextSize() != before*1.5 {
		t.Errorf("the page says %s; letters are %v high", b.settings.theme.Selected, theme.TextSize())
	}
}

func TestFormatsFoldersAndHistoryAreKept(t *testing.T) {
	b := onSettings(t, setup{store: &fakeStore{kept: Choices{Formats: []string{"txt"}, ExportDir: "/somewhere", KeepHistory: true}}})
	p := b.settings
	if p.exports.path.text != "/somewhere" || !p.history.Checked || !p.formats[export.TXT].Checked {
		t.Fatal("it does not show what is kept")
	}
	p.formats[export.SRT].SetChecked(true)
	p.formats[export.TXT].SetChecked(false)
	test.Tap(p.exports.reset)
	p.history.SetChecked(false)
	if c := b.keep.get(); !slices.Equal(c.Formats, []string{"srt"}) || c.ExportDir != "" || c.KeepHistory {
		t.Errorf("kept is %+v", c)
	}
	b.setModelsFolder("/models")
	b.setLibrary("/lib")
	b.showSettings()
	if p.models.path.text != "/models" || p.library.path.text != "/lib" || p.models.reset.Disabled() {
		t.Error("the folders are not shown")
	}
	test.Tap(p.models.reset)
	if b.keep.get().ModelDir != "" || p.models.path.text != tr(sayOwnPlace) {
		t.Error("the models' folder is not the usual one again")
	}
}

func TestAPageThatComesBackHasRoomForLargerLetters(t *testing.T) {
	b := open(t, setup{store: &fakeStore{kept: Choices{TextSize: 150, Width: leastWidth, Height: leastHeight}}, files: []string{"a.wav"}})
	b.settled()
	b.pages.open(tr(sayPageCompare))
	b.until("the recording", func() bool { return len(b.snap.Items) == 1 })
	b.pages.show(0)
	foot, d := b.status.root, fyne.CurrentApp().Driver()
	if bottom := d.AbsolutePositionForObject(foot).Y + foot.Size().Height; bottom > b.win.Canvas().Size().Height {
		t.Errorf("the status line ends at %v of %v", bottom, b.win.Canvas().Size().Height)
	}
}

// What gets the focus by Tab must be in sight.
func TestTheFocusStaysInSight(t *testing.T) {
	b := onSettings(t, setup{size: least()})
	b.win.Canvas().Focus(b.settings.history)
	s := b.settings.scroll
	if s.Offset.Y == 0 {
		t.Fatal("the page did not move")
	}
	d := fyne.CurrentApp().Driver()
	if y := d.AbsolutePositionForObject(b.settings.history).Y - d.AbsolutePositionForObject(s).Y; y < 0 || y+b.settings.history.Size().Height > s.Size().Height {
		t.Errorf("it is at %v of %v", y, s.Size().Height)
	}
	b.win.Canvas().Focus(b.settings.model)
	if s.Offset.Y != 0 && d.AbsolutePositionForObject(b.settings.model).Y < d.AbsolutePositionForObject(s).Y {
		t.Error("the first one is out of sight")
	}
}

func TestGoldenSettings(t *testing.T) {
	store := func(look string, size int) *fakeStore {
		return &fakeStore{kept: Choices{Theme: look, TextSize: size, Width: leastWidth, Height: leastHeight, Formats: []string{"txt", "srt"}, KeepHistory: true, Context: "Haltscribe, llama.cpp"}}
	}
	b := onSettings(t, setup{store: store(themeDark, 100)})
	b.golden("settings-dark")
	b = onSettings(t, setup{store: store(themeLight, 100)})
	b.settings.target.entry.SetText("0")
	b.key(&fyne.KeyEvent{Name: fyne.KeyEnd})
	b.golden("settings-end-light")
	b.key(&fyne.KeyEvent{Name: fyne.KeyHome})
	b.settings.size.pick(option{value: "150", label: "150 %"})
	b.golden("settings-large-light")
}
