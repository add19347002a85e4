package audio

import (
	"fmt"
	"math"
	"testing"
	"testing/synctest"
	"time"
)

// At every speed the position that is told is that of the sound which is heard at
// that moment, within 50 ms: the marked segment is the one that is heard.
func TestPositionIsWhatIsHeard(t *testing.T) {
	const every = 0.7
	x := make([]float32, 8*16000)
	for s := every; s < 7.9; s += every {
		for i := range 160 {
			x[int(s*16000)+i] = 0.8
		}
	}
	path := writeFile(t, "clicks.wav", riffFile(mono16.chunk(), chunk("data", encode(x, 2))))
	for _, speed := range []float64{0.5, 0.8, 1, 1.3, 2} {
		t.Run(fmt.Sprint(speed), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				dev := &fakeDevice{}
				p := NewPlayerOn(dev)
				defer p.Close()
				if err := p.Speed(speed); err != nil {
					t.Fatal(err)
				}
				if err := p.Load(path); err != nil {
					t.Fatal(err)
				}
				p.Play()
				var told []time.Duration // every millisecond
				for p.Playing() && len(told) < 20000 {
					time.Sleep(time.Millisecond)
					synctest.Wait()
					told = append(told, p.Position())
				}
				if want := 8 / speed; math.Abs(float64(len(told))/1000-want) > 0.5 {
					t.Errorf("it played for %d ms, want %v s", len(told), want)
				}
				clicks, last := 0, -PlayRate
				for i, v := range dev.played {
					if v < 0.4 || i-last < PlayRate/10 {
						continue
					}
					last = i
					clicks++
					heard := time.Duration(i)*time.Second/PlayRate + fakeLatency
					at := told[heard.Milliseconds()].Seconds()
					if off := math.Abs(at - every*math.Round(at/every)); off > 0.05 {
						t.Errorf("a click is heard when the position says %.3f s: %.0f ms off", at, off*1000)
					}
				}
				if clicks < 10 {
					t.Errorf("%d of 11 clicks were heard", clicks)
				}
			})
		})
	}
}

func TestSpeedChangesOnTheWay(t *testing.T) {
	withPlayer(t, 8, func(t *testing.T, p *Player, dev *fakeDevice, _ []float32) {
		p.Play()
		time.Sleep(time.Second + fakeLatency)
		near(t, p, time.Second)
		if err := p.Speed(2); err != nil {
			t.Fatal(err)
		}
		if !p.Playing() {
			t.Error("it stopped")
		}
		at := p.Position()
		time.Sleep(time.Second)
		if d := p.Position() - at; d < 1900*time.Millisecond || d > 2050*time.Millisecond {
			t.Errorf("in a second it came %v far", d)
		}
		p.Pause()
		at = p.Position()
		if err := p.Speed(0.5); err != nil {
			t.Fatal(err)
		}
		if p.Position() != at || p.Playing() {
			t.Errorf("a pause at %v became %v", at, p.Position())
		}
		for _, x := range []float64{0, 0.4, 2.1, math.NaN()} {
			if p.Speed(x) == nil {
				t.Errorf("a speed of %v was taken", x)
			}
		}
	})
}
