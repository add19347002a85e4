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
		return sayHookOff
	case inference.HookEveryNode:
		return sayHookEveryNode
	case engine.HookGoCallback:
		return sayHookGo
	case inference.HookBudget:
		return sayHookBudget
	case inference.HookPlanned:
		return sayHookPlanned
	}
	return string(mode)
}

// costWords says a ratio as people do: 3 %, or 5.1 times.
func costWords(ratio float64) string {
	switch {
	case ratio >= 1.5:
		return fmt.Sprintf(sayCostTimes, figure(ratio))
	case ratio < 1.005:
		return sayCostNothing
	}
	return fmt.Sprintf(sayCostPercent, figure((ratio-1)*100))
}

// costText is a ratio in a table.
func costText(mode inference.HookMode, ratio float64) string {
	if mode == inference.HookOff {
		return sayNone
	}
	return plusText(ratio)
}

// plusText is what comes on top of the time without a callback.
func plusText(ratio float64) string {
	if ratio >= 2 {
		return fmt.Sprintf(sayTimesSign, figure(ratio))
	}
	return strings.Replace(fmt.Sprintf(sayPlusPercent, (ratio-1)*100), "-", "−", 1)
}

func intervalText(mode inference.HookMode, ci [2]float64) string {
	if mode == inference.HookOff {
		return sayNone
	}
	return fmt.Sprintf(sayFromTo, plusText(ci[0]), plusText(ci[1]))
}

// ratioText is a ratio at an axis.
func ratioText(ratio float64) string {
	if ratio >= 10 {
		return fmt.Sprintf("%.0f", ratio)
	}
	return fmt.Sprintf("%.2f", ratio)
}

func shareText(share float64) string { return fmt.Sprintf(sayPercent, int(share*100+0.5)) }

func groupText(d engine.BenchDevice, c engine.BenchChunk) string {
	if c.Medium == "image" {
		return fmt.Sprintf(sayGroupImage, deviceName(d.Device), d.Name, c.Tokens)
	}
	return fmt.Sprintf(sayGroup, deviceName(d.Device), d.Name, c.Tokens)
}

func nodesText(c engine.BenchChunk) string {
	if c.Nodes == 0 {
		return ""
	}
	return fmt.Sprintf(sayNodes, c.Nodes, took(c.LongestNodeMS), c.LongestNodeOp)
}

// afterText says how the device's contexts were after all those stops.
func afterText(d engine.BenchDevice) string {
	if d.Reuse == nil {
		return ""
	}
	if d.Reuse.Embeddings && d.Reuse.Tokens {
		return fmt.Sprintf(sayReuseGood, d.Reuse.Stops)
	}
	return fmt.Sprintf(sayReuseBad, d.Reuse.Stops)
}

// conclusionText draws the conclusion of a comparison.
func conclusionText(r engine.BenchReport) string {
	var parts []string
	for _, f := range r.Findings() {
		s := ""
		switch {
		case f.Unsure:
			s = fmt.Sprintf(sayFoundUnsure, f.Device)
		case f.EveryNode != 0 && f.Planned != 0:
			s = fmt.Sprintf(sayFoundBoth, f.Device, costWords(f.EveryNode), costWords(f.Planned))
		case f.EveryNode != 0:
			s = fmt.Sprintf(sayFoundEvery, f.Device, costWords(f.EveryNode))
		default:
			s = fmt.Sprintf(sayFoundPlan, f.Device, costWords(f.Planned))
		}
		if f.StopWithPlan > 0 {
			s += fmt.Sprintf(sayFoundStop, took(f.StopWithPlan), took(f.StopOff))
		}
		parts = append(parts, s)
	}
	if len(parts) == 0 {
		return sayFoundNothing
	}
	return sentence(strings.Join(parts, "; "))
}

// aboutComparison is where, with what and when it was made.
func aboutComparison(k comparison.Kept) string {
	r := k.Report
	return strings.Join([]string{
		whenText(k.At), r.Model, r.Host.CPU,
		fmt.Sprintf(sayThreadsRuns, r.Threads, r.Runs), fmt.Sprintf(sayLoadWas, r.Host.Load1),
		fmt.Sprintf(sayLlama, r.Library.Version),
	}, "  ·  ")
}

func whenText(at time.Time) string { return at.Format(sayDateTime) }

// runTitle and runAbout are the first and the last line of a run in the list.
func runTitle(k comparison.Kept) string {
	var names []string
	for _, d := range k.Report.Devices {
		names = append(names, deviceName(d.Device))
	}
	return k.Report.Model + "  ·  " + strings.Join(names, ", ")
}

func runAbout(k comparison.Kept) string {
	s := fmt.Sprintf(sayLoadWas, k.Report.Host.Load1)
	if k.Report.Partial {
		s += "  ·  " + sayPartialShort
	}
	return s
}

// doingText is the line of a comparison that runs.
func doingText(s comparison.Status) string {
	if s.State == comparison.Stopping {
		return sayCompareStopping
	}
	if s.What == "" {
		return sayCompareBegins
	}
	return fmt.Sprintf(sayCompareDoing, percent(s.Done), whatText(s.What))
}

// whatText says in the window's words what the engine does: "cpu: encoding".
func whatText(what string) string {
	device, doing, ok := strings.Cut(what, ": ")
	if !ok {
		return what
	}
	switch doing {
	case "loading the model":
		doing = sayDoingLoad
	case "encoding":
		doing = sayDoingEncode
	case "whole transcriptions":
		doing = sayDoingWhole
	}
	return fmt.Sprintf(sayOnDevice, deviceName(device), doing)
}
