package gui

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	goaudio "github.com/go-audio/audio"
	"github.com/go-audio/wav"

	"haltscribe/audio"
	"haltscribe/gui/queue"
	"haltscribe/gui/sound"
)

const (
	tones      = 12
	toneLength = 0.7 // seconds
)

func toneHertz(i int) float64 { return 400 + 150*float64(i) }

// writeTones makes a recording each of whose segments is a tone of its own.
func writeTones(t *testing.T) (path string, rows []segment) {
	t.Helper()
	const rate = 16000
	var samples []int
	for i := range tones {
		for n := range int(toneLength * rate) {
			samples = append(samples, int(12000*math.Sin(2*math.Pi*toneHertz(i)*float64(n)/rate)))
		}
		rows = append(rows, segment{start: float64(i) * toneLength, end: float64(i+1) * toneLength, text: fmt.Sprint(i)})
	}
	path = filepath.Join(t.TempDir(), "tones.wav")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	e := wav.NewEncoder(f, rate, 16, 1, 1)
	if err := e.Write(&goaudio.IntBuffer{Data: samples, Format: &goaudio.Format{NumChannels: 1, SampleRate: rate}}); err != nil {
		t.Fatal(err)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return path, rows
}

// toneOf is which tone a stretch of sound is, or -1 where it is none alone.
func toneOf(x []float32) int {
	best, most, all := -1, 0.0, 0.0
	for _, v := range x {
		all += float64(v) * float64(v)
	}
	for i := range tones {
		var re, im float64
		for n, v := range x {
			at := 2 * math.Pi * toneHertz(i) * float64(n) / audio.PlayRate
			re += float64(v) * math.Cos(at)
			im += float64(v) * math.Sin(at)
		}
		if power := 2 * (re*re + im*im) / float64(len(x)); power > most {
			best, most = i, power
		}
	}
	if all < 0.001*float64(len(x)) || most < 0.7*all {
		return -1
	}
	return best
}

// marking is a row that came to be marked on the screen.
type marking struct {
	at  time.Duration
	row int
}

// screen notes what is marked when, as the window marks it: what is drawn is seen
// with the next frame.
type screen struct {
	began time.Time
	desk  *sound.Desk
	item  queue.Item
	rows  []segment

	mu   sync.Mutex
	seen []marking
}

func (s *screen) draw() {
	now := time.Now()
	row := rowAt(s.rows, position(s.desk.Status(), s.item, now))
	s.mu.Lock()
	defer s.mu.Unlock()
	if n := len(s.seen); n == 0 || s.seen[n-1].row != row {
		shown := now.Sub(s.began).Truncate(frame) + frame
		s.seen = append(s.seen, marking{shown, row})
	}
}

func (s *screen) marked(at time.Duration) int {
	row := -1
	for _, m := range s.seen {
		if m.at <= at {
			row = m.row
		}
	}
	return row
}

// agreement is how far what is heard and what is marked may be apart.
const agreement = 50 * time.Millisecond

// The marked segment is the one that is heard, within 50 ms, at any speed and after
// seeks: found by listening to what a device at a device's pace would play.
func TestTheMarkedSegmentIsTheOneThatIsHeard(t *testing.T) {
	path, rows := writeTones(t)
	for _, speed := range []float64{0.5, 1, 1.5, 2} {
		t.Run(fmt.Sprint(speed), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := newListener()
				s := &screen{began: time.Now(), item: queue.Item{File: path}, rows: rows}
				var c *courier
				s.desk = sound.New(func() (sound.Player, error) { return audio.NewPlayerOn(l), nil }, func() { c.ring() })
				c = newCourier(func(f func()) { f() }, s.draw)
				c.rest = func(ctx context.Context) { restFor(paceWhile(s.desk.Status(), 0))(ctx) }
				ctx, cancel := context.WithCancel(t.Context())
				var owned sync.WaitGroup
				for _, run := range []func(context.Context){l.run, s.desk.Run, c.run} {
					owned.Go(func() { run(ctx) })
				}
				s.desk.Speed(speed)
				s.desk.Load(path)
				synctest.Wait()
				s.desk.Toggle()
				// Sought from here to there, while it plays and while it does not.
				var sought []time.Duration
				seek := func(to float64) {
					sought = append(sought, time.Since(s.began))
					s.desk.Seek(time.Duration(to * float64(time.Second)))
				}
				time.Sleep(1900 * time.Millisecond)
				seek(4.3)
				time.Sleep(1530 * time.Millisecond)
				seek(1.15)
				time.Sleep(777 * time.Millisecond)
				s.desk.Pause()
				time.Sleep(time.Second)
				seek(5.9)
				s.desk.Toggle()
				time.Sleep(4 * time.Second)
				cancel()
				owned.Wait()
				s.check(t, l.sound(s.began), sought)
			})
		})
	}
}

// check compares what was heard with what was marked.
func (s *screen) check(t *testing.T, heard []float32, sought []time.Duration) {
	t.Helper()
	const step, window = 5 * time.Millisecond, 20 * time.Millisecond
	sample := func(at time.Duration) int { return int(at.Seconds() * audio.PlayRate) }
	var toneAt []int // every step
	for at := time.Duration(0); sample(at+window/2) < len(heard); at += step {
		toneAt = append(toneAt, toneOf(heard[max(0, sample(at-window/2)):sample(at+window/2)]))
	}
	// The device plays on what it has taken when another place is sought.
	inBuffer := func(at time.Duration) bool {
		for _, from := range sought {
			if at >= from-window && at < from+listenBuffer+listenPeriod+window {
				return true
			}
		}
		return false
	}
	compared, changes, last := 0, 0, -1
	var worst time.Duration
	for i, tone := range toneAt {
		at := time.Duration(i) * step
		if tone < 0 || inBuffer(at) {
			continue
		}
		compared++
		if tone != last {
			changes++
			last = tone
		}
		off := time.Duration(0)
		for s.marked(at-off) != tone && s.marked(at+off) != tone && off <= 2*agreement {
			off += time.Millisecond
		}
		worst = max(worst, off)
		if off > agreement {
			t.Fatalf("at %v tone %d is heard and row %d marked; they are more than %v apart; marks %v", at, tone, s.marked(at), agreement, s.seen)
		}
	}
	t.Logf("%d moments, %d changes; at most %v apart", compared, changes, worst)
	if compared < 500 || changes < 8 {
		t.Errorf("only %d moments with a tone, %d changes", compared, changes)
	}
}
