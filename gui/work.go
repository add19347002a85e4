package gui

import (
	"context"
	"path/filepath"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"haltscribe/audio"
	"haltscribe/gui/archive"
	"haltscribe/gui/editing"
	"haltscribe/gui/queue"
	"haltscribe/gui/sound"
	"haltscribe/gui/waveform"
	"haltscribe/history"
)

// workParts are the window's parts for working with transcripts.
type workParts struct {
	archive *archive.Archive
	waves   *waveform.Desk
	past    *historyPage
	form    *exportForm // the sheets' that ask what to export,
	opening *openForm   // which recordings to open,
	// which folder to take and where to save: those that are open, or were last
	choosing *folderForm
	saving   *saveForm
	logs     map[int]*editing.Log // edits, by item
	ended    int                  // jobs that ended since the queue was idle,
	failed   int                  // those that failed among them,
	lastEnd  string               // and what became of the last one
	inFront  bool                 // the window is
}

// newWork makes them; nothing runs yet.
func (w *mainWindow) newWork() {
	w.logs, w.inFront = map[int]*editing.Log{}, true
	open := w.deps.OpenHistory
	if open == nil {
		open = func(context.Context) (*history.Store, string, error) { return nil, "", nil }
	}
	w.archive = archive.New(open,
		func() archive.Choices {
			c := w.keep.get()
			return archive.Choices{Keep: c.KeepHistory, Model: c.Model}
		},
		func(item int, record int64) { w.queue.SetRecord(item, record) },
		func(sentence string) {
			w.inbox.put(func() { w.putBanner(banner{about: bannerHistory, weight: warning, text: sentence}) })
		})
	w.archive.KeepWaiting(func() []queue.Item { return w.queue.Snapshot().Items })
	w.waves = waveform.New(waveform.Cache{Folder: w.deps.Outlines}, audio.OutlineOf, w.courier.ring)
}

// transcriptDeeds are what can be done in the transcript.
func (w *mainWindow) transcriptDeeds() transcriptDeeds {
	return transcriptDeeds{
		segmentDeeds: segmentDeeds{
			seek: w.seekToSecond, edit: w.edited, undo: w.undo, menu: w.segmentMenu, copy: w.copySegment, shortcut: w.shortcut, canvas: w.win.Canvas,
		},
		copyAll: w.copyAll, open: w.openFiles, resume: w.resumeChosen, export: w.exportDialog, more: w.transcriptMenu,
	}
}

// playerDeeds are what can be done with the player.
func (w *mainWindow) playerDeeds() playerDeeds {
	return playerDeeds{
		toggle: w.desk.Toggle, replay: func() { w.desk.Replay(replayTime) },
		seek: w.seekTo, volume: w.setVolume, speed: w.setSpeed,
	}
}

// seekTo goes to a place in the recording, and goes on playing if it was.
func (w *mainWindow) seekTo(at time.Duration) {
	w.journal.write(journalLine{Event: "seek", File: w.loaded, PositionS: at.Seconds()})
	w.desk.Seek(at)
}

// seekToSecond goes to a segment's begin.
func (w *mainWindow) seekToSecond(seconds float64) {
	w.seekTo(time.Duration(seconds * float64(time.Second)))
}

// showSound draws what is heard.
func (w *mainWindow) showSound(heard sound.Status) {
	w.waves.Show(heard.File)
	w.player.show(heard, w.waves.Status(), w.transcript.list.span())
}

// pauseBetween is how long the courier rests: what is heard and what is marked agree
// within 50 ms.
func (w *mainWindow) pauseBetween(ctx context.Context) {
	restFor(paceWhile(w.desk.Status(), w.drawing.took()))(ctx)
}

// paceWhile is the shortest time between two deliveries, by what is heard and by how
// long drawing takes.
func paceWhile(s sound.Status, drawing time.Duration) time.Duration {
	if s.Playing {
		return playingPace
	}
	return min(max(pace, drawingShare*drawing), slowestPace)
}

// Where drawing is slow, it is done for a quarter of the time at most, and still
// often enough for text to appear as it is recognised.
const (
	drawingShare = 4
	slowestPace  = 300 * time.Millisecond
)

const playingPace = 15 * time.Millisecond

// addWorkShortcuts adds the keys for working with transcripts.
func (w *mainWindow) addWorkShortcuts(c fyne.Canvas) {
	on := func(key fyne.KeyName, with fyne.KeyModifier, do func()) {
		c.AddShortcut(&desktop.CustomShortcut{KeyName: key, Modifier: with}, func(fyne.Shortcut) {
			if w.asked == nil {
				do()
			}
		})
	}
	const ctrl, shift = fyne.KeyModifierShortcutDefault, fyne.KeyModifierShift
	on(fyne.KeyF, ctrl, w.findByKey)
	on(fyne.KeyE, ctrl, w.exportDialog)
	on(fyne.KeyH, ctrl, func() { w.pages.open(tr(sayPageHistory)) })
	on(fyne.KeyC, ctrl|shift, w.copyAll)
	on(fyne.KeyG, ctrl, w.goOnByKey)
	on(fyne.KeyUp, ctrl, func() { w.pickNext(-1) })
	on(fyne.KeyDown, ctrl, func() { w.pickNext(1) })
	on(fyne.KeyUp, fyne.KeyModifierAlt, func() { w.move(-1) })
	on(fyne.KeyDown, fyne.KeyModifierAlt, func() { w.move(1) })
	undo, redo := func(fyne.Shortcut) { w.undo(-1) }, func(fyne.Shortcut) { w.undo(1) }
	c.AddShortcut(&fyne.ShortcutUndo{}, undo)
	c.AddShortcut(&fyne.ShortcutRedo{}, redo)
	on(fyne.KeyZ, ctrl|shift, func() { w.undo(1) })
}

// pickNext shows the recording below the shown one in the queue, or above it.
func (w *mainWindow) pickNext(by int) {
	if at := w.list.row(w.chosen) + by; w.pages.at == 0 && at >= 0 && at < len(w.snap.Items) {
		w.pick(w.snap.Items[at].ID)
	}
}

// goOnByKey goes on with the shown recording, or with what an earlier run left.
func (w *mainWindow) goOnByKey() {
	if it, ok := w.snap.Find(w.chosen); ok && it.ResumePoint() > 0 {
		w.resumeChosen()
		return
	}
	for _, b := range w.banners.shown {
		if b.about == bannerCutOff {
			b.act()
			return
		}
	}
}

// findByKey finds in the transcript, or in the history where that is in front.
func (w *mainWindow) findByKey() {
	switch {
	case w.pages.front().name == tr(sayPageHistory):
		w.win.Canvas().Focus(w.past.search)
	case w.pages.at == 0 && w.transcript.find.Visible():
		w.transcript.finder.open()
	}
}

// shortcut does what a shortcut does where no text is edited.
func (w *mainWindow) shortcut(s fyne.Shortcut) {
	if c, ok := w.win.Canvas().(fyne.Shortcutable); ok {
		c.TypedShortcut(s)
	}
}

// workKey answers keys on the page with the transcript.
func (w *mainWindow) workKey(e *fyne.KeyEvent) bool {
	switch e.Name {
	case fyne.KeySpace, fyne.KeyF8:
		w.desk.Toggle()
	case fyne.KeyLeft:
		w.desk.Skip(-skipTime)
	case fyne.KeyRight:
		w.desk.Skip(skipTime)
	case fyne.KeyF7:
		w.desk.Replay(replayTime)
	case fyne.KeyF9:
		w.player.faster(-1)
	case fyne.KeyF10:
		w.player.faster(1)
	case fyne.KeyF2:
		w.transcript.list.edit(w.transcript.list.list.at)
	default:
		return false
	}
	return true
}

// edited takes over a text that was typed.
func (w *mainWindow) edited(row int, before, after string) {
	w.log(w.chosen).Note(row, before, after, time.Now())
	w.queue.Edit(w.chosen, row, after)
}

func (w *mainWindow) log(item int) *editing.Log {
	if w.logs[item] == nil {
		w.logs[item] = &editing.Log{}
	}
	return w.logs[item]
}

// undo takes the last edit of the shown transcript back, or does it again.
func (w *mainWindow) undo(by int) {
	step := w.log(w.chosen).Undo
	if by > 0 {
		step = w.log(w.chosen).Redo
	}
	if row, text, ok := step(); ok {
		w.queue.Edit(w.chosen, row, text)
		w.transcript.list.restore(row, text)
	}
}

// timed is a segment's text with its time.
func timed(start float64, text string) string { return trf(sayTimed, clock(start), text) }

// segmentMenu offers what can be done with one segment.
func (w *mainWindow) segmentMenu(row int, at fyne.Position) {
	list := w.transcript.list
	if row >= len(list.rows) {
		return
	}
	s := list.rows[row]
	put := w.app.Clipboard().SetContent
	widget.NewPopUpMenu(fyne.NewMenu("",
		fyne.NewMenuItem(tr(sayPlayFrom), func() { w.seekToSecond(s.start) }),
		fyne.NewMenuItem(tr(sayEdit), func() { list.edit(row) }),
		fyne.NewMenuItemSeparator(),
		fyne.NewMenuItem(tr(sayCopySegment), func() { w.copySegment(row) }),
		fyne.NewMenuItem(tr(sayCopyTimed), func() { put(timed(s.start, s.text)) }),
	), w.win.Canvas()).ShowAtPosition(at)
}

// copySegment copies one segment's text.
func (w *mainWindow) copySegment(row int) {
	if rows := w.transcript.list.rows; row < len(rows) {
		w.app.Clipboard().SetContent(rows[row].text)
	}
}

// transcriptMenu offers what there is no button for.
func (w *mainWindow) transcriptMenu() {
	w.menuAt(w.transcript.more,
		fyne.NewMenuItem(tr(sayCopyAll), w.copyAll),
		fyne.NewMenuItem(tr(sayCopyAllTime), w.copyTimed),
		fyne.NewMenuItemSeparator(),
		fyne.NewMenuItem(tr(sayUndo), func() { w.undo(-1) }),
		fyne.NewMenuItem(tr(sayRedo), func() { w.undo(1) }),
	)
}

// menuAt opens a menu below something, its right ends aligned.
func (w *mainWindow) menuAt(from fyne.CanvasObject, items ...*fyne.MenuItem) {
	menu := widget.NewPopUpMenu(fyne.NewMenu("", items...), w.win.Canvas())
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(from)
	menu.ShowAtPosition(at.Add(fyne.NewPos(from.Size().Width-menu.MinSize().Width, from.Size().Height+2)))
}

func (w *mainWindow) copyTimed() {
	it, ok := w.queue.Snapshot().Find(w.chosen)
	if !ok {
		return
	}
	lines := make([]string, 0, len(it.Segments))
	for _, s := range it.Segments {
		lines = append(lines, timed(s.Start, s.Text))
	}
	w.app.Clipboard().SetContent(strings.Join(lines, "\n"))
	w.transcript.copied()
}

// resumeChosen goes on with the shown recording behind its last segment.
func (w *mainWindow) resumeChosen() {
	it, ok := w.queue.Snapshot().Find(w.chosen)
	if !ok || it.ResumePoint() == 0 {
		return
	}
	w.journal.write(journalLine{Event: "resume", File: it.File, PositionS: it.ResumePoint()})
	w.queue.Resume(it.ID)
	w.follow = true
	w.queue.Start()
	w.refresh()
}

// changedNote says that a recording is not the one that was transcribed.
func changedNote(file string) string { return trf(sayChangedOne, filepath.Base(file)) }

// runQueue runs the queue, and has the archive end behind it.
func (w *mainWindow) runQueue(ctx context.Context) {
	w.queue.Run(ctx)
	w.archive.Finish()
}
