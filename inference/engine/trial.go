package engine

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"haltscribe/inference"
)

// Trial is what a short run of a model showed.
type Trial struct {
	Device     string    // as it was chosen
	DeviceName string    // as its driver calls it
	Library    string    // llama.cpp's version and commit
	Threads    int       //
	Status     string    // how it ended: ok, no-speech or truncated; see inference.Status
	LoadMS     float64   // until the model was loaded, in an engine that had just started
	Speed      float64   // seconds of recording that are transcribed in a second, with the model loaded
	Memory     int64     // most that the engine process had resident, in bytes; 0 where it can't be told
	At         time.Time //
}

// trialRuns are the parts of a trial: the first run loads the model and brings its
// weights from the disk, and the second shows how fast it is from then on. from is the
// share of the trial that is over when the run begins, load the share that loading is.
var trialRuns = []struct{ from, load, work float64 }{{0, 0.3, 0.4}, {0.7, 0, 0.3}}

// Try transcribes a short recording twice, in an engine that is started for it, so that
// nothing else is measured. The engine stays, with the model. tell hears the share that
// is done. The error says why the model did not work; a done ctx ends the trial, with
// the context's error.
func (c *Client) Try(ctx context.Context, job Job, tell func(done float64)) (Trial, error) {
	if c.failed != nil {
		return Trial{}, c.failed
	}
	type result struct {
		trial Trial
		err   error
	}
	results := make(chan result, 1)
	var taken atomic.Bool // by the worker, or by a caller who does not wait for it
	err := c.submit(func(w *worker) {
		if taken.CompareAndSwap(false, true) {
			trial, err := w.try(ctx, job, tell)
			results <- result{trial, err}
		}
	})
	if err != nil {
		return Trial{}, err
	}
	select {
	case r := <-results:
		return r.trial, r.err
	case <-ctx.Done():
	}
	if taken.CompareAndSwap(false, true) {
		return Trial{}, fmt.Errorf("trying the model: %w", ctx.Err()) // it waited behind another job
	}
	r := <-results // soon: the job is cancelled too
	return r.trial, r.err
}

func (w *worker) try(ctx context.Context, job Job, tell func(done float64)) (Trial, error) {
	w.stop() // a running engine may have another model, or have had one
	var trial Trial
	told := 0.0
	for n, run := range trialRuns {
		r, err := w.client.newRunning(job, func(e Event) {
			now := run.from + run.load + e.Done*run.work
			if e.Phase == inference.PhaseLoad {
				now = run.from + e.Done*run.load
			}
			if e.Kind == EventProgress && now > told { // a phase that ends tells 0
				told = now
				tell(now)
			}
		})
		if err != nil {
			return Trial{}, err
		}
		release := context.AfterFunc(ctx, r.Cancel)
		w.transcribe(r)
		release()
		t := r.Transcript()
		switch {
		case t.Status == inference.StatusCancelled && ctx.Err() != nil:
			return Trial{}, fmt.Errorf("trying the model: %w", ctx.Err())
		case t.Error != nil:
			return Trial{}, errors.New(*t.Error)
		case t.Duration == 0 || t.Timing.TotalMS <= t.Timing.LoadMS:
			return Trial{}, fmt.Errorf("trying the model: the recording %s has nothing to transcribe", job.File)
		}
		if n == 0 {
			trial.LoadMS = t.Timing.LoadMS
		}
		trial.Speed = t.Duration * 1000 / (t.Timing.TotalMS - t.Timing.LoadMS)
		trial.Status, trial.Threads, trial.Memory = string(t.Status), t.Engine.Threads, r.peak
		trial.Device, trial.DeviceName = job.Setup.Device, t.Engine.DeviceName
		trial.Library = t.Engine.LibraryVersion + " (" + t.Engine.LibraryCommit + ")"
	}
	trial.At = time.Now().Round(time.Second)
	return trial, nil
}
