package gui

import (
	"context"
	"encoding/binary"
	"io"
	"math"
	"sync"
	"time"

	"haltscribe/audio"
)

// listener is a sound device that plays to nobody, at the pace of a real one, and
// knows what would be heard when. It is as oto is on ALSA: the buffer has room for
// two periods, and a third is taken before it waits for room.
type listener struct {
	wake chan struct{}

	mu        sync.Mutex
	suspended bool
	voices    []*heardVoice // that play
	empty     time.Time     // when the buffer will have been played
	heard     []heardPeriod
}

// heardPeriod is sound, and when its first sample is heard.
type heardPeriod struct {
	at      time.Time
	samples []float32
}

const (
	listenPeriod = 30 * time.Millisecond
	listenBuffer = 2 * listenPeriod
	listenFrames = audio.PlayRate * int(listenPeriod/time.Millisecond) / 1000
	frameBytes   = 8
)

func newListener() *listener { return &listener{wake: make(chan struct{}, 1)} }

// run takes sound until ctx is done.
func (l *listener) run(ctx context.Context) {
	for ctx.Err() == nil {
		l.mu.Lock()
		suspended := l.suspended
		l.mu.Unlock()
		if suspended {
			select {
			case <-ctx.Done():
			case <-l.wake:
			}
			continue
		}
		taken := l.mix()
		l.mu.Lock()
		if now := time.Now(); l.empty.Before(now) {
			l.empty = now
		}
		room := l.empty.Add(listenPeriod - listenBuffer)
		l.mu.Unlock()
		restFor(time.Until(room))(ctx)
		l.mu.Lock()
		l.heard = append(l.heard, heardPeriod{l.empty, taken})
		l.empty = l.empty.Add(listenPeriod)
		l.mu.Unlock()
	}
}

// mix takes a period from all voices that play.
func (l *listener) mix() []float32 {
	l.mu.Lock()
	voices := append([]*heardVoice{}, l.voices...)
	l.mu.Unlock()
	sum := make([]float32, listenFrames)
	for _, v := range voices {
		v.take(sum)
	}
	return sum
}

// sound is all that was heard from a moment on, without gaps.
func (l *listener) sound(from time.Time) []float32 {
	l.mu.Lock()
	defer l.mu.Unlock()
	var all []float32
	for _, p := range l.heard {
		at := int(p.at.Sub(from).Seconds()*audio.PlayRate + 0.5)
		if need := at + len(p.samples); need > len(all) {
			all = append(all, make([]float32, need-len(all))...)
		}
		copy(all[max(0, at):], p.samples)
	}
	return all
}

// Voice is a device's; so are the next ones.
func (l *listener) Voice(src io.Reader) audio.Voice { return &heardVoice{device: l, src: src} }
func (l *listener) Err() error                      { return nil }
func (l *listener) Suspend() error                  { return l.suspend(true) }
func (l *listener) Resume() error                   { return l.suspend(false) }
func (l *listener) Latency() time.Duration          { return listenBuffer + listenPeriod/2 }

func (l *listener) suspend(on bool) error {
	l.mu.Lock()
	l.suspended = on
	l.mu.Unlock()
	select {
	case l.wake <- struct{}{}:
	default:
	}
	return nil
}

type heardVoice struct {
	device *listener
	src    io.Reader
	size   int

	mu  sync.Mutex
	buf []byte
}

func (v *heardVoice) SetBufferSize(n int) { v.size = n }
func (v *heardVoice) SetVolume(float64)   {}

func (v *heardVoice) BufferedSize() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	return len(v.buf)
}

func (v *heardVoice) Play() {
	v.fill()
	v.device.mu.Lock()
	defer v.device.mu.Unlock()
	v.device.voices = append(v.device.voices, v)
}

func (v *heardVoice) Pause() {
	v.device.mu.Lock()
	defer v.device.mu.Unlock()
	for i, o := range v.device.voices {
		if o == v {
			v.device.voices = append(v.device.voices[:i:i], v.device.voices[i+1:]...)
			return
		}
	}
}

// fill reads ahead, as oto does on another goroutine.
func (v *heardVoice) fill() {
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

func (v *heardVoice) take(sum []float32) {
	v.mu.Lock()
	n := min(len(sum), len(v.buf)/frameBytes)
	for i := range n {
		sum[i] += math.Float32frombits(binary.LittleEndian.Uint32(v.buf[i*frameBytes:]))
	}
	v.buf = v.buf[n*frameBytes:]
	v.mu.Unlock()
	v.fill()
}
