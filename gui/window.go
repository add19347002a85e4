package gui

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
	fynetooltip "github.com/dweymouth/fyne-tooltip"

	"haltscribe/gui/comparison"
	"haltscribe/gui/modelshelf"
	"haltscribe/gui/queue"
	"haltscribe/gui/sound"
)

// mainWindow holds the window's parts together. Its methods run on the main
// goroutine, except where they say otherwise.
type mainWindow struct {
	deps    Deps
	app     fyne.App
	win     fyne.Window
	keep    *keeper
	queue   *queue.Queue
	desk    *sound.Desk
	courier *courier
	drawing drawGauge
	inbox   *inbox
	files   *worker // reads the disk for dropped paths
	disk    *worker // reads folders for the dialog that opens recordings
	asks    *worker // asks the engine and the models
	journal *journal
	meter   *frameMeter

	all        *fyne.Container // everything, from top to bottom
	tips       *tipLayer       // over it
	pointed    *fyne.Container // over it too: the tooltip of what the mouse is over
	pages      *pages
	look       *keyButton
	compare    *comparePage
	settings   *settingsPage
	tools      *toolbar
	banners    *bannerStack
	list       *queueView
	transcript *transcriptView
	player     *playerBar
	status     *statusLine

	snap   queue.Snapshot
	chosen int    // the item that is shown
	follow bool   // show the one that runs
	loaded string // the file that the player was given
	silent string // why there is no sound, as it was told last
	asked  *sheet

	workParts

	shelf     comparison.Shelf
	comparer  *comparison.Desk
	comparing bool // and the queue is held
	costs     []modeCost
	modelsIn  string // the folder that the models were listed from
	modelName string // of the chosen model, as comparisons call it

	models       *modelsPage
	modelDesk    *modelshelf.Desk // nil without models
	modelArrived int              // the last arrival that was told of
	modelOffered string           // the chosen model when the toolbar's list was made
}

// newWindow builds the window; nothing runs yet. post is how other goroutines
// reach the main one.
func newWindow(a fyne.App, deps Deps, post func(func())) *mainWindow {
	choices, notice := deps.Store.Load()
	choices = withDefaults(choices, deps.Planned)
	w := &mainWindow{deps: deps, app: a, keep: newKeeper(deps.Store, choices), follow: true}
	w.courier = newCourier(post, w.deliver)
	w.courier.rest = w.pauseBetween
	w.inbox = &inbox{knock: w.courier.ring}
	w.keep.saved = w.choicesSaved
	w.files, w.disk, w.asks = newWorker(), newWorker(), newWorker()
	w.newWork()
	w.queue = queue.New(deps.Engine, w.prepare, func(queue.Change) { w.courier.ring() }, w.noted, w.archive.Note, w.counted)
	w.desk = sound.New(deps.OpenPlayer, w.courier.ring)
	w.shelf = comparison.Shelf{Folder: deps.Comparisons}
	w.comparer = comparison.New(deps.Engine, w.shelf, w.courier.ring)

	a.Settings().SetTheme(lookFor(choices.Theme).sized(choices.TextSize))
	w.win = a.NewWindow(appName)
	w.modelsIn = choices.ModelDir
	w.build(choices)
	if notice != "" {
		w.putBanner(banner{about: bannerSettings, weight: warning, text: notice})
	}
	w.addShortcuts()
	w.win.SetOnDropped(func(_ fyne.Position, uris []fyne.URI) { w.dropped(uris) })
	w.win.SetCloseIntercept(w.close)
	return w
}

// Smallest and usual size.
const (
	leastWidth, leastHeight = 900, 600
	usualWidth, usualHeight = 1120, 720
)

func (w *mainWindow) build(c Choices) {
	w.banners = newBannerStack(w.key, func() { relayout(w.all) })
	w.tools = newToolbar(w.key, toolbarDeeds{
		model: w.setModel, device: w.setDevice, hook: w.setHook, language: w.setLanguage,
		chooseModel: w.chooseModel, compare: w.compareHere, start: w.start, cancel: w.cancel,
	}, c, w.deps.Planned)
	w.list = newQueueView(w.key, queueDeeds{pick: w.pick, add: w.openFiles, remove: w.remove, more: w.queueMenu, move: w.move})
	w.transcript = newTranscriptView(w.key, w.transcriptDeeds())
	w.player = newPlayerBar(w.key, w.playerDeeds(), c.Volume)
	w.past = w.newHistoryPage()
	w.status = newStatusLine()
	w.desk.Volume(c.Volume)
	w.desk.Speed(c.Speed)

	middle := container.New(sideBySide{gap: 8}, w.list.root, w.transcript.root)
	w.compare = newComparePage(w.key, comparePageDeeds{
		start: w.startComparison, cancel: w.cancel, changed: w.refresh, remove: w.removeRun, export: w.exportMenu,
	})
	w.look = newKeyButton("", theme.NewThemedResource(iconTheme), w.key, w.switchLook)
	w.look.Importance = widget.LowImportance
	w.look.SetToolTip(tr(sayTheme))
	all := []*page{
		{
			name: tr(sayPageTranscribe), icon: theme.DocumentIcon(), enter: w.startTranscribing, key: w.workKey,
			root: column(8, 1, w.tools.root, middle, w.player.root, w.status.root),
		},
		{
			name: tr(sayPageHistory), icon: theme.HistoryIcon(), root: w.past.root, shown: w.historyShown,
		},
		{
			name: tr(sayPageCompare), icon: theme.NewThemedResource(iconCompare), enter: w.startComparison,
			root: w.compare.root, shown: w.offerRecording, key: w.compare.result.scrollBy,
		},
	}
	if p := w.buildModels(); p != nil {
		all = append(all, p)
	}
	all = append(all, w.buildSettings())
	w.pages = newPages(w.key, w.look, w.turned, all...)
	w.all = column(4, 2, w.pages.tabs, w.banners.root, w.pages.body)
	w.tips = newTipLayer()
	whole := container.New(layout.NewCustomPaddedLayout(4, 4, 8, 8), w.all)
	pointed := fynetooltip.AddWindowToolTipLayer(whole, w.win.Canvas())
	w.win.SetContent(container.NewStack(pointed, w.tips))
	layers := pointed.(*fyne.Container).Objects
	w.pointed = layers[len(layers)-1].(*fyne.Container)
	w.win.SetPadded(false)
	w.win.Resize(fyne.NewSize(c.Width, c.Height))
}

// turned notes that another page came to the front.
func (w *mainWindow) turned(to *page) {
	relayout(w.all)       // the tabs may have become higher since
	w.pointed.RemoveAll() // what the mouse is over went, and is not told of it
	w.journal.write(journalLine{Event: "page", About: to.name})
}

// sideBySide gives the left one a part of the width, within bounds.
type sideBySide struct{ gap float32 }

func (sideBySide) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(leastWidth-16, max(o[0].MinSize().Height, o[1].MinSize().Height))
}

func (s sideBySide) Layout(o []fyne.CanvasObject, size fyne.Size) {
	left := min(380, max(270, size.Width*0.29))
	o[0].Move(fyne.NewPos(0, 0))
	o[0].Resize(fyne.NewSize(left, size.Height))
	o[1].Move(fyne.NewPos(left+s.gap, 0))
	o[1].Resize(fyne.NewSize(size.Width-left-s.gap, size.Height))
}

// begin starts what the window needs from the engine, once it is shown.
func (w *mainWindow) begin() {
	w.queueNamed(w.deps.Files)
	w.checkModel()
	if w.modelDesk != nil {
		w.modelDesk.Refresh()
	}
	w.lookForDevices()
	w.listRuns("")
	w.showHookHint()
	w.offerToGoOn()
	w.courier.ring()
}

// deliver draws the news. The courier calls it on the main goroutine.
func (w *mainWindow) deliver() {
	w.inbox.open()
	w.refresh()
	w.drawing.watch()
}

// refresh draws everything that differs from what is shown.
func (w *mainWindow) refresh() {
	w.snap = w.queue.Snapshot()
	w.showModels()
	heard := w.desk.Status()
	if busy, ok := w.snap.Busy(); ok && w.follow && !heard.Playing {
		w.chosen = busy.ID
	}
	it, ok := w.snap.Find(w.chosen)
	if !ok {
		w.chosen = 0
		if len(w.snap.Items) > 0 {
			it = w.snap.Items[0]
			w.chosen = it.ID
		}
	}
	if it.File != w.loaded {
		w.loaded = it.File
		w.desk.Load(it.File)
	}
	w.tools.show(w.snap, w.chosen)
	w.list.show(w.snap, w.chosen)
	w.transcript.show(it, w.snap.Active, position(heard, it, time.Now()))
	w.noteSound(heard)
	w.showSound(heard)
	w.status.show(w.subject(it), w.snap.Last())
	w.showComparison()
	w.soundBanner(heard)
}

// subject is the job that the status line is about: the one that runs, or else
// the chosen one.
func (w *mainWindow) subject(chosen queue.Item) queue.Item {
	if busy, ok := w.snap.Busy(); ok {
		return busy
	}
	return chosen
}

// position is the second of a recording that is heard when what is drawn now is
// on the screen; negative where it is not played.
func position(s sound.Status, it queue.Item, now time.Time) float64 {
	if s.File == "" || s.File != it.File || (!s.Playing && s.Position == 0) {
		return -1
	}
	return s.At(now.Add(frame)).Seconds()
}

// frame is the time between two pictures of the window.
const frame = time.Second / 60

// noted passes the queue's changes to the journal, from any goroutine.
func (w *mainWindow) noted(c queue.Change) {
	w.journal.change(c)
	if w.journal == nil || c.Kind != queue.Moved {
		return
	}
	switch {
	case c.Item.State == queue.Running && c.Item.Phase == "":
		w.inbox.put(func() { w.countFrames("before") })
	case c.Item.State.Ended():
		w.inbox.put(func() { w.countFrames("job") })
	}
}

// noteSound passes what the player does to the journal.
func (w *mainWindow) noteSound(s sound.Status) {
	before := w.player.shown
	if before.Playing == s.Playing && before.Playable() == s.Playable() && before.File == s.File {
		return
	}
	state := "silent"
	switch {
	case s.Playing:
		state = "playing"
	case s.Playable():
		state = "ready"
	}
	w.journal.write(journalLine{Event: "player", File: s.File, About: state, PositionS: s.Position.Seconds()})
}

func (w *mainWindow) putBanner(b banner) {
	w.journal.write(journalLine{Event: "banner", About: b.about, Text: b.text})
	w.banners.put(b)
}

// choicesSaved says so where the choices could not be saved. The keeper calls
// it on its own goroutine.
func (w *mainWindow) choicesSaved(err error) {
	if err != nil {
		w.inbox.put(func() { w.putBanner(banner{about: bannerSettings, weight: warning, text: sentence(err.Error())}) })
	}
	w.inbox.put(w.modelsFolderSaved)
}
