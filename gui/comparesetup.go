package gui

import (
	"path/filepath"
	"slices"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"haltscribe/inference"
)

// compareSetup is what a comparison shall be about, at the top of its page.
type compareSetup struct {
	root    fyne.CanvasObject
	pass    func(*fyne.KeyEvent)
	file    *picker
	runs    *picker
	whole   *keyCheck
	boxes   *fyne.Container
	devices []deviceBox
	start   *keyButton
	cancel  *keyButton
	why     *line // it can't be started
	changed func()
	offered string // the recording that is offered beside the sample
}

// deviceBox is a device that can be measured, or can't be had.
type deviceBox struct {
	device string
	box    *keyCheck
}

// sampleChoice stands for the recording that comes with the program.
const sampleChoice = "sample"

// usualRounds are few enough for a first look.
const usualRounds = 5

func newCompareSetup(pass func(*fyne.KeyEvent), start, cancel, changed func()) *compareSetup {
	c := &compareSetup{pass: pass, changed: changed}
	c.file = newPicker(func(string) { changed() }, pass)
	c.file.SetToolTip(tr(sayTipCompareFile))
	c.runs = newPicker(func(string) { changed() }, pass)
	c.runs.SetToolTip(tr(sayTipRounds))
	c.whole = newKeyCheck(tr(sayWholeToo), pass, func(bool) { changed() })
	c.whole.SetToolTip(tr(sayTipWhole))
	c.start = newKeyButton(tr(sayCompare), theme.MediaPlayIcon(), pass, start)
	c.start.Importance = widget.HighImportance
	c.start.SetToolTip(tr(sayTipCompare))
	c.cancel = newKeyButton(tr(sayCancel), theme.MediaStopIcon(), pass, cancel)
	c.cancel.SetToolTip(tr(sayTipCompareStop))
	c.why = newCaption("")
	c.boxes = container.NewHBox(newFixed(newCaption(tr(sayLooking))))
	c.offer("")
	var rounds []option
	for _, n := range []int{3, usualRounds, 9, 15, 25} {
		rounds = append(rounds, option{value: strconv.Itoa(n), label: strconv.Itoa(n)})
	}
	c.runs.set(rounds, strconv.Itoa(usualRounds))

	startKeys, cancelKeys := newCaption(tr(sayKeyStart)), newCaption(tr(sayKeyCancel))
	startKeys.align, cancelKeys.align = fyne.TextAlignCenter, fyne.TextAlignCenter
	buttons := container.NewHBox(
		column(2, 1, startKeys, wide(c.start, 116)),
		column(2, 1, cancelKeys, wide(c.cancel, 116)))
	choices := container.NewBorder(nil, nil, container.NewHBox(
		captioned(tr(sayRecording), wide(c.file, 210)), captioned(tr(sayRounds), wide(c.runs, 70))), nil,
		captioned(tr(sayDevices), container.NewHScroll(c.boxes)))
	below := container.NewBorder(nil, nil, c.whole, nil, c.why)
	c.root = newPanel(column(2, -1, container.NewBorder(nil, nil, nil, padded(buttons, 0, 4), choices), below))
	return c
}

// offer offers a recording beside the sample, and chooses it. An empty one leaves
// the sample.
func (c *compareSetup) offer(file string) {
	if file == c.offered && len(c.file.options) > 0 {
		return
	}
	c.offered = file
	options := []option{{value: sampleChoice, label: tr(saySample)}}
	chosen := sampleChoice
	if file != "" {
		options = append([]option{{value: file, label: filepath.Base(file)}}, options...)
		chosen = file
	}
	c.file.set(options, chosen)
}

// setDevices shows what there is; those that can't be had can't be chosen, and
// their tooltip says why.
func (c *compareSetup) setDevices(inv inference.Inventory) {
	var before []string
	for _, d := range c.devices {
		if !d.box.Checked && !d.box.Disabled() {
			before = append(before, d.device)
		}
	}
	c.devices, c.boxes.Objects = nil, nil
	for _, d := range inv.Devices {
		box := newKeyCheck(deviceName(d.Device), c.pass, nil)
		box.Checked = d.Available && !slices.Contains(before, d.Device)
		box.OnChanged = func(bool) { c.changed() }
		box.SetToolTip(deviceDetail(d))
		if !d.Available {
			box.Disable()
		}
		c.devices = append(c.devices, deviceBox{d.Device, box})
		c.boxes.Add(box)
	}
	c.boxes.Refresh()
	c.changed()
}

// chosen are the devices to measure; none are all, as long as they aren't known.
func (c *compareSetup) chosen() []string {
	var names []string
	for _, d := range c.devices {
		if d.box.Checked {
			names = append(names, d.device)
		}
	}
	return names
}

func (c *compareSetup) rounds() int {
	n, err := strconv.Atoi(c.runs.value)
	if err != nil {
		return usualRounds
	}
	return n
}

// allow says whether a comparison can be started or stopped now; why is the reason
// where neither can.
func (c *compareSetup) allow(running, stopping bool, why string) {
	// Before the devices are known, all that there are can be measured.
	c.start.enable(!running && why == "" && (len(c.devices) == 0 || len(c.chosen()) > 0))
	c.cancel.enable(running && !stopping)
	label, importance := tr(sayCancel), widget.MediumImportance
	switch {
	case stopping:
		label = tr(sayStopping)
	case running:
		importance = widget.DangerImportance
	}
	if c.cancel.Text != label || c.cancel.Importance != importance {
		c.cancel.Importance = importance
		c.cancel.SetText(label)
	}
	if why == "" && !running && len(c.devices) > 0 && len(c.chosen()) == 0 {
		why = tr(sayNoDevice)
	}
	c.why.set(why)
}
