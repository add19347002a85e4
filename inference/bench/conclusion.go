package bench

import (
	"fmt"
	"strings"

	"haltscribe/inference"
)

// tooWide is an interval of a ratio that tells that the machine was too busy.
const tooWide = 0.05

func (f *Full) unsure() bool { return f.RatioCI[1]-f.RatioCI[0] > tooWide }

// doubts says where the machine was too busy to tell.
func (r *Report) doubts() []string {
	var doubts []string
	for _, d := range r.Devices {
		for _, c := range d.Chunks {
			var modes []string
			for _, f := range c.Full {
				if f.unsure() {
					modes = append(modes, string(f.Hook))
				}
			}
			if len(modes) > 0 {
				doubts = append(doubts, fmt.Sprintf("on %s, chunks of %d tokens, the machine was too busy to tell what %s costs (the interval is wider than 5 %%)",
					d.Device, c.Tokens, strings.Join(modes, ", ")))
			}
		}
	}
	if r.Partial {
		doubts = append(doubts, "the run was not finished; what is here was measured")
	}
	return doubts
}

// Finding is what the conclusion says of one device. Ratios are to an encode
// without a callback, and 0 where they were not measured; so are the medians of a
// stop, in ms.
type Finding struct {
	Device                string // for people: CPU, Vulkan, …
	EveryNode, Planned    float64
	Unsure                bool // an interval of theirs is too wide to tell them apart
	StopOff, StopWithPlan float64
}

// Findings are those of the devices on which anything was measured to its end.
func (r *Report) Findings() []Finding {
	var found []Finding
	for _, d := range r.Devices {
		if len(d.Chunks) == 0 {
			continue
		}
		c, f := &d.Chunks[0], Finding{Device: label(d)}
		every, planned := c.full(inference.HookEveryNode), c.full(inference.HookPlanned)
		if every != nil {
			f.EveryNode = every.Ratio
			f.Unsure = every.unsure()
		}
		if planned != nil {
			f.Planned = planned.Ratio
			f.Unsure = f.Unsure || planned.unsure()
		}
		// However wide, intervals that don't meet say which costs more.
		if every != nil && planned != nil && planned.RatioCI[1] < every.RatioCI[0] {
			f.Unsure = false
		}
		if f.EveryNode == 0 && f.Planned == 0 {
			continue
		}
		if off, p := c.during(inference.HookOff), c.during(inference.HookPlanned); off != nil && p != nil && p.N > 0 && off.N > 0 {
			f.StopOff, f.StopWithPlan = off.MS.Median, p.MS.Median
		}
		found = append(found, f)
	}
	return found
}

// conclude draws the conclusion in a sentence.
func (r *Report) conclude() string {
	var parts []string
	for _, f := range r.Findings() {
		s := "on " + f.Device
		switch {
		case f.Unsure:
			s += " the machine was too busy to tell what the checks cost"
		case f.EveryNode != 0 && f.Planned != 0:
			s += fmt.Sprintf(" checking every node costs %s, the plan %s", cost(f.EveryNode), cost(f.Planned))
		case f.EveryNode != 0:
			s += fmt.Sprintf(" checking every node costs %s", cost(f.EveryNode))
		default:
			s += fmt.Sprintf(" the plan costs %s", cost(f.Planned))
		}
		if f.StopWithPlan > 0 {
			s += fmt.Sprintf(", and a cancel takes %.0f ms with the plan instead of %.0f ms without a callback", f.StopWithPlan, f.StopOff)
		}
		parts = append(parts, s)
	}
	if len(parts) == 0 {
		return "Nothing was measured to its end."
	}
	s := strings.Join(parts, "; ") + "."
	return strings.ToUpper(s[:1]) + s[1:]
}

func label(d Device) string {
	if d.Device == inference.DeviceCPU {
		return "CPU"
	}
	return d.Backend
}

// cost says a ratio as people do: 3 %, or 5.1 times.
func cost(ratio float64) string {
	switch {
	case ratio >= 1.5:
		return fmt.Sprintf("%.1f times", ratio)
	case ratio < 1.005:
		return "nothing that can be measured"
	}
	return fmt.Sprintf("%.1f %%", (ratio-1)*100)
}

func (c *Chunk) full(h inference.HookMode) *Full {
	for i := range c.Full {
		if c.Full[i].Hook == h {
			return &c.Full[i]
		}
	}
	return nil
}

func (c *Chunk) during(h inference.HookMode) *During {
	for i := range c.StoppedDuring {
		if c.StoppedDuring[i].Hook == h {
			return &c.StoppedDuring[i]
		}
	}
	return nil
}
