package fetch

import (
	"sync"
	"time"
)

// meter adds up the progress of several files.
type meter struct {
	tell func(Progress)
	now  func() time.Time

	mu     sync.Mutex
	shares []*share
	marks  []mark // of the last seconds
	last   time.Time
	over   bool
}

// share is one file's part in the progress.
type share struct {
	meter       *meter
	done, total int64
	checking    bool
	came        int64 // over the network, in this run
}

type mark struct {
	at   time.Time
	came int64
}

const (
	tellEvery  = 100 * time.Millisecond
	speedSpan  = 6 * time.Second // the speed is the mean over so long
	speedAfter = time.Second     // and not told before
)

func newMeter(tell func(Progress), now func() time.Time) *meter { return &meter{tell: tell, now: now} }

func (m *meter) share(total int64) *share {
	s := &share{meter: m, total: total}
	m.shares = append(m.shares, s)
	return s
}

// change tells the new state, now and then, and always where it is an end.
func (s *share) change(always bool, f func()) {
	m := s.meter
	m.mu.Lock()
	defer m.mu.Unlock()
	f()
	now := m.now()
	if m.tell == nil || m.over || (!always && now.Sub(m.last) < tellEvery) {
		return
	}
	m.last = now
	m.tell(m.progress(now))
}

// at sets what is there; came bytes of it have just come.
func (s *share) at(done, came int64) { s.change(false, func() { s.done = done; s.came += came }) }

func (s *share) size(total int64) { s.change(true, func() { s.total = total }) }
func (s *share) checks(on bool)   { s.change(true, func() { s.checking = on }) }
func (s *share) complete(size int64) {
	s.change(true, func() { s.done, s.total, s.checking = size, size, false })
}

func (m *meter) progress(now time.Time) Progress {
	var p Progress
	var came int64
	known, quiet := true, true
	for _, s := range m.shares {
		p.Done += s.done
		p.Total += s.total
		came += s.came
		known = known && s.total > 0
		quiet = quiet && (s.checking || (s.total > 0 && s.done == s.total))
		p.Checking = p.Checking || s.checking
	}
	p.Checking = p.Checking && quiet
	if !known {
		p.Total = 0
	}
	m.marks = append(m.marks, mark{now, came})
	for len(m.marks) > 2 && now.Sub(m.marks[1].at) >= speedSpan {
		m.marks = m.marks[1:]
	}
	first := m.marks[0]
	if span := now.Sub(first.at); span >= speedAfter {
		p.Speed = float64(came-first.came) / span.Seconds()
	}
	if p.Speed > 0 && p.Total > p.Done {
		p.Left = time.Duration(float64(p.Total-p.Done) / p.Speed * float64(time.Second)).Round(time.Second)
	}
	return p
}

// end lets nothing be told any more.
func (m *meter) end() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.over = true
}
