// Package engine is the process boundary: it starts the engine process, talks
// to it, watches it and starts a new one when it dies. The window and the
// command line use llama.cpp only through this package, so that nothing that
// happens in native code can take them down.
package engine

import (
	"io"
	"time"

	"haltscribe/inference"
	"haltscribe/inference/bench"
)

// Job is one recording to transcribe.
type Job struct {
	File       string
	Setup      inference.Setup
	Options    inference.Options
	CancelPlan *inference.CancelPlan // nil: only Cancel stops it
	// StopDeadline is how long the engine may take to stop before it is killed; 0
	// is the client's.
	StopDeadline time.Duration
}

// What a comparison of hook modes is made of, told at package inference/bench.
type (
	BenchSpec     = bench.Spec
	BenchProgress = bench.Progress
	BenchReport   = bench.Report
	BenchDevice   = bench.Device
	BenchChunk    = bench.Chunk
	BenchFull     = bench.Full
	BenchDuring   = bench.During
)

// HookGoCallback is a hook mode of comparisons only.
const HookGoCallback = bench.GoCallback

// BenchModes are the hook modes that are compared, the baseline first.
func BenchModes() []inference.HookMode { return bench.Modes() }

// WritePlot draws a report's chart for paper, as "svg" or "png".
func WritePlot(r BenchReport, w io.Writer, format string) error {
	return r.WritePlot(w, format, bench.LightLook())
}

// Event is something that happened while a job ran.
type Event = inference.Event

// EventKind says what an Event tells.
type EventKind = inference.EventKind

// The kinds of event, told at package inference.
const (
	EventPhase    = inference.EventPhase
	EventProgress = inference.EventProgress
	EventText     = inference.EventText
	EventAgain    = inference.EventAgain
	EventSegment  = inference.EventSegment
	EventWarning  = inference.EventWarning
)
