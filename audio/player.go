package audio

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"haltscribe/audio/stretch"
)

const (
	// openPatience is how long the sound system may take to open a device.
	openPatience = 5 * time.Second
	// watchEvery is how often a playing device is looked at.
	watchEvery = 250 * time.Millisecond
	// stallAfter is how long a device may take nothing before it counts as gone.
	stallAfter = 3 * time.Second
)

// Player plays recordings on the machine's sound device, one at a time, their channels mixed as Open mixes them:
// what is heard is what the model hears. All methods may be called from any goroutine. None waits for the device.
//
// A process can have one Player on the machine's device, because oto can make one context.
type Player struct {
	dev  Device
	gate *gate

	mu      sync.Mutex
	length  int64       // samples
	source  *playSource // nil while nothing is loaded
	voice   Voice
	from    int64 // where source began, in samples
	heard   int64 // the last position that was told; it doesn't go back while playing
	playing bool
	ended   bool // played to the end: Play begins anew
	lost    error
	volume  float64
	speed   float64
	stop    chan struct{} // closed to end the watch
	onEnd   func()
	onError func(error)
}

// DeviceError says that there is no sound, and what to do about it, in a sentence for the user. What the sound
// system says of it is for developers: it names files and functions of its own.
type DeviceError struct {
	Sentence string
	Err      error
}

func (e *DeviceError) Error() string { return e.Sentence }
func (e *DeviceError) Unwrap() error { return e.Err }

// NewPlayer opens the default sound device. The error is a [DeviceError]. It may take some seconds when the sound
// system does not answer.
func NewPlayer() (*Player, error) {
	dev, err := openDevice(openPatience)
	switch {
	case err == nil:
		return NewPlayerOn(dev), nil
	case errors.Is(err, errNoAnswer):
		return nil, &DeviceError{"The sound system does not answer; start Haltscribe again when it does", err}
	case errors.Is(err, errNoSound):
		return nil, &DeviceError{"This program was built without sound", err}
	}
	return nil, &DeviceError{"There is no sound device; connect one and start Haltscribe again", err}
}

// NewPlayerOn plays on a device that is open already: another sound system's, or one that listens.
func NewPlayerOn(dev Device) *Player {
	return &Player{dev: dev, gate: newGate(dev), volume: 1, speed: 1}
}

// Load makes path the recording that is played, stopped at its beginning. The errors are those of Open, and a
// [DeviceError] after the device was lost.
func (p *Player) Load(path string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.unload()
	if p.lost != nil {
		return p.lost
	}
	s, err := Open(path, PlayRate)
	if err != nil {
		return err
	}
	p.length = s.Len()
	return p.place(s, 0)
}

// unload forgets the recording. The caller holds mu.
func (p *Player) unload() {
	p.pause()
	if p.source != nil {
		go func(src *playSource) { // who waits for a read of a slow disk
			if s := src.take(); s != nil {
				_ = s.Close()
			}
		}(p.source)
	}
	p.source, p.voice, p.length, p.from, p.heard, p.ended = nil, nil, 0, 0, 0, false
}

// move makes the recording go on at another sample. The caller holds mu, and has paused.
func (p *Player) move(at int64) error {
	s := p.source.take()
	if err := s.SeekTo(at); err != nil {
		_ = s.Close()
		p.source = nil
		p.unload()
		return err
	}
	return p.place(s, at)
}

// place makes a source and a voice for a stream that is at the given sample. The caller holds mu.
func (p *Player) place(s *Stream, at int64) error {
	src, err := newPlaySource(s, p.speed, toSamples(p.dev.Latency()))
	if err != nil {
		return errors.Join(err, s.Close())
	}
	src.onEnded = func(err error) { p.finish(src, err) }
	p.source, p.from, p.heard, p.ended = src, at, at, false
	p.voice = p.dev.Voice(src)
	p.voice.SetBufferSize(voiceBuffer)
	p.voice.SetVolume(p.volume)
	return nil
}

// Play plays from the current position, or from the beginning after the end. Without a recording, or without
// its device, it does nothing.
func (p *Player) Play() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.source == nil || p.playing || p.lost != nil {
		return
	}
	if p.ended {
		if err := p.move(0); err != nil {
			p.tell(err)
			return
		}
	}
	p.start()
}

// start plays. The caller holds mu.
func (p *Player) start() {
	p.playing = true
	p.stop = make(chan struct{})
	p.gate.set(true)
	p.voice.Play()
	go p.watch(p.source, p.voice, p.stop)
}

// Pause stops at the current position.
func (p *Player) Pause() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pause()
}

// pause is Pause for one who holds mu.
func (p *Player) pause() {
	if !p.playing {
		return
	}
	p.heard = max(p.heard, p.inRecording(p.source.taken(p.voice))) // what the device has taken will be heard
	p.voice.Pause()
	p.playing = false
	close(p.stop)
	p.gate.set(false)
}

// Playing reports whether the recording is being played.
func (p *Player) Playing() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.playing
}

// Seek goes to a place, from 0 to Duration, and goes on playing if it was.
func (p *Player) Seek(d time.Duration) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.source == nil {
		return errors.New("no recording is loaded")
	}
	if p.lost != nil {
		return p.lost
	}
	was := p.playing
	p.pause()
	if err := p.move(min(max(0, toSamples(d)), p.length)); err != nil {
		return err
	}
	if was {
		p.start()
	}
	return nil
}

// Position is the place that is heard now: what was read, less what waits in buffers.
func (p *Player) Position() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.playing {
		p.heard = max(p.heard, p.inRecording(p.source.heard(p.voice)))
	}
	return framesToDuration(p.heard, PlayRate)
}

// inRecording is the place that so many played frames have come to. The caller holds mu.
func (p *Player) inRecording(frames int64) int64 {
	return p.from + int64(float64(frames)*p.source.speed)
}

// Duration is the loaded recording's, or 0.
func (p *Player) Duration() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return framesToDuration(p.length, PlayRate)
}

// Volume sets the loudness, from 0 to 1, also for recordings that are loaded later.
func (p *Player) Volume(v float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !(v >= 0) {
		v = 0
	}
	p.volume = min(v, 1)
	if p.voice != nil {
		p.voice.SetVolume(p.volume)
	}
}

// Speed sets how fast recordings are played, the loaded one and later ones: 0.5 to 2 times as fast as they were
// spoken, with the pitch as it was.
func (p *Player) Speed(x float64) error {
	if !(x >= stretch.Slowest && x <= stretch.Fastest) {
		return fmt.Errorf("a speed of %v is not between %v and %v", x, stretch.Slowest, stretch.Fastest)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if x == p.speed {
		return nil
	}
	p.speed = x
	if p.source == nil || p.ended || p.lost != nil {
		return nil // the next place is played at it
	}
	was := p.playing
	p.pause()
	if err := p.move(min(p.heard, p.length)); err != nil {
		return err
	}
	if was {
		p.start()
	}
	return nil
}

// OnEnd has f called, on a goroutine of its own, when a recording was played to its end.
func (p *Player) OnEnd(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.onEnd = f
}

// OnError has f called, on a goroutine of its own, when playing stopped by itself: the file could not be read on,
// or the device vanished. The error is a sentence for the user. After the device vanished, Load and Seek return
// that error.
func (p *Player) OnError(f func(error)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.onError = f
}

// Close stops and lets go of the file. The device stays suspended until the process ends.
func (p *Player) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.unload()
	if p.lost == nil {
		p.lost = errors.New("the player is closed")
		p.gate.close()
	}
}

// finish ends playing because src is over, or failed, unless src is not what is played any more.
func (p *Player) finish(src *playSource, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.source != src || !p.playing {
		return
	}
	p.pause()
	p.ended = true
	if err != nil {
		p.tell(fmt.Errorf("the recording cannot be played on: %w", err))
		return
	}
	if p.onEnd != nil {
		go p.onEnd()
	}
}

// tell reports an error. The caller holds mu.
func (p *Player) tell(err error) {
	if p.onError != nil {
		go p.onError(err)
	}
}

// watch looks after the device while src is played. It asks at intervals because oto tells nobody that a device
// is gone: its loop ends, and nothing is read any more. A driver that hangs shows in that nothing is taken.
func (p *Player) watch(src *playSource, v Voice, stop <-chan struct{}) {
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	last, lastAt := int64(-1), time.Now()
	for {
		select {
		case <-stop:
			return
		case <-tick.C:
		}
		err := p.dev.Err()
		if taken := src.frames.Load() - int64(v.BufferedSize()/playFrame); taken != last {
			last, lastAt = taken, time.Now()
		}
		if err == nil && time.Since(lastAt) >= stallAfter {
			err = errors.New("it does not take any sound")
		}
		if err != nil {
			p.lose(&DeviceError{"The sound device stopped working; start Haltscribe again to use another one", err})
			return
		}
	}
}

// lose pauses for good: oto cannot open another device in this process.
func (p *Player) lose(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.lost != nil {
		return
	}
	p.lost = err
	p.pause()
	p.gate.close()
	p.tell(err)
}

func toSamples(d time.Duration) int64 {
	return int64(d/time.Second)*PlayRate + int64(d%time.Second)*PlayRate/int64(time.Second)
}
