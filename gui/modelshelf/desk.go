// Package modelshelf lists, fetches and removes models for the window. It has no widgets.
package modelshelf

import (
	"context"
	"errors"
	"maps"
	"sync"

	"haltscribe/models"
	"haltscribe/models/fetch"
)

// Shelf is where models are; see models.Home.
type Shelf interface {
	List() ([]models.Item, error)
	Pull(ctx context.Context, name string, o models.PullOptions) (models.Pulled, error)
	Discard(name string) error
	Remove(name string) error
	Add(path string) (models.Model, error)
	KeepTrial(name, text, projector string, t models.Trial) error
}

// Status is what there is and what is under way. It is not changed after it was given.
type Status struct {
	Items   []models.Item
	Known   bool // the list was read
	Free    int64
	Error   string // of the list
	Pulls   map[string]Pull
	Trials  map[string]Trial
	Arrived Arrival
	Rev     int // counts the changes of all but progress
}

// Pull is a download that runs, or why the last one ended.
type Pull struct {
	Running  bool
	Progress fetch.Progress
	Error    string
}

// Trial is a trial run that runs, or why the last one showed nothing. What it showed is in the list.
type Trial struct {
	Running bool
	Done    float64 // share, 0 to 1
	Error   string
}

// Try runs a short trial of a model, and keeps what it showed where the shelf lists it.
type Try func(ctx context.Context, name string, tell func(done float64)) error

// Arrival is a model that has just come.
type Arrival struct {
	Ordinal int
	Name    string // for Resolve
	Title   string
	Error   string // why it could not be taken; Name is what was tried
}

// Desk is where orders are given. Its methods may be called from any goroutine and don't wait.
type Desk struct {
	shelf   Shelf
	try     Try
	agent   string
	free    func() int64
	changed func()
	orders  chan func(context.Context)

	mu     sync.Mutex
	status Status
	cancel map[string]context.CancelFunc // of the downloads that run
	trying map[string]context.CancelFunc // of the trials that run or wait
	wanted []func(context.Context)       // before Run takes them
	stops  map[string]bool               // downloads that shall stop; true: and throw away what has come

	reading sync.Mutex // the list is read by one at a time, so that the newest is the last
}

// New makes a desk. agent is the User-Agent of downloads. changed is called, from any goroutine, whenever the status is
// another.
func New(s Shelf, try Try, agent string, free func() int64, changed func()) *Desk {
	return &Desk{
		shelf: s, try: try, agent: agent, free: free, changed: changed, orders: make(chan func(context.Context), 1),
		status: Status{Pulls: map[string]Pull{}, Trials: map[string]Trial{}},
		cancel: map[string]context.CancelFunc{}, trying: map[string]context.CancelFunc{}, stops: map[string]bool{},
	}
}

// Status is where things stand.
func (d *Desk) Status() Status {
	d.mu.Lock()
	defer d.mu.Unlock()
	s := d.status
	s.Pulls, s.Trials = maps.Clone(s.Pulls), maps.Clone(s.Trials)
	return s
}

// change changes the status and tells of it.
func (d *Desk) change(f func(*Status)) {
	d.mu.Lock()
	f(&d.status)
	d.mu.Unlock()
	d.changed()
}

// order hands work to Run.
func (d *Desk) order(f func(context.Context)) {
	d.mu.Lock()
	d.wanted = append(d.wanted, f)
	d.mu.Unlock()
	select {
	case d.orders <- nil:
	default:
	}
}

// Run works until ctx is done; downloads that run then stop, and keep what has come.
func (d *Desk) Run(ctx context.Context) {
	var downloads sync.WaitGroup
	defer downloads.Wait()
	for {
		select {
		case <-ctx.Done():
			return
		case <-d.orders:
		}
		d.mu.Lock()
		wanted := d.wanted
		d.wanted = nil
		d.mu.Unlock()
		for _, f := range wanted {
			downloads.Go(func() { f(ctx) })
		}
	}
}

// Refresh reads the list anew.
func (d *Desk) Refresh() { d.order(func(context.Context) { d.read() }) }

func (d *Desk) read() {
	d.reading.Lock()
	defer d.reading.Unlock()
	items, err := d.shelf.List()
	free := d.free()
	d.change(func(s *Status) {
		s.Known, s.Free, s.Error = true, free, ""
		s.Rev++
		if err != nil {
			s.Error = err.Error()
			return
		}
		s.Items = items
	})
}

// Pull fetches a model, or goes on with one that was begun. One that is being fetched is left alone.
func (d *Desk) Pull(name string) {
	d.mu.Lock()
	if d.status.Pulls[name].Running {
		d.mu.Unlock()
		return
	}
	d.status.Pulls[name] = Pull{Running: true}
	d.status.Rev++
	d.mu.Unlock()
	d.changed()
	d.order(func(ctx context.Context) { d.pull(ctx, name) })
}

func (d *Desk) pull(ctx context.Context, name string) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	d.mu.Lock()
	d.cancel[name] = cancel
	_, stopped := d.stops[name]
	d.mu.Unlock()
	var pulled models.Pulled
	err := context.Canceled
	if !stopped {
		pulled, err = d.shelf.Pull(ctx, name, models.PullOptions{Agent: d.agent, Progress: func(p fetch.Progress) {
			d.change(func(s *Status) { s.Pulls[name] = Pull{Running: true, Progress: p} })
		}})
	}
	d.mu.Lock()
	delete(d.cancel, name)
	drop := d.stops[name]
	delete(d.stops, name)
	d.mu.Unlock()
	ended := Pull{}
	switch {
	case drop && err != nil:
		if err := d.shelf.Discard(name); err != nil {
			ended.Error = err.Error()
		}
	case err != nil && !errors.Is(err, context.Canceled):
		ended.Error = err.Error()
	}
	d.reading.Lock()
	defer d.reading.Unlock()
	items, listErr := d.shelf.List()
	d.change(func(s *Status) {
		s.Pulls[name] = ended
		s.Rev++
		if listErr == nil {
			s.Items = items
		}
		if err == nil {
			s.Arrived = Arrival{Ordinal: s.Arrived.Ordinal + 1, Name: pulled.Model.Name, Title: title(s.Items, pulled.Model.Name)}
		}
	})
}

func title(items []models.Item, name string) string {
	for _, i := range items {
		if i.Name == name {
			return i.Title
		}
	}
	return name
}

// Pause stops a download and keeps what has come.
func (d *Desk) Pause(name string) { d.stop(name, false) }

// Cancel stops a download and throws away what has come. Without one that runs, it throws away what an earlier one left.
func (d *Desk) Cancel(name string) {
	if d.stop(name, true) {
		return
	}
	d.order(func(context.Context) {
		err := d.shelf.Discard(name)
		d.read()
		d.change(func(s *Status) {
			s.Pulls[name] = Pull{}
			s.Rev++
			if err != nil {
				s.Pulls[name] = Pull{Error: err.Error()}
			}
		})
	})
}

func (d *Desk) stop(name string, drop bool) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.status.Pulls[name].Running {
		return false
	}
	d.stops[name] = d.stops[name] || drop
	if cancel, ok := d.cancel[name]; ok {
		cancel()
	}
	return true
}

// Remove deletes a model that was fetched, or forgets one of the user's own.
func (d *Desk) Remove(name string) {
	d.order(func(context.Context) {
		err := d.shelf.Remove(name)
		d.read()
		d.change(func(s *Status) {
			delete(s.Pulls, name)
			delete(s.Trials, name)
			s.Rev++
			if err != nil {
				s.Pulls[name] = Pull{Error: err.Error()}
			}
		})
	})
}

// Add takes a model of the user's own: a folder, or one of its GGUF files.
func (d *Desk) Add(path string) {
	d.order(func(context.Context) {
		m, err := d.shelf.Add(path)
		d.read()
		d.change(func(s *Status) {
			s.Arrived = Arrival{Ordinal: s.Arrived.Ordinal + 1, Name: path, Title: m.Name}
			s.Rev++
			if err != nil {
				s.Arrived.Error = err.Error()
			}
		})
	})
}
