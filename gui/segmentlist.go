package gui

import (
	"regexp"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
)

// segmentDeeds are what the list of segments can ask for.
type segmentDeeds struct {
	seek     func(seconds float64)
	edit     func(row int, before, after string) // a text was typed
	undo     func(by int)                        // -1 undoes, 1 does again
	menu     func(row int, at fyne.Position)
	copy     func(row int)
	shortcut func(fyne.Shortcut) // one that the editor does not want
	canvas   func() fyne.Canvas  // the driver knows that of what was painted only
}

// segmentList shows segments as rows of different heights, one of which can be
// edited. Fyne's list draws itself anew for each height that it is told, so that
// after a change of width, which changes all of them, a new list is made instead.
type segmentList struct {
	root    *fyne.Container
	list    *keyList
	pass    func(*fyne.KeyEvent)
	do      segmentDeeds
	rows    []segment
	ruler   *ruler
	marked  int // the row that is played, or -1
	width   float32
	editor  *segmentEditor
	editing int            // the row that is edited, or -1
	found   *regexp.Regexp // what is marked in the texts; nil for nothing
	current int            // the row that was found, or -1
}

func newSegmentList(pass func(*fyne.KeyEvent), do segmentDeeds) *segmentList {
	s := &segmentList{pass: pass, do: do, ruler: newRuler(), marked: -1, editing: -1, current: -1}
	s.editor = newSegmentEditor()
	s.editor.keys, s.editor.short, s.editor.typed = s.editorKey, s.editorShortcut, s.typed
	s.root = container.New(&segmentSpace{s})
	s.build()
	return s
}

// build makes a new list for the present rows and width.
func (s *segmentList) build() {
	l := newKeyList(tr(sayTipSegments), func(e *fyne.KeyEvent) {
		if e.Name == fyne.KeyF2 {
			s.edit(s.list.at)
			return
		}
		s.pass(e)
	}, func() int { return len(s.rows) }, func() fyne.CanvasObject { return newSegmentRow() },
		func(i int, o fyne.CanvasObject) { s.draw(i, o.(*segmentRow)) })
	l.height = s.heightOf
	l.short = func(short fyne.Shortcut) bool {
		_, copies := short.(*fyne.ShortcutCopy)
		if copies {
			s.do.copy(l.at)
		}
		return copies
	}
	l.enter = func(i int) { s.goTo(i) }
	l.OnSelected = func(i int) {
		l.at = i
		l.UnselectAll()
		if i != s.editing {
			s.goTo(i)
		}
	}
	if s.editor.holder != nil {
		s.editor.holder.drop()
	}
	before := s.list
	if before != nil {
		l.at = before.at
	}
	s.list = l
	s.measure(0)
	s.root.Objects = []fyne.CanvasObject{l}
	if before != nil && before.focused { // or the keys would go to a list that nobody sees
		s.do.canvas().Focus(l)
	}
}

func (s *segmentList) draw(i int, row *segmentRow) {
	row.menu = func(at fyne.Position) { s.do.menu(i, at) }
	row.pencil.edit = func() { s.edit(i) }
	row.set(rowLook{
		segment: s.rows[i], playing: i == s.marked, found: s.found, current: i == s.current, editing: i == s.editing,
	})
	if i == s.editing {
		row.hold(s.editor)
	}
}

func (s *segmentList) goTo(i int) {
	if i < len(s.rows) {
		s.do.seek(s.rows[i].start)
	}
}

// edit begins to edit a row.
func (s *segmentList) edit(i int) {
	if i < 0 || i >= len(s.rows) || s.rows[i].live || i == s.editing {
		return
	}
	s.endEdit()
	s.editing, s.list.at = i, i
	s.editor.put(s.rows[i].text)
	s.editor.CursorRow, s.editor.CursorColumn = 0, 0
	s.list.SetItemHeight(i, s.heightOf(i))
	s.list.ScrollTo(i)
	s.list.Refresh()
	s.do.canvas().Focus(s.editor)
}

// endEdit makes the edited row a text again.
func (s *segmentList) endEdit() {
	i := s.editing
	if i < 0 {
		return
	}
	s.editing = -1
	focused := s.do.canvas().Focused() == fyne.Focusable(s.editor)
	if s.editor.holder != nil {
		s.editor.holder.drop()
	}
	if i < len(s.rows) {
		s.list.SetItemHeight(i, s.heightOf(i))
	}
	s.list.Refresh()
	if focused {
		s.do.canvas().Focus(s.list)
	}
}

// typed takes over what was typed.
func (s *segmentList) typed(text string) {
	i := s.editing
	if i < 0 || i >= len(s.rows) {
		return
	}
	before := s.rows[i].text
	s.put(i, text)
	s.do.edit(i, before, text)
}

// put gives a row another text.
func (s *segmentList) put(i int, text string) {
	before := s.heightOf(i)
	s.rows[i].text = text
	if h := s.heightOf(i); h != before {
		s.list.SetItemHeight(i, h)
	}
}

// restore shows a text that an undo brought back, where it is edited or read.
func (s *segmentList) restore(i int, text string) {
	if i < 0 || i >= len(s.rows) {
		return
	}
	s.put(i, text)
	if i == s.editing {
		s.editor.put(text)
	}
	s.list.ScrollTo(i)
	s.list.Refresh()
}

func (s *segmentList) editorKey(e *fyne.KeyEvent) bool {
	switch e.Name {
	case fyne.KeyEscape, fyne.KeyReturn, fyne.KeyEnter, fyne.KeyF2:
		s.endEdit()
	case fyne.KeyTab:
		next := s.editing + 1
		if shiftHeld() {
			next = s.editing - 1
		}
		s.edit(next)
	case fyne.KeyF7, fyne.KeyF8, fyne.KeyF9, fyne.KeyF10:
		s.pass(e)
	default:
		return false
	}
	return true
}

func (s *segmentList) editorShortcut(short fyne.Shortcut) bool {
	switch short.(type) {
	case *fyne.ShortcutUndo:
		s.do.undo(-1)
	case *fyne.ShortcutRedo:
		s.do.undo(1)
	case *fyne.ShortcutCopy, *fyne.ShortcutCut, *fyne.ShortcutPaste, *fyne.ShortcutSelectAll:
		return false
	default:
		if !editorOwn(short) {
			s.do.shortcut(short)
			return true
		}
		return false
	}
	return true
}

// editorOwn reports whether a shortcut is one with which a text is edited.
func editorOwn(short fyne.Shortcut) bool {
	c, ok := short.(*desktop.CustomShortcut)
	if !ok {
		return false
	}
	switch c.KeyName {
	case fyne.KeyLeft, fyne.KeyRight, fyne.KeyBackspace, fyne.KeyDelete:
		return true
	}
	return false
}

// heightOf is how high a row is as it is shown.
func (s *segmentList) heightOf(i int) float32 {
	row := s.rows[i]
	switch {
	case i == s.editing:
		return s.ruler.edited(row.text, s.width)
	case s.found != nil && s.found.MatchString(row.text):
		return s.ruler.marked(row.words(), s.found, s.width)
	}
	return s.ruler.height(row, s.width)
}

// measure tells the list the heights of the rows from one on.
func (s *segmentList) measure(from int) {
	if s.width < timeColumn+pencilColumn+40 {
		return
	}
	for i := from; i < len(s.rows); i++ {
		s.list.SetItemHeight(i, s.heightOf(i))
	}
}

// remeasure makes the rows anew, after letters of another size came.
func (s *segmentList) remeasure() {
	s.ruler = newRuler()
	s.build()
	s.root.Refresh()
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
		if fresh || s.editing >= len(rows) {
			s.endEdit()
		}
		s.rows = rows
		if fresh {
			s.list.at = 0
		}
		s.build()
		s.root.Refresh()
		return
	}
	end := s.editing < 0 && s.current < 0 && s.atEnd() // nobody is being disturbed
	s.rows = rows
	if len(rows)-first > manyRows { // each one that the list is told of costs it a drawing
		at := s.list.GetScrollOffset()
		s.build()
		s.root.Refresh()
		s.list.ScrollToOffset(at)
	} else {
		s.measure(first)
		s.list.Refresh()
	}
	if end {
		s.list.ScrollToBottom()
	}
}

const manyRows = 12

func (s *segmentList) atEnd() bool {
	height := float32(0)
	for i := range s.rows {
		height += s.heightOf(i) + 4
	}
	return height-s.list.GetScrollOffset() <= s.list.Size().Height+24
}

// play marks the row of that time, and keeps it in sight unless a text is edited.
func (s *segmentList) play(position float64) {
	row := rowAt(s.rows, position)
	if row == s.marked {
		return
	}
	s.marked = row
	s.list.Refresh()
	if row >= 0 && s.editing < 0 {
		s.list.ScrollTo(row)
	}
}

// find marks what is looked for, in all texts, and shows the row of the current
// match; nil marks nothing.
func (s *segmentList) find(found *regexp.Regexp, current int) {
	same := found == s.found
	s.current = current
	if !same {
		s.found = found
		at := s.list.GetScrollOffset()
		s.build()
		s.root.Refresh()
		s.list.ScrollToOffset(at)
	} else {
		s.list.Refresh()
	}
	if current >= 0 {
		s.list.at = current
		s.list.ScrollTo(current)
	}
}

// span is the time of the marked row.
func (s *segmentList) span() [2]float64 {
	if s.marked < 0 || s.marked >= len(s.rows) {
		return [2]float64{}
	}
	return [2]float64{s.rows[s.marked].start, s.rows[s.marked].end}
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
