package gui

import (
	"context"
	"sync"

	"fyne.io/fyne/v2"
)

// postbox is the only way from another goroutine to the main one, and so to the
// widgets. Once it is shut nothing is posted any more: Fyne's driver closes its
// queue while it ends, and posting to a closed queue would end the program by a
// panic. What is posted after that would find no widgets anyway.
type postbox struct {
	do   func(func()) // fyne.Do, except in tests
	mu   sync.Mutex
	shut bool
}

// post hands f to the main goroutine and does not wait for it.
func (p *postbox) post(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.shut {
		p.do(f)
	}
}

// last posts f and shuts the box, unless it is shut already.
func (p *postbox) last(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.shut {
		p.shut = true
		p.do(f)
	}
}

func (p *postbox) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.shut = true
}

// quitWith ends the application when ctx is done before the window is closed.
// The driver's Quit may come twice without harm, which the application's may not.
func quitWith(ctx context.Context, closed <-chan struct{}, box *postbox, d fyne.Driver) {
	select {
	case <-closed:
	case <-ctx.Done():
		box.last(d.Quit)
	}
}

// dropLateSave takes Fyne's last saving of its preferences out of its lifecycle,
// and says whether it could. Fyne's driver (2.7.1, and 2.8.0) queues what is to
// be done at the end just before it closes the queue; what arrives between its
// last look and the closing is never answered, and the program waits for that
// answer for ever. With nothing to be done at the end it waits for nothing. What
// Fyne keeps there, the look of its file dialog, is saved when it changes.
func dropLateSave(l fyne.Lifecycle) bool {
	hooked, ok := l.(interface{ SetOnStoppedHookExecuted(func()) })
	if ok {
		hooked.SetOnStoppedHookExecuted(nil)
	}
	return ok
}
