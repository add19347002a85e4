// Package archive keeps what the queue transcribes in the history, and finds it
// there again. Its one goroutine does all of it in order, so that the window never
// waits for the disk, and what is asked for comes after what was kept before.
package archive

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"time"

	"haltscribe/gui/queue"
	"haltscribe/history"
)

// editPause is how long after the last letter an edited text is written, and
// editPatience how long after the first at most.
const (
	editPause    = 300 * time.Millisecond
	editPatience = 2 * time.Second
)

// Choices are asked when a job begins.
type Choices struct {
	Keep  bool   // in the history
	Model string // what it is transcribed with
}

// Archive takes the queue's changes and the window's questions. Make it with New.
type Archive struct {
	open    func(context.Context) (s *history.Store, notice string, err error)
	choices func() Choices
	record  func(item int, record int64) // told what an item is called in the history
	notice  func(sentence string)        // told what the user should know
	queue   func() []queue.Item          // what the queue has; nil: what waits is not kept

	wake     chan struct{}
	mu       sync.Mutex
	chores   []chore
	edits    map[place]string
	first    time.Time // when the first of edits came
	last     time.Time
	finished bool
	moved    bool // what waits may be something else than before

	// Of the goroutine.
	records  map[int]int64 // by item
	added    map[int]int   // segments that are kept, by item
	waiting  []history.Waiting
	troubled bool // a failure was told
}

type chore func(ctx context.Context, s *history.Store)

// place is a segment of an item.
type place struct{ item, row int }

// New makes an archive; nothing is opened before Run. record and notice are
// called from its goroutine.
func New(open func(context.Context) (*history.Store, string, error), choices func() Choices,
	record func(item int, record int64), notice func(string),
) *Archive {
	return &Archive{
		open: open, choices: choices, record: record, notice: notice, wake: make(chan struct{}, 1),
		edits: map[place]string{}, records: map[int]int64{}, added: map[int]int{},
	}
}

// Run opens the history and works until Finish. Cancelling ctx alone ends only
// searches: what the queue has to tell at the end must be kept.
func (a *Archive) Run(ctx context.Context) {
	store, notice, err := a.open(context.WithoutCancel(ctx))
	if notice != "" {
		a.notice(notice)
	}
	if err != nil { // without an error and without a store, nothing is wanted
		store = nil
		a.notice("Nothing is kept in the history: " + err.Error() + ".")
	}
	for {
		chores, done := a.take()
		for _, c := range chores {
			c(ctx, store)
		}
		a.keepWaiting(store)
		if done {
			break
		}
		if len(chores) == 0 {
			a.wait(store)
		}
	}
	a.write(store)
	if store != nil {
		if err := store.Close(); err != nil {
			a.trouble(err)
		}
	}
}

// Finish has Run write what is left and return. The queue must have ended.
func (a *Archive) Finish() {
	a.mu.Lock()
	a.finished = true
	a.mu.Unlock()
	a.poke()
}

func (a *Archive) take() (chores []chore, done bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	chores, a.chores = a.chores, nil
	return chores, a.finished && len(chores) == 0
}

// KeepWaiting has what waits in a queue kept, so that it can be offered again after
// a crash. items is called from the archive's goroutine. Call it before Run.
func (a *Archive) KeepWaiting(items func() []queue.Item) { a.queue = items }

// keepWaiting keeps what waits, where that is another than before.
func (a *Archive) keepWaiting(s *history.Store) {
	a.mu.Lock()
	moved := a.moved
	a.moved = false
	a.mu.Unlock()
	if !moved || s == nil || a.queue == nil {
		return
	}
	var now []history.Waiting
	if a.choices().Keep {
		for _, it := range a.queue() {
			if it.State == queue.Waiting {
				now = append(now, history.Waiting{Path: it.File, Record: it.Record})
			}
		}
	}
	if slices.Equal(now, a.waiting) {
		return
	}
	a.waiting = now
	a.trouble(s.SetWaiting(now))
}

// wait sleeps until there is something to do, and writes edits when they are due.
func (a *Archive) wait(s *history.Store) {
	a.mu.Lock()
	var due <-chan time.Time
	if len(a.edits) > 0 {
		at := a.last.Add(editPause)
		if latest := a.first.Add(editPatience); latest.Before(at) {
			at = latest
		}
		timer := time.NewTimer(time.Until(at))
		defer timer.Stop()
		due = timer.C
	}
	a.mu.Unlock()
	select {
	case <-a.wake:
	case <-due:
		a.write(s)
	}
}

func (a *Archive) give(c chore) {
	a.mu.Lock()
	a.chores = append(a.chores, c)
	a.mu.Unlock()
	a.poke()
}

func (a *Archive) poke() {
	select {
	case a.wake <- struct{}{}:
	default:
	}
}

// Note is a listener of the queue's.
func (a *Archive) Note(c queue.Change) {
	it := c.Item
	switch c.Kind {
	case queue.Added, queue.Removed, queue.Ordered, queue.Moved:
		a.mu.Lock()
		a.moved = true
		a.mu.Unlock()
		a.poke()
	}
	switch c.Kind {
	case queue.Added:
		if it.Record != 0 {
			a.give(func(context.Context, *history.Store) { a.records[it.ID], a.added[it.ID] = it.Record, len(it.Segments) })
		}
	case queue.Moved:
		switch {
		case it.State == queue.Running && it.Phase == "":
			chosen := a.choices()
			a.give(func(_ context.Context, s *history.Store) { a.begin(s, it, chosen) })
		case it.State.Ended():
			a.give(func(_ context.Context, s *history.Store) { a.end(s, it) })
		}
	case queue.Finished:
		a.give(func(_ context.Context, s *history.Store) { a.add(s, it) })
	case queue.Edited:
		a.mu.Lock()
		a.last = time.Now()
		if len(a.edits) == 0 {
			a.first = a.last
		}
		a.edits[place{it.ID, c.Row}] = it.Segments[c.Row].Text
		a.mu.Unlock()
		a.poke()
	}
}

func (a *Archive) begin(s *history.Store, it queue.Item, chosen Choices) {
	delete(a.records, it.ID) // a job that is done again is another entry
	if s == nil {
		return
	}
	if it.From > 0 && it.Record != 0 {
		err := s.GoOn(it.Record)
		if err == nil {
			a.records[it.ID], a.added[it.ID] = it.Record, len(it.Segments)
			return
		}
		a.trouble(err) // and is begun anew if it was deleted
	}
	if !chosen.Keep {
		return
	}
	recording, err := history.Identify(it.File)
	if err != nil {
		return // the job will say what is wrong with the file
	}
	id, err := s.Begin(recording, chosen.Model)
	if err != nil {
		a.trouble(err)
		return
	}
	a.records[it.ID], a.added[it.ID] = id, 0
	a.record(it.ID, id)
	a.add(s, it)
}

// add keeps the segments that are not kept yet.
func (a *Archive) add(s *history.Store, it queue.Item) {
	record, ok := a.records[it.ID]
	if !ok || s == nil {
		return
	}
	for a.added[it.ID] < len(it.Segments) {
		if err := s.Add(record, history.Segment(it.Segments[a.added[it.ID]])); err != nil {
			a.trouble(err)
			return
		}
		a.added[it.ID]++
	}
}

func (a *Archive) end(s *history.Store, it queue.Item) {
	record, ok := a.records[it.ID]
	if !ok || s == nil {
		return
	}
	a.add(s, it)
	a.write(s)
	if len(it.Segments) == 0 && it.State != queue.NoSpeech && it.State != queue.Done && !cutOff(it) {
		a.trouble(s.Discard(record)) // there is nothing to come back to
		delete(a.records, it.ID)
		return
	}
	o := history.Outcome{Status: string(it.State), Duration: it.Duration}
	if cutOff(it) {
		o.Status = history.Interrupted
	}
	if it.Result != nil {
		kept := *it.Result
		kept.Segments, kept.Text = nil, ""
		o.Language = kept.Language
		var err error
		if o.Details, err = json.Marshal(kept); err != nil {
			a.trouble(err)
		}
	}
	a.trouble(s.End(record, o))
}

// cutOff reports whether a job was stopped by nobody's wish: the program ended.
func cutOff(it queue.Item) bool { return it.State == queue.Cancelled && it.Pressed.IsZero() }

// write writes the edits.
func (a *Archive) write(s *history.Store) {
	a.mu.Lock()
	edits := a.edits
	a.edits = map[place]string{}
	a.mu.Unlock()
	if s == nil {
		return
	}
	for p, text := range edits {
		if record, ok := a.records[p.item]; ok && p.row < a.added[p.item] {
			a.trouble(s.SetText(record, p.row, text))
		}
	}
}

// trouble tells of the first failure; more would only repeat it. That something
// was deleted meanwhile is none.
func (a *Archive) trouble(err error) {
	if err == nil || errors.Is(err, history.ErrGone) || a.troubled {
		return
	}
	a.troubled = true
	a.notice("The history could not be written: " + err.Error() + ".")
}
