package inference

import (
	"sync"
	"time"
)

// stopwatch gives each moment of a job to one phase.
type stopwatch struct {
	now     func() int64 // nanoseconds, monotonic
	begin   int64
	since   int64
	current Phase // "" between phases
	spent   map[Phase]int64
}

func newStopwatch(now func() int64) *stopwatch {
	t := now()
	return &stopwatch{now: now, begin: t, since: t, spent: make(map[Phase]int64, 5)}
}

// enter ends the running phase and begins p.
func (w *stopwatch) enter(p Phase) {
	t := w.now()
	if w.current != "" {
		w.spent[w.current] += t - w.since
	}
	w.current, w.since = p, t
}

func milliseconds(ns int64) float64 { return float64(ns) / 1e6 }

// timing is what was measured up to now. duration is the recording's, in seconds.
func (w *stopwatch) timing(duration float64) Timing {
	w.enter(w.current)
	t := Timing{
		LoadMS:   milliseconds(w.spent[PhaseLoad]),
		AudioMS:  milliseconds(w.spent[PhaseAudio]),
		EncodeMS: milliseconds(w.spent[PhaseEncode]),
		EmbedMS:  milliseconds(w.spent[PhaseEmbed]),
		TokenMS:  milliseconds(w.spent[PhaseToken]),
		TotalMS:  milliseconds(w.since - w.begin),
	}
	if duration > 0 {
		t.RealTimeFactor = t.TotalMS / (duration * 1000)
	}
	return t
}

// alarm carries out a CancelPlan: it stores the byte once the work, or the wanted
// phase, has run for the planned time. Time outside of the phase does not count,
// so the store always lands inside it.
type alarm struct {
	plan  CancelPlan
	now   func() int64
	store func()

	mu     sync.Mutex
	left   time.Duration
	timer  *time.Timer
	armed  int64 // when the timer was started
	active bool
	round  int   // of arming, so that a timer that came too late to be stopped does nothing
	fired  int64 // when the byte was stored; 0: not yet
}

func newAlarm(plan CancelPlan, now func() int64, store func()) *alarm {
	return &alarm{plan: plan, now: now, store: store, left: plan.After}
}

// enter tells the alarm that phase p begins.
func (a *alarm) enter(p Phase) {
	if a == nil {
		return
	}
	wanted := a.plan.InPhase == "" || a.plan.InPhase == p
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.fired != 0 || wanted == a.active {
		return
	}
	a.active = wanted
	a.round++
	if !wanted {
		a.timer.Stop()
		a.left -= time.Duration(a.now() - a.armed)
		return
	}
	if a.left <= 0 {
		a.fire()
		return
	}
	round := a.round
	a.armed = a.now()
	a.timer = time.AfterFunc(a.left, func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		if a.active && a.fired == 0 && a.round == round {
			a.fire()
		}
	})
}

// fire stores the byte. The caller holds mu.
func (a *alarm) fire() {
	a.fired = a.now()
	a.store()
}

// stop ends the alarm and says when the byte was stored; 0: it was not.
func (a *alarm) stop() int64 {
	if a == nil {
		return 0
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.active = false
	if a.timer != nil {
		a.timer.Stop()
	}
	return a.fired
}
