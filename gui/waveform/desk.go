package waveform

import (
	"context"
	"sync"

	"haltscribe/audio"
	"haltscribe/behind"
)

// Outliner reads a recording's outline; see [audio.OutlineOf].
type Outliner func(ctx context.Context, path string, tell func(audio.Peaks)) (audio.Peaks, error)

// Status is what there is of a recording's outline.
type Status struct {
	File  string
	Peaks audio.Peaks // so far, its Samples being those of the whole recording
	Done  bool
}

// Desk makes one outline at a time, of the recording that was asked for last.
type Desk struct {
	cache   Cache
	outline Outliner
	changed func()
	wake    chan struct{}

	mu     sync.Mutex
	status Status
	stop   context.CancelFunc // ends the one in the making
}

// New makes a desk. changed is called after each change of the status, from any
// goroutine, and must return quickly.
func New(cache Cache, outline Outliner, changed func()) *Desk {
	return &Desk{cache: cache, outline: outline, changed: changed, wake: make(chan struct{}, 1)}
}

// Status returns what there is now.
func (d *Desk) Status() Status {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.status
}

// Show makes the outline of another recording the wanted one; "" wants none.
func (d *Desk) Show(path string) {
	d.mu.Lock()
	if path == d.status.File {
		d.mu.Unlock()
		return
	}
	d.status = Status{File: path}
	if d.stop != nil {
		d.stop()
	}
	d.mu.Unlock()
	select {
	case d.wake <- struct{}{}:
	default:
	}
}

// Run makes outlines until ctx is done. Call it once.
func (d *Desk) Run(ctx context.Context) {
	behind.Do(func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-d.wake:
			}
			d.make(ctx)
		}
	})
}

func (d *Desk) make(ctx context.Context) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	d.mu.Lock()
	path := d.status.File
	d.stop = stop
	done := d.status.Done
	d.mu.Unlock()
	if path == "" || done {
		return
	}
	if p, ok := d.cache.Get(path); ok {
		d.tell(path, p, true)
		return
	}
	p, err := d.outline(ctx, path, func(p audio.Peaks) { d.tell(path, p, false) })
	if ctx.Err() != nil {
		return
	}
	d.tell(path, p, true)
	if err == nil {
		_ = d.cache.Put(path, p) // it can be made again
	}
}

func (d *Desk) tell(path string, p audio.Peaks, done bool) {
	d.mu.Lock()
	current := d.status.File == path
	if current {
		d.status.Peaks, d.status.Done = p, done
	}
	d.mu.Unlock()
	if current {
		d.changed()
	}
}
