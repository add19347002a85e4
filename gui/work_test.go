package gui

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"haltscribe/gui/queue"
	"haltscribe/history"
	"haltscribe/inference"
	"haltscribe/inference/engine"
)

// keeping opens the history of a folder.
func keeping(dir string) func(context.Context) (*history.Store, string, error) {
	return func(ctx context.Context) (*history.Store, string, error) {
		return history.Open(ctx, filepath.Join(dir, "history.db"))
	}
}

// talk is a window that has transcribed a recording with some segments.
func talk(t *testing.T, texts ...string) *bench {
	t.Helper()
	b := open(t, setup{
		engine: &fakeEngine{inventory: goodInventory(), scripts: map[string]script{"talk.wav": says(texts...)}},
		files:  []string{"talk.wav"}, size: least(),
	})
	b.settled()
	b.start()
	b.states(queue.Done)
	b.until("its rows", func() bool { return len(b.transcript.list.rows) == len(texts) })
	return b
}

func press(o fyne.Focusable, names ...fyne.KeyName) {
	for _, n := range names {
		o.TypedKey(&fyne.KeyEvent{Name: n})
	}
}

func (b *bench) texts() (all []string) {
	for _, s := range b.queue.Snapshot().Items[0].Segments {
		all = append(all, s.Text)
	}
	return all
}

func TestTextIsEditedInItsPlace(t *testing.T) {
	b := talk(t, "the first", "the second", "the third")
	list := b.transcript.list
	b.win.Canvas().Focus(list.list)
	press(list.list, fyne.KeyDown, fyne.KeyF2)
	if list.editing != 1 || b.win.Canvas().Focused() != fyne.Focusable(list.editor) {
		t.Fatalf("row %d is edited, the focus is on %T", list.editing, b.win.Canvas().Focused())
	}
	list.editor.CursorColumn = len("the ")
	test.Type(list.editor, "very ")
	if got := b.texts()[1]; got != "the very second" {
		t.Errorf("the text is %q", got)
	}
	press(list.editor, fyne.KeyTab)
	if list.editing != 2 || list.editor.Text != "the third" {
		t.Errorf("after Tab row %d is edited, with %q", list.editing, list.editor.Text)
	}
	list.editor.SetText("pasted\nin two\r\nlines")
	if got := b.texts()[2]; got != "pasted in two lines" {
		t.Errorf("the text is %q", got)
	}
	press(list.editor, fyne.KeyEscape)
	if list.editing != -1 || b.win.Canvas().Focused() != fyne.Focusable(list.list) || list.editor.holder != nil {
		t.Error("Esc should end it")
	}
	for _, want := range []string{"the third", ""} {
		b.undo(-1)
		if want != "" && b.texts()[2] != want {
			t.Errorf("after an undo it is %q", b.texts())
		}
	}
	if got := b.texts()[1]; got != "the second" {
		t.Errorf("after two undos it is %q", got)
	}
	b.undo(1)
	if got := b.texts()[1]; got != "the very second" {
		t.Errorf("done again it is %q", got)
	}
	b.until("the rows", func() bool { b.courier.ring(); return list.rows[1].text == "the very second" })
}

// Nothing that goes on closes over an edit: not new text, not the player.
func TestNothingClosesOverAnEdit(t *testing.T) {
	more := make(chan struct{})
	b := open(t, setup{files: []string{"talk.wav"}, engine: &fakeEngine{inventory: goodInventory(), scripts: map[string]script{
		"talk.wav": func(send func(engine.Event), cancel <-chan struct{}) inference.Transcript {
			for i := range 40 {
				send(engine.Event{Kind: engine.EventSegment, Duration: 600, Segment: inference.Segment{
					Start: float64(10 * i), End: float64(10*i + 10), Text: fmt.Sprintf("segment %d", i),
				}})
				if i > 0 {
					<-more
				}
			}
			<-cancel
			return inference.Transcript{Status: inference.StatusCancelled}
		},
	}}})
	b.start()
	list := b.transcript.list
	b.until("two rows", func() bool { return len(list.rows) == 2 })
	list.edit(0)
	for i := range 38 {
		test.Type(list.editor, "x")
		more <- struct{}{}
		b.until("another row", func() bool { return len(list.rows) == i+3 })
		if list.editing != 0 || b.win.Canvas().Focused() != fyne.Focusable(list.editor) || list.editor.holder == nil || list.list.GetScrollOffset() != 0 {
			t.Fatalf("after %d rows the edit is gone", len(list.rows))
		}
	}
	if want := strings.Repeat("x", 38) + "segment 0"; b.texts()[0] != want || list.editor.Text != want {
		t.Errorf("typed %q, kept %q", list.editor.Text, b.texts()[0])
	}
	more <- struct{}{}
	b.stopAll()
	b.states(queue.Cancelled)
	if list.editing != 0 || b.texts()[0] != strings.Repeat("x", 38)+"segment 0" {
		t.Errorf("after the cancel it is %q", b.texts()[0])
	}
}

func TestFindInTheTranscript(t *testing.T) {
	b := talk(t, "An apple a day", "keeps the doctor away", "apple pie and APPLE juice")
	b.findByKey()
	f := b.transcript.finder
	if b.win.Canvas().Focused() != fyne.Focusable(f.entry) {
		t.Fatal("the field should have the focus")
	}
	test.Type(f.entry, "apple")
	if f.count.text != "1 of 3" || !slices.Equal(f.hits, []int{0, 2, 2}) || b.transcript.list.current != 0 {
		t.Errorf("it says %q, hits %v", f.count.text, f.hits)
	}
	press(f.entry, fyne.KeyReturn, fyne.KeyReturn, fyne.KeyReturn, fyne.KeyUp)
	if f.count.text != "3 of 3" || b.transcript.list.current != 2 {
		t.Errorf("around the ends it says %q", f.count.text)
	}
	b.inBothLooks("find")
	test.Type(f.entry, "x")
	if f.count.text != tr(sayNotFoundIn) {
		t.Errorf("it says %q", f.count.text)
	}
	press(f.entry, fyne.KeyEscape)
	if f.root.Visible() || b.transcript.list.found != nil {
		t.Error("Esc should close it")
	}
}

// A long transcript is drawn, scrolled and played through without a hitch. The
// bound is wide: it is there to find what is done for each row at each turn.
func TestAThousandSegmentsScroll(t *testing.T) {
	texts := make([]string, 1000)
	for i := range texts {
		texts[i] = fmt.Sprintf("%d %s", i, strings.Repeat("some words that were said ", 10))
	}
	b := talk(t, texts...)
	list := b.transcript.list
	began := time.Now()
	const turns = 50
	marked := 0
	for i := range turns {
		list.list.ScrollToOffset(float32(400 * i))
		list.play(float64(8 * 20 * i))
		marked = list.marked
		b.refresh()
	}
	if took := time.Since(began) / turns; took > 500*time.Millisecond {
		t.Errorf("a turn took %v", took)
	} else {
		t.Logf("a turn took %v", took)
	}
	if marked != 20*(turns-1) {
		t.Errorf("row %d is marked", marked)
	}
}

// The quick ruler says what Fyne says, for any text and width.
func TestTheRulerIsRight(t *testing.T) {
	test.NewApp()
	random := rand.New(rand.NewPCG(1, 2))
	words := strings.Fields("I a the of and Donaudampfschifffahrt said: “well—no”, i.e. WAVES über ﬁ naïve ... 1,234.5 今天 tomorrow's x/y")
	r := newRuler()
	for range 80 {
		var text []string
		for range random.IntN(60) {
			text = append(text, words[random.IntN(len(words))])
		}
		width := float32(180 + random.IntN(900))
		r.ready(width)
		quick := r.wrapped(strings.Join(text, " "), width)
		if asked := r.asked(strings.Join(text, " "), width); quick != asked {
			t.Fatalf("%q, %v wide, is %v high, not %v", text, width, asked, quick)
		}
	}
}

func TestCopyWithTimes(t *testing.T) {
	b := talk(t, "one", "two")
	b.copyTimed()
	if got := b.app.Clipboard().Content(); got != "[0:00] one\n[0:08] two" {
		t.Errorf("copied %q", got)
	}
}

// Ctrl+C copies the segment that the keyboard is at.
func TestCopyOneByKeyboard(t *testing.T) {
	b := talk(t, "one", "two", "three")
	list := b.transcript.list.list
	b.win.Canvas().Focus(list)
	press(list, fyne.KeyDown)
	list.TypedShortcut(&fyne.ShortcutCopy{})
	if got := b.app.Clipboard().Content(); got != "two" {
		t.Errorf("copied %q", got)
	}
	press(list, fyne.KeyEnd)
	list.TypedShortcut(&fyne.ShortcutCopy{})
	if got := b.app.Clipboard().Content(); got != "three" {
		t.Errorf("copied %q", got)
	}
}

// Page by page, and to the ends, through rows of different heights: no row is left
// out of sight on the way.
func TestPagesOfALongTranscript(t *testing.T) {
	texts := make([]string, 200)
	for i := range texts {
		texts[i] = strings.Repeat("some words ", 1+i%30)
	}
	b := talk(t, texts...)
	list := b.transcript.list.list
	b.win.Canvas().Focus(list)
	pages := 0
	for list.at < len(texts)-1 {
		before, offset := list.at, list.GetScrollOffset()
		press(list, fyne.KeyPageDown)
		if list.at <= before || (pages > 0 && list.GetScrollOffset()-offset > list.Size().Height) {
			t.Fatalf("from row %d at %v it went to row %d at %v; the list is %v high", before, offset, list.at, list.GetScrollOffset(), list.Size().Height)
		}
		pages++
	}
	if pages < 10 {
		t.Errorf("it took %d pages", pages)
	}
	press(list, fyne.KeyHome)
	if list.at != 0 || list.GetScrollOffset() != 0 {
		t.Errorf("at row %d, %v", list.at, list.GetScrollOffset())
	}
	press(list, fyne.KeyEnd, fyne.KeyPageUp)
	if list.at >= len(texts)-1 || list.at < len(texts)-40 {
		t.Errorf("a page before the end is row %d", list.at)
	}
}

func TestThePlayersKeys(t *testing.T) {
	b := talk(t, "one", "two")
	b.until("a loaded player", func() bool { return b.player.shown.Playable() })
	at := func(want time.Duration) {
		t.Helper()
		b.until(fmt.Sprint("position ", want), func() bool { b.courier.ring(); return b.player.shown.Position == want })
	}
	b.key(&fyne.KeyEvent{Name: fyne.KeyRight})
	at(5 * time.Second)
	b.key(&fyne.KeyEvent{Name: fyne.KeyRight})
	at(10 * time.Second)
	b.key(&fyne.KeyEvent{Name: fyne.KeyLeft})
	at(5 * time.Second)
	b.key(&fyne.KeyEvent{Name: fyne.KeyF10})
	b.until("a higher speed", func() bool {
		b.courier.ring()
		return b.player.shown.Speed == 1.1 && b.player.speed.Selected == "1.1×"
	})
	b.key(&fyne.KeyEvent{Name: fyne.KeyF9})
	b.key(&fyne.KeyEvent{Name: fyne.KeyF9})
	b.until("a lower speed", func() bool { b.courier.ring(); return b.player.shown.Speed == 0.9 })
	b.player.wave.Resize(fyne.NewSize(400, 40))
	b.player.wave.Tapped(&fyne.PointEvent{Position: fyne.NewPos(300, 10)})
	at(12 * time.Second)
	b.player.wave.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(-50, 10)}})
	at(0)
	b.key(&fyne.KeyEvent{Name: fyne.KeyF7})
	b.until("playing", func() bool { b.courier.ring(); return b.player.shown.Playing })
}

func TestHistoryIsKeptSearchedOpenedAndDeleted(t *testing.T) {
	dir := folder(t, "talk.wav", "other.wav")
	scripts := map[string]script{
		"talk.wav":  says("we spoke of apples", "and of pears"),
		"other.wav": says("nothing of note"),
	}
	files := []string{filepath.Join(dir, "talk.wav"), filepath.Join(dir, "other.wav")}
	kept := &fakeStore{kept: Choices{KeepHistory: true, Width: leastWidth, Height: leastHeight, Theme: themeDark}}
	b := open(t, setup{engine: &fakeEngine{inventory: goodInventory(), scripts: scripts}, files: files, history: keeping(dir), store: kept})
	b.settled()
	b.start()
	b.states(queue.Done, queue.Done)
	b.pages.open(tr(sayPageHistory))
	b.until("both are listed", func() bool { return len(b.past.found) == 2 })
	test.Type(b.past.search, "pears")
	b.until("one is found", func() bool { return len(b.past.found) == 1 && b.past.count.text == "1 with a match" })
	if !strings.Contains(b.past.found[0].Matches[0].Snippet, history.MatchBegin+"pears") {
		t.Errorf("found %+v", b.past.found)
	}
	b.shut()

	b = open(t, setup{history: keeping(dir), store: kept, engine: &fakeEngine{inventory: goodInventory()}})
	b.settled()
	b.pages.open(tr(sayPageHistory))
	b.until("both are there again", func() bool { return len(b.past.found) == 2 })
	test.Type(b.past.search, "pears")
	b.until("one is found", func() bool { return len(b.past.found) == 1 })
	press(b.past.search, fyne.KeyReturn)
	press(b.past.list, fyne.KeyReturn)
	b.until("it is shown", func() bool { return b.pages.at == 0 && len(b.transcript.list.rows) == 2 })
	if b.transcript.list.current != 1 || b.snap.Items[0].State != queue.Done {
		t.Errorf("row %d is shown as found, of %+v", b.transcript.list.current, b.snap.Items[0])
	}
	b.pages.open(tr(sayPageHistory))
	b.past.search.SetText("")
	b.until("both", func() bool { return len(b.past.found) == 2 })
	press(b.past.list, fyne.KeyDelete)
	if b.asked == nil {
		t.Fatal("it should ask")
	}
	b.agree()
	b.until("one is left", func() bool { return len(b.past.found) == 1 })
}

// inBothLooks compares the window with kept pictures in dark and in light.
func (b *bench) inBothLooks(name string) {
	b.t.Helper()
	for _, look := range []string{themeDark, themeLight} {
		b.app.Settings().SetTheme(lookFor(look))
		b.golden(name + "-" + look)
	}
}

// The history's picture: what it has is as old as the test, so that the entries are
// put in their place by hand.
func TestGoldenHistory(t *testing.T) {
	b := open(t, setup{size: least()})
	b.settled()
	b.pages.open(tr(sayPageHistory))
	b.until("an answer", func() bool { return strings.HasPrefix(b.past.hint.Text, "The history can't be read") })
	b.past.query = "garden"
	entry := func(name, status, text string, seconds, reached float64, more int) history.Found {
		return history.Found{
			Entry: history.Entry{
				Recording: history.Recording{Path: name}, Began: time.Date(2026, 11, 27, 14, 5, 0, 0, time.Local),
				Status: status, Duration: seconds, Reached: reached, Segments: 4,
			},
			Matches: []history.Match{{Snippet: text}}, Count: more,
		}
	}
	b.past.show([]history.Found{
		entry("interview with the mayor.wav", "done", "… and then we went into the \x02garden\x03 behind the house, where nobody had been for years", 1834, 1834, 3),
		entry("lecture 4.mp3", "interrupted", "the \x02Garden\x03 of Forking Paths is a story by Borges", 5400, 1260, 1),
		entry("2026-11-20 meeting of the allotment society, minutes and discussion of the budget.flac", "truncated", "a \x02garden\x03 hose", 300, 300, 1),
	})
	b.win.Canvas().Focus(b.past.list)
	b.inBothLooks("history")
}

// The waveform of the sample, played in part, with the marked segment.
func TestGoldenWave(t *testing.T) {
	sample, err := filepath.Abs(filepath.Join("..", "testdata", "sample.wav"))
	if err != nil {
		t.Fatal(err)
	}
	b := open(t, setup{
		size: least(), files: []string{sample},
		engine: &fakeEngine{inventory: goodInventory(), scripts: map[string]script{
			"sample.wav": says("Now there was once a garden, and it lay behind a house that nobody knew.", "It had a wall, and in the wall there was a door."),
		}},
	})
	b.settled()
	b.start()
	b.states(queue.Done)
	b.until("its outline", func() bool {
		s := b.waves.Status()
		return s.Done && len(s.Peaks.Outline) > 100 && b.player.shown.Playable()
	})
	b.desk.Seek(9 * time.Second)
	b.until("the place", func() bool {
		b.courier.ring()
		return b.player.shown.Position == 9*time.Second && b.transcript.list.marked == 1
	})
	b.transcript.list.edit(0)
	b.inBothLooks("edit")
}

// agree presses the dialog's button on the right.
func (b *bench) agree() {
	b.t.Helper()
	if b.asked == nil {
		b.t.Fatal("nothing was asked")
	}
	b.asked.(interface{ Confirm() }).Confirm()
}

func TestWhatWasCutOffIsOffered(t *testing.T) {
	dir := folder(t, "long.wav")
	kept := &fakeStore{kept: Choices{KeepHistory: true, Width: leastWidth, Height: leastHeight, Theme: themeLight}}
	b := open(t, setup{
		engine: &fakeEngine{inventory: goodInventory(), scripts: map[string]script{"long.wav": halts}},
		files:  []string{filepath.Join(dir, "long.wav")}, history: keeping(dir), store: kept,
	})
	b.start()
	b.until("the second piece", func() bool { return len(b.transcript.list.rows) == 2 })
	b.shut() // as closing the window does

	rest := &fakeEngine{inventory: goodInventory(), scripts: map[string]script{"long.wav": func(send func(engine.Event), _ <-chan struct{}) inference.Transcript {
		s := inference.Segment{Start: 15.5, End: 62, Text: "and here is the rest", Language: "English"}
		send(engine.Event{Kind: engine.EventSegment, Segment: s, Duration: 62})
		return inference.Transcript{Status: inference.StatusOK, Segments: []inference.Segment{s}, Duration: 62, Timing: timing}
	}}}
	b = open(t, setup{engine: rest, history: keeping(dir), store: kept})
	b.settled()
	b.until("the offer", func() bool { _, ok := b.banner(bannerCutOff); return ok })
	n, _ := b.banner(bannerCutOff)
	if want := "long.wav was cut off at 0:15 of 1:02. What was finished is kept."; n.text != want || n.action != tr(sayGoOn) {
		t.Errorf("it says %q and offers %q", n.text, n.action)
	}
	b.inBothLooks("cut-off")
	n.act()
	b.states(queue.Done)
	rest.mu.Lock()
	from := rest.jobs[0].Options.ResumeFrom
	rest.mu.Unlock()
	if want := "the first piece of it was finished in time\nand here is the rest"; from != 15.5 || b.snap.Items[0].Text() != want {
		t.Errorf("from %v it became %q", from, b.snap.Items[0].Text())
	}
	if _, ok := b.banner(bannerCutOff); ok {
		t.Error("it is still offered")
	}
}

func TestAfterCancelTheRestCanBeHad(t *testing.T) {
	b := open(t, setup{engine: &fakeEngine{inventory: goodInventory(), scripts: map[string]script{"long.wav": halts}}, files: []string{"long.wav"}})
	b.start()
	b.until("the second piece", func() bool { return len(b.transcript.list.rows) == 2 })
	b.cancel()
	b.states(queue.Cancelled)
	if !b.transcript.resume.Visible() || b.transcript.resume.Text != "Go on from 0:15" {
		t.Fatalf("it offers %q", b.transcript.resume.Text)
	}
	test.Tap(b.transcript.resume)
	b.states(queue.Running)
	b.until("the job", func() bool { b.engine.mu.Lock(); defer b.engine.mu.Unlock(); return len(b.engine.jobs) == 2 })
	if from := b.engine.jobs[1].Options.ResumeFrom; from != 15.5 {
		t.Errorf("it goes on from %v", from)
	}
	b.stopAll()
	b.states(queue.Cancelled)
}

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
	b.form.what.SetSelected(b.form.allSay)
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
	b.form.what.SetSelected(tr(sayExportSome))
	if !b.form.yes.Disabled() {
		t.Error("nothing is chosen, and can be exported")
	}
	b.form.some.SetSelected([]string{"a.wav"})
	if b.form.yes.Disabled() || len(b.form.chosen()) != 1 || filepath.Base(b.form.chosen()[0].File) != "a.wav" {
		t.Error("one is chosen")
	}
}

func TestQueueInOrder(t *testing.T) {
	b := open(t, setup{files: []string{"a.wav", "b.wav", "c.wav"}})
	b.states(queue.Waiting, queue.Waiting, queue.Waiting)
	b.pick(b.snap.Items[2].ID)
	test.Tap(b.list.earlier)
	b.refresh()
	if filepath.Base(b.snap.Items[1].File) != "c.wav" || b.list.later.Disabled() || b.list.earlier.Disabled() {
		t.Errorf("the queue is %v", b.snap.Items)
	}
	b.move(-1)
	if filepath.Base(b.snap.Items[0].File) != "c.wav" || !b.list.earlier.Disabled() {
		t.Errorf("the queue is %v", b.snap.Items)
	}
}

func TestTheSameFileAgainIsAskedOnce(t *testing.T) {
	b := open(t, setup{})
	dir := folder(t, "a.wav", "b.wav", "c.wav")
	b.dropped(uris(dir, "a.wav", "b.wav"))
	b.states(queue.Done, queue.Done)
	b.dropped(uris(dir, "a.wav", "b.wav", "c.wav"))
	b.states(queue.Done, queue.Done, queue.Done)
	if b.asked == nil {
		t.Fatal("it should ask")
	}
	b.agree()
	b.until("five jobs", func() bool { b.engine.mu.Lock(); defer b.engine.mu.Unlock(); return len(b.engine.jobs) == 5 })
	b.states(queue.Done, queue.Done, queue.Done)
}

// Five hundred recordings are shown and updated without a hitch; the bound is wide.
func TestFiveHundredFilesStayFluid(t *testing.T) {
	files := make([]string, 500)
	for i := range files {
		files[i] = fmt.Sprintf("recording %03d.wav", i)
	}
	b := open(t, setup{files: files, size: least()})
	b.settled()
	b.until("all", func() bool { return len(b.snap.Items) == 500 })
	began := time.Now()
	const turns = 50
	for i := range turns {
		b.queue.SetDuration(b.snap.Items[i].ID, float64(i+1)) // something to draw
		b.refresh()
	}
	took := time.Since(began) / turns
	t.Logf("a turn took %v", took)
	if took > 500*time.Millisecond {
		t.Errorf("a turn took %v", took)
	}
	b.start()
	b.until("all done", func() bool {
		for _, it := range b.snap.Items {
			if it.State != queue.Done {
				return false
			}
		}
		return true
	})
}

func TestTheEndIsToldWhenNobodyLooks(t *testing.T) {
	b := open(t, setup{
		files:  []string{"a.wav", "bad.wav"},
		engine: &fakeEngine{inventory: goodInventory(), scripts: map[string]script{"bad.wav": fails("it is not a recording")}},
	})
	b.inFront = false
	test.AssertNotificationSent(t, fyne.NewNotification(tr(sayNoticeTitle), "2 recordings, 1 of them failed."), func() {
		b.start()
		b.states(queue.Done, queue.Failed)
		b.until("told", func() bool { return b.lastEnd != "" && b.ended == 0 })
	})
	b.inFront, b.lastEnd = true, ""
	test.AssertNotificationSent(t, nil, func() {
		b.retryFailed()
		b.states(queue.Done, queue.Failed)
		b.until("counted", func() bool { return b.lastEnd != "" && b.ended == 0 })
	})
}
