package gui

// pick shows another recording.
func (w *mainWindow) pick(id int) {
	w.chosen = id
	busy, ok := w.snap.Busy()
	w.follow = !ok || busy.ID == id
	w.refresh()
}

// start works through what waits; where nothing does, the chosen recording is
// done again.
func (w *mainWindow) start() {
	if w.queue.Snapshot().Waiting() == 0 {
		w.queue.Again(w.chosen)
	}
	w.follow = true
	w.queue.Start()
	w.refresh()
}

// cancel stops the running job, and the queue goes on with the next one; or it
// stops the running comparison.
func (w *mainWindow) cancel() {
	if w.queue.Cancel() {
		w.refresh()
		return
	}
	if w.comparer.Cancel() {
		w.refresh()
	}
}

// stopAll stops the running job and leaves the rest waiting.
func (w *mainWindow) stopAll() {
	if w.queue.StopAll() {
		w.refresh()
	}
}

func (w *mainWindow) remove() {
	if w.queue.Remove(w.chosen) {
		w.refresh()
	}
}

func (w *mainWindow) copyAll() {
	if it, ok := w.queue.Snapshot().Find(w.chosen); ok {
		w.app.Clipboard().SetContent(it.Text())
		w.transcript.copied()
	}
}
