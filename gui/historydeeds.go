package gui

import (
	"errors"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2/dialog"

	"haltscribe/gui/queue"
	"haltscribe/history"
)

// This file has what can be done with the history.

func (w *mainWindow) newHistoryPage() *historyPage {
	return newHistoryPage(w.key, w.shortcut, historyDeeds{
		look: w.lookInHistory, open: w.openEntry, forget: w.forgetEntry, wipe: w.forgetAll,
	})
}

// lookInHistory asks for what the page shows.
func (w *mainWindow) lookInHistory(query string) {
	w.past.asked++
	asked := w.past.asked
	w.past.off = !w.keep.get().KeepHistory
	w.archive.List(query, func(found []history.Found, err error) {
		w.inbox.put(func() {
			if asked != w.past.asked {
				return
			}
			w.past.show(found)
			if err != nil {
				w.past.tell(trf(sayEntryTrouble, err))
			}
			w.journal.write(journalLine{Event: "history", About: query, Frames: len(found)})
		})
	})
}

// historyShown lists anew, when the page comes to the front.
func (w *mainWindow) historyShown() {
	w.lookInHistory(w.past.query)
	w.win.Canvas().Focus(w.past.search)
}

// openEntry shows a transcript of the history on the first page. One that is there
// already is only chosen.
func (w *mainWindow) openEntry(f history.Found) {
	for _, it := range w.queue.Snapshot().Items {
		if it.Record == f.ID {
			w.showEntry(it.ID, f)
			return
		}
	}
	w.archive.Load(f.ID, func(it queue.Item, same bool, err error) {
		w.inbox.put(func() {
			if err != nil {
				w.past.tell(trf(sayEntryTrouble, err))
				return
			}
			it.Gone = !same
			w.showEntry(w.queue.Restore(it), f)
		})
	})
}

// showEntry shows an item, at the first place that was found in it.
func (w *mainWindow) showEntry(id int, f history.Found) {
	w.journal.write(journalLine{Event: "opened", ID: id, File: f.Recording.Path})
	w.chosen, w.follow = id, false
	w.refresh()
	w.pages.show(0)
	if len(f.Matches) > 0 {
		w.transcript.finder.entry.SetText(w.past.query)
		w.transcript.finder.open()
	}
}

func (w *mainWindow) forgetEntry(f history.Found) {
	w.confirm(tr(sayForgetTitle), trf(sayForgetOne, filepath.Base(f.Recording.Path)), tr(sayForgetYes), tr(sayForgetNo), func() {
		w.archive.Delete(w.forgotten, f.ID)
	})
}

func (w *mainWindow) forgetAll(count int) {
	w.confirm(tr(sayForgetTitle), trf(sayForgetMany, count), tr(sayForgetYes), tr(sayForgetNo), func() {
		w.archive.DeleteAll(w.forgotten)
	})
}

// forgotten is told, by the archive's goroutine, that something was deleted.
func (w *mainWindow) forgotten(err error) {
	w.inbox.put(func() {
		if err != nil {
			w.putBanner(banner{about: bannerHistory, weight: warning, text: sentence(err.Error())})
		}
		w.journal.write(journalLine{Event: "forgotten"})
		w.lookInHistory(w.past.query)
	})
}

// confirm asks before something that can't be undone.
func (w *mainWindow) confirm(title, text, yes, no string, then func()) {
	d := dialog.NewConfirm(title, text, func(agreed bool) {
		if agreed {
			then()
		}
	}, w.win)
	d.SetConfirmText(yes)
	d.SetDismissText(no)
	w.ask(d)
}

// offerToGoOn tells what an earlier run of the program did not finish.
func (w *mainWindow) offerToGoOn() {
	w.archive.Unfinished(func(cut []history.Entry, err error) {
		if err != nil || len(cut) == 0 {
			return
		}
		w.inbox.put(func() { w.putBanner(w.cutOffBanner(cut)) })
	})
}

func (w *mainWindow) cutOffBanner(cut []history.Entry) banner {
	names := make([]string, len(cut))
	records := make([]int64, len(cut))
	for i, e := range cut {
		names[i], records[i] = filepath.Base(e.Recording.Path), e.ID
	}
	b := banner{about: bannerCutOff, text: trf(sayCutOffMany, len(cut), listed(names)), action: tr(sayGoOn)}
	if len(cut) == 1 {
		at := clock(cut[0].Reached)
		if cut[0].Duration > 0 {
			at = trf(sayEntryUnto, at, clock(cut[0].Duration))
		}
		b.text = trf(sayCutOffOne, names[0], at)
	}
	b.act = func() {
		w.banners.drop(bannerCutOff)
		for _, r := range records {
			w.goOnWith(r)
		}
	}
	b.refused = func() { w.archive.GiveUp(records...) }
	return b
}

// goOnWith puts an entry into the queue, to be gone on with behind its last
// segment; from the begin where it had none.
func (w *mainWindow) goOnWith(record int64) {
	w.archive.Load(record, func(it queue.Item, same bool, err error) {
		w.inbox.put(func() {
			switch {
			case errors.Is(err, history.ErrGone):
				return
			case err != nil || !same:
				w.archive.GiveUp(record)
				w.putBanner(banner{about: bannerHistory, weight: warning, text: changedNote(it.File)})
				return
			}
			w.journal.write(journalLine{Event: "resume", File: it.File, PositionS: it.ResumePoint()})
			id := w.queue.Restore(it)
			if !w.queue.Resume(id) {
				w.queue.Again(id)
			}
			w.follow = true
			w.queue.Start()
		})
	})
}

// entryState is an entry's state as the queue's list shows it.
func entryState(status string) queue.State {
	switch s := queue.State(status); s {
	case queue.Done, queue.NoSpeech, queue.Truncated, queue.Cancelled, queue.Failed, queue.Interrupted:
		return s
	}
	return queue.Running
}

// entryText is when an entry was made, how long it is, and how it ended where that
// is not well.
func entryText(f history.Found) string {
	parts := []string{f.Began.Format(tr(sayDateTime))}
	if f.Count > 1 {
		parts = append([]string{trf(sayEntryMatches, f.Count)}, parts...)
	}
	unto := length(f.Duration)
	switch state := entryState(f.Status); state {
	case queue.Done, queue.NoSpeech:
	case queue.Running:
		parts = append(parts, tr(sayEntryWorking))
	default:
		parts = append(parts, stateText(queue.Item{State: state}))
		if f.Duration > 0 && f.Reached < f.Duration {
			unto = trf(sayEntryUnto, clock(f.Reached), unto)
		}
	}
	if f.Duration > 0 {
		parts = append(parts, unto)
	}
	return strings.Join(parts, "  ·  ")
}
