package gui

import (
	"context"
	"path/filepath"
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

// agree presses the dialog's button on the right.
func (b *bench) agree() {
	b.t.Helper()
	if b.asked == nil {
		b.t.Fatal("nothing was asked")
	}
	test.Tap(b.asked.yes)
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
