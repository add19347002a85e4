package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// segmentList shows segments as rows of different heights. Fyne's list draws
// itself anew for each height that it is told, so that after a change of
// width, which changes all of them, a new list is made instead.
type segmentList struct {
	root   *fyne.Container
	list   *keyList
	pass   func(*fyne.KeyEvent)
	seek   func(seconds float64)
	rows   []segment
	ruler  *ruler
	marked int // the row that is played, or -1
	width  float32
}

func newSegmentList(pass func(*fyne.KeyEvent), seek func(float64)) *segmentList {
	s := &segmentList{pass: pass, seek: seek, ruler: newRuler(), marked: -1}
	s.root = container.New(&segmentSpace{s})
	s.build()
	return s
}

// build makes a new list for the present rows and width.
func (s *segmentList) build() {
	l := &keyList{pass: s.pass}
	l.Length = func() int { return len(s.rows) }
	l.CreateItem = func() fyne.CanvasObject { return newSegmentRow() }
	l.UpdateItem = func(i int, o fyne.CanvasObject) {
		if i < len(s.rows) {
			row := s.rows[i]
			row.playing = i == s.marked
			o.(*segmentRow).set(row)
		}
	}
	l.HideSeparators = true
	l.enter = func(i int) { s.goTo(i) }
	l.OnSelected = func(i int) {
		l.at = i
		l.UnselectAll()
		s.goTo(i)
	}
	l.ExtendBaseWidget(l)
	s.list = l
	s.measure(0)
	s.root.Objects = []fyne.CanvasObject{l}
}

func (s *segmentList) goTo(i int) {
	if i < len(s.rows) {
		s.seek(s.rows[i].start)
	}
}

// measure tells the list the heights of the rows from one on.
func (s *segmentList) measure(from int) {
	if s.width < timeColumn+40 {
		return
	}
	for i := from; i < len(s.rows); i++ {
		s.list.SetItemHeight(i, s.ruler.height(s.rows[i], s.width))
	}
}

// show replaces the rows. A fresh list begins at its top; one that grows stays
// at its end if it is there.
func (s *segmentList) show(rows []segment, position float64, fresh bool) {
	first := 0 // the first row that differs
	for first < len(rows) && first < len(s.rows) && rows[first] == s.rows[first] {
		first++
	}
	s.marked = rowAt(rows, position)
	if fresh || len(rows) < len(s.rows) {
		s.rows = rows
		s.build()
		s.root.Refresh()
		return
	}
	end := s.atEnd()
	s.rows = rows
	s.measure(first)
	s.list.Refresh()
	if end {
		s.list.ScrollToBottom()
	}
}

func (s *segmentList) atEnd() bool {
	height := float32(0)
	for _, r := range s.rows {
		height += s.ruler.height(r, s.width) + 4
	}
	return height-s.list.GetScrollOffset() <= s.list.Size().Height+24
}

// play marks the row of that time.
func (s *segmentList) play(position float64) {
	row := rowAt(s.rows, position)
	if row == s.marked {
		return
	}
	s.marked = row
	s.list.Refresh()
	if row >= 0 {
		s.list.ScrollTo(row)
	}
}

func rowAt(rows []segment, position float64) int {
	if position < 0 {
		return -1
	}
	for i, r := range rows {
		if position >= r.start && position < r.end {
			return i
		}
	}
	return -1
}

// segmentSpace gives the list all the room, and notices a change of width.
type segmentSpace struct{ s *segmentList }

func (segmentSpace) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(240, 60) }

func (g *segmentSpace) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	s := g.s
	if s.width != size.Width {
		at := s.list.GetScrollOffset()
		s.width = size.Width
		s.build()
		defer func() {
			if at > 0 {
				s.list.ScrollToOffset(at)
			}
		}()
	}
	s.list.Move(fyne.NewPos(0, 0))
	s.list.Resize(size)
}
