package audio

import (
	"errors"
	"io"
	"math"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// fakeDevice plays in the time of a synctest bubble: every 10 ms it takes 10 ms of sound from its playing voices.
type fakeDevice struct {
	mu        sync.Mutex
	played    []float32 // the left channel of all that was taken
	gone      error
	stuck     bool          // takes nothing
	hang      chan struct{} // when not nil, suspend and resume wait for it to be closed
	suspended bool
	voices    int
}

const fakeLatency = 30 * time.Millisecond

func (d *fakeDevice) Voice(src io.Reader) Voice {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.voices++
	return &fakeVoice{dev: d, src: src, volume: 1}
}

func (d *fakeDevice) Err() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.gone
}

func (d *fakeDevice) Suspend() error { return d.setSuspended(true) }
func (d *fakeDevice) Resume() error  { return d.setSuspended(false) }

func (d *fakeDevice) setSuspended(s bool) error {
	d.mu.Lock()
	hang := d.hang
	d.suspended = s
	d.mu.Unlock()
	if hang != nil {
		<-hang
	}
	return nil
}

func (d *fakeDevice) Latency() time.Duration { return fakeLatency }

func (d *fakeDevice) set(f func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	f()
}

type fakeVoice struct {
	dev    *fakeDevice
	src    io.Reader
	mu     sync.Mutex
	buf    []byte
	size   int
	volume float64
	stop   chan struct{}
}

func (v *fakeVoice) SetBufferSize(n int) { v.size = n }

func (v *fakeVoice) SetVolume(x float64) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.volume = x
}

func (v *fakeVoice) BufferedSize() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	return len(v.buf)
}

func (v *fakeVoice) Play() {
	v.fill()
	v.stop = make(chan struct{})
	go v.run(v.stop)
}

func (v *fakeVoice) Pause() {
	if v.stop != nil {
		close(v.stop)
		v.stop = nil
	}
}

// fill reads as oto does: not while holding the lock.
func (v *fakeVoice) fill() {
	b := make([]byte, v.size)
	for v.BufferedSize() < v.size {
		n, err := v.src.Read(b)
		v.mu.Lock()
		v.buf = append(v.buf, b[:n]...)
		v.mu.Unlock()
		if err != nil {
			return
		}
	}
}

func (v *fakeVoice) run(stop chan struct{}) {
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-stop:
			return
		case <-tick.C:
		}
		v.dev.mu.Lock()
		idle := v.dev.gone != nil || v.dev.stuck || v.dev.suspended
		v.dev.mu.Unlock()
		if idle {
			continue
		}
		v.mu.Lock()
		n := min(len(v.buf), PlayRate/100*playFrame)
		taken := v.buf[:n]
		v.buf = v.buf[n:]
		volume := float32(v.volume)
		v.mu.Unlock()
		v.dev.set(func() {
			for ; len(taken) > 0; taken = taken[playFrame:] {
				bits := uint32(taken[0]) | uint32(taken[1])<<8 | uint32(taken[2])<<16 | uint32(taken[3])<<24
				v.dev.played = append(v.dev.played, math.Float32frombits(bits)*volume)
			}
		})
		v.fill()
	}
}

// withPlayer runs a test in a bubble with a player of a fake device that has loaded seconds of speech.
func withPlayer(t *testing.T, seconds int, test func(t *testing.T, p *Player, dev *fakeDevice, sound []float32)) {
	t.Helper()
	x := speech(16000)
	for i := 1; i < seconds; i++ {
		x = append(x, scaled(speech(16000), 1/float32(i+1))...)
	}
	path := writeFile(t, "a.wav", riffFile(mono16.chunk(), chunk("data", encode(x, 2))))
	sound, _, err := ReadAll(path, PlayRate)
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		dev := &fakeDevice{}
		p := NewPlayerOn(dev)
		defer p.Close()
		if err := p.Load(path); err != nil {
			t.Fatal(err)
		}
		test(t, p, dev, sound)
	})
}

// errorList collects what OnError tells.
type errorList struct {
	mu   sync.Mutex
	errs []error
}

func (l *errorList) add(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.errs = append(l.errs, err)
}

func (l *errorList) all() []error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.errs
}

// near fails the test unless the player is at want, give or take what one step of the device is.
func near(t *testing.T, p *Player, want time.Duration) {
	t.Helper()
	if d := p.Position() - want; d < -15*time.Millisecond || d > 15*time.Millisecond {
		t.Errorf("at %v, want %v", p.Position(), want)
	}
}

func samePlayed(t *testing.T, dev *fakeDevice, want []float32) {
	t.Helper()
	dev.mu.Lock()
	defer dev.mu.Unlock()
	if len(dev.played) < len(want) {
		t.Fatalf("%d samples were played, want %d", len(dev.played), len(want))
	}
	for i, w := range want {
		if dev.played[i] != w {
			t.Fatalf("sample %d was %v, want %v", i, dev.played[i], w)
		}
	}
	for i, v := range dev.played[len(want):] {
		if v != 0 {
			t.Fatalf("%v was played %d samples after the end", v, i)
		}
	}
}

func TestPlayToTheEnd(t *testing.T) {
	withPlayer(t, 2, func(t *testing.T, p *Player, dev *fakeDevice, sound []float32) {
		var ends atomic.Int32
		p.OnEnd(func() { ends.Add(1) })
		if p.Duration() != 2*time.Second || p.Playing() || p.Position() != 0 {
			t.Errorf("loaded: %v, %v, %v", p.Duration(), p.Playing(), p.Position())
		}
		synctest.Wait()
		if !dev.suspended {
			t.Error("the device runs before anything is played")
		}
		p.Play()
		last := time.Duration(0)
		for range 19 {
			time.Sleep(100 * time.Millisecond)
			last += 100 * time.Millisecond
			near(t, p, last-fakeLatency)
		}
		if !p.Playing() || ends.Load() != 0 {
			t.Errorf("before the end: playing %v, %d ends", p.Playing(), ends.Load())
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if p.Playing() || ends.Load() != 1 || p.Position() != p.Duration() || !dev.suspended {
			t.Errorf("after the end: playing %v, %d ends, at %v, suspended %v", p.Playing(), ends.Load(), p.Position(), dev.suspended)
		}
		samePlayed(t, dev, sound)
		// Once more from the beginning.
		dev.set(func() { dev.played = nil })
		p.Play()
		time.Sleep(500 * time.Millisecond)
		near(t, p, 500*time.Millisecond-fakeLatency)
		time.Sleep(2 * time.Second)
		synctest.Wait()
		samePlayed(t, dev, sound)
		if ends.Load() != 2 {
			t.Errorf("%d ends", ends.Load())
		}
	})
}

func TestPauseAndGoOn(t *testing.T) {
	withPlayer(t, 2, func(t *testing.T, p *Player, dev *fakeDevice, sound []float32) {
		for range 5 {
			p.Play()
			p.Play()
			time.Sleep(155 * time.Millisecond)
			p.Pause()
			p.Pause()
			at := p.Position()
			time.Sleep(time.Hour)
			if p.Position() != at || p.Playing() {
				t.Errorf("moved from %v to %v while paused", at, p.Position())
			}
		}
		near(t, p, 750*time.Millisecond)
		p.Play()
		time.Sleep(3 * time.Second)
		synctest.Wait()
		samePlayed(t, dev, sound) // nothing lost, nothing twice
	})
}

func TestSeek(t *testing.T) {
	withPlayer(t, 3, func(t *testing.T, p *Player, dev *fakeDevice, sound []float32) {
		if err := p.Seek(time.Second); err != nil {
			t.Fatal(err)
		}
		if p.Playing() || p.Position() != time.Second {
			t.Errorf("sought: playing %v, at %v", p.Playing(), p.Position())
		}
		p.Play()
		time.Sleep(205 * time.Millisecond)
		if err := p.Seek(2500 * time.Millisecond); err != nil {
			t.Fatal(err)
		}
		if !p.Playing() || p.Position() != 2500*time.Millisecond {
			t.Errorf("sought while playing: playing %v, at %v", p.Playing(), p.Position())
		}
		time.Sleep(200 * time.Millisecond)
		near(t, p, 2700*time.Millisecond-fakeLatency)
		time.Sleep(time.Second)
		synctest.Wait()
		const n = PlayRate / 5 // what was taken before the second seek
		samePlayed(t, dev, append(append([]float32(nil), sound[PlayRate:PlayRate+n]...), sound[PlayRate*5/2:]...))

		// What an abandoned place tells late is not heeded.
		old := p.source
		_ = p.Seek(time.Second)
		p.Play()
		old.onEnded(nil)
		if !p.Playing() {
			t.Error("the end of an abandoned place stopped the player")
		}
		p.Pause()

		// Back from the end, and beyond both ends.
		for _, c := range [][2]time.Duration{{100 * time.Millisecond, 100 * time.Millisecond}, {-time.Second, 0}, {time.Hour, 3 * time.Second}} {
			if err := p.Seek(c[0]); err != nil || p.Position() != c[1] {
				t.Errorf("sought %v: %v, at %v", c[0], err, p.Position())
			}
		}
		var ended atomic.Bool
		p.OnEnd(func() { ended.Store(true) })
		p.Play()
		time.Sleep(time.Second)
		synctest.Wait()
		if !ended.Load() {
			t.Error("playing from the very end doesn't end")
		}
	})
}

func TestVolume(t *testing.T) {
	withPlayer(t, 1, func(t *testing.T, p *Player, dev *fakeDevice, sound []float32) {
		for _, c := range [][2]float64{{0.5, 0.5}, {2, 1}, {-1, 0}, {math.NaN(), 0}, {0.25, 0.25}} {
			p.Volume(c[0])
			if got := p.voice.(*fakeVoice).volume; got != c[1] {
				t.Errorf("volume %v became %v", c[0], got)
			}
		}
		_ = p.Seek(0) // another voice has it too
		p.Play()
		time.Sleep(2 * time.Second)
		synctest.Wait()
		samePlayed(t, dev, scaled(sound, 0.25))
	})
}

func TestLoadAnother(t *testing.T) {
	withPlayer(t, 2, func(t *testing.T, p *Player, dev *fakeDevice, _ []float32) {
		other := writeFile(t, "b.wav", riffFile(mono16.chunk(), chunk("data", encode(speech(16000)[:8000], 2))))
		p.Play()
		time.Sleep(100 * time.Millisecond)
		if err := p.Load(other); err != nil {
			t.Fatal(err)
		}
		if p.Playing() || p.Position() != 0 || p.Duration() != 500*time.Millisecond {
			t.Errorf("playing %v, at %v of %v", p.Playing(), p.Position(), p.Duration())
		}
		err := p.Load(writeFile(t, "text.wav", []byte("hello")))
		if err == nil || p.Duration() != 0 || p.Seek(0) == nil {
			t.Errorf("after a text: %v, %v", err, p.Duration())
		}
		p.Play() // of nothing
		if p.Playing() {
			t.Error("nothing is played")
		}
	})
}

func TestDeviceVanishes(t *testing.T) {
	withPlayer(t, 5, func(t *testing.T, p *Player, dev *fakeDevice, _ []float32) {
		var list errorList
		p.OnError(list.add)
		p.Play()
		time.Sleep(time.Second)
		gone := errors.New("unplugged")
		dev.set(func() { dev.gone = gone })
		time.Sleep(2 * watchEvery)
		synctest.Wait()
		if told := list.all(); p.Playing() || len(told) != 1 || !errors.Is(told[0], gone) || !strings.HasPrefix(told[0].Error(), "The sound device stopped working") {
			t.Fatalf("playing %v, told %v", p.Playing(), told)
		}
		near(t, p, time.Second)
		var de *DeviceError
		if err := p.Seek(0); !errors.As(err, &de) {
			t.Errorf("Seek: %v", err)
		}
		p.Play()
		if p.Playing() {
			t.Error("it plays without a device")
		}
	})
}

func TestDeviceHangs(t *testing.T) {
	withPlayer(t, 9, func(t *testing.T, p *Player, dev *fakeDevice, _ []float32) {
		var list errorList
		p.OnError(list.add)
		p.Play()
		time.Sleep(time.Second)
		hang := make(chan struct{})
		dev.set(func() { dev.stuck, dev.hang = true, hang })
		for range 3 { // none of these may wait for the device
			p.Pause()
			p.Play()
			synctest.Wait()
		}
		time.Sleep(stallAfter / 2)
		synctest.Wait()
		if told := list.all(); len(told) > 0 {
			t.Fatalf("told too early: %v", told)
		}
		time.Sleep(stallAfter)
		synctest.Wait()
		if told := list.all(); p.Playing() || len(told) != 1 {
			t.Fatalf("playing %v, told %v", p.Playing(), told)
		}
		p.Close()
		close(hang)
	})
}

// TestFileVanishes: the sound before the damage is heard, then playing stops with the cause.
func TestFileVanishes(t *testing.T) {
	path := writeFile(t, "a.wav", riffFile(mono16.chunk(), chunk("data", encode(noise(80000, 0.3, 1), 2))))
	synctest.Test(t, func(t *testing.T) {
		dev := &fakeDevice{}
		p := NewPlayerOn(dev)
		defer p.Close()
		if err := p.Load(path); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, 80000); err != nil {
			t.Skip(err)
		}
		var list errorList
		p.OnError(list.add)
		p.OnEnd(func() { t.Error("that was no end") })
		p.Play()
		time.Sleep(10 * time.Second)
		synctest.Wait()
		if told := list.all(); p.Playing() || len(told) != 1 || !errors.Is(told[0], io.ErrUnexpectedEOF) {
			t.Errorf("playing %v, told %v", p.Playing(), told)
		}
		if p.Position() < 2*time.Second || p.Position() > 3*time.Second {
			t.Errorf("stopped at %v of a file cut at 2.5 s", p.Position())
		}
	})
}

// TestPlayerConcurrently is for the race detector.
func TestPlayerConcurrently(t *testing.T) {
	withPlayer(t, 2, func(t *testing.T, p *Player, dev *fakeDevice, _ []float32) {
		p.OnEnd(func() { p.Play() })
		var all sync.WaitGroup
		for _, f := range []func(int){
			func(int) { p.Play() },
			func(int) { p.Pause() },
			func(i int) { _ = p.Seek(time.Duration(i) * 71 * time.Millisecond) },
			func(i int) { p.Volume(float64(i) / 30) },
			func(int) { _, _, _ = p.Position(), p.Duration(), p.Playing() },
		} {
			all.Go(func() {
				for i := range 30 {
					f(i)
					time.Sleep(7 * time.Millisecond)
				}
			})
		}
		all.Wait()
		p.OnEnd(nil)
	})
}
