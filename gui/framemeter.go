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
	most   time.Duration // that it worked in one round
	gaps   []float64     // ms
	rounds int
	shown  func() // after the first frame was drawn
	drawn  func() // once, after what is there now was drawn
	wait   int
	anim   *fyne.Animation
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
	if m.rounds > 0 && len(m.gaps) < mostGaps {
		m.gaps = append(m.gaps, milliseconds(now.Sub(m.last)))
		m.most = max(m.most, worked-m.worked)
	}
	m.last, m.worked = now, worked
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
	l := journalLine{Event: "frames", Frames: len(m.gaps)}
	if len(m.gaps) == 0 {
		return l
	}
	slices.Sort(m.gaps)
	l.LongestMS = m.gaps[len(m.gaps)-1]
	l.P99MS = m.gaps[(len(m.gaps)-1)*99/100]
	for _, g := range m.gaps {
		if g > 100 {
			l.Over100++
		}
	}
	l.WorkMS = milliseconds(m.most)
	m.gaps, m.most = m.gaps[:0], 0
	return l
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
