package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"haltscribe/gui/browsing"
	"haltscribe/models/fetch"
)

// fileRowHeight is that of a row with a mark.
const fileRowHeight = 34

// fileRow is a folder or a file in a browser's list.
type fileRow struct {
	widget.BaseWidget
	box  *markBox
	icon *widget.Icon
	name *line
	size *line
}

func newFileRow(marks bool) *fileRow {
	r := &fileRow{box: newMarkBox(), icon: widget.NewIcon(theme.FileAudioIcon()), name: newText(""), size: newFixed(newCaption(""))}
	r.name.middle = true
	if !marks {
		r.box.Hide()
	}
	r.ExtendBaseWidget(r)
	return r
}

func (r *fileRow) set(e browsing.Entry, marked bool, mark func()) {
	r.box.set(marked, mark)
	icon, size := theme.FileAudioIcon(), ""
	if e.Folder {
		icon = theme.FolderIcon()
	} else {
		size = fetch.Size(e.Size)
	}
	r.icon.SetResource(icon)
	r.name.set(e.Name)
	r.size.set(size)
	r.Refresh()
}

// CreateRenderer is Fyne's.
func (r *fileRow) CreateRenderer() fyne.WidgetRenderer {
	left := container.NewHBox(r.box, container.NewCenter(container.NewGridWrap(fyne.NewSquareSize(rowIcon), r.icon)))
	return widget.NewSimpleRenderer(tall(padded(container.NewBorder(nil, nil, left, r.size, r.name), 3, rowPad), fileRowHeight))
}

// markBox is a row's mark. It takes no focus: Space does the same.
type markBox struct {
	widget.BaseWidget
	icon *widget.Icon
	tap  func()
}

func newMarkBox() *markBox {
	b := &markBox{icon: widget.NewIcon(theme.CheckButtonIcon())}
	b.ExtendBaseWidget(b)
	return b
}

func (b *markBox) set(on bool, tap func()) {
	b.tap = tap
	icon := theme.CheckButtonIcon()
	if on {
		icon = theme.NewPrimaryThemedResource(theme.CheckButtonCheckedIcon())
	}
	b.icon.SetResource(icon)
}

// Tapped marks.
func (b *markBox) Tapped(*fyne.PointEvent) {
	if b.tap != nil {
		b.tap()
	}
}

// Cursor is Fyne's.
func (b *markBox) Cursor() desktop.Cursor { return desktop.PointerCursor }

// CreateRenderer is Fyne's.
func (b *markBox) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.New(layout.NewCustomPaddedLayout(4, 4, 4, 4), container.NewGridWrap(fyne.NewSquareSize(rowIcon), b.icon)))
}
