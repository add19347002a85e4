package gui

import (
	"time"

	"haltscribe/gui/comparison"
	"haltscribe/inference"
)

// modeCost is what a hook mode was measured to mean on this machine.
type modeCost struct {
	device string
	model  string
	mode   inference.HookMode
	at     time.Time
	ratio  float64 // of an encode's time to one without a callback
	stopMS float64 // median
}

// modeCosts picks from comparisons, the newest first, what is known of each mode on
// each device with each model.
func modeCosts(runs []comparison.Kept) []modeCost {
	var found []modeCost
	for _, k := range runs {
		for _, d := range k.Report.Devices {
			if len(d.Chunks) == 0 {
				continue
			}
			for i := range d.Chunks[0].Full {
				full, during := rowsOf(d.Chunks[0], d.Chunks[0].Full[i].Hook)
				if during == nil || during.N == 0 {
					continue
				}
				c := modeCost{d.Device, k.Report.Model, full.Hook, k.At, full.Ratio, during.MS.Median}
				if _, ok := costOf(found, c.device, c.model, c.mode); !ok {
					found = append(found, c)
				}
			}
		}
	}
	return found
}

func costOf(all []modeCost, device, model string, mode inference.HookMode) (modeCost, bool) {
	for _, c := range all {
		if c.device == device && c.model == model && c.mode == mode {
			return c, true
		}
	}
	return modeCost{}, false
}

// hookHint says in one line what a hook mode means on this machine.
func hookHint(all []modeCost, device, model string, mode inference.HookMode) string {
	c, ok := costOf(all, device, model, mode)
	switch {
	case mode == inference.HookOff && ok:
		return trf(sayHintOff, took(c.stopMS))
	case mode == inference.HookOff:
		return tr(sayHintOffUnknown)
	case ok:
		return trf(sayHintMode, modeName(mode), costWords(c.ratio), took(c.stopMS), deviceName(device), model, c.at.Format(tr(sayDate)))
	}
	return trf(sayHintUnknown, hookDetail(mode))
}

// measuredHooks adds to the modes' lines in the menu what was measured.
func measuredHooks(all []modeCost, device, model string) map[inference.HookMode]string {
	here := map[inference.HookMode]string{}
	for _, c := range all {
		if c.device == device && c.model == model && c.mode != inference.HookOff {
			here[c.mode] = trf(sayHintHere, hookDetail(c.mode), costWords(c.ratio), took(c.stopMS))
		}
	}
	return here
}

// hookDetail says what a mode does.
func hookDetail(mode inference.HookMode) string {
	switch mode {
	case inference.HookOff:
		return tr(sayHookOffDetail)
	case inference.HookEveryNode:
		return tr(sayHookEveryDetail)
	case inference.HookBudget:
		return tr(sayHookBudgetDetail)
	}
	return tr(sayHookPlanDetail)
}

// showHookHint says below the choices what the chosen hook mode means here.
func (w *mainWindow) showHookHint() {
	c := w.keep.get()
	model := w.modelName
	if model == "" {
		model = c.Model
	}
	w.tools.hint.set(hookHint(w.costs, c.Device, model, c.Hook))
	w.tools.hook.set(hookOptions(w.deps.Planned, measuredHooks(w.costs, c.Device, model)), string(c.Hook))
}
