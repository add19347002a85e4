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

// EventKind says what an Event tells.
type EventKind string

// The kinds of event.
const (
	EventPhase    EventKind = "phase"    // Phase begins
	EventProgress EventKind = "progress" // Done, of 1, of the recording (in PhaseLoad: of the load)
	EventText     EventKind = "text"     // Text to append to the segment in the making
	EventSegment  EventKind = "segment"  // Segment is finished; it replaces the text in the making
	EventWarning  EventKind = "warning"  // Text is a sentence for the user
)

// Event is something that happened while a job ran. Events of a job arrive in
// order, one at a time, and none after Done is closed.
type Event struct {
	Kind     EventKind
	Phase    inference.Phase
	Done     float64 // share done, 0 to 1
	Duration float64 // the recording's length in seconds, once known
	Text     string  // always valid UTF-8
	Segment  inference.Segment
}
