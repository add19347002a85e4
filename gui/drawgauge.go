package gui

import (
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"
)

// drawGauge tells how long the window takes to draw what is new. With a graphics
// card that is no time at all; drawn in software it takes the processor from the
// engine, and news should come less often.
type drawGauge struct {
	last  atomic.Int64 // ns
	looks bool         // the main goroutine's
}

// watch looks at the drawing that follows. It is called on the main goroutine, after
// something has changed. Fyne ticks animations in each round of its loop, before it
// draws: the drawing lies between the first two ticks.
func (g *drawGauge) watch() {
	if g.looks {
		return
	}
	g.looks = true
	var before time.Time
	var anim *fyne.Animation
	anim = &fyne.Animation{Duration: time.Minute, Curve: fyne.AnimationLinear, Tick: func(done float32) {
		now := time.Now()
		if before.IsZero() && done < 1 {
			before = now
			return
		}
		if !before.IsZero() {
			g.last.Store(int64(now.Sub(before)))
		}
		g.looks = false
		anim.Stop()
	}}
	anim.Start()
}

// took is how long it took at last, from any goroutine. The shortest is the time
// between two pictures.
func (g *drawGauge) took() time.Duration { return time.Duration(g.last.Load()) }
