package gui

import (
	"context"
	"sync"
)

// worker does chores in order, on one goroutine, off the main one.
type worker struct {
	mu     sync.Mutex
	chores []func(context.Context)
	wake   chan struct{}
}

func newWorker() *worker { return &worker{wake: make(chan struct{}, 1)} }

// give hands over a chore. It never blocks.
func (w *worker) give(chore func(context.Context)) {
	w.mu.Lock()
	w.chores = append(w.chores, chore)
	w.mu.Unlock()
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// run does chores until ctx is done.
func (w *worker) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-w.wake:
		}
		w.mu.Lock()
		chores := w.chores
		w.chores = nil
		w.mu.Unlock()
		for _, c := range chores {
			if ctx.Err() == nil {
				c(ctx)
			}
		}
	}
}

// inbox keeps what other goroutines found until the courier brings it.
type inbox struct {
	mu    sync.Mutex
	news  []func()
	knock func()
}

// put leaves news that will be acted upon on the main goroutine.
func (b *inbox) put(f func()) {
	b.mu.Lock()
	b.news = append(b.news, f)
	b.mu.Unlock()
	b.knock()
}

// open acts on all news. Main goroutine only.
func (b *inbox) open() {
	b.mu.Lock()
	news := b.news
	b.news = nil
	b.mu.Unlock()
	for _, f := range news {
		f()
	}
}
