package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/adrg/xdg"

	"haltscribe/inference"
	"haltscribe/inference/engine"
)

// work transcribes recordings one after the other, on one engine and with one model.
type work struct {
	std     streams
	client  *engine.Client
	stop    *stopSignal
	setup   inference.Setup
	options inference.Options
	plan    *inference.CancelPlan
	quiet   bool
	resume  bool   // go on where an earlier run of the same recording was cut off
	kept    string // folder of what cut-off runs have finished
}

// begin finds the model and makes an engine client; without them it has said why, and
// gives the exit code. The work must be closed.
func (c transcribeFlags) begin(std streams, command string) (*work, int) {
	setup, model, err := c.setup()
	if errors.As(err, &usageError{}) {
		return nil, std.wrongUse(command, err)
	}
	if err != nil {
		return nil, std.fail(err)
	}
	if !c.Quiet {
		for _, note := range []string{model.Note, memoryNote(setup, model)} {
			if note != "" {
				fmt.Fprintln(std.err, "haltscribe: "+note)
			}
		}
	}
	remembered := remember(std, c.Quiet)
	setup.Library, setup.AllowUntested = remembered.library(setup.Library, setup.AllowUntested)
	return &work{
		std: std, setup: setup, quiet: c.Quiet, stop: watchSignals(),
		options: inference.Options{Language: c.Language, Context: c.Context, Prompt: inference.Prompt(model.Prompt), LongestPiece: model.LongestPiece},
		client: engine.NewClient(engine.Config{
			Verbose: c.Verbose, Log: logWriter(c.Verbose), StopDeadline: remembered.stopDeadline(),
		}),
		kept: filepath.Join(xdg.StateHome, "haltscribe", "unfinished"),
	}, exitOK
}

func (w *work) close() {
	w.stop.close()
	w.client.Close()
}

// one transcribes one recording and reports on standard error what is to be known of
// it besides the words. What goes wrong is in the transcript.
func (w *work) one(name string) inference.Transcript {
	job := engine.Job{File: name, Setup: w.setup, Options: w.options, CancelPlan: w.plan}
	var kept *checkpoint
	if name == standardInput {
		path, remove, err := spool(os.Stdin)
		if err != nil {
			cause := err.Error()
			t := inference.Transcript{
				File: name, Status: inference.StatusFailed, Error: &cause,
				Segments: []inference.Segment{}, Warnings: []string{}, Engine: inference.EngineInfo{MissingFunctions: []string{}},
			}
			w.report(t)
			return t
		}
		defer remove()
		job.File = path
	} else {
		var err error
		if kept, err = openCheckpoint(w.kept, job, w.resume); err != nil {
			w.warn(name, err.Error()) // it is transcribed all the same
		}
	}
	if from := kept.from(); from > 0 {
		job.Options.ResumeFrom = from
		if !w.quiet {
			w.std.file(name, fmt.Sprintf("going on from %.1f s, behind %d finished segments", from, len(kept.segments)))
		}
	}
	progress := newProgress(w.std.err, name, w.quiet)
	running := w.client.Start(job, func(e engine.Event) {
		if e.Kind == engine.EventSegment {
			kept.add(e.Segment)
		}
		progress.event(e)
	})
	select {
	case <-running.Done():
	case <-w.stop.requested:
		running.Cancel()
	}
	t := running.Transcript()
	progress.clear()
	t.File = name
	t = kept.join(t)
	if err := kept.close(t); err != nil {
		w.warn(name, err.Error())
	}
	w.report(t)
	return t
}

func (w *work) warn(name, sentence string) {
	if !w.quiet {
		w.std.file(name, "warning: "+sentence)
	}
}

// report says on standard error what is to be known of a transcript besides it.
func (w *work) report(t inference.Transcript) {
	if t.Error != nil {
		w.std.file(t.File, *t.Error)
	}
	if t.Status == inference.StatusCancelled && !w.quiet {
		w.std.file(t.File, stopSentence(t))
	}
	for _, sentence := range t.Warnings {
		w.warn(t.File, sentence)
	}
}

// logWriter is where the engine's log goes.
func logWriter(verbose bool) io.Writer {
	if verbose {
		return os.Stderr
	}
	return nil
}
