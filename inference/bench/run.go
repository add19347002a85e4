package bench

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"haltscribe/cbridge"
	"haltscribe/inference"
	"haltscribe/inference/plan"
)

// Lab is what a comparison needs of the engine: the library and whole transcriptions.
type Lab interface {
	Library() *cbridge.Library
	Inventory() (inference.Inventory, error)
	// LoadParams finds a Setup's device and says how to load its model.
	LoadParams(inference.Setup) (cbridge.LoadParams, error)
	// Plans has the plans of a model that was loaded for a Setup, for what it encodes.
	Plans(*cbridge.Model, inference.Setup, inference.Medium) (*plan.Keeper, error)
	// FirstPiece is the samples of a recording's first piece.
	FirstPiece(file string, rate int) ([]float32, error)
	Prompt(inference.Options) []cbridge.PromptPart
	Transcribe(inference.Request, func(inference.Event)) inference.Outcome
	Close() // frees the model of the last transcription
}

// Progress tells how far a comparison is and what it does.
type Progress struct {
	Done  float64
	What  string
	SoFar *Report `json:",omitempty"` // where a table has become longer: what was measured, as partial
}

// Run measures. A run that is cancelled by its flag, or fails, gives what it has
// measured, marked as partial; err says why, and is nil after a cancel.
func Run(lab Lab, spec Spec, flag cbridge.Flag, tell func(Progress)) (Report, error) {
	spec = spec.withDefaults()
	info := lab.Library().Info()
	report := Report{
		Library: Library{Version: info.Version, Commit: info.Commit, ChunkFunctions: info.ChunkFunctions()},
		Host:    host(), Model: spec.Setup.ModelName, Audio: spec.File, Date: time.Now().Format("2006-01-02"),
		Runs: spec.Runs, TargetMS: spec.Setup.TargetMS, Devices: []Device{}, Warnings: []string{},
	}
	err := measureAll(lab, spec, flag, &report, tell)
	report = report.concluded(err != nil)
	if errors.Is(err, errCancelled) {
		err = nil
	}
	return report, err
}

// concluded is the report with what is to be said of it.
func (r Report) concluded(partial bool) Report {
	r.Partial = partial
	r.Warnings = append(slices.Clip(r.Warnings), r.doubts()...)
	r.Conclusion = r.conclude()
	return r
}

func (s Spec) withDefaults() Spec {
	if s.Runs <= 0 {
		s.Runs = 9
	}
	if s.Setup.TargetMS <= 0 {
		s.Setup.TargetMS = inference.DefaultTargetMS
	}
	if s.Setup.Budget <= 0 {
		s.Setup.Budget = inference.DefaultBudget
	}
	return s
}

func measureAll(lab Lab, spec Spec, flag cbridge.Flag, report *Report, tell func(Progress)) error {
	if !report.Library.ChunkFunctions {
		return errors.New("the library lacks the chunk-level functions, so encodes can't be measured alone")
	}
	inventory, err := lab.Inventory()
	if err != nil {
		return err
	}
	for _, d := range inventory.Devices {
		if d.Device == inference.DeviceCPU {
			report.Host.CPU = d.Name
		}
	}
	devices, err := choose(inventory.Devices, spec.Devices)
	if err != nil {
		return err
	}
	for n, d := range devices {
		report.Devices = append(report.Devices, Device{Device: d.Device, Name: d.Name, Backend: d.Backend, Chunks: []Chunk{}})
		within := func(p Progress) {
			p.Done, p.What = (float64(n)+p.Done)/float64(len(devices)), d.Device+": "+p.What
			tell(p)
		}
		out := &report.Devices[len(report.Devices)-1]
		if err := device(lab, spec, d, flag, report, out, within); err != nil {
			if !errors.Is(err, errCancelled) {
				out.Error = err.Error()
			}
			return err
		}
	}
	return nil
}

// choose picks the asked devices, or all that are available.
func choose(have []inference.Device, asked []string) ([]inference.Device, error) {
	var chosen []inference.Device
	for _, d := range have {
		if d.Available && (len(asked) == 0 || slices.ContainsFunc(asked, func(a string) bool { return strings.EqualFold(a, d.Device) })) {
			chosen = append(chosen, d)
		}
	}
	for _, a := range asked {
		if !slices.ContainsFunc(chosen, func(d inference.Device) bool { return strings.EqualFold(a, d.Device) }) {
			return nil, fmt.Errorf("the device %q is not available here", a)
		}
	}
	return chosen, nil
}

func device(lab Lab, spec Spec, d inference.Device, flag cbridge.Flag, report *Report, out *Device, tell func(Progress)) error {
	setup := spec.Setup
	setup.Device, setup.Hook = d.Device, inference.HookEveryNode
	params, err := lab.LoadParams(setup)
	if err != nil {
		return err
	}
	report.Threads = params.Threads
	tell(Progress{What: "loading the model"})
	lab.Close()
	b := &bed{spec: spec, setup: setup, flag: cbridge.NewFlag(), outer: flag}
	defer b.flag.Free()
	if err := b.load(lab, params, flag); err != nil {
		return err
	}
	defer b.close()
	done, all := 0, spec.steps(b.shapes())
	b.step = func() {
		done++
		tell(Progress{Done: min(1, float64(done)/float64(all)), What: "encoding"})
	}
	b.section = func() {
		soFar := report.concluded(true)
		tell(Progress{Done: min(1, float64(done)/float64(all)), What: "encoding", SoFar: &soFar})
	}
	if err := b.device(out); err != nil {
		return err
	}
	if !spec.EndToEnd {
		return nil
	}
	b.close() // the whole transcriptions load a model of their own
	tell(Progress{Done: 1, What: "whole transcriptions"})
	return endToEnd(lab, spec, setup, flag, out)
}

// load loads the model twice: with a callback, and the projector alone without.
func (b *bed) load(lab Lab, params cbridge.LoadParams, flag cbridge.Flag) error {
	params.Cancel, params.Images, params.Sequences = flag, true, 1
	lib := lab.Library()
	load := func(p cbridge.LoadParams) (*cbridge.Model, error) {
		m, err := lib.NewModel(p)
		if err != nil {
			return nil, fmt.Errorf("loading the model: %w", err)
		}
		if err := m.Load(); err != nil {
			m.Close()
			if errors.Is(err, cbridge.ErrCancelled) {
				return nil, errCancelled
			}
			return nil, fmt.Errorf("loading the model: %w", err)
		}
		return m, nil
	}
	var err error
	if b.hooked, err = load(params); err != nil {
		return err
	}
	params.ShareText, params.Hook = b.hooked, cbridge.HookOff
	if b.bare, err = load(params); err != nil {
		b.close()
		return err
	}
	if err := b.prepare(lab); err != nil {
		b.close()
		return err
	}
	return nil
}

// close frees what load made; more than once is fine.
func (b *bed) close() {
	for _, m := range b.media {
		m.close()
	}
	b.media = nil
	for _, m := range []**cbridge.Model{&b.bare, &b.hooked} {
		if *m != nil {
			(*m).Close()
			*m = nil
		}
	}
}

// steps is how many encodes a device takes, for the progress.
func (s Spec) steps(shapes int) int {
	hooks := len(s.hooks())
	return shapes * (hooks*(warmUps+s.Runs) + (hooks-1)*s.Runs + hooks*(1+3*s.Runs))
}

func host() Host {
	h := Host{OS: runtime.GOOS + "/" + runtime.GOARCH, Cores: inference.DefaultThreads(), CPU: "unknown"}
	if text, err := os.ReadFile("/proc/loadavg"); err == nil {
		h.Load1, _ = strconv.ParseFloat(strings.Fields(string(text))[0], 64)
	}
	return h
}

// endToEnd times whole transcriptions, a round of all modes at a time.
func endToEnd(lab Lab, spec Spec, setup inference.Setup, flag cbridge.Flag, out *Device) error {
	times := map[inference.HookMode][]float64{}
	hooks := slices.DeleteFunc(spec.hooks(), func(h inference.HookMode) bool { return h == GoCallback })
	defer func() {
		for _, hook := range hooks {
			if len(times[hook]) == 0 {
				continue
			}
			row := EndToEnd{Hook: hook, MS: spread(times[hook])}
			row.Ratio, row.RatioCI = pairedRatio(times[hook], times[inference.HookOff])
			out.EndToEnd = append(out.EndToEnd, row)
		}
	}()
	for round := range spec.Runs + 1 {
		for _, hook := range hooks {
			setup.Hook = hook
			o := lab.Transcribe(inference.Request{File: spec.File, Setup: setup, Flag: flag}, func(inference.Event) {})
			switch t := o.Transcript; {
			case t.Status == inference.StatusCancelled:
				return errCancelled
			case t.Status == inference.StatusFailed:
				return errors.New(*t.Error)
			case round > 0: // the first round warms up and makes the plans
				times[hook] = append(times[hook], t.Timing.TotalMS-t.Timing.LoadMS)
			}
		}
	}
	return nil
}
