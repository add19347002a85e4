package gui

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"haltscribe/gui/archive"
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
	} else {
		w.win.Canvas().Focus(w.transcript.list.list)
	}
}

func (w *mainWindow) forgetEntry(f history.Found) {
	w.forget(trf(sayForgetOne, filepath.Base(f.Recording.Path)), func() { w.archive.Delete(w.forgotten, f.ID) })
}

func (w *mainWindow) forgetAll(count int) {
	w.forget(trf(sayForgetMany, count), func() { w.archive.DeleteAll(w.forgotten) })
}

func (w *mainWindow) forget(text string, then func()) {
	w.confirm(question{
		title: tr(sayForgetTitle), text: text, yes: tr(sayForgetYes), tip: tr(sayTipForGood), no: tr(sayForgetNo), grave: true, then: then,
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

// offerToGoOn tells what an earlier run of the program did not finish, or did not
// begin. What is in the queue already is not offered.
func (w *mainWindow) offerToGoOn() {
	w.archive.Unfinished(func(left archive.Left, err error) {
		if err != nil {
			return
		}
		w.inbox.put(func() {
			queued := w.queue.Snapshot().Items
			left.Waiting = slices.DeleteFunc(left.Waiting, func(l history.Waiting) bool {
				return slices.ContainsFunc(queued, func(it queue.Item) bool { return it.File == l.Path })
			})
			if len(left.CutOff)+len(left.Waiting) > 0 {
				w.putBanner(w.cutOffBanner(left))
			}
		})
	})
}

func (w *mainWindow) cutOffBanner(left archive.Left) banner {
	var records []int64
	for _, e := range left.CutOff {
		records = append(records, e.ID)
	}
	b := banner{about: bannerCutOff, text: leftText(left), action: tr(sayGoOn)}
	b.act = func() {
		w.banners.drop(bannerCutOff)
		for _, r := range records {
			w.goOnWith(r)
		}
		w.goOnWaiting(left.Waiting)
	}
	b.refused = func() {
		w.archive.GiveUp(records...)
		w.archive.ForgetWaiting()
	}
	return b
}

// leftText says what is left of an earlier run.
func leftText(left archive.Left) string {
	var said, cut, waiting []string
	for _, e := range left.CutOff {
		cut = append(cut, filepath.Base(e.Recording.Path))
	}
	for _, l := range left.Waiting {
		waiting = append(waiting, filepath.Base(l.Path))
	}
	switch len(cut) {
	case 0:
	case 1:
		e := left.CutOff[0]
		at := clock(e.Reached)
		if e.Duration > 0 {
			at = trf(sayEntryUnto, at, clock(e.Duration))
		}
		said = append(said, trf(sayCutOffOne, cut[0], at))
	default:
		said = append(said, trf(sayCutOffMany, len(cut), listed(cut)))
	}
	switch len(waiting) {
	case 0:
	case 1:
		said = append(said, trf(sayLeftOne, waiting[0]))
	default:
		said = append(said, trf(sayLeftMany, len(waiting), listed(waiting)))
	}
	return strings.Join(said, " ")
}

// goOnWaiting queues what an earlier run left waiting, in its order, and names what
// is not there any more.
func (w *mainWindow) goOnWaiting(left []history.Waiting) {
	var files []string
	for _, l := range left {
		if l.Record == 0 {
			files = append(files, l.Path)
		} else {
			w.goOnWith(l.Record)
		}
	}
	w.archive.Find(files, func(there, gone []string) {
		w.inbox.put(func() {
			w.queueFiles(there)
			w.archive.ForgetWaiting() // they wait in this queue now
			w.queue.Start()
			if len(gone) > 0 {
				for i, path := range gone {
					gone[i] = filepath.Base(path)
				}
				w.putBanner(banner{about: bannerIntake, weight: warning, text: trf(sayLeftGone, listed(gone))})
			}
		})
	})
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
