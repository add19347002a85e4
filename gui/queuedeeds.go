package gui

import (
	"path/filepath"

	"fyne.io/fyne/v2"

	"haltscribe/gui/queue"
)

// This file has what can be done with the queue besides running it.

// move puts the chosen recording earlier in the queue, or later.
func (w *mainWindow) move(by int) {
	if w.pages.at == 0 && w.queue.Move(w.chosen, by) {
		w.refresh()
	}
}

// queueMenu offers what there is no button for.
func (w *mainWindow) queueMenu() {
	failed, done := 0, 0
	for _, it := range w.snap.Items {
		switch it.State {
		case queue.Failed:
			failed++
		case queue.Done, queue.NoSpeech:
			done++
		}
	}
	_, busy := w.snap.Busy()
	item := func(label string, can bool, do func()) *fyne.MenuItem {
		m := fyne.NewMenuItem(label, do)
		m.Disabled = !can
		return m
	}
	w.menuAt(w.list.more,
		item(tr(sayRetryFailed), failed > 0, w.retryFailed),
		item(tr(sayCancelAll), busy, w.stopAll),
		item(tr(sayClearDone), done > 0, func() {
			w.queue.Clear()
			w.refresh()
		}),
	)
}

// retryFailed puts all that failed back to waiting.
func (w *mainWindow) retryFailed() {
	for _, it := range w.snap.Items {
		if it.State == queue.Failed {
			w.queue.Again(it.ID)
		}
	}
	w.queue.Start()
	w.refresh()
}

// known tells the recordings of a list that were transcribed in this queue already
// from the others.
func (w *mainWindow) known(files []string) (others []string, ended []queue.Item) {
	byFile := map[string]queue.Item{}
	for _, it := range w.queue.Snapshot().Items {
		if it.State.Ended() {
			byFile[it.File] = it
		}
	}
	for _, f := range files {
		if it, ok := byFile[f]; ok {
			ended = append(ended, it)
		} else {
			others = append(others, f)
		}
	}
	return others, ended
}

// askAgain asks, once for all, whether recordings shall be transcribed again.
func (w *mainWindow) askAgain(ended []queue.Item) {
	names := make([]string, len(ended))
	for i, it := range ended {
		names[i] = filepath.Base(it.File)
	}
	text := trf(sayAgainMany, len(ended), listed(names))
	if len(ended) == 1 {
		text = trf(sayAgainOne, names[0])
	}
	w.journal.write(journalLine{Event: "asked", About: "again", Text: text})
	w.confirm(question{
		title: tr(sayAgainTitle), text: text, yes: tr(sayAgainYes), tip: tr(sayTipAgainYes), no: tr(sayAgainNo),
		then: func() {
			for _, it := range ended {
				w.queue.Again(it.ID)
			}
			w.chosen, w.follow = ended[0].ID, true
			w.queue.Start()
			w.refresh()
		},
	})
}

// counted is a listener of the queue's: it counts what ends, and tells of it when
// nothing is left to do and nobody looks.
func (w *mainWindow) counted(c queue.Change) {
	switch {
	case c.Kind == queue.Moved && c.Item.State.Ended():
		it := c.Item
		w.inbox.put(func() {
			w.ended++
			if it.State == queue.Failed {
				w.failed++
			}
			w.lastEnd = trf(sayNoticeOne, filepath.Base(it.File), stateText(it))
		})
	case c.Kind == queue.Edited:
		w.journal.write(journalLine{Event: "edited", ID: c.Item.ID, Text: c.Item.Segments[c.Row].Text})
	case c.Kind == queue.Idle:
		w.inbox.put(w.tellIdle)
	}
}

// tellIdle sends a notification that the queue has ended, where the window is not in
// front.
func (w *mainWindow) tellIdle() {
	ended, failed := w.ended, w.failed
	w.ended, w.failed = 0, 0
	if ended == 0 || w.inFront {
		return
	}
	text := trf(sayNoticeGood, ended)
	switch {
	case ended == 1:
		text = w.lastEnd
	case failed > 0:
		text = trf(sayNoticeText, ended, failed)
	}
	w.journal.write(journalLine{Event: "notified", Text: text})
	w.app.SendNotification(fyne.NewNotification(tr(sayNoticeTitle), text))
}
