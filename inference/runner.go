// Package inference is what a transcription is: pieces, chunks, checks, tokens
// and timings, over the bridge to llama.cpp.
package inference

import (
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"sync"

	"haltscribe/cbridge"
	"haltscribe/inference/plan"
)

// Sizes of the context, for each sequence: 30 s of speech are 390 audio tokens and
// at most 450 text tokens; the rest is for the prompt and its context words.
const (
	contextTokens = 1536
	batchTokens   = 512
)

// Request is one recording for a Runner.
type Request struct {
	File       string
	Setup      Setup
	Options    Options
	CancelPlan *CancelPlan
	Flag       cbridge.Flag // the job's cancel byte
}

// Outcome is a transcript and, for whoever stored the cancel byte, when the native
// call that was running had returned (0: nothing was stopped).
type Outcome struct {
	Transcript Transcript
	ReturnedNS int64 // on cbridge.Now's clock
}

// Runner transcribes recordings, one after the other, on one library. The model
// stays loaded as long as the Setup stays the same. It belongs to one goroutine.
type Runner struct {
	lib    *cbridge.Library
	loaded backend
	setup  Setup
	info   EngineInfo
	nodes  map[int]int
	plans  *plan.Keeper
	pace   *pace // nil where the number of pieces together was asked for
	had    prefixes
}

// NewRunner opens the library of a Setup.
func NewRunner(folder string, allowUntested bool, log cbridge.LogLevel) (*Runner, error) {
	lib, err := cbridge.Open(folder, cbridge.OpenOptions{AllowUntested: allowUntested, Log: log})
	if err != nil {
		return nil, err
	}
	return &Runner{lib: lib}, nil
}

// Close frees the model.
func (r *Runner) Close() {
	if r.loaded != nil {
		r.loaded.Close()
		r.loaded = nil
		debug.FreeOSMemory() // what went with it is the next model's, or other programs', at once
	}
}

// Transcribe takes one recording from file to transcript and tells emit what
// happens, from one goroutine at a time. It always returns a complete Transcript.
func (r *Runner) Transcribe(req Request, emit func(Event)) Outcome {
	out := Transcript{File: req.File, Status: StatusOK, Segments: []Segment{}, Warnings: []string{}}
	emit = serialized(emit)
	watch := newStopwatch(cbridge.Now)
	var clock *alarm
	if req.CancelPlan != nil {
		clock = newAlarm(*req.CancelPlan, cbridge.Now, req.Flag.Set)
	}
	p := &pipeline{
		options: req.Options,
		watch:   watch, alarm: clock, gauge: &gauge{}, emit: emit, out: &out,
	}
	stopGauge := p.gauge.run(emit)
	err := r.transcribe(req, p)
	stopGauge()
	if r.loaded != nil {
		// The flag's memory is the parent's to reuse from now on.
		r.loaded.Begin(cbridge.Flag{})
	}

	stored := clock.stop()
	counts := out.Timing
	out.Timing = watch.timing(out.Duration * req.Options.share(out.Duration))
	out.Timing.PromptTokens, out.Timing.Tokens = counts.PromptTokens, counts.Tokens
	out.Engine = r.describe(req.Setup)
	conclude(&out, p, err)
	if clock != nil && stored == 0 && err == nil {
		out.Warnings = append(out.Warnings, "the work was done before the cancel byte was to be stored")
	}
	if stored != 0 && p.stop.seen {
		latency := milliseconds(p.stop.returnedNS - stored)
		out.Cancel.LatencyMS = &latency
	}
	return Outcome{Transcript: out, ReturnedNS: p.stop.returnedNS}
}

func (r *Runner) transcribe(req Request, p *pipeline) error {
	p.enter(PhaseLoad)
	if req.Flag.IsSet() {
		p.noteStop()
		return errStopped
	}
	if err := r.load(req, p); err != nil {
		return err
	}
	p.model, p.chunkFunctions, p.nodes, p.plans = r.loaded, r.lib.Info().ChunkFunctions(), r.nodes, r.plans
	p.pace, p.prefixes = r.pace, r.had
	r.loaded.Begin(req.Flag)
	if !p.chunkFunctions {
		p.warn(missingWarning(r.lib.Info().MissingChunk))
	}

	for _, w := range req.Options.unheard() {
		p.warn(w)
	}

	p.enter(PhaseAudio)
	if p.stopped() {
		return errStopped
	}
	src, err := openRecording(req.File, r.loaded.SampleRate(), p.stopped)
	if err != nil {
		return err
	}
	defer src.Close()
	if err := r.makeRoom(req.Setup, src, p); err != nil {
		return err
	}
	err = p.run(src)
	for _, w := range src.Warnings() {
		p.warn(w)
	}
	return err
}

// makeRoom has the context ready for as many pieces together as the recording may have
// use for. A short one, as most are, needs no memory and no time for more.
func (r *Runner) makeRoom(s Setup, src source, p *pipeline) error {
	want := r.pace.most(sequences(s))
	if length := src.Info().Duration; length > 0 {
		usual := p.options.longestPiece() * 3 / 4 // pieces of fluent speech are seldom shorter
		want = min(want, int(length/usual)+1)
	}
	if want > r.loaded.Sequences() {
		p.enter(PhaseLoad)
		if err := r.loaded.MakeRoom(want); err != nil {
			r.Close() // it has no context any more; the next recording loads it anew
			return err
		}
		clear(r.had)
		p.enter(PhaseAudio)
	}
	p.sequences = r.loaded.Sequences()
	return nil
}

// load makes the Setup's model the loaded one.
func (r *Runner) load(req Request, p *pipeline) error {
	if r.loaded != nil && r.setup == req.Setup {
		return nil
	}
	r.Close()
	device, err := r.device(req.Setup.Device)
	if err != nil {
		return err
	}
	params, err := r.LoadParams(req.Setup)
	if err != nil {
		return err
	}
	params.Cancel = req.Flag
	model, err := r.lib.NewModel(params)
	if err != nil {
		return fmt.Errorf("loading %s: %w", req.Setup.ModelName, err)
	}
	p.gauge.set(PhaseLoad, 0, 1, model.Progress)
	err = model.Load()
	p.gauge.set(PhaseLoad, 1, 0, nil)
	switch {
	case errors.Is(err, cbridge.ErrCancelled):
		p.noteStop()
		model.Close()
		return errStopped
	case err != nil:
		model.Close()
		return fmt.Errorf("loading %s: %w", req.Setup.ModelName, err)
	}
	r.loaded, r.setup, r.nodes, r.plans, r.pace = nativeModel{model}, req.Setup, map[int]int{}, nil, nil
	r.had = prefixes{}
	if req.Setup.SequencesAtOnce == 0 {
		r.pace = &pace{}
	}
	if req.Setup.Hook == HookPlanned {
		r.plans = r.keeper(model, req.Setup, device, Audio)
	}
	r.info.Device, r.info.DeviceName, r.info.Backend = device.Device.Device, device.Name, device.Backend
	return nil
}

// describe says what ran, or would have run, a recording.
func (r *Runner) describe(s Setup) EngineInfo {
	lib := r.lib.Info()
	info := r.info
	if r.loaded == nil {
		info.Device = s.Device
	}
	info.Hook, info.Threads = s.Hook, threads(s)
	info.LibraryVersion, info.LibraryCommit = lib.Version, lib.Commit
	info.ChunkFunctions = lib.ChunkFunctions()
	info.MissingFunctions = append([]string{}, lib.MissingChunk...)
	return info
}

// conclude writes how the recording ended.
func conclude(out *Transcript, p *pipeline, err error) {
	out.Text = JoinSegments(out.Segments)
	if len(out.Segments) > 0 {
		out.Language = out.Segments[0].Language
	}

	switch {
	case errors.Is(err, errStopped):
		out.Status = StatusCancelled
		out.Cancel = p.stop.report(p.nodes)
	case err != nil:
		out.Status = StatusFailed
		cause := err.Error()
		out.Error = &cause
	case out.Status == StatusOK && len(out.Segments) == 0:
		out.Status = StatusNoSpeech
		out.Warnings = append(out.Warnings, "no speech was found")
	}
}

// report is the stop as the user is told it.
func (s stopSite) report(nodes map[int]int) Cancel {
	phase := s.phase
	c := Cancel{Requested: true, Phase: &phase}
	if s.encode != nil && s.encode.Stopped {
		node := s.encode.Stop.Node
		c.Node, c.NodeOp, c.NodeName = &node, s.encode.Stop.Op, s.encode.Stop.Name
		if n := nodes[s.chunk.Tokens]; n > 0 {
			c.Nodes = &n
		}
	}
	return c
}

// JoinSegments is the segments' text as one. Chinese and Japanese are written
// without spaces between them.
func JoinSegments(segments []Segment) string {
	var text strings.Builder
	for i, s := range segments {
		switch s.Language {
		case "Chinese", "Cantonese", "Japanese":
		default:
			if i > 0 {
				text.WriteByte(' ')
			}
		}
		text.WriteString(s.Text)
	}
	return text.String()
}

func missingWarning(names []string) string {
	return "the llama.cpp library lacks " + strings.Join(names, ", ") +
		"; Cancel is seen inside the encoder and inside decoding, but not between them, and may wait for one of them to end"
}

func nativeHook(mode HookMode) (cbridge.HookMode, error) {
	switch mode {
	case HookOff:
		return cbridge.HookOff, nil
	case HookEveryNode:
		return cbridge.HookEveryNode, nil
	case HookBudget:
		return cbridge.HookBudget, nil
	case HookPlanned:
		return cbridge.HookPlanned, nil
	}
	return 0, fmt.Errorf("there is no hook mode %q", mode)
}

// serialized lets one caller of emit through at a time.
func serialized(emit func(Event)) func(Event) {
	var mu sync.Mutex
	return func(e Event) {
		mu.Lock()
		defer mu.Unlock()
		emit(e)
	}
}
