// Package queue works through recordings one after the other. It knows jobs
// and transcripts, and nothing of windows: the window draws its snapshots.
package queue

import (
	"context"
	"sync"
	"time"

	"haltscribe/inference"
	"haltscribe/inference/engine"
)

// RunningJob is a transcription on its way.
type RunningJob interface {
	Cancel()
	Done() <-chan struct{}
	Transcript() inference.Transcript
}

// Transcriber starts transcriptions. Events arrive in order, one at a time,
// and none after Done is closed.
type Transcriber interface {
	Start(job engine.Job, onEvent func(engine.Event)) RunningJob
}

// Prepare makes the engine's job for a recording from what is chosen at that
// moment. It may take its time; it runs on the queue's own goroutine.
type Prepare func(ctx context.Context, file string) (engine.Job, error)

// Kind says what a Change is about.
type Kind string

// The kinds of change.
const (
	Added    Kind = "added"
	Removed  Kind = "removed"
	Moved    Kind = "state" // to another State, or to another phase
	Progress Kind = "progress"
	Spoken   Kind = "text"    // text was appended to the segment in the making
	Finished Kind = "segment" // a segment is finished
	Edited   Kind = "edit"    // the text of the segment in Change.Row was edited
	Ordered  Kind = "order"   // to another place in the list
	Noted    Kind = "warning"
	Idle     Kind = "idle" // nothing runs and nothing will by itself
)

// Change tells that something happened. Listeners are called one at a time,
// from whatever goroutine caused the change. They must return quickly and not call
// the queue.
type Change struct {
	Kind Kind
	Item Item // as it is after the change; zero for Idle
	Row  int  // for Edited
}

// Snapshot is the queue at one moment.
type Snapshot struct {
	Items  []Item
	Active bool // it goes on by itself from job to job
}

// Busy returns the job that the engine works on, if any.
func (s Snapshot) Busy() (Item, bool) {
	for _, it := range s.Items {
		if it.State.Busy() {
			return it, true
		}
	}
	return Item{}, false
}

// Last returns the job that ended last; a zero Item if none has.
func (s Snapshot) Last() Item {
	var last Item
	for _, it := range s.Items {
		if it.State.Ended() && (last.ID == 0 || it.Ended.After(last.Ended)) {
			last = it
		}
	}
	return last
}

// Waiting counts the jobs that have yet to run.
func (s Snapshot) Waiting() int {
	n := 0
	for _, it := range s.Items {
		if it.State == Waiting {
			n++
		}
	}
	return n
}

// Find returns the item of that id.
func (s Snapshot) Find(id int) (Item, bool) {
	for _, it := range s.Items {
		if it.ID == id {
			return it, true
		}
	}
	return Item{}, false
}

// Queue is a list of jobs and the one goroutine (Run) that works through them.
// All methods may be called from any goroutine.
type Queue struct {
	transcriber Transcriber
	prepare     Prepare
	now         func() time.Time

	wake chan struct{}

	mu      sync.Mutex
	jobs    []*job
	active  bool
	held    bool // no job begins
	idle    bool // Idle was told since the last job
	lastID  int
	lastRev uint64
	running RunningJob // of the busy job, once the engine has it

	listeners []func(Change)
	telling   sync.Mutex // keeps the listeners' calls in order
}

type job struct {
	Item
	before int            // segments that an earlier job finished
	edits  map[int]string // texts by segment
	pace   pace
}

// New makes an empty queue that does nothing until Run is called.
func New(t Transcriber, prepare Prepare, listeners ...func(Change)) *Queue {
	return &Queue{
		transcriber: t,
		prepare:     prepare,
		now:         time.Now,
		wake:        make(chan struct{}, 1),
		idle:        true,
		listeners:   listeners,
	}
}

// Snapshot returns the queue as it is now.
func (q *Queue) Snapshot() Snapshot {
	q.mu.Lock()
	defer q.mu.Unlock()
	s := Snapshot{Items: make([]Item, len(q.jobs)), Active: q.active}
	for i, j := range q.jobs {
		s.Items[i] = j.Item
	}
	return s
}

// Add appends recordings, waiting, and returns their ids. A file that already
// waits or runs is not added a second time; its id is 0 then.
func (q *Queue) Add(files ...string) []int {
	ids := make([]int, 0, len(files))
	var changes []Change
	q.mu.Lock()
	for _, f := range files {
		if q.pendingFile(f) {
			ids = append(ids, 0)
			continue
		}
		q.lastID++
		j := &job{Item: Item{ID: q.lastID, File: f, State: Waiting}}
		q.jobs = append(q.jobs, j)
		ids = append(ids, j.ID)
		changes = append(changes, q.change(Added, j))
	}
	q.unlockAndTell(changes...)
	q.poke()
	return ids
}

func (q *Queue) pendingFile(file string) bool {
	for _, j := range q.jobs {
		if j.File == file && !j.State.Ended() {
			return true
		}
	}
	return false
}

// SetDuration tells a recording's length, where it is found before the job runs.
func (q *Queue) SetDuration(id int, seconds float64) {
	q.mu.Lock()
	j := q.find(id)
	if j == nil || j.Duration != 0 {
		q.mu.Unlock()
		return
	}
	j.Duration = seconds
	q.unlockAndTell(q.change(Progress, j))
}

// Start works through everything that waits, and what is added later.
func (q *Queue) Start() {
	q.mu.Lock()
	q.active = true
	q.mu.Unlock()
	q.poke()
}

// Again puts a job that ended back to waiting, with a clean slate.
func (q *Queue) Again(id int) bool {
	q.mu.Lock()
	j := q.find(id)
	if j == nil || !j.State.Ended() {
		q.mu.Unlock()
		return false
	}
	*j = job{Item: Item{ID: j.ID, File: j.File, State: Waiting, Duration: j.Duration}}
	q.unlockAndTell(q.change(Moved, j))
	q.poke()
	return true
}

// Remove takes a job off the list. A busy one must be cancelled first.
func (q *Queue) Remove(id int) bool {
	q.mu.Lock()
	for i, j := range q.jobs {
		if j.ID != id || j.State.Busy() {
			continue
		}
		q.jobs = append(q.jobs[:i:i], q.jobs[i+1:]...)
		q.unlockAndTell(Change{Kind: Removed, Item: j.Item})
		return true
	}
	q.mu.Unlock()
	return false
}

// Cancel stops the busy job at once; the queue goes on with the next one. It
// reports whether there was a job to stop.
func (q *Queue) Cancel() bool {
	q.mu.Lock()
	j := q.busy()
	if j == nil {
		q.mu.Unlock()
		return false
	}
	// The store comes first: everything else can wait a microsecond.
	if q.running != nil {
		q.running.Cancel()
	}
	if j.State == Stopping {
		q.mu.Unlock()
		return true
	}
	j.State = Stopping
	j.Pressed = q.now()
	q.unlockAndTell(q.change(Moved, j))
	return true
}

// StopAll cancels the busy job and leaves the rest waiting until Start.
func (q *Queue) StopAll() bool {
	q.mu.Lock()
	q.active = false
	q.mu.Unlock()
	return q.Cancel()
}

// change marks a job as changed. The caller holds q.mu.
func (q *Queue) change(k Kind, j *job) Change {
	q.lastRev++
	j.Rev = q.lastRev
	return Change{Kind: k, Item: j.Item}
}

func (q *Queue) find(id int) *job {
	for _, j := range q.jobs {
		if j.ID == id {
			return j
		}
	}
	return nil
}

func (q *Queue) busy() *job {
	for _, j := range q.jobs {
		if j.State.Busy() {
			return j
		}
	}
	return nil
}

func (q *Queue) poke() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

// unlockAndTell releases q.mu and tells the listeners, in the order in which
// the changes were made.
func (q *Queue) unlockAndTell(changes ...Change) {
	q.telling.Lock()
	q.mu.Unlock()
	defer q.telling.Unlock()
	for _, c := range changes {
		for _, l := range q.listeners {
			l(c)
		}
	}
}
