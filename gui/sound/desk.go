// Package sound keeps the player off the window's goroutine: whatever a sound
// device or a decoder takes its time for happens on the desk's own goroutine,
// and the window reads where things stand.
package sound

import (
	"sync"
	"time"
)

// Player plays one file at a time. Only the desk calls it.
type Player interface {
	Load(path string) error
	Play()
	Pause()
	Playing() bool
	Seek(to time.Duration) error
	Position() time.Duration
	Duration() time.Duration
	Volume(share float64)
	Speed(times float64) error // of 0.5 to 2, with the pitch kept
	OnError(f func(error))     // f is told when playing ends by itself, as when the device is gone
	Close()
}

// Status is where the player stands.
type Status struct {
	Ready    bool   // there is a sound device
	Silent   string // why there is none, one sentence
	File     string // what is loaded, or being loaded
	Loading  bool
	Problem  string // why File can't be played, one sentence
	Playing  bool
	Position time.Duration
	Since    time.Time // when it was there; zero where it does not move
	Duration time.Duration
	Speed    float64 // times as fast as it was spoken
}

// At is where it is at another time, soon after Position was read.
func (s Status) At(when time.Time) time.Duration {
	if !s.Playing || s.Since.IsZero() {
		return s.Position
	}
	gone := time.Duration(float64(when.Sub(s.Since)) * s.Speed)
	return max(0, min(s.Position+gone, s.Duration))
}

// Playable reports whether pressing play would do something.
func (s Status) Playable() bool {
	return s.Ready && s.File != "" && !s.Loading && s.Problem == ""
}

// tick is how often the position is read while something plays. What is heard and
// what is marked as heard are to agree within 50 ms.
const tick = 20 * time.Millisecond

// Desk takes wishes from any goroutine and serves them on its own. Of several
// wishes of a kind that come before it gets to them, only the last counts.
type Desk struct {
	open    func() (Player, error)
	changed func()
	wake    chan struct{}

	mu     sync.Mutex
	wishes wishes
	status Status
}

type wishes struct {
	load   *string
	seek   *time.Duration
	skip   time.Duration // from there, or from where it is
	volume *float64
	speed  *float64
	play   *bool
	toggle bool
}

// New makes a desk; open is called once, by Run. changed is called after each
// change of the status, from the desk's goroutine, and must return quickly.
func New(open func() (Player, error), changed func()) *Desk {
	return &Desk{open: open, changed: changed, wake: make(chan struct{}, 1), status: Status{Speed: 1}}
}

// Status returns where the player stands now.
func (d *Desk) Status() Status {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.status
}

// Load makes a file the one to play; "" unloads. Playing stops.
func (d *Desk) Load(path string) {
	d.wish(func(w *wishes) { w.load, w.seek, w.skip, w.play, w.toggle = &path, nil, 0, nil, false })
}

// Toggle plays or pauses.
func (d *Desk) Toggle() { d.wish(func(w *wishes) { w.toggle = !w.toggle }) }

// Pause stops playing where it is.
func (d *Desk) Pause() {
	off := false
	d.wish(func(w *wishes) { w.play, w.toggle = &off, false })
}

// Seek goes to a position of the loaded file.
func (d *Desk) Seek(to time.Duration) { d.wish(func(w *wishes) { w.seek, w.skip = &to, 0 }) }

// Skip goes forth, or back where by is negative, from where it is.
func (d *Desk) Skip(by time.Duration) { d.wish(func(w *wishes) { w.skip += by }) }

// Replay goes back and plays from there.
func (d *Desk) Replay(last time.Duration) {
	on := true
	d.wish(func(w *wishes) { w.skip, w.play, w.toggle = w.skip-last, &on, false })
}

// Speed sets how fast it is played, 0.5 to 2 times.
func (d *Desk) Speed(times float64) { d.wish(func(w *wishes) { w.speed = &times }) }

// Volume sets how loud, 0 to 1.
func (d *Desk) Volume(share float64) { d.wish(func(w *wishes) { w.volume = &share }) }

func (d *Desk) wish(set func(*wishes)) {
	d.mu.Lock()
	set(&d.wishes)
	d.mu.Unlock()
	select {
	case d.wake <- struct{}{}:
	default:
	}
}
