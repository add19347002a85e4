package inference

// EventKind says what an Event tells.
type EventKind string

// The kinds of event.
const (
	EventPhase    EventKind = "phase"    // Phase begins
	EventProgress EventKind = "progress" // Done, of 1, of the recording (in PhaseLoad: of the load)
	EventText     EventKind = "text"     // Text to append to the segment in the making
	EventSegment  EventKind = "segment"  // Segment is finished; it replaces the text in the making
	EventAgain    EventKind = "again"    // the text in the making is void: its stretch is transcribed again
	EventWarning  EventKind = "warning"  // Text is a sentence for the user
)

// Event is something that happened while a job ran. Events of a job arrive in
// order, one at a time.
type Event struct {
	Kind     EventKind `json:"kind"`
	Phase    Phase     `json:"phase,omitempty"`
	Done     float64   `json:"done,omitempty"`       // share done, 0 to 1
	Duration float64   `json:"duration_s,omitempty"` // the recording's length, once known
	Text     string    `json:"text,omitempty"`       // always valid UTF-8
	Segment  Segment   `json:"segment,omitzero"`
}
