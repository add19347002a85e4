package inference

import (
	"sync"
	"time"
)

// gauge is how far a job has come. The pipeline sets it, a ticker reads it ten
// times a second: inside a native call nobody else could tell.
type gauge struct {
	mu       sync.Mutex
	phase    Phase
	duration float64
	base     float64        // of the recording, 0 to 1, at the running step's begin
	span     float64        // what the running step is worth
	inside   func() float64 // the running native call's own share done; nil: not known
	told     float64        // what the last event said
	toldLoad bool           // and whether that was of the load
}

func (g *gauge) set(phase Phase, base, span float64, inside func() float64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.phase, g.base, g.span, g.inside = phase, base, span, inside
}

func (g *gauge) setDuration(seconds float64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.duration = seconds
}

// event is the news since the last call, if any.
func (g *gauge) event() (Event, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	done := g.base
	if g.inside != nil {
		done += g.span * min(1, max(0, g.inside()))
	}
	load := g.phase == PhaseLoad
	if done == g.told || done < g.told && load == g.toldLoad { // a piece that is tried again takes nothing back
		return Event{}, false
	}
	g.told, g.toldLoad = done, load
	return Event{Kind: EventProgress, Phase: g.phase, Done: min(done, 1), Duration: g.duration}, true
}

// run tells emit of the gauge's moves until the returned function is called; that
// one waits until nothing more will be told.
func (g *gauge) run(emit func(Event)) (stop func()) {
	quit, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		ticker := time.NewTicker(100 * time.Millisecond)
		defer ticker.Stop()
		for {
			select {
			case <-quit:
				return
			case <-ticker.C:
				if e, ok := g.event(); ok {
					emit(e)
				}
			}
		}
	}()
	return func() {
		close(quit)
		<-ended
	}
}
