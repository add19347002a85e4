package gui

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// settingRow is a setting's name, what sets it, and a line on what it does.
func settingRow(name string, field fyne.CanvasObject, note string) fyne.CanvasObject {
	label := newText(name)
	parts := []fyne.CanvasObject{field}
	if note != "" {
		text := widget.NewLabel(note)
		text.Wrapping, text.SizeName = fyne.TextWrapWord, theme.SizeNameCaptionText
		// As close to its field as a caption.
		parts = append(parts, container.New(layout.NewCustomPaddedLayout(-6, -4, -4, 0), text))
	}
	return container.New(settingLayout{}, container.NewVBox(padded(label, 8, 0)), column(0, -1, parts...))
}

// settingLayout has the names in a column of their own.
type settingLayout struct{}

const settingFields = 560

// settingNames is the width of the names' column.
func settingNames() float32 {
	return 190 * max(1, theme.TextSize()/theme.DefaultTheme().Size(theme.SizeNameText))
}

// MinSize is Fyne's.
func (settingLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	a, b := o[0].MinSize(), o[1].MinSize()
	return fyne.NewSize(settingNames()+300, max(a.Height, b.Height))
}

// Layout is Fyne's.
func (settingLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	o[0].Move(fyne.NewPos(0, 0))
	o[0].Resize(fyne.NewSize(settingNames()-10, size.Height))
	o[1].Move(fyne.NewPos(settingNames(), 0))
	o[1].Resize(fyne.NewSize(min(settingFields, size.Width-settingNames()), size.Height))
}

// numberField takes a whole number within bounds. What is no such number is told,
// and is not taken.
type numberField struct {
	root      fyne.CanvasObject
	entry     *keyEntry
	wrong     *line
	low, high int
	value     int
}

func newNumberField(pass func(*fyne.KeyEvent), unit, tip string, low, high int, take func(int)) *numberField {
	f := &numberField{low: low, high: high}
	f.wrong = newLine("", theme.ColorNameError, theme.SizeNameCaptionText)
	f.entry = newKeyEntry(pass, func(text string) {
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil || n < low || n > high {
			f.wrong.set(trf(sayNumberBetween, low, high))
			return
		}
		f.wrong.set("")
		if n != f.value {
			f.value = n
			take(n)
		}
	})
	f.entry.left = func() { f.set(f.value) }
	f.entry.SetToolTip(tip)
	f.root = container.NewBorder(nil, nil, container.NewHBox(wide(f.entry, 96), newFixed(newCaption(unit))), nil, indent(f.wrong))
	return f
}

// set shows a value that may be.
func (f *numberField) set(n int) {
	f.value = n
	if text := strconv.Itoa(n); f.entry.Text != text {
		f.entry.SetText(text)
	}
	f.wrong.set("")
}

// folderField shows a folder, or what stands for none, with buttons to choose one
// and to have none again.
type folderField struct {
	root  fyne.CanvasObject
	path  *line
	none  string
	reset *keyButton
}

func newFolderField(pass func(*fyne.KeyEvent), none, tip string, choose, reset func()) *folderField {
	f := &folderField{path: newText(none), none: none}
	f.path.middle = true
	pick := newKeyButton(tr(sayChoose), theme.FolderOpenIcon(), pass, choose)
	pick.SetToolTip(tip)
	f.reset = newKeyButton("", theme.ContentUndoIcon(), pass, reset)
	f.reset.SetToolTip(trf(sayTipReset, none))
	f.root = container.NewBorder(nil, nil, nil, container.NewHBox(f.reset, pick), f.path)
	return f
}

func (f *folderField) set(folder string) {
	text := folder
	if folder == "" {
		text = f.none
	}
	f.path.set(text)
	f.reset.enable(folder != "")
}
