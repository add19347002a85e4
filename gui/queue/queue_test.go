package queue

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"haltscribe/inference"
	"haltscribe/inference/engine"
)

// script is how a fake job goes: it may send events, watch for a cancel, and
// says how it ended.
type script func(send func(engine.Event), cancel <-chan struct{}) inference.Transcript

type fakeEngine struct {
	mu      sync.Mutex
	scripts map[string]script
	started []string
	onStart func(engine.Job)
}

type fakeJob struct {
	cancel  chan struct{}
	once    sync.Once
	presses int
	done    chan struct{}
	result  inference.Transcript
}

func (j *fakeJob) Cancel() {
	j.presses++ // the queue holds its lock
	j.once.Do(func() { close(j.cancel) })
}
func (j *fakeJob) Done() <-chan struct{}            { return j.done }
func (j *fakeJob) Transcript() inference.Transcript { return j.result }

func (e *fakeEngine) Start(job engine.Job, on func(engine.Event)) RunningJob {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.started = append(e.started, job.File)
	if e.onStart != nil {
		e.onStart(job)
	}
	play, ok := e.scripts[job.File]
	if !ok {
		play = says("hello")
	}
	j := &fakeJob{cancel: make(chan struct{}), done: make(chan struct{})}
	go func() {
		defer close(j.done)
		j.result = play(on, j.cancel)
	}()
	return j
}

// says is a job that goes well.
func says(text string) script {
	return func(send func(engine.Event), _ <-chan struct{}) inference.Transcript {
		send(engine.Event{Kind: engine.EventPhase, Phase: inference.PhaseEncode, Duration: 3})
		send(engine.Event{Kind: engine.EventText, Text: text})
		s := inference.Segment{End: 3, Text: text}
		send(engine.Event{Kind: engine.EventSegment, Segment: s})
		return inference.Transcript{Status: inference.StatusOK, Segments: []inference.Segment{s}, Duration: 3}
	}
}

// hangs is a job that runs until it is cancelled.
func hangs(send func(engine.Event), cancel <-chan struct{}) inference.Transcript {
	send(engine.Event{Kind: engine.EventPhase, Phase: inference.PhaseEncode})
	<-cancel
	latency, phase := 4.2, inference.PhaseEncode
	return inference.Transcript{
		Status: inference.StatusCancelled,
		Cancel: inference.Cancel{Requested: true, LatencyMS: &latency, Phase: &phase},
	}
}

func fails(why string) script {
	return func(func(engine.Event), <-chan struct{}) inference.Transcript {
		return inference.Transcript{Status: inference.StatusFailed, Error: &why}
	}
}

func plain(_ context.Context, file string) (engine.Job, error) { return engine.Job{File: file}, nil }

// run starts a queue in a synctest bubble and ends it with the test.
func run(t *testing.T, e *fakeEngine, prepare Prepare, listeners ...func(Change)) *Queue {
	t.Helper()
	q := New(e, prepare, listeners...)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); q.Run(ctx) }()
	t.Cleanup(func() { cancel(); <-ended })
	return q
}

func states(q *Queue) []State {
	var s []State
	for _, it := range q.Snapshot().Items {
		s = append(s, it.State)
	}
	return s
}

func want(t *testing.T, q *Queue, states_ ...State) {
	t.Helper()
	synctest.Wait()
	if got := states(q); !slices.Equal(got, states_) {
		t.Errorf("states %v, want %v", got, states_)
	}
}

func TestNothingRunsBeforeStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := run(t, &fakeEngine{}, plain)
		q.Add("a", "b")
		want(t, q, Waiting, Waiting)
		q.Start()
		want(t, q, Done, Done)
		q.Add("c") // it goes on by itself
		want(t, q, Done, Done, Done)
	})
}

func TestTextIsWhatWasSaid(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hold := make(chan struct{})
		e := &fakeEngine{scripts: map[string]script{"a": func(send func(engine.Event), _ <-chan struct{}) inference.Transcript {
			s := inference.Segment{End: 2, Text: "one two"}
			send(engine.Event{Kind: engine.EventText, Text: "one"})
			send(engine.Event{Kind: engine.EventText, Text: " two"})
			send(engine.Event{Kind: engine.EventSegment, Segment: s})
			send(engine.Event{Kind: engine.EventText, Text: "three"})
			<-hold
			return inference.Transcript{Status: inference.StatusOK, Segments: []inference.Segment{s, {Start: 2, End: 3, Text: "three four"}}}
		}}}
		q := run(t, e, plain)
		q.Add("a")
		q.Start()
		synctest.Wait()
		if got := q.Snapshot().Items[0].Text(); got != "one two\nthree" {
			t.Errorf("while it runs: %q", got)
		}
		close(hold)
		synctest.Wait()
		if got := q.Snapshot().Items[0].Text(); got != "one two\nthree four" {
			t.Errorf("at the end: %q", got)
		}
	})
}

func TestABadFileDoesNotStopTheQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &fakeEngine{scripts: map[string]script{
			"bad":  fails("it is not a WAV file"),
			"dies": fails("the engine ended by signal 9 (killed)"),
		}}
		q := run(t, e, func(_ context.Context, file string) (engine.Job, error) {
			if file == "no model" {
				return engine.Job{}, errors.New("there is no such model")
			}
			return engine.Job{File: file}, nil
		})
		q.Add("bad", "dies", "no model", "good")
		q.Start()
		want(t, q, Failed, Failed, Failed, Done)
		for i, why := range []string{"it is not a WAV file", "the engine ended by signal 9 (killed)", "there is no such model", ""} {
			if got := q.Snapshot().Items[i].Error; got != why {
				t.Errorf("item %d says %q, want %q", i, got, why)
			}
		}
	})
}

func TestCancelStopsOneAndGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &fakeEngine{scripts: map[string]script{"long": hangs}}
		q := run(t, e, plain)
		if q.Cancel() {
			t.Error("there was nothing to cancel")
		}
		q.Add("long", "next")
		q.Start()
		want(t, q, Running, Waiting)
		time.Sleep(time.Second) // of the bubble's clock
		first := q.Cancel()
		again := q.Cancel() // does no harm
		if !first || !again {
			t.Error("cancel found no job")
		}
		want(t, q, Cancelled, Done)
		it := q.Snapshot().Items[0]
		if it.Pressed.IsZero() || it.PressToEnd() != 0 || *it.Result.Cancel.LatencyMS != 4.2 {
			t.Errorf("pressed %v, took %v, said %+v", it.Pressed, it.PressToEnd(), it.Result.Cancel)
		}
	})
}

func TestCancelIsSeenAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		e := &fakeEngine{scripts: map[string]script{"slow": func(_ func(engine.Event), cancel <-chan struct{}) inference.Transcript {
			<-cancel
			<-release
			return inference.Transcript{Status: inference.StatusCancelled}
		}}}
		q := run(t, e, plain)
		q.Add("slow")
		q.Start()
		synctest.Wait()
		q.Cancel()
		if got := states(q); got[0] != Stopping {
			t.Errorf("right after the press it is %s", got[0])
		}
		close(release)
		want(t, q, Cancelled)
	})
}

func TestCancelBeforeTheEngineHasIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hold := make(chan struct{})
		e := &fakeEngine{}
		q := run(t, e, func(_ context.Context, file string) (engine.Job, error) {
			<-hold
			return engine.Job{File: file}, nil
		})
		q.Add("a", "b")
		q.Start()
		synctest.Wait()
		q.StopAll()
		close(hold)
		want(t, q, Cancelled, Waiting)
		if len(e.started) != 0 {
			t.Errorf("the engine was given %v", e.started)
		}
	})
}

func TestStopAllLeavesTheRestWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &fakeEngine{scripts: map[string]script{"long": hangs}}
		q := run(t, e, plain)
		q.Add("long", "next")
		q.Start()
		synctest.Wait()
		q.StopAll()
		want(t, q, Cancelled, Waiting)
		q.Start()
		want(t, q, Cancelled, Done)
	})
}

func TestAgainBeginsWithACleanSlate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &fakeEngine{scripts: map[string]script{"a": fails("no")}}
		q := run(t, e, plain)
		id := q.Add("a")[0]
		q.Start()
		want(t, q, Failed)
		e.mu.Lock()
		e.scripts["a"] = says("hello")
		e.mu.Unlock()
		if !q.Again(id) {
			t.Error("it could not be run again")
		}
		want(t, q, Done)
		if it := q.Snapshot().Items[0]; it.Error != "" || it.Text() != "hello" {
			t.Errorf("left over: %+v", it)
		}
	})
}

func TestAddAndRemove(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &fakeEngine{scripts: map[string]script{"long": hangs}}
		q := run(t, e, plain)
		ids := q.Add("long", "b", "b")
		if ids[2] != 0 {
			t.Error("the same file waits twice")
		}
		q.Start()
		synctest.Wait()
		if q.Remove(ids[0]) {
			t.Error("a busy job was removed")
		}
		if !q.Remove(ids[1]) || q.Remove(ids[1]) {
			t.Error("a waiting job can be removed once")
		}
		want(t, q, Running)
		q.SetDuration(ids[0], 7)
		if got := q.Snapshot().Items[0].Duration; got != 7 {
			t.Errorf("length %v", got)
		}
	})
}

func TestClosingCancelsAndWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &fakeEngine{scripts: map[string]script{"long": hangs}}
		q := New(e, plain)
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() { defer close(ended); q.Run(ctx) }()
		q.Add("long", "next")
		q.Start()
		synctest.Wait()
		cancel()
		<-ended
		want(t, q, Cancelled, Waiting)
	})
}

func TestListenersHearInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var heard []Kind
		var last uint64
		q := run(t, &fakeEngine{}, plain, func(c Change) {
			heard = append(heard, c.Kind)
			if c.Kind != Idle && c.Item.Rev <= last {
				t.Errorf("%s came with revision %d after %d", c.Kind, c.Item.Rev, last)
			}
			last = max(last, c.Item.Rev)
		})
		q.Add("a")
		q.Start()
		synctest.Wait()
		if w := []Kind{Added, Moved, Moved, Spoken, Finished, Moved, Idle}; !slices.Equal(heard, w) {
			t.Errorf("heard %v, want %v", heard, w)
		}
	})
}
