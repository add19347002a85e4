package gui

import (
	"path/filepath"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"haltscribe/gui/queue"
)

// jobRow is a recording in the queue's list.
type jobRow struct {
	widget.BaseWidget
	icon   *widget.Icon
	name   *line
	state  *line
	length *line
	bar    *bar
	shown  queue.Item
	looks  queue.State // the state whose icon is shown
}

func newJobRow() *jobRow {
	r := &jobRow{
		icon:   widget.NewIcon(iconWaiting),
		name:   newText(""),
		state:  newCaption(""),
		length: newFixed(newCaption("")),
		bar:    newBar(3),
	}
	r.name.middle = true
	r.length.align = fyne.TextAlignTrailing
	r.bar.Hide()
	r.ExtendBaseWidget(r)
	return r
}

func (r *jobRow) set(it queue.Item) {
	if r.shown.ID == it.ID && r.shown.Rev == it.Rev && it.ID != 0 {
		return
	}
	r.shown = it
	if r.looks != it.State {
		r.looks = it.State
		r.icon.SetResource(stateIcon(it.State))
	}
	r.name.set(filepath.Base(it.File))
	r.state.paint(stateText(it), stateColor(it.State))
	r.length.set(lengthText(it))
	if it.State.Busy() {
		r.bar.progress(it.Share)
		r.bar.Show()
	} else {
		r.bar.Hide()
	}
	r.Refresh()
}

// CreateRenderer is Fyne's.
func (r *jobRow) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.New(jobLayout{}, r.icon, r.name, r.state, r.length, r.bar))
}

// jobLayout places a row's icon, name, state, length and bar.
type jobLayout struct{}

const (
	rowPad  = 8
	rowIcon = 20
)

func (jobLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	h := o[1].MinSize().Height + o[2].MinSize().Height + 2*rowPad + 3
	return fyne.NewSize(160, h)
}

func (jobLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	icon, name, state, length, bar := o[0], o[1], o[2], o[3], o[4]
	icon.Resize(fyne.NewSquareSize(rowIcon))
	icon.Move(fyne.NewPos(rowPad, (size.Height-rowIcon)/2))
	x := float32(rowPad + rowIcon + 10)
	width := size.Width - x - rowPad - 4
	name.Move(fyne.NewPos(x, rowPad-1))
	name.Resize(fyne.NewSize(width, name.MinSize().Height))
	y := rowPad + name.MinSize().Height
	long := length.MinSize()
	state.Move(fyne.NewPos(x, y))
	state.Resize(fyne.NewSize(width-long.Width-6, state.MinSize().Height))
	length.Move(fyne.NewPos(x+width-long.Width, y))
	length.Resize(long)
	bar.Move(fyne.NewPos(x, size.Height-6))
	bar.Resize(fyne.NewSize(width, 3))
}

// queueView is the list of recordings, on the left.
type queueView struct {
	root    fyne.CanvasObject
	list    *keyList
	count   *line
	hint    *line
	add     *keyButton
	remove  *keyButton
	earlier *keyButton
	later   *keyButton
	more    *keyButton
	snap    queue.Snapshot
	chosen  int // id
	quietly bool
	drawn   bool
	onPick  func(id int)
}

// queueDeeds are what the list can ask for.
type queueDeeds struct {
	pick              func(id int)
	add, remove, more func()
	move              func(by int)
}

func newQueueView(pass func(*fyne.KeyEvent), do queueDeeds) *queueView {
	v := &queueView{onPick: do.pick}
	v.list = newKeyList(tr(sayTipQueue), func(e *fyne.KeyEvent) {
		if e.Name == fyne.KeyDelete {
			do.remove()
			return
		}
		pass(e)
	}, func() int { return len(v.snap.Items) }, func() fyne.CanvasObject { return newJobRow() },
		func(i int, o fyne.CanvasObject) { o.(*jobRow).set(v.snap.Items[i]) })
	v.list.OnSelected = v.selected
	v.list.enter = func(i int) { v.list.Select(i) }

	title := newFixed(newText(tr(sayQueue)))
	title.style.Bold = true
	v.count = newCaption("")
	v.hint = newCaption(tr(sayDropHere))
	v.hint.align = fyne.TextAlignCenter
	button := func(label string, icon fyne.Resource, tip string, tapped func()) *keyButton {
		b := newKeyButton(label, icon, pass, tapped)
		b.Importance = widget.LowImportance
		b.SetToolTip(tip)
		return b
	}
	v.add = button(tr(sayAdd), theme.ContentAddIcon(), tr(sayTipAdd), do.add)
	v.remove = button("", theme.DeleteIcon(), tr(sayTipRemove), do.remove)
	v.earlier = button("", theme.MoveUpIcon(), tr(sayTipEarlier), func() { do.move(-1) })
	v.later = button("", theme.MoveDownIcon(), tr(sayTipLater), func() { do.move(1) })
	v.more = button("", theme.MoreVerticalIcon(), tr(sayTipQueueMore), do.more)
	head := container.NewBorder(nil, nil, nil, v.add, indent(container.NewBorder(nil, nil, title, nil, indent(v.count))))
	foot := container.NewBorder(nil, nil, container.New(layout.NewCustomPaddedHBoxLayout(0), v.earlier, v.later, v.remove), v.more)
	v.root = newPanel(container.NewBorder(head, foot, nil, nil, container.NewStack(container.NewCenter(wide(v.hint, 200)), v.list)))
	return v
}

func (v *queueView) selected(i int) {
	v.list.at = i
	if v.quietly || i >= len(v.snap.Items) {
		return
	}
	v.onPick(v.snap.Items[i].ID)
}

// show draws a snapshot with one of its items chosen.
func (v *queueView) show(s queue.Snapshot, chosen int) {
	if v.drawn && v.same(s) && v.chosen == chosen {
		return
	}
	v.drawn, v.snap, v.chosen = true, s, chosen
	count := ""
	if n := s.Waiting(); n > 0 {
		count = waitingText(n)
	}
	v.count.set(count)
	setVisible(v.hint, len(s.Items) == 0)
	it, _ := s.Find(chosen)
	v.remove.enable(it.ID != 0 && !it.State.Busy())
	at := v.row(chosen)
	v.earlier.enable(at > 0)
	v.later.enable(at >= 0 && at < len(s.Items)-1)
	v.more.enable(len(s.Items) > 0)
	v.quietly = true
	if i := v.row(chosen); i >= 0 {
		v.list.Select(i)
	} else {
		v.list.UnselectAll()
	}
	v.quietly = false
	v.list.Refresh()
}

func (v *queueView) row(id int) int {
	for i, it := range v.snap.Items {
		if it.ID == id {
			return i
		}
	}
	return -1
}

func (v *queueView) same(s queue.Snapshot) bool {
	if len(s.Items) != len(v.snap.Items) {
		return false
	}
	for i := range s.Items {
		if s.Items[i].ID != v.snap.Items[i].ID || s.Items[i].Rev != v.snap.Items[i].Rev {
			return false
		}
	}
	return true
}
