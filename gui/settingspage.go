package gui

import (
	"runtime"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"

	"haltscribe/inference/export"
)

// settingsPage is everything that is remembered, in one place. Each change counts
// at once, or from the next recording on.
type settingsPage struct {
	root     fyne.CanvasObject
	scroll   *container.Scroll
	model    *picker
	models   *folderField
	language *picker
	context  *keyEntry

	library  *folderField
	untested *keyCheck
	threads  *picker
	target   *numberField
	deadline *numberField
	idle     *numberField

	theme *picker
	size  *picker

	formats map[export.Format]*keyCheck
	exports *folderField
	history *keyCheck

	filling bool // what is set comes from the choices
}

// settingsDeeds are what the page can ask for.
type settingsDeeds struct {
	change                                    func(func(*Choices)) // counts from the next recording on
	model, language, theme                    func(string)
	textSize                                  func(percent int)
	keepHistory                               func(bool)
	chooseModel                               func()
	chooseModels, chooseLibrary, chooseExport func()
	models, library                           func(folder string)
	untested                                  func(bool)
}

// Bounds of what can be typed; the settings' file refuses what is beyond.
const (
	leastTarget, mostTarget     = 1, 10000
	leastDeadline, mostDeadline = 50, 600000
	leastIdle, mostIdle         = 0, 100000
)

// textSizes are per cent of the usual size.
var textSizes = []int{80, 90, 100, 110, 125, 150, 175, 200}

func newSettingsPage(pass func(*fyne.KeyEvent), do settingsDeeds, file string) *settingsPage {
	p := &settingsPage{formats: map[export.Format]*keyCheck{}}
	quietly := func(f func()) {
		if !p.filling {
			f()
		}
	}
	pick := func(tip string, chosen func(string)) *picker {
		k := newPicker(chosen, pass)
		k.SetToolTip(tip)
		return k
	}
	folder := func(none, tip string, choose func(), set func(string)) *folderField {
		return newFolderField(pass, none, tip, choose, func() { set("") })
	}
	p.model = pick(tr(sayTipModel), do.model)
	p.models = folder(tr(sayOwnPlace), tr(sayTipModelsFolder), do.chooseModels, do.models)
	p.language = pick(tr(sayTipLanguage), do.language)
	p.context = newKeyEntry(pass, func(text string) {
		quietly(func() { do.change(func(c *Choices) { c.Context = strings.TrimSpace(text) }) })
	})
	p.context.PlaceHolder = tr(sayContextHint)
	p.context.SetToolTip(tr(sayNoteContext))

	p.library = folder(tr(sayOwnLibrary), tr(sayTipLibrary), do.chooseLibrary, do.library)
	p.untested = newKeyCheck(tr(sayUntested), pass, func(on bool) { quietly(func() { do.untested(on) }) })
	p.untested.SetToolTip(tr(sayTipUntested))
	p.threads = pick(tr(sayTipThreads), func(value string) {
		n, _ := strconv.Atoi(value) // one of ours
		do.change(func(c *Choices) { c.Threads = n })
	})
	p.threads.set(threadOptions(runtime.NumCPU()), "0")
	p.target = newNumberField(pass, tr(sayMilliseconds), tr(sayNoteTarget), leastTarget, mostTarget, func(n int) {
		do.change(func(c *Choices) { c.TargetMS = float64(n) })
	})
	p.deadline = newNumberField(pass, tr(sayMilliseconds), tr(sayNoteDeadline), leastDeadline, mostDeadline, func(n int) {
		do.change(func(c *Choices) { c.StopDeadlineMS = n })
	})
	p.idle = newNumberField(pass, tr(sayMinutes), tr(sayNoteIdle), leastIdle, mostIdle, func(n int) {
		do.change(func(c *Choices) { c.IdleMinutes = n })
	})

	p.theme = pick(tr(sayTheme), do.theme)
	p.theme.set([]option{
		{value: themeSystem, label: tr(sayThemeSystem)}, {value: themeDark, label: tr(sayThemeDark)}, {value: themeLight, label: tr(sayThemeLight)},
	}, themeSystem)
	p.size = pick(tr(sayTipTextSize), func(value string) {
		n, _ := strconv.Atoi(value) // one of ours
		do.textSize(n)
	})

	boxes := container.NewHBox()
	for _, f := range export.Formats() {
		box := newKeyCheck(strings.ToUpper(string(f)), pass, func(bool) { quietly(func() { do.change(p.takeFormats) }) })
		box.SetToolTip(tr(sayTipFormats))
		p.formats[f] = box
		boxes.Add(box)
	}
	p.exports = folder(tr(sayBesideRecording), tr(sayTipExportFolder), do.chooseExport, func(string) {
		do.change(func(c *Choices) { c.ExportDir = "" })
		p.exports.set("")
	})
	p.history = newKeyCheck(tr(sayKeepHistory), pass, func(on bool) { quietly(func() { do.keepHistory(on) }) })
	p.history.SetToolTip(tr(sayNoteHistory))

	narrow := func(o fyne.CanvasObject, width float32) fyne.CanvasObject { return container.NewHBox(wide(o, width)) }
	sections := column(10, -1,
		settingSection(tr(sayModel),
			settingRow(tr(sayModel), p.model, ""),
			settingRow(tr(sayModelsFolder), p.models.root, tr(sayNoteModelsFolder)),
			settingRow(tr(sayLanguage), narrow(p.language, 200), ""),
			settingRow(tr(sayContext), p.context, tr(sayNoteContext))),
		settingSection(tr(sayEngine),
			settingRow(tr(sayLibrary), p.library.root, tr(sayNoteLibrary)),
			settingRow("", narrow(p.untested, 100), ""),
			settingRow(tr(sayThreads), narrow(p.threads, 200), tr(sayNoteThreads)),
			settingRow(tr(sayTarget), p.target.root, tr(sayNoteTarget)),
			settingRow(tr(sayDeadline), p.deadline.root, tr(sayNoteDeadline)),
			settingRow(tr(sayIdle), p.idle.root, tr(sayNoteIdle))),
		settingSection(tr(sayWindow),
			settingRow(tr(sayColours), narrow(p.theme, 200), ""),
			settingRow(tr(sayTextSize), narrow(p.size, 200), "")),
		settingSection(tr(saySaving),
			settingRow(tr(sayFormats), boxes, ""),
			settingRow(tr(saySetExportFolder), p.exports.root, ""),
			settingRow("", narrow(p.history, 100), tr(sayNoteHistory))))
	if file != "" {
		where := newCaption(settingsWhere(file))
		where.middle = true
		sections.Add(padded(where, 2, 12))
	}
	p.scroll = container.NewVScroll(padded(sections, 0, 4))
	followFocus(p.scroll)
	p.root = p.scroll
	return p
}

// settingSection is a panel of rows under a title.
func settingSection(title string, rows ...fyne.CanvasObject) fyne.CanvasObject {
	head := newLine(title, theme.ColorNameForeground, theme.SizeNameSubHeadingText)
	head.style.Bold = true
	parts := append([]fyne.CanvasObject{head}, rows...)
	p := newPanel(container.New(layout.NewCustomPaddedLayout(0, 4, 8, 8), column(8, -1, parts...)))
	return p
}

func threadOptions(cores int) []option {
	o := []option{{value: "0", label: tr(sayThreadsAuto)}}
	for n := 1; n <= cores; n++ {
		o = append(o, option{value: strconv.Itoa(n), label: strconv.Itoa(n)})
	}
	return o
}

func sizeOptions(now int) []option {
	sizes := textSizes
	if !slices.Contains(sizes, now) { // written into the file by hand
		sizes = append(slices.Clone(sizes), now)
		slices.Sort(sizes)
	}
	var o []option
	for _, n := range sizes {
		o = append(o, option{value: strconv.Itoa(n), label: wholePercent(n)})
	}
	return o
}

func (p *settingsPage) takeFormats(c *Choices) {
	c.Formats = []string{}
	for _, f := range export.Formats() {
		if p.formats[f].Checked {
			c.Formats = append(c.Formats, string(f))
		}
	}
}

// fill shows the choices.
func (p *settingsPage) fill(c Choices, models []option) {
	p.filling = true
	defer func() { p.filling = false }()
	p.model.set(models, c.Model)
	p.models.set(c.ModelDir)
	p.language.set(languageOptions(), c.Language)
	if p.context.Text != c.Context {
		p.context.SetText(c.Context)
	}
	p.library.set(c.Library)
	p.untested.SetChecked(c.AllowUntested)
	p.threads.show(strconv.Itoa(c.Threads))
	p.target.set(int(c.TargetMS))
	p.deadline.set(c.StopDeadlineMS)
	p.idle.set(c.IdleMinutes)
	p.theme.show(c.Theme)
	p.size.set(sizeOptions(c.TextSize), strconv.Itoa(c.TextSize))
	for f, box := range p.formats {
		box.SetChecked(slices.Contains(c.Formats, string(f)))
	}
	p.exports.set(c.ExportDir)
	p.history.SetChecked(c.KeepHistory)
}

// scrollBy moves the page with the keyboard.
func (p *settingsPage) scrollBy(e *fyne.KeyEvent) bool { return scrollBy(p.scroll, e) }
