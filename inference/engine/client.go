package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"haltscribe/cbridge"
	"haltscribe/inference"
)

// DefaultStopDeadline is how long an engine may take to acknowledge a cancel
// before it is killed and replaced.
const DefaultStopDeadline = time.Second

// DefaultLoadDeadline is the same for an engine that loads a model. llama.cpp does not
// look at the byte while it reads the vocabulary and while it makes a context, and an
// engine whose model is not there yet has nothing to lose.
const DefaultLoadDeadline = 250 * time.Millisecond

// Config are the choices in running engines.
type Config struct {
	Executable   string        // the program; "" is this one
	Args         []string      // that make it an engine; nil is "engine"
	StopDeadline time.Duration // 0 is DefaultStopDeadline
	LoadDeadline time.Duration // 0 is DefaultLoadDeadline; where StopDeadline is shorter, that counts
	Idle         time.Duration // see SetIdle
	Log          io.Writer     // gets the engine's log as well; may be nil
	Verbose      bool          // log what ggml tells for information too
	Background   bool          // the engine leaves the processor to others who want it, such as a window
}

// Client runs jobs, one after the other, in an engine process that it starts when
// it is needed and starts again when it died. Safe for use by several goroutines.
type Client struct {
	cfg    Config
	ended  chan struct{} // the worker is gone
	cancel *cancelFile
	failed error // why there is no cancelFile

	mu      sync.Mutex
	changed *sync.Cond // tasks or closed
	tasks   []task
	idle    time.Duration
	closed  bool
}

// task is a job or a question for the worker.
type task func(w *worker)

// NewClient makes a client. No process is started before the first job. Close it.
func NewClient(cfg Config) *Client {
	if cfg.Executable == "" {
		cfg.Executable, _ = os.Executable()
	}
	if cfg.Args == nil {
		cfg.Args = []string{"engine"}
	}
	if cfg.StopDeadline == 0 {
		cfg.StopDeadline = DefaultStopDeadline
	}
	if cfg.LoadDeadline == 0 {
		cfg.LoadDeadline = DefaultLoadDeadline
	}
	c := &Client{cfg: cfg, idle: cfg.Idle, ended: make(chan struct{})}
	c.changed = sync.NewCond(&c.mu)
	c.cancel, c.failed = newCancelFile()
	go func() {
		defer close(c.ended)
		w := &worker{client: c}
		defer w.stop()
		for t := c.next(); t != nil; t = c.next() {
			t(w)
		}
	}()
	return c
}

// SetIdle says after what time without a task the engine is let go, with its model; 0
// keeps it. It counts at once, also for an engine that is idle already.
func (c *Client) SetIdle(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.idle = d
	c.changed.Signal()
}

// next waits for a task; nil when the client is closed and none is left. When none
// comes for long, letting the engine go is the task.
func (c *Client) next() task {
	c.mu.Lock()
	defer c.mu.Unlock()
	since := time.Now()
	for len(c.tasks) == 0 && !c.closed {
		left := c.idle - time.Since(since)
		if c.idle > 0 && left <= 0 {
			return (*worker).stop
		}
		c.waitAtMost(left)
	}
	if len(c.tasks) == 0 {
		return nil
	}
	t := c.tasks[0]
	c.tasks = c.tasks[1:]
	return t
}

// waitAtMost waits for a change, and no longer than d where that is more than 0.
func (c *Client) waitAtMost(d time.Duration) {
	if d > 0 {
		timer := time.AfterFunc(d, func() {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.changed.Signal()
		})
		defer timer.Stop()
	}
	c.changed.Wait()
}

var errClosed = errors.New("the program is closing")

// submit hands a task to the worker without making the caller wait.
func (c *Client) submit(t task) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return errClosed
	}
	c.tasks = append(c.tasks, t)
	c.changed.Signal()
	return nil
}

// Start begins a job, or queues it behind the running one, and returns at once.
// onEvent is called from one goroutine, in order, and not after Done is closed; it
// must return quickly and may be nil.
func (c *Client) Start(job Job, onEvent func(Event)) *Running {
	r, err := c.newRunning(job, onEvent)
	if err == nil {
		err = c.submit(func(w *worker) { w.transcribe(r) })
	}
	if err != nil {
		r.fail(err)
	}
	return r
}

// newRunning makes a job ready for the worker. With an error it can only be ended.
func (c *Client) newRunning(job Job, onEvent func(Event)) (*Running, error) {
	if onEvent == nil {
		onEvent = func(Event) {}
	}
	r := &Running{job: job, onEvent: onEvent, done: make(chan struct{}), cancelled: make(chan struct{})}
	r.transcript = inference.Transcript{
		File: job.File, Segments: []inference.Segment{}, Warnings: []string{},
		Engine: inference.EngineInfo{Device: job.Setup.Device, Hook: job.Setup.Hook, MissingFunctions: []string{}},
	}
	if c.failed != nil {
		return r, c.failed
	}
	slot, flag, err := c.cancel.take()
	if err != nil {
		return r, err
	}
	r.slot, r.flag, r.release = slot, flag, func() { c.cancel.release(slot) }
	return r, nil
}

// Inventory lists a library ("" finds one) and the devices that it can use. It
// waits for the running job. A refused library is no error: the inventory says why.
func (c *Client) Inventory(ctx context.Context, folder string, allowUntested bool) (inference.Inventory, error) {
	type result struct {
		inventory inference.Inventory
		err       error
	}
	results := make(chan result, 1)
	err := c.submit(func(w *worker) {
		inventory, err := w.inventory(folder, allowUntested)
		results <- result{inventory, err}
	})
	if err != nil {
		return inference.Inventory{}, err
	}
	select {
	case r := <-results:
		return r.inventory, r.err
	case <-ctx.Done():
		return inference.Inventory{}, fmt.Errorf("listing devices: %w", ctx.Err())
	}
}

// Close ends the engine. Jobs that wait or run should be cancelled before.
func (c *Client) Close() error {
	c.mu.Lock()
	already := c.closed
	c.closed = true
	c.changed.Signal()
	c.mu.Unlock()
	<-c.ended
	if already {
		return nil
	}
	if c.cancel == nil {
		return nil
	}
	return c.cancel.close()
}

// Running is a job that was started.
type Running struct {
	job     Job
	onEvent func(Event)
	slot    int
	flag    cbridge.Flag
	release func()

	done      chan struct{}
	cancelled chan struct{} // closed by the first Cancel

	mu         sync.Mutex
	over       bool
	storedNS   int64 // when Cancel stored the byte
	transcript inference.Transcript
	peak       int64 // most memory of the engine so far, in bytes
}

// Cancel stores 1 in the job's cancel byte. It may be called at any time, any
// number of times, from any goroutine; after the job's end it does nothing.
func (r *Running) Cancel() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over || r.storedNS != 0 {
		return
	}
	r.storedNS = cbridge.Now()
	r.flag.Set()
	close(r.cancelled)
}

// Done is closed when the job has ended.
func (r *Running) Done() <-chan struct{} { return r.done }

// Transcript is what became of the recording, after Done.
func (r *Running) Transcript() inference.Transcript {
	<-r.done
	return r.transcript
}

// end publishes the transcript. After it, Cancel can't touch the byte any more,
// which is then another job's to take.
func (r *Running) end(change func(t *inference.Transcript, storedNS int64)) {
	r.mu.Lock()
	change(&r.transcript, r.storedNS)
	r.transcript.Cancel.Requested = r.transcript.Cancel.Requested || r.storedNS != 0
	r.over = true
	r.mu.Unlock()
	if r.release != nil {
		r.release()
	}
	close(r.done)
}

func (r *Running) fail(err error) {
	r.end(func(t *inference.Transcript, _ int64) {
		cause := err.Error()
		t.Status, t.Error = inference.StatusFailed, &cause
	})
}
