package engine

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"haltscribe/inference/bench"
)

// ErrClosing, as the cause of a context's end, says that nobody waits for what it
// was about: an engine that works on it is killed at once.
var ErrClosing = errors.New("the program is closing and does not wait")

// Bench compares hook modes. When ctx is done the run is cancelled as a job is, by
// its byte; the report then has what was measured, marked as partial. An error
// comes with a report too where something was measured before, also where the
// engine died of it.
func (c *Client) Bench(ctx context.Context, spec bench.Spec, tell func(bench.Progress)) (bench.Report, error) {
	if c.failed != nil {
		return bench.Report{}, c.failed
	}
	slot, flag, err := c.cancel.take()
	if err != nil {
		return bench.Report{}, err
	}
	defer c.cancel.release(slot)
	// The byte is stored by whoever ends ctx, and if the engine does not take
	// notice, it is killed.
	kill := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		flag.Set()
		if errors.Is(context.Cause(ctx), ErrClosing) {
			close(kill)
			return
		}
		time.AfterFunc(benchStopDeadline, func() { close(kill) })
	})
	defer stop()

	var report bench.Report
	err = c.wait(func(w *worker) error {
		p, err := w.engine(spec.Setup.Library, spec.Setup.AllowUntested)
		if err != nil {
			return err
		}
		return w.ask(p, request{Bench: &benchRequest{spec, slot}}, kill, func(r reply) bool {
			if r.Progress != nil {
				if r.Progress.SoFar != nil {
					report = *r.Progress.SoFar
				}
				tell(*r.Progress)
			}
			if r.Bench != nil {
				report = *r.Bench
			}
			return r.Bench != nil && r.Error == ""
		})
	})
	if err != nil {
		return report, fmt.Errorf("comparing hook modes: %w", err)
	}
	return report, nil
}

// benchStopDeadline is longer than a job's: without a callback a cancel waits for
// the encode, and that wait is a part of what is measured.
const benchStopDeadline = 2 * time.Minute

// Synth writes a pair of GGUF files of random weights with a model's shape.
func (c *Client) Synth(ctx context.Context, library string, allowUntested bool, shape, folder string, tell func(done float64)) error {
	if c.failed != nil {
		return c.failed
	}
	folder, err := filepath.Abs(folder)
	if err != nil {
		return fmt.Errorf("finding the folder: %w", err)
	}
	err = c.wait(func(w *worker) error {
		p, err := w.engine(library, allowUntested)
		if err != nil {
			return err
		}
		err = w.ask(p, request{Synth: &synthRequest{shape, folder}}, ctx.Done(), func(r reply) bool {
			if r.Progress != nil {
				tell(r.Progress.Done)
			}
			return r.Done
		})
		if errors.Is(err, errKilled) {
			return ctx.Err()
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("writing a model of shape %s: %w", shape, err)
	}
	return nil
}

// wait runs a task on the worker and waits for it.
func (c *Client) wait(t func(*worker) error) error {
	done := make(chan error, 1)
	if err := c.submit(func(w *worker) { done <- t(w) }); err != nil {
		return err
	}
	return <-done
}
