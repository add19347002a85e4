package gui

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"
)

// frameMeter measures how long the main goroutine takes from frame to frame.
// Fyne ticks animations once a round of its loop, just before it draws.
type frameMeter struct {
	last   time.Time
	worked time.Duration // of the main thread, at last
	job    frameCount    // since it was taken last
	second frameCount    // since the last second began
	began  time.Time     // when that was
	rounds int
	shown  func()           // after the first frame was drawn
	drawn  func()           // once, after what is there now was drawn
	each   func(frameCount) // told each second how it went; may be nil
	wait   int
	anim   *fyne.Animation
}

// frameCount is how some frames went.
type frameCount struct {
	gaps []float64     // ms
	most time.Duration // that the main thread worked in one round
}

func (c *frameCount) add(gap, worked time.Duration) {
	if len(c.gaps) < mostGaps {
		c.gaps = append(c.gaps, milliseconds(gap))
		c.most = max(c.most, worked)
	}
}

// framesToSee is how many rounds it takes until what was refreshed in one is
// surely on the screen.
const framesToSee = 4

// mostGaps bounds what is kept: an hour of frames.
const mostGaps = 60 * 60 * 60

func (m *frameMeter) start() {
	m.anim = &fyne.Animation{Duration: time.Hour, RepeatCount: fyne.AnimationRepeatForever, Curve: fyne.AnimationLinear, Tick: m.tick}
	m.anim.Start()
}

func (m *frameMeter) tick(float32) {
	now, worked := time.Now(), threadTime()
	if m.rounds > 0 {
		m.job.add(now.Sub(m.last), worked-m.worked)
		m.second.add(now.Sub(m.last), worked-m.worked)
	}
	m.last, m.worked = now, worked
	if now.Sub(m.began) >= time.Second {
		if m.each != nil {
			m.each(m.second)
		}
		m.began, m.second = now, frameCount{}
	}
	if m.drawn != nil {
		if m.wait++; m.wait == framesToSee {
			m.drawn()
			m.drawn, m.wait = nil, 0
		}
	}
	if m.rounds++; m.rounds == 2 && m.shown != nil {
		m.shown()
	}
}

// take summarises the frames since the last time.
func (m *frameMeter) take() journalLine {
	l := m.job.line()
	m.job = frameCount{}
	return l
}

// line is a summary.
func (c frameCount) line() journalLine {
	l := journalLine{Event: "frames", Frames: len(c.gaps)}
	if len(c.gaps) == 0 {
		return l
	}
	slices.Sort(c.gaps)
	l.LongestMS = c.gaps[len(c.gaps)-1]
	l.P99MS = c.gaps[(len(c.gaps)-1)*99/100]
	for _, g := range c.gaps {
		if g > longFrame {
			l.Over50++
		}
	}
	l.WorkMS = milliseconds(c.most)
	return l
}

// longFrame is what no frame should take, in ms.
const longFrame = 50

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
