package archive

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"haltscribe/gui/queue"
	"haltscribe/history"
	"haltscribe/inference"
	"haltscribe/inference/engine"
)

// engineJob is a job that the test leads.
type engineJob struct {
	on        func(engine.Event)
	from      float64
	cancelled chan struct{}
	once      sync.Once
	done      chan struct{}
	result    inference.Transcript
}

func (j *engineJob) Cancel()                          { j.once.Do(func() { close(j.cancelled) }) }
func (j *engineJob) Done() <-chan struct{}            { return j.done }
func (j *engineJob) Transcript() inference.Transcript { return j.result }

type jobs chan *engineJob

func (e jobs) Start(job engine.Job, on func(engine.Event)) queue.RunningJob {
	j := &engineJob{on: on, from: job.Options.ResumeFrom, cancelled: make(chan struct{}), done: make(chan struct{})}
	e <- j
	return j
}

func (j *engineJob) say(n int, text string) {
	s := inference.Segment{Start: float64(10 * n), End: float64(10*n + 10), Text: text, Language: "English"}
	j.result.Segments = append(j.result.Segments, s)
	j.on(engine.Event{Kind: engine.EventSegment, Segment: s, Duration: 40})
}

func (j *engineJob) end(s inference.Status) {
	j.result.Status, j.result.Duration, j.result.Language = s, 40, "English"
	close(j.done)
}

// run is a program with a queue and an archive; quit ends it as closing the window
// does.
type program struct {
	t       *testing.T
	queue   *queue.Queue
	archive *Archive
	jobs    jobs
	ended   chan queue.Item
	quit    func()
	mu      sync.Mutex
	notices []string
}

func start(t *testing.T, path string, keep bool) *program {
	t.Helper()
	p := &program{t: t, jobs: make(jobs, 1), ended: make(chan queue.Item, 9)}
	p.archive = New(func(ctx context.Context) (*history.Store, string, error) { return history.Open(ctx, path) },
		func() Choices { return Choices{Keep: keep, Model: "demo"} },
		func(item int, record int64) { p.queue.SetRecord(item, record) },
		func(s string) {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.notices = append(p.notices, s)
		})
	p.queue = queue.New(p.jobs, func(_ context.Context, file string) (engine.Job, error) { return engine.Job{File: file}, nil }, p.archive.Note,
		func(c queue.Change) {
			if c.Kind == queue.Moved && c.Item.State.Ended() {
				p.ended <- c.Item
			}
		})
	p.archive.KeepWaiting(func() []queue.Item { return p.queue.Snapshot().Items })
	ctx, cancel := context.WithCancel(context.Background())
	var owned sync.WaitGroup
	owned.Go(func() {
		p.queue.Run(ctx)
		p.archive.Finish()
	})
	owned.Go(func() { p.archive.Run(ctx) })
	p.quit = sync.OnceFunc(func() {
		cancel()
		select {
		case j := <-p.jobs: // it had begun
			j.end(inference.StatusCancelled)
		default:
		}
		owned.Wait()
	})
	t.Cleanup(p.quit)
	return p
}

// told is what the archive said, by then.
func (p *program) told() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return strings.Join(p.notices, "|")
}

// wait waits for something that the archive answers.
func wait[T any](t *testing.T, ask func(func(T, error))) (T, error) {
	t.Helper()
	type answer struct {
		what T
		err  error
	}
	c := make(chan answer, 1)
	ask(func(what T, err error) { c <- answer{what, err} })
	select {
	case a := <-c:
		return a.what, a.err
	case <-time.After(time.Minute):
		t.Fatal("no answer")
		panic("not reached")
	}
}

func (p *program) entries(query string) []history.Found {
	p.t.Helper()
	found, err := wait(p.t, func(f func([]history.Found, error)) { p.archive.List(query, f) })
	if err != nil {
		p.t.Fatal(err)
	}
	return found
}

func (p *program) load(record int64) (queue.Item, bool) {
	p.t.Helper()
	type loaded struct {
		it   queue.Item
		same bool
	}
	l, err := wait(p.t, func(f func(loaded, error)) {
		p.archive.Load(record, func(it queue.Item, same bool, err error) { f(loaded{it, same}, err) })
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return l.it, l.same
}

// end ends a job and waits until the queue has taken note.
func (p *program) end(j *engineJob, s inference.Status) {
	j.end(s)
	<-p.ended
}

func recordingFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "talk.wav")
	if err := os.WriteFile(path, []byte("sound"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestATranscriptIsKeptAsItGrows(t *testing.T) {
	db, file := filepath.Join(t.TempDir(), "h.db"), recordingFile(t)
	p := start(t, db, true)
	id := p.queue.Add(file)[0]
	p.queue.Start()
	j := <-p.jobs
	j.say(0, "first words")
	if e := p.entries(""); len(e) != 1 || e[0].Status != history.Working || e[0].Segments != 1 || e[0].Excerpt != "first words" {
		t.Fatalf("while it runs: %+v", e)
	}
	p.queue.Edit(id, 0, "edited words")
	if e := p.entries("edited"); len(e) != 1 {
		t.Errorf("the edit is not found: %+v", e)
	}
	j.say(1, "second words")
	p.end(j, inference.StatusOK)
	record := p.entries("second")[0].ID
	p.quit()

	p = start(t, db, true)
	it, same := p.load(record)
	if !same || it.State != queue.Done || it.Text() != "edited words\nsecond words" || it.Duration != 40 || it.Record != record {
		t.Errorf("it came back as %+v, %v", it, same)
	}
	if it.Result == nil || it.Result.Language != "English" || it.Result.Text != "edited words second words" {
		t.Errorf("its result is %+v", it.Result)
	}
	// An edit of what was opened again is kept too, by closing at the latest.
	opened := p.queue.Restore(it)
	p.queue.Edit(opened, 1, "typed at the last moment")
	p.quit()
	p = start(t, db, true)
	if it, _ := p.load(record); it.Segments[1].Text != "typed at the last moment" {
		t.Errorf("the last edit is lost: %q", it.Text())
	}
}

func TestWhatWasCutOffGoesOn(t *testing.T) {
	db, file := filepath.Join(t.TempDir(), "h.db"), recordingFile(t)
	p := start(t, db, true)
	p.queue.Add(file)
	p.queue.Start()
	j := <-p.jobs
	j.say(0, "first")
	j.say(1, "second")
	p.entries("") // all that was said before has been kept
	go func() {
		<-j.cancelled
		j.end(inference.StatusCancelled)
	}()
	p.quit()

	p = start(t, db, true)
	left, err := wait(t, func(f func(Left, error)) { p.archive.Unfinished(f) })
	cut := left.CutOff
	if err != nil || len(cut) != 1 || cut[0].Reached != 20 || len(left.Waiting) != 0 {
		t.Fatalf("unfinished: %+v, %v", left, err)
	}
	it, same := p.load(cut[0].ID)
	if !same || it.State != queue.Interrupted || it.ResumePoint() != 20 {
		t.Fatalf("it is %+v, %v", it, same)
	}
	id := p.queue.Restore(it)
	if !p.queue.Resume(id) {
		t.Fatal("it does not go on")
	}
	p.queue.Start()
	j = <-p.jobs
	if j.from != 20 {
		t.Errorf("it goes on from %v", j.from)
	}
	j.say(2, "third")
	p.end(j, inference.StatusOK)
	all := p.entries("")
	if len(all) != 1 || all[0].Segments != 3 || all[0].Status != string(queue.Done) {
		t.Errorf("kept: %+v", all)
	}
	if it, _ := p.load(cut[0].ID); it.Text() != "first\nsecond\nthird" {
		t.Errorf("the text is %q", it.Text())
	}
}

// What waits behind a job that is cut off is offered with it, in the queue's order;
// not what was removed or done, and once only.
func TestWhatWaitedIsOffered(t *testing.T) {
	db := filepath.Join(t.TempDir(), "h.db")
	files := make([]string, 5)
	for i := range files {
		files[i] = recordingFile(t)
	}
	p := start(t, db, true)
	ids := p.queue.Add(files...)
	p.queue.Move(ids[4], -2)
	p.queue.Remove(ids[3])
	p.queue.Start()
	p.end(<-p.jobs, inference.StatusOK)
	j := <-p.jobs
	j.say(0, "first")
	p.entries("")
	go func() {
		<-j.cancelled
		j.end(inference.StatusCancelled)
	}()
	p.quit()

	p = start(t, db, true)
	left, err := wait(t, func(f func(Left, error)) { p.archive.Unfinished(f) })
	want := []history.Waiting{{Path: files[4]}, {Path: files[2]}}
	if err != nil || len(left.CutOff) != 1 || !slices.Equal(left.Waiting, want) {
		t.Fatalf("left: %+v, %v; want %v", left, err, want)
	}
	if err := os.Remove(files[4]); err != nil {
		t.Fatal(err)
	}
	p.archive.Find([]string{files[2], files[4]}, func(there, gone []string) {
		if !slices.Equal(there, files[2:3]) || !slices.Equal(gone, files[4:]) {
			t.Errorf("there %v, gone %v", there, gone)
		}
	})
	p.archive.ForgetWaiting()
	if left, err := wait(t, func(f func(Left, error)) { p.archive.Unfinished(f) }); err != nil || len(left.Waiting) != 0 {
		t.Errorf("offered again: %+v, %v", left, err)
	}
}

func TestWhatTheUserStoppedIsNotOffered(t *testing.T) {
	db, file := filepath.Join(t.TempDir(), "h.db"), recordingFile(t)
	p := start(t, db, true)
	p.queue.Add(file)
	p.queue.Start()
	j := <-p.jobs
	j.say(0, "first")
	p.queue.Cancel()
	p.end(j, inference.StatusCancelled)
	if e := p.entries(""); len(e) != 1 || e[0].Status != string(queue.Cancelled) {
		t.Errorf("kept: %+v", e)
	}
	if left, err := wait(t, func(f func(Left, error)) { p.archive.Unfinished(f) }); err != nil || len(left.CutOff) != 0 {
		t.Errorf("offered: %+v, %v", left, err)
	}
}

func TestNothingIsKeptUnasked(t *testing.T) {
	db, file := filepath.Join(t.TempDir(), "h.db"), recordingFile(t)
	p := start(t, db, false)
	p.queue.Add(file)
	p.queue.Start()
	j := <-p.jobs
	j.say(0, "private")
	p.end(j, inference.StatusOK)
	if e := p.entries(""); len(e) != 0 {
		t.Errorf("kept: %+v", e)
	}
}

func TestAFileThatSaysNothingLeavesNoEntry(t *testing.T) {
	db, file := filepath.Join(t.TempDir(), "h.db"), recordingFile(t)
	p := start(t, db, true)
	p.queue.Add(file)
	p.queue.Start()
	p.end(<-p.jobs, inference.StatusFailed)
	if e := p.entries(""); len(e) != 0 {
		t.Errorf("kept: %+v", e)
	}
}

func TestWithoutAHistoryAllElseWorks(t *testing.T) {
	file := recordingFile(t)
	p := start(t, filepath.Join(file, "no-folder", "h.db"), true)
	id := p.queue.Add(file)[0]
	p.queue.Start()
	j := <-p.jobs
	j.say(0, "words")
	p.queue.Edit(id, 0, "other words")
	p.end(j, inference.StatusOK)
	_, err := wait(t, func(f func([]history.Found, error)) { p.archive.List("", f) })
	if !errors.Is(err, errNoHistory) || !strings.HasPrefix(p.told(), "Nothing is kept in the history: ") {
		t.Errorf("%v; it says %q", err, p.told())
	}
}

func TestDeletingWhatIsOpen(t *testing.T) {
	db, file := filepath.Join(t.TempDir(), "h.db"), recordingFile(t)
	p := start(t, db, true)
	id := p.queue.Add(file)[0]
	p.queue.Start()
	j := <-p.jobs
	j.say(0, "words")
	p.end(j, inference.StatusOK)
	e := p.entries("")
	_, err := wait(t, func(f func(int, error)) { p.archive.Delete(func(err error) { f(0, err) }, e[0].ID) })
	if err != nil {
		t.Fatal(err)
	}
	p.queue.Edit(id, 0, "an edit that comes too late")
	if e := p.entries(""); len(e) != 0 || p.told() != "" {
		t.Errorf("kept %+v; it says %q", e, p.told())
	}
	if slices.Contains(p.notices, "") {
		t.Error("an empty notice")
	}
}
