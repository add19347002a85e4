package engine

import (
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"haltscribe/inference"
	"haltscribe/inference/bench"
)

// protocolVersion is raised with every change of the messages. Parent and engine
// are the same program, so another number means that it was replaced while it ran.
const protocolVersion = 2

// request is a line from the parent to the engine.
type request struct {
	ID         int64              `json:"id"`
	Transcribe *transcribeRequest `json:"transcribe,omitempty"`
	Inventory  *struct{}          `json:"inventory,omitempty"`
	Bench      *benchRequest      `json:"bench,omitempty"`
	Synth      *synthRequest      `json:"synth,omitempty"`
}

type benchRequest struct {
	Spec bench.Spec `json:"spec"`
	Slot int        `json:"slot"` // of the cancel byte
}

type synthRequest struct {
	Shape  string `json:"shape"`
	Folder string `json:"folder"`
}

type transcribeRequest struct {
	File       string                `json:"file"`
	Slot       int                   `json:"slot"` // of the cancel byte
	Setup      inference.Setup       `json:"setup"`
	Options    inference.Options     `json:"options"`
	CancelPlan *inference.CancelPlan `json:"cancel_plan,omitempty"`
}

// reply is a line from the engine to the parent. One of the fields is set.
type reply struct {
	ID        int64                `json:"id,omitempty"`
	Hello     *hello               `json:"hello,omitempty"`
	Event     *inference.Event     `json:"event,omitempty"`
	Outcome   *inference.Outcome   `json:"outcome,omitempty"`
	Peak      int64                `json:"peak,omitempty"` // with Outcome: most bytes that the engine had resident so far
	Inventory *inference.Inventory `json:"inventory,omitempty"`
	Progress  *bench.Progress      `json:"progress,omitempty"`
	Bench     *bench.Report        `json:"bench,omitempty"` // with Error where it is partial
	Done      bool                 `json:"done,omitempty"`
	Error     string               `json:"error,omitempty"`
}

// hello is the engine's first line: whether its library could be opened. Refused
// is set instead of a usable engine when it could not.
type hello struct {
	Protocol int                  `json:"protocol"`
	Refused  *inference.Inventory `json:"refused,omitempty"`
	Error    string               `json:"error,omitempty"`
}

// lineWriter writes one JSON value a line, from any goroutine.
type lineWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (l *lineWriter) write(v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("encoding a message: %w", err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, err := l.w.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("writing a message: %w", err)
	}
	return nil
}
