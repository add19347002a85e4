package cli

import (
	"errors"
	"fmt"
	"time"

	"haltscribe/inference"
	"haltscribe/inference/export"
	"haltscribe/models"
)

// transcribeFlags are what transcribe and watch have in common.
type transcribeFlags struct {
	engineFlags
	Language string   `default:"auto" help:"Language spoken, in English, such as English or German; auto finds it."`
	Context  string   `placeholder:"TEXT" help:"Words to expect, such as names."`
	Format   []string `placeholder:"FORMAT" help:"txt, srt, vtt, json or csv; repeatable (default: txt)."`
	Output   string   `placeholder:"DIR" help:"Folder for the results (transcribe: instead of standard output; watch: instead of the watched one)."`
	Quiet    bool     `help:"No progress and no warnings."`
	Verbose  bool     `help:"Show the log of ggml too."`
}

type transcribeCmd struct {
	transcribeFlags
	Resume      bool          `help:"Go on behind the last finished segment of a run that was cut off."`
	CancelAfter time.Duration `placeholder:"DURATION" default:"-1ns" help:"For measuring: cancel that long after the work began."`
	InPhase     string        `placeholder:"PHASE" help:"With --cancel-after: count from the begin of load, audio, encode, embed or token."`
	Tokens      float64       `name:"forced-tokens" placeholder:"N" hidden:"" help:"For measuring with random weights: tokens for each second of a recording, whatever the model says."`
	Files       []string      `arg:"" name:"file" help:"Recordings; - is standard input."`
}

// engineFlags choose what runs and how.
type engineFlags struct {
	Model         string  `default:"demo" placeholder:"NAME|DIR" help:"Model: a name that 'haltscribe models list' shows, or a folder with a GGUF pair."`
	Device        string  `default:"cpu" placeholder:"NAME" help:"Device: cpu, metal, vulkan, cuda, or a name that 'haltscribe devices' lists."`
	Hook          string  `default:"${hook}" placeholder:"MODE" help:"When to look at the cancel byte: off, every-node, budget, planned (default: ${default})."`
	TargetMS      float64 `name:"target-ms" default:"${target}" placeholder:"MS" help:"Hook planned: longest wanted time between two checks (default: ${default})."`
	Budget        int64   `default:"${budget}" placeholder:"N" help:"Hook budget: multiply-adds between two checks (default: ${default})."`
	Threads       int     `placeholder:"N" help:"Threads (default: as many as suit machine and model)."`
	Sequences     int     `placeholder:"N" help:"Pieces of 30 s to decode together, at most, as memory allows (default: as many of 8 as make it quicker, which is measured meanwhile)."`
	Library       string  `placeholder:"DIR" help:"Folder of another llama.cpp with libmtmd."`
	AllowUntested bool    `help:"Accept a llama.cpp version that Haltscribe was not tested with."`
}

// setup checks the flags and finds the model.
func (f engineFlags) setup() (inference.Setup, models.Model, error) {
	hook, err := inference.ParseHook(f.Hook)
	if err != nil {
		return inference.Setup{}, models.Model{}, usageError{err}
	}
	if f.Threads < 0 || f.Sequences < 0 || f.Budget <= 0 || f.TargetMS <= 0 {
		return inference.Setup{}, models.Model{}, usageError{errors.New("--threads, --sequences, --budget and --target-ms take positive numbers")}
	}
	model, err := home().Resolve(f.Model)
	if err != nil {
		return inference.Setup{}, models.Model{}, err
	}
	return inference.Setup{
		Library: f.Library, AllowUntested: f.AllowUntested,
		Model: model.Text, Projector: model.Projector, ModelName: model.Name,
		Device: f.Device, Hook: hook, Budget: f.Budget, TargetMS: f.TargetMS, Threads: f.Threads,
		SequencesAtOnce: f.Sequences,
	}, model, nil
}

// usageError is a mistake in the arguments.
type usageError struct{ error }

// memoryNote says where memory will be short, before it is taken. What a GPU has
// free is its driver's to tell.
func memoryNote(s inference.Setup, m models.Model) string {
	if s.Device != inference.DeviceCPU {
		return ""
	}
	return models.ShortOf(m)
}

// cancelPlan reads --cancel-after and --in-phase; nil without them.
func (c transcribeCmd) cancelPlan() (*inference.CancelPlan, error) {
	if c.CancelAfter < 0 {
		if c.InPhase != "" {
			return nil, usageError{errors.New("--in-phase needs --cancel-after")}
		}
		return nil, nil
	}
	plan := &inference.CancelPlan{After: c.CancelAfter}
	if c.InPhase == "" {
		return plan, nil
	}
	for _, p := range inference.Phases() {
		if string(p) == c.InPhase {
			plan.InPhase = p
			return plan, nil
		}
	}
	return nil, usageError{fmt.Errorf("there is no phase %q; choose load, audio, encode, embed or token", c.InPhase)}
}

func (c transcribeFlags) exportFormats() ([]export.Format, error) {
	formats := []export.Format{}
	for _, name := range c.Format {
		f, err := export.Parse(name)
		if err != nil {
			return nil, usageError{err}
		}
		formats = append(formats, f)
	}
	if len(formats) == 0 {
		formats = append(formats, export.TXT)
	}
	return formats, nil
}

func (c transcribeCmd) run(std streams) int {
	plan, err1 := c.cancelPlan()
	formats, err2 := c.exportFormats()
	if err2 == nil && len(formats) > 1 && c.Output == "" {
		err2 = usageError{errors.New("several formats need --output DIR")}
	}
	if err := firstOf(err1, err2, checkInputs(c.Files, c.Resume)); err != nil {
		return std.wrongUse("transcribe", err)
	}
	work, code := c.begin(std, "transcribe")
	if work == nil {
		return code
	}
	defer work.close()
	work.plan, work.resume, work.options.ForcedTokens = plan, c.Resume, c.Tokens
	results, err := newResults(std, c.Output, formats, c.Files)
	if err != nil {
		return std.fail(err)
	}
	tally := tally{}
	for _, file := range c.Files {
		if work.stop.asked() {
			tally.cancelled = true
			break
		}
		t := work.one(file)
		if err := results.write(t); err != nil {
			return std.fail(err)
		}
		tally.add(t.Status)
	}
	return tally.exitCode()
}

// stopSentence tells what a cancel stopped and how long that took.
func stopSentence(t inference.Transcript) string {
	s := "cancelled"
	if p := t.Cancel.Phase; p != nil {
		s += " in phase " + string(*p)
	}
	if n := t.Cancel.Node; n != nil {
		s += fmt.Sprintf(", after node %d", *n+1)
		if all := t.Cancel.Nodes; all != nil {
			s += fmt.Sprintf(" of %d", *all)
		}
		s += " (" + t.Cancel.NodeOp + ")"
	}
	if l := t.Cancel.LatencyMS; l != nil {
		s += fmt.Sprintf("; it took %.1f ms", *l)
	}
	if n := len(t.Segments); n > 0 {
		s += fmt.Sprintf("; %d finished segments are kept", n)
	}
	return s
}

// tally counts how the inputs ended.
type tally struct {
	whole, failed int
	cancelled     bool
}

func (t *tally) add(s inference.Status) {
	switch {
	case s.Whole():
		t.whole++
	case s == inference.StatusCancelled:
		t.cancelled = true
	default:
		t.failed++
	}
}

func (t *tally) exitCode() int {
	switch {
	case t.cancelled:
		return exitCancelled
	case t.failed == 0:
		return exitOK
	case t.whole == 0:
		return exitFailed
	}
	return exitSome
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
