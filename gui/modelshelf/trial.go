package modelshelf

import (
	"context"
	"errors"
)

// Try runs a short trial of a model. One that runs is left alone.
func (d *Desk) Try(name string) {
	ctx, cancel := context.WithCancel(context.Background())
	d.mu.Lock()
	if d.status.Trials[name].Running {
		d.mu.Unlock()
		cancel()
		return
	}
	d.status.Trials[name] = Trial{Running: true}
	d.trying[name] = cancel
	d.status.Rev++
	d.mu.Unlock()
	d.changed()
	d.order(func(closing context.Context) {
		defer cancel()
		defer context.AfterFunc(closing, cancel)()
		d.runTrial(ctx, name)
	})
}

func (d *Desk) runTrial(ctx context.Context, name string) {
	err := ctx.Err()
	if err == nil {
		err = d.try(ctx, name, func(done float64) {
			d.change(func(s *Status) { s.Trials[name] = Trial{Running: true, Done: done} })
		})
	}
	ended := Trial{}
	if err != nil && !errors.Is(err, context.Canceled) {
		ended.Error = err.Error()
	}
	d.read()
	d.mu.Lock()
	delete(d.trying, name)
	d.mu.Unlock()
	d.change(func(s *Status) {
		s.Trials[name] = ended
		s.Rev++
	})
}

// StopTrying ends a trial that runs or waits.
func (d *Desk) StopTrying(name string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if cancel, ok := d.trying[name]; ok {
		cancel()
	}
}
