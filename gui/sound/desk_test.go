package sound

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"haltscribe/audio"
)

// fakePlayer plays silence by the bubble's clock.
type fakePlayer struct {
	mu      sync.Mutex
	bad     string // a path that can't be loaded
	playing bool
	from    time.Duration
	since   time.Time
	speed   float64
	volume  float64
	loads   int
	onError func(error)
	closed  bool
}

const fakeLength = 10 * time.Second

func (p *fakePlayer) Load(path string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.loads++
	p.from = 0
	if path == p.bad {
		return errors.New("it is not a WAV file")
	}
	return nil
}

func (p *fakePlayer) Play() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.playing, p.since = true, time.Now()
}

func (p *fakePlayer) Pause() {
	at := p.Position()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.playing, p.from = false, at
}

func (p *fakePlayer) Playing() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.playing && p.from+time.Since(p.since) < fakeLength
}

func (p *fakePlayer) Seek(to time.Duration) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.from, p.since = to, time.Now()
	return nil
}

func (p *fakePlayer) Position() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.playing {
		return p.from
	}
	return min(fakeLength, p.from+time.Since(p.since))
}
func (p *fakePlayer) Duration() time.Duration { return fakeLength }
func (p *fakePlayer) Volume(v float64)        { p.volume = v }
func (p *fakePlayer) Speed(x float64) error {
	if x > 2 {
		return errors.New("too fast")
	}
	p.speed = x
	return nil
}
func (p *fakePlayer) OnError(f func(error)) { p.onError = f }
func (p *fakePlayer) Close()                { p.closed = true }

func run(t *testing.T, p *fakePlayer) *Desk {
	t.Helper()
	d := New(func() (Player, error) { return p, nil }, func() {})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); d.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		<-ended
		if !p.closed {
			t.Error("the player was not closed")
		}
	})
	return d
}

func TestPlayPauseSeek(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := run(t, &fakePlayer{})
		d.Toggle() // nothing is loaded: nothing happens
		synctest.Wait()
		d.Load("a.wav")
		synctest.Wait()
		if s := d.Status(); !s.Playable() || s.Playing || s.Duration != fakeLength {
			t.Fatalf("after the load: %+v", s)
		}
		d.Toggle()
		time.Sleep(2*time.Second + tick/2)
		if s := d.Status(); !s.Playing || s.Position < 1900*time.Millisecond || s.Position > 2100*time.Millisecond {
			t.Errorf("after two seconds: %+v", s)
		}
		d.Seek(5 * time.Second)
		d.Pause()
		synctest.Wait()
		if s := d.Status(); s.Playing || s.Position != 5*time.Second {
			t.Errorf("after the pause: %+v", s)
		}
	})
}

func TestAtTheEndPlayMeansFromTheStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := run(t, &fakePlayer{})
		d.Load("a.wav")
		d.Seek(9 * time.Second) // asked for with the load: it comes after it
		synctest.Wait()
		d.Toggle()
		time.Sleep(2 * time.Second)
		if s := d.Status(); s.Playing || s.Position != fakeLength {
			t.Errorf("at the end: %+v", s)
		}
		d.Toggle()
		time.Sleep(time.Second + tick/2)
		if s := d.Status(); !s.Playing || s.Position > 1100*time.Millisecond {
			t.Errorf("played again: %+v", s)
		}
	})
}

func TestOnlyTheLastWishCounts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &fakePlayer{}
		d := New(func() (Player, error) { return p, nil }, nil)
		for _, f := range []string{"a", "b", "c"} {
			d.Load(f)
		}
		d.Volume(0.3)
		d.Volume(0.6)
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() { defer close(ended); d.Run(ctx) }()
		synctest.Wait()
		if p.loads != 1 || d.Status().File != "c" || p.volume != 0.6 {
			t.Errorf("%d loads, %q, volume %v", p.loads, d.Status().File, p.volume)
		}
		cancel()
		<-ended
	})
}

func TestNoDevice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := New(func() (Player, error) { return nil, errors.New("No sound device: none") }, func() {})
		d.Run(t.Context()) // ends by itself
		d.Load("a.wav")
		d.Toggle()
		if s := d.Status(); s.Ready || s.Silent != "No sound device: none" || s.Playable() {
			t.Errorf("%+v", s)
		}
	})
}

func TestAFileThatCantBePlayed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := run(t, &fakePlayer{bad: "bad.wav"})
		d.Load("bad.wav")
		d.Toggle()
		synctest.Wait()
		if s := d.Status(); s.Playable() || s.Problem != "it is not a WAV file" {
			t.Errorf("%+v", s)
		}
		d.Load("good.wav")
		synctest.Wait()
		if s := d.Status(); !s.Playable() || s.Problem != "" {
			t.Errorf("%+v", s)
		}
	})
}

func TestADeviceThatVanishes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &fakePlayer{}
		d := run(t, p)
		d.Load("a.wav")
		d.Toggle()
		synctest.Wait()
		time.Sleep(2 * time.Second)
		p.Pause()
		p.onError(&audio.DeviceError{Sentence: "The sound device stopped working", Err: errors.New("it is unplugged")})
		synctest.Wait()
		if s := d.Status(); s.Playing || s.Ready || s.Silent != "The sound device stopped working" || s.Position < 1900*time.Millisecond {
			t.Errorf("%+v", s)
		}
		d.Load("b.wav")
		d.Toggle()
		synctest.Wait()
		if s := d.Status(); s.Playable() || s.Playing || s.File != "b.wav" || s.Silent == "" {
			t.Errorf("another recording: %+v", s)
		}
	})
}

// A file that can't be read on is that file's trouble; the next one plays.
func TestAFileThatCantBeReadOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &fakePlayer{}
		d := run(t, p)
		d.Load("a.wav")
		d.Toggle()
		synctest.Wait()
		p.Pause()
		p.onError(errors.New("the recording cannot be played on"))
		synctest.Wait()
		if s := d.Status(); s.Playing || !s.Ready || s.Problem != "the recording cannot be played on" {
			t.Errorf("%+v", s)
		}
		d.Load("b.wav")
		synctest.Wait()
		if s := d.Status(); !s.Playable() {
			t.Errorf("another recording: %+v", s)
		}
	})
}

func TestSkipAndReplay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := run(t, &fakePlayer{})
		d.Load("a.wav")
		d.Seek(4 * time.Second)
		d.Skip(2 * time.Second) // together with the seek: from there
		synctest.Wait()
		at := func(want time.Duration) {
			t.Helper()
			synctest.Wait()
			if s := d.Status(); s.Position != want || s.Playing {
				t.Errorf("it is at %v, want %v; %+v", s.Position, want, s)
			}
		}
		at(6 * time.Second)
		d.Skip(-time.Second)
		at(5 * time.Second)
		d.Skip(-time.Minute)
		at(0)
		d.Skip(time.Minute)
		at(fakeLength)
		d.Replay(3 * time.Second)
		time.Sleep(time.Second + tick/2)
		if s := d.Status(); !s.Playing || s.Position < fakeLength-2100*time.Millisecond || s.Position > fakeLength-1900*time.Millisecond {
			t.Errorf("after a second of the last three: %+v", s)
		}
	})
}

func TestSpeedStaysWithOtherRecordings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &fakePlayer{}
		d := run(t, p)
		if s := d.Status(); s.Speed != 1 {
			t.Errorf("the speed is %v", s.Speed)
		}
		d.Speed(1.5)
		d.Load("a.wav")
		synctest.Wait()
		d.Load("b.wav")
		synctest.Wait()
		if s := d.Status(); s.Speed != 1.5 || p.speed != 1.5 || !s.Playable() {
			t.Errorf("%+v, the player's is %v", s, p.speed)
		}
	})
}
