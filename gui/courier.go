package gui

import (
	"context"
	"time"
)

// pace is the shortest time between two deliveries where nothing is played: ten a second.
const pace = 100 * time.Millisecond

// courier brings news from other goroutines to the main one. Whoever has news
// puts it where deliver finds it (the queue's snapshot, the inbox) and rings.
// However often that is, at most one delivery is under way, and they keep a pace,
// so that the main goroutine's queue cannot fill up.
type courier struct {
	bell    chan struct{}
	post    func(func()) // a postbox's, except in tests
	deliver func()       // runs on the main goroutine
	rest    func(context.Context)
}

func newCourier(post func(func()), deliver func()) *courier {
	return &courier{bell: make(chan struct{}, 1), post: post, deliver: deliver, rest: restFor(pace)}
}

// ring says that there is news. It never blocks.
func (c *courier) ring() {
	select {
	case c.bell <- struct{}{}:
	default:
	}
}

// run carries until ctx is done.
func (c *courier) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-c.bell:
		}
		arrived := make(chan struct{})
		c.post(func() {
			defer close(arrived)
			if ctx.Err() == nil { // the window may have closed on the way
				c.deliver()
			}
		})
		select {
		case <-ctx.Done():
			return
		case <-arrived:
		}
		c.rest(ctx)
	}
}

// restFor pauses a while, or until the window closes.
func restFor(d time.Duration) func(context.Context) {
	return func(ctx context.Context) {
		t := time.NewTimer(d)
		defer t.Stop()
		select {
		case <-ctx.Done():
		case <-t.C:
		}
	}
}
