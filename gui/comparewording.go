package gui

import (
	"fmt"
	"strings"
	"time"

	"haltscribe/gui/comparison"
	"haltscribe/inference"
	"haltscribe/inference/engine"
)

// What the comparison's page says.

func modeName(mode inference.HookMode) string {
	switch mode {
	case inference.HookOff:
		return tr(sayHookOff)
	case inference.HookEveryNode:
		return tr(sayHookEveryNode)
	case engine.HookGoCallback:
		return tr(sayHookGo)
	case inference.HookBudget:
		return tr(sayHookBudget)
	case inference.HookPlanned:
		return tr(sayHookPlanned)
	}
	return string(mode)
}

// costWords says a ratio as people do: 3 %, or 5.1 times.
func costWords(ratio float64) string {
	switch {
	case ratio >= 1.5:
		return trf(sayCostTimes, figure(ratio))
	case ratio < 1.005:
		return tr(sayCostNothing)
	}
	return trf(sayCostPercent, figure((ratio-1)*100))
}

// costText is a ratio in a table.
func costText(mode inference.HookMode, ratio float64) string {
	if mode == inference.HookOff {
		return tr(sayNone)
	}
	return plusText(ratio)
}

// plusText is what comes on top of the time without a callback.
func plusText(ratio float64) string {
	if ratio >= 2 {
		return trf(sayTimesSign, figure(ratio))
	}
	return strings.Replace(trf(sayPlusPercent, (ratio-1)*100), "-", "−", 1)
}

func intervalText(mode inference.HookMode, ci [2]float64) string {
	if mode == inference.HookOff {
		return tr(sayNone)
	}
	return trf(sayFromTo, plusText(ci[0]), plusText(ci[1]))
}

// ratioText is a ratio at an axis.
func ratioText(ratio float64) string {
	if ratio >= 10 {
		return fmt.Sprintf("%.0f", ratio)
	}
	return fmt.Sprintf("%.2f", ratio)
}

func shareText(share float64) string { return trf(sayPercent, int(share*100+0.5)) }

func groupText(d engine.BenchDevice, c engine.BenchChunk) string {
	if c.Medium == "image" {
		return trf(sayGroupImage, deviceName(d.Device), d.Name, c.Tokens)
	}
	return trf(sayGroup, deviceName(d.Device), d.Name, c.Tokens)
}

func nodesText(c engine.BenchChunk) string {
	if c.Nodes == 0 {
		return ""
	}
	return trf(sayNodes, c.Nodes, took(c.LongestNodeMS), c.LongestNodeOp)
}

// afterText says how the device's contexts were after all those stops.
func afterText(d engine.BenchDevice) string {
	if d.Reuse == nil {
		return ""
	}
	if d.Reuse.Embeddings && d.Reuse.Tokens {
		return trf(sayReuseGood, d.Reuse.Stops)
	}
	return trf(sayReuseBad, d.Reuse.Stops)
}

// conclusionText draws the conclusion of a comparison.
func conclusionText(r engine.BenchReport) string {
	var parts []string
	for _, f := range r.Findings() {
		s := ""
		switch {
		case f.Unsure:
			s = trf(sayFoundUnsure, f.Device)
		case f.EveryNode != 0 && f.Planned != 0:
			s = trf(sayFoundBoth, f.Device, costWords(f.EveryNode), costWords(f.Planned))
		case f.EveryNode != 0:
			s = trf(sayFoundEvery, f.Device, costWords(f.EveryNode))
		default:
			s = trf(sayFoundPlan, f.Device, costWords(f.Planned))
		}
		if f.StopWithPlan > 0 {
			s += trf(sayFoundStop, took(f.StopWithPlan), took(f.StopOff))
		}
		parts = append(parts, s)
	}
	if len(parts) == 0 {
		return tr(sayFoundNothing)
	}
	return sentence(strings.Join(parts, "; "))
}

// aboutComparison is where, with what and when it was made.
func aboutComparison(k comparison.Kept) string {
	r := k.Report
	return strings.Join([]string{
		whenText(k.At), r.Model, r.Host.CPU,
		trf(sayThreadsRuns, r.Threads, r.Runs), trf(sayLoadWas, r.Host.Load1),
		trf(sayLlama, r.Library.Version),
	}, "  ·  ")
}

func whenText(at time.Time) string { return at.Format(tr(sayDateTime)) }

// runTitle and runAbout are the first and the last line of a run in the list.
func runTitle(k comparison.Kept) string {
	var names []string
	for _, d := range k.Report.Devices {
		names = append(names, deviceName(d.Device))
	}
	return k.Report.Model + "  ·  " + strings.Join(names, ", ")
}

func runAbout(k comparison.Kept) string {
	s := trf(sayLoadWas, k.Report.Host.Load1)
	if k.Report.Partial {
		s += "  ·  " + tr(sayPartialShort)
	}
	return s
}

// doingText is the line of a comparison that runs.
func doingText(s comparison.Status) string {
	if s.State == comparison.Stopping {
		return tr(sayCompareStopping)
	}
	if s.What == "" {
		return tr(sayCompareBegins)
	}
	return trf(sayCompareDoing, percent(s.Done), whatText(s.What))
}

// whatText says in the window's words what the engine does: "cpu: encoding".
func whatText(what string) string {
	device, doing, ok := strings.Cut(what, ": ")
	if !ok {
		return what
	}
	switch doing {
	case "loading the model":
		doing = tr(sayDoingLoad)
	case "encoding":
		doing = tr(sayDoingEncode)
	case "whole transcriptions":
		doing = tr(sayDoingWhole)
	}
	return trf(sayOnDevice, deviceName(device), doing)
}
