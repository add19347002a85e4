package gui

import (
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"haltscribe/gui/queue"
)

// transcriptView shows what was said in one recording, in the middle.
type transcriptView struct {
	root    fyne.CanvasObject
	title   *line
	about   *line
	resume  *keyButton
	find    *keyButton
	export  *keyButton
	copy    *keyButton
	more    *keyButton
	notes   *widget.Label
	head    *fyne.Container
	all     *fyne.Container
	finder  *finder
	body    *fyne.Container // holds exactly one of: list, message, welcome
	list    *segmentList
	message *messageView
	welcome fyne.CanvasObject
	item    queue.Item
	active  bool
}

// transcriptDeeds are what the transcript can ask for.
type transcriptDeeds struct {
	segmentDeeds
	copyAll, open, resume, export, more func()
}

func newTranscriptView(pass func(*fyne.KeyEvent), do transcriptDeeds) *transcriptView {
	v := &transcriptView{}
	v.title = newLine("", theme.ColorNameForeground, theme.SizeNameSubHeadingText)
	v.title.style.Bold, v.title.middle = true, true
	v.about = newCaption("")
	v.list = newSegmentList(pass, do.segmentDeeds)
	v.finder = newFinder(pass, v.list, func() { relayout(v.all) })
	v.resume = newKeyButton(tr(sayGoOn), theme.MediaSkipNextIcon(), pass, do.resume)
	v.resume.Importance = widget.HighImportance
	v.resume.SetToolTip(tr(sayTipGoOn))
	v.find = newKeyButton("", theme.SearchIcon(), pass, v.finder.open)
	v.find.SetToolTip(tr(sayTipFind))
	v.export = newKeyButton("", theme.DocumentSaveIcon(), pass, do.export)
	v.export.SetToolTip(tr(sayTipExport))
	v.copy = newKeyButton(tr(sayCopy), theme.ContentCopyIcon(), pass, do.copyAll)
	v.copy.SetToolTip(tr(sayTipCopy))
	v.more = newKeyButton("", theme.MoreVerticalIcon(), pass, do.more)
	v.more.SetToolTip(tr(sayTipMore))
	for _, b := range []*keyButton{v.find, v.export, v.more} {
		b.Importance = widget.LowImportance
	}
	v.notes = widget.NewLabel("")
	v.notes.Wrapping = fyne.TextWrapWord
	v.notes.Importance = widget.WarningImportance
	v.notes.Hide()
	v.message = newMessageView()
	v.welcome = newWelcome(pass, do.open)
	v.body = container.NewStack(v.welcome)
	names := container.NewVBox(v.title, v.about)
	buttons := container.NewHBox(v.resume, v.find, v.export, v.copy, v.more)
	v.head = container.NewBorder(nil, nil, nil, container.NewCenter(buttons), names)
	v.all = column(4, 3, padded(v.head, 2, 8), v.notes, v.finder.root, v.body)
	v.root = newPanel(v.all)
	v.blank()
	return v
}

func newWelcome(pass func(*fyne.KeyEvent), open func()) fyne.CanvasObject {
	mark := canvas.NewImageFromResource(Icon())
	mark.FillMode = canvas.ImageFillContain
	title := newFixed(newLine(tr(sayEmptyTitle), theme.ColorNameForeground, theme.SizeNameSubHeadingText))
	title.style.Bold, title.align = true, fyne.TextAlignCenter
	hint := newFixed(newCaption(tr(sayEmptyHint)))
	hint.align = fyne.TextAlignCenter
	button := newKeyButton(tr(sayEmptyButton), theme.FolderOpenIcon(), pass, open)
	button.SetToolTip(tr(sayTipAdd))
	box := container.New(layout.NewCustomPaddedVBoxLayout(10),
		container.NewCenter(container.NewGridWrap(fyne.NewSquareSize(84), mark)), title, hint, container.NewCenter(button))
	return container.NewCenter(box)
}

// blank shows no recording at all.
func (v *transcriptView) blank() {
	v.item = queue.Item{}
	v.title.set(tr(sayNoneChosen))
	v.about.set("")
	v.offer(false, 0)
	v.finder.close()
	v.notes.Hide()
	v.swap(v.welcome)
	relayout(v.all)
}

func (v *transcriptView) swap(o fyne.CanvasObject) {
	if v.body.Objects[0] == o {
		return
	}
	v.body.Objects[0] = o
	o.Resize(v.body.Size())
	v.body.Refresh()
}

// show draws a recording; position is where the player is, negative where it
// plays something else or nothing.
func (v *transcriptView) show(it queue.Item, active bool, position float64) {
	if it.ID == 0 {
		if v.item.ID != 0 {
			v.blank()
		}
		return
	}
	if it.ID == v.item.ID && it.Rev == v.item.Rev && active == v.active {
		v.list.play(position)
		return
	}
	fresh := it.ID != v.item.ID
	if v.copy.Text != tr(sayCopy) {
		v.copy.SetText(tr(sayCopy))
	}
	v.item, v.active = it, active
	v.title.set(filepath.Base(it.File))
	v.about.set(aboutText(it))
	if fresh {
		v.finder.close()
	}
	v.offer(len(it.Segments) > 0 || it.Partial != "", it.ResumePoint())
	v.showNotes(it)
	rows := segmentsOf(it)
	if len(rows) == 0 {
		v.message.show(bodyText(it, active), stateIcon(it.State), it.State == queue.Failed)
		v.swap(v.message.root)
		return
	}
	v.list.show(rows, position, fresh)
	v.swap(v.list.root)
	v.finder.look(false)
}

// offer shows the buttons for what can be done with the text, and with a job that
// ended too early.
func (v *transcriptView) offer(text bool, from float64) {
	if from > 0 {
		if label := trf(sayGoOnFrom, clock(from)); v.resume.Text != label {
			v.resume.SetText(label)
		}
	}
	if v.copy.Visible() == text && v.resume.Visible() == (from > 0) && v.find.Visible() == text {
		return
	}
	setVisible(v.resume, from > 0)
	for _, b := range []*keyButton{v.find, v.export, v.copy, v.more} {
		setVisible(b, text)
	}
	relayout(v.head)
	v.head.Refresh()
}

func (v *transcriptView) showNotes(it queue.Item) {
	var notes []string
	for _, n := range it.Warnings {
		if !aboutMissing(it, n) { // the banner says that once for all
			notes = append(notes, sentence(n))
		}
	}
	if it.State == queue.Truncated && len(notes) == 0 {
		notes = append(notes, tr(sayTruncText))
	}
	importance := widget.WarningImportance
	if it.State == queue.Failed && it.Text() != "" {
		notes = append(notes, sentence(it.Error))
		importance = widget.DangerImportance
	}
	if text := strings.Join(few(notes), "\n"); v.notes.Text != text || v.notes.Importance != importance {
		v.notes.Importance = importance
		v.notes.SetText(text)
		setVisible(v.notes, len(notes) > 0)
		relayout(v.all)
	}
}

// aboutMissing reports whether a warning names functions that the library lacks.
func aboutMissing(it queue.Item, note string) bool {
	return it.Result != nil && slices.ContainsFunc(it.Result.Engine.MissingFunctions, func(f string) bool {
		return strings.Contains(note, f)
	})
}

func aboutText(it queue.Item) string {
	var parts []string
	if it.Result != nil && it.Result.Language != "" {
		parts = append(parts, it.Result.Language)
	}
	if it.Duration > 0 {
		parts = append(parts, lengthText(it))
	}
	if it.Result != nil && it.Result.Engine.DeviceName != "" {
		parts = append(parts, it.Result.Engine.DeviceName)
	}
	switch it.State {
	case queue.Cancelled, queue.Truncated, queue.Interrupted:
		parts = append(parts, stateText(it))
	}
	if len(parts) == 0 {
		parts = append(parts, stateText(it))
	}
	return strings.Join(parts, "  ·  ")
}

func segmentsOf(it queue.Item) []segment {
	rows := make([]segment, 0, len(it.Segments)+1)
	end := 0.0
	for _, s := range it.Segments {
		rows = append(rows, segment{start: s.Start, end: s.End, text: s.Text})
		end = s.End
	}
	if it.Partial != "" {
		rows = append(rows, segment{start: end, end: it.Duration, text: it.Partial, live: it.State.Busy()})
	}
	return rows
}

// messageView says one thing in the middle of the place for text.
type messageView struct {
	root fyne.CanvasObject
	icon *widget.Icon
	text *widget.Label
}

func newMessageView() *messageView {
	m := &messageView{icon: widget.NewIcon(iconWaiting), text: widget.NewLabel("")}
	m.text.Wrapping, m.text.Alignment = fyne.TextWrapWord, fyne.TextAlignCenter
	icon := container.NewCenter(container.NewGridWrap(fyne.NewSquareSize(36), m.icon))
	m.root = container.NewVBox(layout.NewSpacer(), icon, padded(m.text, 0, 24), layout.NewSpacer(), layout.NewSpacer())
	return m
}

func (m *messageView) show(text string, icon fyne.Resource, bad bool) {
	m.icon.SetResource(icon)
	m.text.Importance = widget.MediumImportance
	if bad {
		m.text.Importance = widget.DangerImportance
	}
	m.text.SetText(text)
}

// copied says on the button that the text was copied, until another is shown.
func (v *transcriptView) copied() { v.copy.SetText(tr(sayCopied)) }
