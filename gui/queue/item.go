package queue

import (
	"time"

	"haltscribe/inference"
)

// State is where a recording stands on its way through the queue.
type State string

// The states. The ones from Done on are ends; a job in one of them can be run again.
const (
	Waiting   State = "waiting"
	Running   State = "running"
	Stopping  State = "stopping" // cancel was pressed, the engine has not answered yet
	Done      State = "done"
	NoSpeech  State = "no-speech"
	Truncated State = "truncated"
	Cancelled State = "cancelled"
	Failed    State = "failed"
	// Interrupted is a job of an earlier run of the program that came to no end.
	Interrupted State = "interrupted"
)

// Ended reports whether nothing more will happen to the job by itself.
func (s State) Ended() bool { return s != Waiting && !s.Busy() }

// Busy reports whether the engine works on the job.
func (s State) Busy() bool { return s == Running || s == Stopping }

// Item is what the window knows about one recording. An Item is a value: what
// the queue hands out is never changed afterwards.
type Item struct {
	ID       int
	Rev      uint64 // grows with each change; equal Revs mean equal Items
	File     string
	State    State
	Phase    inference.Phase // what runs, while State is Running or Stopping
	Loaded   float64         // share of the model loaded, 0 to 1
	Share    float64         // share of the recording done, 0 to 1
	Duration float64         // seconds; 0 while unknown
	From     float64         // seconds: where it began, what lies before was finished earlier
	Gone     bool            // the recording is not there any more, or is another one
	Record   int64           // what it is called where it is kept; 0: it is not
	Worked   time.Duration   // on the recording so far, without loading the model
	Gained   float64         // share of the recording done in that time
	Segments []inference.Segment
	Partial  string // the text of the segment in the making
	Warnings []string
	Result   *inference.Transcript // once ended
	Error    string                // why it failed, one sentence
	Began    time.Time
	Ended    time.Time
	Pressed  time.Time // when cancel was pressed
}

// Text is everything that was said, one segment a line.
func (it Item) Text() string {
	n := len(it.Partial)
	for _, s := range it.Segments {
		n += len(s.Text) + 1
	}
	text := make([]byte, 0, n)
	for _, s := range it.Segments {
		if len(text) > 0 {
			text = append(text, '\n')
		}
		text = append(text, s.Text...)
	}
	if it.Partial != "" {
		if len(text) > 0 {
			text = append(text, '\n')
		}
		text = append(text, it.Partial...)
	}
	return string(text)
}

// PressToEnd is how long it took from pressing cancel to the job's end, as the
// window saw it; 0 where cancel was not pressed.
func (it Item) PressToEnd() time.Duration {
	if it.Pressed.IsZero() || it.Ended.IsZero() {
		return 0
	}
	return it.Ended.Sub(it.Pressed)
}

func endState(s inference.Status) State {
	switch s {
	case inference.StatusOK:
		return Done
	case inference.StatusNoSpeech:
		return NoSpeech
	case inference.StatusTruncated:
		return Truncated
	case inference.StatusCancelled:
		return Cancelled
	}
	return Failed
}
