package engine

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"haltscribe/cbridge"
	"haltscribe/inference"
)

// worker owns the engine process and runs one task at a time on it.
type worker struct {
	client *Client
	proc   *process
	lastID int64
}

func (w *worker) stop() {
	if w.proc != nil {
		w.proc.close()
		w.proc = nil
	}
}

// engine gives a running engine for a library, starting one if need be.
func (w *worker) engine(folder string, allowUntested bool) (*process, error) {
	folder, err := FindLibrary(folder)
	if err != nil {
		return nil, err
	}
	want := library{folder, allowUntested}
	if w.proc != nil && (w.proc.library != want || !w.proc.alive()) {
		w.stop()
	}
	if w.proc == nil {
		p, err := startProcess(w.client.cfg, want, w.client.cancel.file)
		if err != nil {
			return nil, err
		}
		w.proc = p
	}
	return w.proc, nil
}

// send hands a request to the engine. A dead engine shows here or in its replies;
// both end in died.
func (w *worker) send(p *process, r request) (id int64) {
	w.lastID++
	r.ID = w.lastID
	_ = p.out.write(r)
	return r.ID
}

func (w *worker) inventory(folder string, allowUntested bool) (inference.Inventory, error) {
	if w.client.failed != nil {
		return inference.Inventory{}, w.client.failed
	}
	p, err := w.engine(folder, allowUntested)
	var refused *refusedError
	if errors.As(err, &refused) {
		return refused.inventory, nil
	}
	if err != nil {
		return inference.Inventory{}, err
	}
	var inventory inference.Inventory
	err = w.ask(p, request{Inventory: &struct{}{}}, nil, func(r reply) bool {
		if r.Inventory != nil {
			inventory = *r.Inventory
		}
		return r.Inventory != nil
	})
	if err != nil {
		return inference.Inventory{}, fmt.Errorf("listing devices: %w", err)
	}
	return inventory, nil
}

// ask sends a request and gives its replies to take until that says that it was
// answered. kill, which may be nil, ends the engine when it is closed.
func (w *worker) ask(p *process, q request, kill <-chan struct{}, take func(reply) bool) error {
	p.used = true
	id := w.send(p, q)
	for {
		select {
		case <-kill:
			p.kill()
			w.proc = nil
			return errKilled
		case r, ok := <-p.replies:
			switch {
			case !ok:
				w.proc = nil
				return p.died()
			case r.ID != id:
			case take(r):
				return nil
			case r.Error != "":
				return errors.New(r.Error)
			}
		}
	}
}

var errKilled = errors.New("the engine did not stop and was killed")

// transcribe runs a job to its end, whatever the engine does.
func (w *worker) transcribe(r *Running) {
	if r.flag.IsSet() {
		// Cancelled while it waited: the engine need not hear of it.
		w.endCancelled(r, inference.PhaseLoad, false)
		return
	}
	model := r.job.Setup.Model + "\n" + r.job.Setup.Projector
	for {
		if w.proc != nil && w.proc.model != "" && w.proc.model != model {
			w.stop() // the old model's memory is the system's again, to the last byte
		}
		p, err := w.engine(r.job.Setup.Library, r.job.Setup.AllowUntested)
		if err != nil {
			r.fail(err)
			return
		}
		used := p.used
		p.used, p.model = true, model
		id := w.send(p, request{Transcribe: &transcribeRequest{
			File: r.job.File, Slot: r.slot, Setup: r.job.Setup, Options: r.job.Options, CancelPlan: r.job.CancelPlan,
		}})
		answered := w.follow(r, p, id, used)
		if answered {
			return
		}
		// The engine had died while it was idle; that is no fault of this job.
	}
}

// follow reads the replies to a job until its outcome, the engine's death, or the
// stop deadline. With excuse, an engine that was dead before it answered anything
// does not end the job: follow returns false then, and true else.
func (w *worker) follow(r *Running, p *process, id int64, excuse bool) bool {
	phase := inference.PhaseLoad
	cancelled := r.cancelled
	patience := cmp.Or(r.job.StopDeadline, w.client.cfg.StopDeadline)
	var deadline <-chan time.Time
	for {
		select {
		case <-cancelled:
			cancelled = nil
			if phase == inference.PhaseLoad {
				patience = min(patience, w.client.cfg.LoadDeadline)
			}
			timer := time.NewTimer(patience)
			defer timer.Stop()
			deadline = timer.C
		case <-deadline:
			p.kill()
			w.proc = nil
			if phase == inference.PhaseLoad {
				w.endCancelled(r, phase, true) // as was to be expected, and nothing is lost
				return true
			}
			w.endCancelled(r, phase, true, fmt.Sprintf(
				"the engine did not stop within %v and was killed; the next recording starts a new one", patience))
			return true
		case reply, ok := <-p.replies:
			switch {
			case !ok:
				w.proc = nil
				err := p.died()
				if excuse {
					return false
				}
				w.endDied(r, phase, err)
				return true
			case reply.ID != id:
				continue
			case reply.Error != "":
				r.fail(errors.New(reply.Error))
				return true
			case reply.Outcome != nil:
				r.peak = reply.Peak
				r.end(func(t *inference.Transcript, storedNS int64) { finish(t, *reply.Outcome, storedNS) })
				return true
			case reply.Event != nil:
				if reply.Event.Kind == EventPhase {
					phase = reply.Event.Phase
				}
				r.take(*reply.Event)
			}
			excuse = false
		}
	}
}

// take remembers what must outlive the engine, and tells the job's owner.
func (r *Running) take(e Event) {
	r.mu.Lock()
	switch e.Kind {
	case EventSegment:
		r.transcript.Segments = append(r.transcript.Segments, e.Segment)
	case EventWarning:
		r.transcript.Warnings = append(r.transcript.Warnings, e.Text)
	case EventProgress:
		r.transcript.Duration = max(r.transcript.Duration, e.Duration)
	}
	r.mu.Unlock()
	r.onEvent(e)
}

// finish puts the engine's outcome in place, with the latency that only the parent
// can tell: it stored the byte, on the clock that both processes share.
func finish(t *inference.Transcript, o inference.Outcome, storedNS int64) {
	*t = o.Transcript
	if storedNS != 0 && t.Status == inference.StatusCancelled && t.Cancel.LatencyMS == nil {
		latency := float64(o.ReturnedNS-storedNS) / 1e6
		t.Cancel.LatencyMS = &latency
	}
}

// endCancelled ends a job whose engine never took it up, had to be killed, or died
// meanwhile.
func (w *worker) endCancelled(r *Running, phase inference.Phase, killed bool, warnings ...string) {
	r.end(func(t *inference.Transcript, storedNS int64) {
		latency := float64(cbridge.Now()-storedNS) / 1e6
		t.Status = inference.StatusCancelled
		t.Text = inference.JoinSegments(t.Segments)
		t.Cancel.LatencyMS, t.Cancel.Phase, t.Cancel.EngineKilled = &latency, &phase, killed
		t.Warnings = append(t.Warnings, warnings...)
	})
}

// endDied ends a job whose engine process is gone. A job that was being cancelled
// is as cancelled as the user wanted it.
func (w *worker) endDied(r *Running, phase inference.Phase, err error) {
	r.mu.Lock()
	stored := r.storedNS != 0
	r.mu.Unlock()
	if stored {
		w.endCancelled(r, phase, false, err.Error())
		return
	}
	r.end(func(t *inference.Transcript, _ int64) {
		cause := fmt.Sprintf("%v (in phase %s)", err, phase)
		t.Status, t.Error = inference.StatusFailed, &cause
		t.Text = inference.JoinSegments(t.Segments)
	})
}
