package gui

import (
	"path/filepath"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"haltscribe/gui/queue"
	"haltscribe/inference"
)

// toolbar is where a person says what shall be done, and how, at the top.
type toolbar struct {
	root       fyne.CanvasObject
	model      *picker
	device     *picker
	hook       *picker
	language   *picker
	start      *keyButton
	cancel     *keyButton
	cancelKeys *line
	hint       *line // what the hook mode means here
	compare    *keyButton
}

// toolbarDeeds are what the toolbar can ask for.
type toolbarDeeds struct {
	model, device, hook, language func(value string)
	chooseModel, compare          func()
	start, cancel                 func()
}

func newToolbar(pass func(*fyne.KeyEvent), do toolbarDeeds, c Choices, planned bool) *toolbar {
	t := &toolbar{
		model:      newPicker(do.model, pass),
		device:     newPicker(do.device, pass),
		hook:       newPicker(do.hook, pass),
		language:   newPicker(do.language, pass),
		start:      newKeyButton(tr(sayTranscribe), theme.MediaPlayIcon(), pass, do.start),
		cancel:     newKeyButton(tr(sayCancel), theme.MediaStopIcon(), pass, do.cancel),
		cancelKeys: newCaption(tr(sayKeyCancel)),
		hint:       newCaption(""),
		compare:    newKeyButton(tr(sayCompareThis), nil, pass, do.compare),
	}
	t.start.Importance = widget.HighImportance
	t.start.SetToolTip(tr(sayTipStart))
	t.cancel.SetToolTip(tr(sayTipCancel))
	t.model.SetToolTip(tr(sayTipModel))
	t.device.SetToolTip(tr(sayTipDevice))
	t.hook.SetToolTip(tr(sayTipHook))
	t.language.SetToolTip(tr(sayTipLanguage))
	t.cancelKeys.align = fyne.TextAlignCenter
	t.model.set(modelOptions(c.Model, do.chooseModel), c.Model)
	t.device.set([]option{{value: c.Device, label: deviceName(c.Device)}, {value: "?", label: tr(sayLooking), barred: true}}, c.Device)
	t.hook.set(hookOptions(planned, nil), string(c.Hook))
	t.language.set(languageOptions(), c.Language)

	startKeys := newCaption(tr(sayKeyStart))
	startKeys.align = fyne.TextAlignCenter
	pickers := container.New(layout.NewGridLayoutWithColumns(4),
		captioned(tr(sayModel), t.model), captioned(tr(sayDevice), t.device),
		captioned(tr(sayHook), t.hook), captioned(tr(sayLanguage), t.language))
	buttons := container.NewHBox(
		column(2, 1, startKeys, wide(t.start, 116)),
		column(2, 1, t.cancelKeys, wide(t.cancel, 116)))
	t.compare.Importance = widget.LowImportance
	t.compare.SetToolTip(tr(sayTipCompareThis))
	above := container.NewBorder(nil, nil, nil, padded(buttons, 0, 4), pickers)
	t.root = newPanel(column(0, -1, above, container.NewBorder(nil, nil, nil, t.compare, indent(t.hint))))
	return t
}

func captioned(caption string, o fyne.CanvasObject) fyne.CanvasObject {
	return column(2, 1, container.New(layout.NewCustomPaddedLayout(0, 0, 4, 0), newCaption(caption)), o)
}

// show draws what can be done now, for a queue with one of its items chosen.
func (t *toolbar) show(s queue.Snapshot, chosen int) {
	busy, running := s.Busy()
	waiting := s.Waiting()
	label := tr(sayTranscribe)
	can := waiting > 0 && !(s.Active && running)
	if waiting == 0 {
		it, _ := s.Find(chosen)
		if it.ID != 0 && it.State.Ended() && !running {
			label, can = tr(sayAgain), true
		}
	}
	setButton(t.start, label, can)
	switch {
	case !running:
		setButton(t.cancel, tr(sayCancel), false)
		t.cancelLooks(widget.MediumImportance)
	case busy.State == queue.Stopping:
		setButton(t.cancel, tr(sayStopping), false)
		t.cancelLooks(widget.MediumImportance)
	default:
		setButton(t.cancel, tr(sayCancel), true)
		t.cancelLooks(widget.DangerImportance)
	}
	keys := tr(sayKeyCancel)
	if running && waiting > 0 {
		keys = tr(sayKeyStopAll)
	}
	t.cancelKeys.set(keys)
}

func (t *toolbar) cancelLooks(i widget.Importance) {
	if t.cancel.Importance != i {
		t.cancel.Importance = i
		t.cancel.Refresh()
	}
}

func setButton(b *keyButton, label string, can bool) {
	if b.Text != label {
		b.SetText(label)
	}
	b.enable(can)
}

const demoModel = "demo"

func modelOptions(model string, choose func()) []option {
	o := []option{{value: demoModel, label: tr(sayDemoModel), detail: tr(sayDemoDetail)}}
	if model != demoModel && model != "" {
		o = append(o, option{value: model, label: filepath.Base(model), detail: model})
	}
	return append(o, option{}, option{value: "…", label: tr(sayChooseFolder), act: choose})
}

// hookOptions are the modes; here adds to some what was measured on this machine.
func hookOptions(planned bool, here map[inference.HookMode]string) []option {
	o := []option{
		{value: string(inference.HookOff), label: tr(sayHookOff), detail: tr(sayHookOffDetail)},
		{value: string(inference.HookEveryNode), label: tr(sayHookEveryNode), detail: tr(sayHookEveryDetail)},
		{value: string(inference.HookBudget), label: tr(sayHookBudget), detail: tr(sayHookBudgetDetail)},
	}
	if planned {
		o = append(o, option{value: string(inference.HookPlanned), label: tr(sayHookPlanned), detail: tr(sayHookPlanDetail)})
	}
	for i := range o {
		if measured := here[inference.HookMode(o[i].value)]; measured != "" {
			o[i].detail = measured
		}
	}
	return o
}

// deviceOptions lists the devices, those that can't be had with their reason.
func deviceOptions(inv inference.Inventory) []option {
	var o []option
	for _, d := range inv.Devices {
		o = append(o, option{value: d.Device, label: deviceName(d.Device), detail: deviceDetail(d), barred: !d.Available})
	}
	return o
}

// deviceDetail says what a device is, or why it can't be had.
func deviceDetail(d inference.Device) string {
	name := deviceName(d.Device)
	switch {
	case !d.Available && d.WhyNot != nil:
		return trf(sayUnavailable, name, reason(*d.WhyNot))
	case !d.Available:
		return trf(sayUnavailable, name, tr(sayNotFound))
	case d.MemoryMiB > 0:
		return trf(sayMemory, name, d.Name, d.MemoryMiB)
	}
	return trf(sayDeviceDetail, name, d.Name)
}

// setDevices replaces the list of devices. The chosen one stays, and is shown
// as missing where it is not among them.
func (t *toolbar) setDevices(inv inference.Inventory, chosen string) {
	o := deviceOptions(inv)
	if !slices.ContainsFunc(o, func(d option) bool { return d.value == chosen }) {
		name := deviceName(chosen)
		o = append(o, option{value: chosen, label: name, detail: trf(sayUnavailable, name, tr(sayNotFound)), barred: true})
	}
	t.device.set(o, chosen)
}

// deviceName writes cpu as CPU, and leaves other names as they are.
func deviceName(device string) string {
	switch device {
	case inference.DeviceCPU:
		return "CPU"
	case inference.DeviceMetal:
		return "Metal"
	case inference.DeviceVulkan:
		return "Vulkan"
	case inference.DeviceCUDA:
		return "CUDA"
	}
	return device
}

// languages are those that Qwen3-ASR writes, by their English names, which is
// what the model is told.
var languages = []string{
	"Arabic", "Cantonese", "Chinese", "Czech", "Danish", "Dutch", "English", "Filipino", "Finnish", "French",
	"German", "Greek", "Hindi", "Hungarian", "Indonesian", "Italian", "Japanese", "Korean", "Macedonian",
	"Malay", "Persian", "Polish", "Portuguese", "Romanian", "Russian", "Spanish", "Swedish", "Thai", "Turkish",
	"Vietnamese",
}

func languageOptions() []option {
	o := []option{{value: "auto", label: tr(sayAuto)}}
	for _, l := range languages {
		o = append(o, option{value: l, label: l})
	}
	return o
}
