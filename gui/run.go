// Package gui is the window: a queue of recordings, what was said in them, and
// a player. It knows jobs and transcripts, and nothing of llama.cpp.
package gui

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"sync"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
)

// Run opens the window and returns once it is closed, or ctx is done, and
// everything that it began has ended. Call it on the main goroutine.
func Run(ctx context.Context, deps Deps) error {
	path := deps.Journal
	if path == "" {
		path = os.Getenv(journalVar)
	}
	journal, err := openJournal(path)
	if err != nil {
		return err
	}
	defer journal.close()

	if err := loadTranslations(); err != nil {
		return err
	}
	app.SetMetadata(fyne.AppMetadata{
		ID: appID, Name: appName, Version: deps.Version, Build: 1, Icon: Icon(),
		Migrations: map[string]bool{"fyneDo": true}, // this program keeps to the main goroutine
	})
	a := app.NewWithID(appID)
	a.SetIcon(Icon())
	dropLateSave(a.Lifecycle())
	box := &postbox{do: fyne.Do}
	w, err := openWindow(a, deps.withParts(), box.post)
	if err != nil {
		return err
	}
	w.journal = journal

	told := ctx // to end, from outside
	ctx, cancel := context.WithCancel(ctx)
	closed := make(chan struct{})
	var owned sync.WaitGroup
	w.win.SetOnClosed(func() {
		size := w.win.Canvas().Size()
		w.keep.change(func(c *Choices) { c.Width, c.Height = size.Width, size.Height })
		box.close()
		cancel()
	})
	a.Lifecycle().SetOnEnteredForeground(func() { w.inFront = true })
	a.Lifecycle().SetOnExitedForeground(func() { w.inFront = false })
	a.Lifecycle().SetOnStarted(func() {
		if journal != nil {
			w.measureFrames()
		}
		for _, run := range w.goroutines() {
			owned.Go(func() { run(ctx) })
		}
		w.begin()
	})
	owned.Go(func() { quitWith(told, closed, box, a.Driver()) })
	w.win.SetMaster()
	w.win.Show()
	a.Run()
	close(closed)
	cancel()
	owned.Wait()
	return nil
}

// openWindow makes the window. Fyne panics where the display goes away between
// being looked for and being opened; what is no fault in the program becomes an
// error.
func openWindow(a fyne.App, deps Deps, post func(func())) (w *mainWindow, err error) {
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		cause, ok := r.(error)
		if _, fault := r.(runtime.Error); fault || !ok {
			panic(r)
		}
		err = fmt.Errorf("the window can't be opened: %w", cause)
	}()
	return newWindow(a, deps, post), nil
}

// goroutines are all that the window runs; each ends when its context does.
func (w *mainWindow) goroutines() []func(context.Context) {
	all := []func(context.Context){
		w.runQueue, w.archive.Run, w.waves.Run, w.desk.Run, w.courier.run, w.files.run, w.disk.run, w.asks.run, w.keep.run,
		w.comparer.Run,
	}
	if w.modelDesk != nil {
		all = append(all, w.modelDesk.Run)
	}
	return all
}

// measureFrames writes to the journal when the window is there, and how its
// frames went.
func (w *mainWindow) measureFrames() {
	w.meter = &frameMeter{
		shown: func() {
			w.journal.write(journalLine{Event: "shown"})
			w.countFrames("start")
		},
		each: func(c frameCount) {
			l := c.line()
			l.About = "second"
			w.journal.write(l)
		},
	}
	w.meter.start()
}

// countFrames writes how the frames went since the last time.
func (w *mainWindow) countFrames(about string) {
	if w.meter != nil {
		l := w.meter.take()
		l.About = about
		w.journal.write(l)
		w.meter.drawn = func() { w.journal.write(journalLine{Event: "drawn", About: about}) }
	}
}
