// Package engine is the process boundary: it starts the engine process, talks
// to it, watches it and starts a new one when it dies. The window and the
// command line use llama.cpp only through this package, so that nothing that
// happens in native code can take them down.
package engine

import "haltscribe/inference"

// Job is one recording to transcribe.
type Job struct {
	File       string
	Setup      inference.Setup
	Options    inference.Options
	CancelPlan *inference.CancelPlan // nil: only Cancel stops it
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
	EventSegment  = inference.EventSegment
	EventWarning  = inference.EventWarning
)
