// Package comparison runs comparisons of hook modes for the window, one at a time,
// and keeps what was measured. It has no widgets.
package comparison

import (
	"context"
	"sync"
	"time"

	"haltscribe/inference/engine"
)

// Bencher measures. It is the engine's client; see there for what comes back after
// a cancel or with an error.
type Bencher interface {
	Bench(ctx context.Context, spec engine.BenchSpec, tell func(engine.BenchProgress)) (engine.BenchReport, error)
}

// State is where a comparison stands.
type State int

// The states. From Idle on a comparison passes through them in this order, and an
// ended one is Idle again.
const (
	Idle State = iota
	Running
	Stopping // cancelled, until the engine has come to the end of an encode
)

// Status is a comparison, the running one or else the last.
type Status struct {
	State State
	Done  float64            // share, of the running one
	What  string             // it is doing
	SoFar engine.BenchReport // what the running one has measured; no devices: nothing yet

	Last    Kept   // what the last one has measured; no devices: nothing
	Error   string // why it ended early, or wasn't kept; "" after a cancel
	Ordinal int    // of the comparisons that have ended
	Rev     int    // counts the changes of SoFar and Last
}

// Desk is where comparisons are ordered. Its methods may be called from any
// goroutine and don't wait.
type Desk struct {
	bencher Bencher
	shelf   Shelf
	changed func()
	now     func() time.Time
	orders  chan order

	mu     sync.Mutex
	status Status
	cancel context.CancelCauseFunc // of the running one
}

// order is a comparison to make.
type order struct {
	ctx  context.Context
	spec func(context.Context) (engine.BenchSpec, error)
}

// New makes a desk. changed is called, from any goroutine, whenever the status is
// another.
func New(b Bencher, s Shelf, changed func()) *Desk {
	return &Desk{bencher: b, shelf: s, changed: changed, now: time.Now, orders: make(chan order, 1)}
}

// Status is where things stand.
func (d *Desk) Status() Status {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.status
}

// Start begins a comparison, and reports false where one runs. spec is asked on the
// desk's own goroutine what shall be measured.
func (d *Desk) Start(spec func(context.Context) (engine.BenchSpec, error)) bool {
	d.mu.Lock()
	if d.status.State != Idle {
		d.mu.Unlock()
		return false
	}
	d.status.State, d.status.Done, d.status.What = Running, 0, ""
	d.status.SoFar, d.status.Error = engine.BenchReport{}, ""
	d.status.Rev++
	ctx, cancel := context.WithCancelCause(context.Background())
	d.cancel = cancel
	d.orders <- order{ctx, spec} // there is room: nothing runs
	d.mu.Unlock()
	d.changed()
	return true
}

// Cancel stops the running comparison, which keeps what it has measured. It reports
// whether there was one to stop.
func (d *Desk) Cancel() bool {
	d.mu.Lock()
	running := d.status.State == Running
	if running {
		d.status.State = Stopping
		d.cancel(context.Canceled)
	}
	d.mu.Unlock()
	if running {
		d.changed()
	}
	return running
}

// Run makes the comparisons until ctx is done; one that runs then is not waited for.
// Call it once.
func (d *Desk) Run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case o := <-d.orders:
			stop := context.AfterFunc(ctx, func() {
				d.mu.Lock()
				defer d.mu.Unlock()
				d.cancel(engine.ErrClosing)
			})
			d.make(o)
			stop()
		}
	}
}

// make runs one comparison to its end, whatever that is.
func (d *Desk) make(o order) {
	began := d.now()
	spec, err := o.spec(o.ctx)
	var report engine.BenchReport
	if err == nil && o.ctx.Err() == nil {
		report, err = d.bencher.Bench(o.ctx, spec, d.tell)
	}
	kept := Kept{Report: report, At: began}
	if measured(report) {
		var notKept error
		kept, notKept = d.shelf.Add(report, began)
		if err == nil {
			err = notKept
		}
	}
	d.mu.Lock()
	s := &d.status
	s.State, s.SoFar, s.Last = Idle, engine.BenchReport{}, kept
	s.Ordinal++
	s.Rev++
	if err != nil {
		s.Error = err.Error()
	}
	d.cancel(nil)
	d.mu.Unlock()
	d.changed()
}

func (d *Desk) tell(p engine.BenchProgress) {
	d.mu.Lock()
	d.status.Done, d.status.What = p.Done, p.What
	if p.SoFar != nil {
		d.status.SoFar = *p.SoFar
		d.status.Rev++
	}
	d.mu.Unlock()
	d.changed()
}

// measured reports whether there is anything to show in a report.
func measured(r engine.BenchReport) bool {
	for _, d := range r.Devices {
		for _, c := range d.Chunks {
			if len(c.Full) > 0 {
				return true
			}
		}
	}
	return false
}
