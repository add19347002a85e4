package audio

import "sync"

// gate suspends the device while nothing is played, so that an idle window costs no processor time and holds no
// device, and resumes it. It does so on a goroutine of its own, because both calls wait for a device that may hang.
// Only the latest wish counts.
type gate struct {
	wish  chan bool // of one place: the wish that is not carried out yet
	mu    sync.Mutex
	ended bool
}

func newGate(dev Device) *gate {
	g := &gate{wish: make(chan bool, 1)}
	go g.run(dev)
	g.set(false)
	return g
}

// set states the wish and returns at once.
func (g *gate) set(on bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.ended {
		return
	}
	select {
	case <-g.wish: // an older one
	default:
	}
	g.wish <- on
}

// close ends the goroutine after the last wish.
func (g *gate) close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.ended {
		g.ended = true
		close(g.wish)
	}
}

// run carries wishes out. Errors need no word here: they are the device's own, which watch sees.
func (g *gate) run(dev Device) {
	on := true
	for want := range g.wish {
		if want == on {
			continue
		}
		on = want
		if on {
			_ = dev.Resume()
		} else {
			_ = dev.Suspend()
		}
	}
}
