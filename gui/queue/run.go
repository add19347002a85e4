package queue

import (
	"context"

	"haltscribe/inference"
	"haltscribe/inference/engine"
)

// Run works through the jobs until ctx is done, which cancels the busy one and
// waits for it. Call it once.
func (q *Queue) Run(ctx context.Context) {
	for ctx.Err() == nil {
		if j := q.next(); j != nil {
			q.work(ctx, j)
			continue
		}
		q.tellIdle()
		select {
		case <-ctx.Done():
		case <-q.wake:
		}
	}
}

// next takes the first waiting job, if the queue is active, and marks it busy.
func (q *Queue) next() *job {
	q.mu.Lock()
	if q.active && !q.held {
		for _, j := range q.jobs {
			if j.State != Waiting {
				continue
			}
			j.State = Running
			j.Began, j.pace = q.now(), pace{}
			q.idle = false
			q.unlockAndTell(q.change(Moved, j))
			return j
		}
	}
	q.mu.Unlock()
	return nil
}

func (q *Queue) tellIdle() {
	q.mu.Lock()
	if q.idle || q.held {
		q.mu.Unlock()
		return
	}
	q.idle = true
	q.unlockAndTell(Change{Kind: Idle})
}

// work runs one job to its end, whatever that end is.
func (q *Queue) work(ctx context.Context, j *job) {
	task, err := q.prepare(ctx, j.File)
	if err != nil {
		q.end(j, failed(j.File, err))
		return
	}
	if q.pressed(j) { // cancelled before the engine had anything to do
		q.end(j, cancelledEarly(j.File))
		return
	}
	task.Options.ResumeFrom = q.from(j)
	running := q.transcriber.Start(task, func(e engine.Event) { q.event(j, e) })
	q.attach(j, running)
	select {
	case <-running.Done():
	case <-ctx.Done():
		running.Cancel()
		<-running.Done()
	}
	q.end(j, running.Transcript())
}

func (q *Queue) from(j *job) float64 {
	q.mu.Lock()
	defer q.mu.Unlock()
	return j.From
}

func (q *Queue) pressed(j *job) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return j.State == Stopping
}

// attach makes the running transcription known to Cancel, and passes on a
// cancel that was pressed in between.
func (q *Queue) attach(j *job, r RunningJob) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.running = r
	if j.State == Stopping {
		r.Cancel()
	}
}

func (q *Queue) event(j *job, e engine.Event) {
	q.mu.Lock()
	kind := Progress
	switch e.Kind {
	case engine.EventPhase:
		j.Phase = e.Phase
		if e.Phase != inference.PhaseLoad {
			j.note(q.now())
		}
		kind = Moved
	case engine.EventProgress:
		if e.Phase == inference.PhaseLoad {
			j.Loaded = e.Done
		} else {
			j.Share = e.Done
			j.note(q.now())
		}
	case engine.EventText:
		j.Partial += e.Text
		kind = Spoken
	case engine.EventAgain:
		j.Partial = ""
		kind = Spoken
	case engine.EventSegment:
		j.Segments = append(j.Segments, e.Segment)
		j.Partial = ""
		kind = Finished
	case engine.EventWarning:
		j.Warnings = append(j.Warnings, e.Text)
		kind = Noted
	default:
		q.mu.Unlock()
		return
	}
	if e.Duration > 0 {
		j.Duration = e.Duration
	}
	q.unlockAndTell(q.change(kind, j))
}

// end files the transcript. Its segments are the truth; what was streamed is
// kept only where the engine could not tell them any more.
func (q *Queue) end(j *job, t inference.Transcript) {
	q.mu.Lock()
	q.running = nil
	t = j.wholly(t)
	j.State = endState(t.Status)
	j.Ended = q.now()
	j.Result = &t
	j.Phase = ""
	if len(t.Segments) >= len(j.Segments) {
		j.Segments = t.Segments
	}
	if j.State == Done || j.State == NoSpeech {
		j.Partial = ""
		j.Share = 1
	}
	if t.Duration > 0 {
		j.Duration = t.Duration
	}
	if len(t.Warnings) > 0 {
		j.Warnings = t.Warnings
	}
	if t.Error != nil {
		j.Error = *t.Error
	}
	q.unlockAndTell(q.change(Moved, j))
}

func failed(file string, err error) inference.Transcript {
	why := err.Error()
	return inference.Transcript{File: file, Status: inference.StatusFailed, Error: &why}
}

func cancelledEarly(file string) inference.Transcript {
	phase, at := inference.PhaseLoad, 0.0
	return inference.Transcript{
		File: file, Status: inference.StatusCancelled,
		Cancel: inference.Cancel{Requested: true, LatencyMS: &at, Phase: &phase},
	}
}
