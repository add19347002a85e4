package gui

import (
	"context"
	"path/filepath"
	"strings"
	"time"

	"fyne.io/fyne/v2/theme"

	"haltscribe/audio/stretch"
	"haltscribe/gui/sound"
	"haltscribe/inference"
	"haltscribe/inference/engine"
)

// This file has what the user can choose, and what comes of each choice.

func withDefaults(c Choices, planned bool) Choices {
	if c.Model == "" {
		c.Model = demoModel
	}
	if c.Device == "" {
		c.Device = inference.DeviceCPU
	}
	if c.Hook == "" || (c.Hook == inference.HookPlanned && !planned) {
		c.Hook = inference.HookEveryNode
		if planned {
			c.Hook = inference.HookPlanned
		}
	}
	if c.Budget == 0 {
		c.Budget = inference.DefaultBudget
	}
	if c.TargetMS == 0 {
		c.TargetMS = 20
	}
	if c.StopDeadlineMS == 0 {
		c.StopDeadlineMS = int(engine.DefaultStopDeadline / time.Millisecond)
	}
	if c.TextSize == 0 {
		c.TextSize = 100
	}
	if c.Language == "" {
		c.Language = "auto"
	}
	if c.Theme == "" {
		c.Theme = themeSystem
	}
	if c.Speed < stretch.Slowest || c.Speed > stretch.Fastest {
		c.Speed = 1
	}
	if c.Width < leastWidth || c.Height < leastHeight {
		c.Width, c.Height = usualWidth, usualHeight
	}
	return c
}

// prepare makes the engine's job from what is chosen when the job begins. It
// runs on the queue's goroutine.
func (w *mainWindow) prepare(_ context.Context, file string) (engine.Job, error) {
	c := w.keep.get()
	m, err := w.deps.ResolveModel(c.Model)
	if err != nil {
		return engine.Job{}, err
	}
	return jobFor(c, m, file), nil
}

// jobFor is what is chosen, for one model and recording.
func jobFor(c Choices, m Model, file string) engine.Job {
	return engine.Job{
		File: file,
		Setup: inference.Setup{
			Library: c.Library, AllowUntested: c.AllowUntested,
			Model: m.Text, Projector: m.Projector, ModelName: m.Name,
			Device: c.Device, Hook: c.Hook, Budget: c.Budget, TargetMS: c.TargetMS, Threads: c.Threads,
		},
		StopDeadline: time.Duration(c.StopDeadlineMS) * time.Millisecond,
		Options:      inference.Options{Language: c.Language, Context: c.Context, Prompt: m.Prompt, LongestPiece: m.LongestPiece},
	}
}

func (w *mainWindow) setModel(value string) {
	c := w.keep.change(func(c *Choices) { c.Model = value })
	w.tools.model.set(modelOptions(c.Model, w.chooseModel), c.Model)
	w.showHookHint()
	w.checkModel()
}

func (w *mainWindow) setDevice(value string) {
	w.keep.change(func(c *Choices) { c.Device = value })
	w.showHookHint()
}

func (w *mainWindow) setLanguage(value string) {
	w.keep.change(func(c *Choices) { c.Language = value })
}

func (w *mainWindow) setHook(value string) {
	w.keep.change(func(c *Choices) { c.Hook = inference.HookMode(value) })
	w.showHookHint()
}

func (w *mainWindow) setVolume(share float64) {
	w.keep.change(func(c *Choices) { c.Volume = share })
	w.desk.Volume(share)
}

func (w *mainWindow) setSpeed(times float64) {
	w.keep.change(func(c *Choices) { c.Speed = times })
	w.desk.Speed(times)
}

// switchLook goes from dark to light or back.
func (w *mainWindow) switchLook() {
	l := lookFor(w.keep.get().Theme)
	next := themeDark
	if l.variant(w.app.Settings().ThemeVariant()) == theme.VariantDark {
		next = themeLight
	}
	w.setTheme(next)
	w.showSettings()
}

// checkModel finds out whether the chosen model is there, and what is to be
// said of it.
func (w *mainWindow) checkModel() {
	name := w.keep.get().Model
	w.asks.give(func(context.Context) {
		m, err := w.deps.ResolveModel(name)
		w.inbox.put(func() { w.modelChecked(name, m, err) })
	})
}

func (w *mainWindow) modelChecked(name string, m Model, err error) {
	if name != w.keep.get().Model {
		return // another was chosen meanwhile
	}
	w.modelName = m.Name
	w.showHookHint()
	w.banners.drop(bannerModel)
	w.banners.drop(bannerDemo)
	switch {
	case err != nil:
		b := banner{about: bannerModel, weight: trouble, text: trf(sayModelBanner, filepath.Base(name), err)}
		b.action, b.act = tr(sayUseDemo), func() { w.setModel(demoModel) }
		if name == demoModel {
			b.action, b.act = w.getModel()
		}
		w.putBanner(b)
	case m.Note != "" && m.Name != demoModel && w.modelDesk != nil: // a real one, with limits
		w.putBanner(banner{about: bannerDemo, text: m.Note})
	case m.Note != "":
		b := banner{about: bannerDemo, text: demoText(m.Note)}
		b.action, b.act = w.getModel()
		w.putBanner(b)
	}
}

// demoText is what the banner says of a model with limits.
func demoText(note string) string {
	if strings.Contains(note, "Qwen") { // it already says what to get
		return note
	}
	return strings.TrimSpace(note + " " + tr(sayGetReal))
}

// lookForDevices asks the engine what there is.
func (w *mainWindow) lookForDevices() {
	c := w.keep.get()
	w.asks.give(func(ctx context.Context) {
		inv, err := w.deps.Engine.Inventory(ctx, c.Library, c.AllowUntested)
		if ctx.Err() == nil {
			w.inbox.put(func() { w.inventoryCame(c, inv, err) })
		}
	})
}

func (w *mainWindow) inventoryCame(asked Choices, inv inference.Inventory, err error) {
	w.banners.drop(bannerEngine)
	w.banners.drop(bannerLibrary)
	w.banners.drop(bannerMissing)
	w.tools.setDevices(inv, w.keep.get().Device)
	w.compare.setup.setDevices(inv)
	if err != nil {
		w.putBanner(banner{
			about: bannerEngine, weight: trouble, text: trf(sayNoEngine, err),
			action: tr(sayTryAgain), act: w.lookForDevices,
		})
		return
	}
	lib := inv.Library
	if w.models != nil {
		w.models.library = lib.Version + " (" + lib.Commit + ")"
	}
	if !lib.Usable {
		w.putBanner(w.refusal(asked, lib))
		return
	}
	if !lib.ChunkFunctions {
		w.putBanner(banner{
			about: bannerMissing, weight: warning, text: trf(sayMissingBanner, listed(lib.MissingFunctions)),
			action: tr(sayChooseOther), act: w.chooseLibrary,
		})
	}
}

func (w *mainWindow) refusal(asked Choices, lib inference.Library) banner {
	why := ""
	if lib.WhyNot != nil {
		why = *lib.WhyNot
	}
	if !strings.Contains(why, lib.Path) { // a reason may tell the folder by itself
		why = trf(sayRefusedBanner, lib.Path, reason(why))
	}
	b := banner{about: bannerLibrary, weight: trouble, text: sentence(why)}
	b.action, b.act = tr(sayChooseOther), w.chooseLibrary
	if asked.Library != "" {
		b.action, b.act = tr(sayUseOwn), func() { w.setLibrary("") }
	}
	return b
}

func (w *mainWindow) setLibrary(folder string) {
	w.keep.change(func(c *Choices) { c.Library = folder })
	w.lookForDevices()
}

// soundBanner says so, once, where there is no sound device or it is gone.
func (w *mainWindow) soundBanner(s sound.Status) {
	if s.Silent == w.silent {
		return
	}
	w.silent = s.Silent
	short, _, _ := strings.Cut(s.Silent, ":") // the player's place has the rest
	w.putBanner(banner{about: bannerSound, text: trf(saySoundBanner, short)})
}

// chooseModel asks for a folder with a model in it.
func (w *mainWindow) chooseModel() {
	w.chooseFolder(tr(sayFolderTitle), ".gguf", w.setModel)
}

// chooseLibrary asks for a folder with another llama.cpp in it.
func (w *mainWindow) chooseLibrary() {
	w.chooseFolder(tr(sayLibraryTitle), "", w.setLibrary)
}

// close closes the window, and asks first where that loses something.
func (w *mainWindow) close() {
	_, busy := w.queue.Snapshot().Busy()
	if !busy && !w.comparing {
		w.win.Close()
		return
	}
	text := tr(sayCloseText)
	switch {
	case !busy:
		text = tr(sayCloseComparing)
	case w.keep.get().KeepHistory && w.deps.OpenHistory != nil:
		text = tr(sayCloseKept)
	}
	w.confirm(question{
		title: tr(sayCloseTitle), text: text, yes: tr(sayCloseYes), tip: tr(sayTipCloseYes), no: tr(sayCloseNo),
		grave: true, then: w.win.Close,
	})
}
