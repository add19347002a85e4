package gui

import (
	"encoding/json"
	"os"
	"sync"
	"time"

	"haltscribe/gui/queue"
	"haltscribe/inference"
)

// journalVar names a file that the window appends a JSON line to for each
// thing that happens in it. It is how a test sees from outside what the window
// shows; it changes nothing of what the window does.
const journalVar = "HALTSCRIBE_JOURNAL"

// journal writes the lines. A nil journal writes nothing.
type journal struct {
	mu   sync.Mutex
	file *os.File
}

// journalLine is one line; fields that don't apply are left out.
type journalLine struct {
	At         time.Time             `json:"at"`
	Event      string                `json:"event"` // shown, page, comparison, job, segment, idle, banner, player, folder, frames, drawn, closed
	ID         int                   `json:"id,omitempty"`
	File       string                `json:"file,omitempty"`
	State      queue.State           `json:"state,omitempty"`
	Phase      inference.Phase       `json:"phase,omitempty"`
	Text       string                `json:"text,omitempty"`
	About      string                `json:"about,omitempty"`
	PressToEnd float64               `json:"press_to_end_ms,omitempty"`
	Transcript *inference.Transcript `json:"transcript,omitempty"`
	PositionS  float64               `json:"position_s,omitempty"`
	Devices    int                   `json:"devices,omitempty"` // that a comparison has figures of so far
	Frames     int                   `json:"frames,omitempty"`
	LongestMS  float64               `json:"longest_ms,omitempty"`
	P99MS      float64               `json:"p99_ms,omitempty"`
	WorkMS     float64               `json:"work_ms,omitempty"` // most processor time of the main thread in one frame
	Over50     int                   `json:"over_50_ms,omitempty"`
}

func openJournal(path string) (*journal, error) {
	if path == "" {
		return nil, nil
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	return &journal{file: f}, nil
}

func (j *journal) write(l journalLine) {
	if j == nil {
		return
	}
	l.At = time.Now()
	text, err := json.Marshal(l)
	if err != nil {
		return
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	_, _ = j.file.Write(append(text, '\n')) // a journal that can't be written must not hinder
}

// change notes what happened in the queue. It is a listener of the queue's.
func (j *journal) change(c queue.Change) {
	if j == nil {
		return
	}
	it := c.Item
	switch c.Kind {
	case queue.Added, queue.Removed, queue.Moved:
		l := journalLine{Event: "job", ID: it.ID, File: it.File, State: it.State, Phase: it.Phase}
		if c.Kind == queue.Removed {
			l.State = "removed"
		}
		if it.State.Ended() {
			l.Transcript = it.Result
			l.PressToEnd = milliseconds(it.PressToEnd())
		}
		j.write(l)
	case queue.Finished:
		if n := len(it.Segments); n > 0 {
			j.write(journalLine{Event: "segment", ID: it.ID, Text: it.Segments[n-1].Text})
		}
	case queue.Idle:
		j.write(journalLine{Event: "idle"})
	}
}

func (j *journal) close() {
	if j == nil {
		return
	}
	j.write(journalLine{Event: "closed"})
	j.mu.Lock()
	defer j.mu.Unlock()
	_ = j.file.Close()
}
