package gui

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/storage"
	"fyne.io/fyne/v2/test"

	"haltscribe/gui/modelshelf"
	"haltscribe/gui/queue"
	"haltscribe/gui/sound"
	"haltscribe/history"
	"haltscribe/inference"
	"haltscribe/inference/engine"
)

// script is how a fake job goes.
type script func(send func(engine.Event), cancel <-chan struct{}) inference.Transcript

// fakeEngine plays scripts, by the names of files.
type fakeEngine struct {
	inventory inference.Inventory
	err       error

	mu      sync.Mutex
	scripts map[string]script
	jobs    []engine.Job
	compare func(ctx context.Context, tell func(engine.BenchProgress)) (engine.BenchReport, error)
	specs   []engine.BenchSpec
	try     func(ctx context.Context, tell func(done float64)) (engine.Trial, error)
}

func (e *fakeEngine) Bench(ctx context.Context, spec engine.BenchSpec, tell func(engine.BenchProgress)) (engine.BenchReport, error) {
	e.mu.Lock()
	e.specs = append(e.specs, spec)
	e.mu.Unlock()
	return e.compare(ctx, tell)
}

// Try goes as its script says; without one the model does well.
func (e *fakeEngine) Try(ctx context.Context, job engine.Job, tell func(done float64)) (engine.Trial, error) {
	e.mu.Lock()
	e.jobs = append(e.jobs, job)
	play := e.try
	e.mu.Unlock()
	if play == nil {
		return wellTried(), nil
	}
	return play(ctx, tell)
}

func wellTried() engine.Trial {
	return engine.Trial{
		Device: "cpu", DeviceName: "A processor", Library: " ()", Threads: 2, Status: "ok", LoadMS: 912, Speed: 14.1,
		Memory: 1_100_000_000, At: time.Now(),
	}
}

type fakeJob struct {
	cancel chan struct{}
	once   sync.Once
	done   chan struct{}
	result inference.Transcript
}

func (j *fakeJob) Cancel()                          { j.once.Do(func() { close(j.cancel) }) }
func (j *fakeJob) Done() <-chan struct{}            { return j.done }
func (j *fakeJob) Transcript() inference.Transcript { return j.result }

func (e *fakeEngine) Start(job engine.Job, on func(engine.Event)) queue.RunningJob {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.jobs = append(e.jobs, job)
	play, ok := e.scripts[filepath.Base(job.File)]
	if !ok {
		play = says("hello there")
	}
	j := &fakeJob{cancel: make(chan struct{}), done: make(chan struct{})}
	go func() {
		defer close(j.done)
		j.result = play(on, j.cancel)
	}()
	return j
}

func (e *fakeEngine) Inventory(context.Context, string, bool) (inference.Inventory, error) {
	return e.inventory, e.err
}

var timing = inference.Timing{
	LoadMS: 120, AudioMS: 14, EncodeMS: 310, EmbedMS: 45, TokenMS: 230, TotalMS: 722,
	PromptTokens: 60, Tokens: 31, RealTimeFactor: 0.0902,
}

// says is a job that goes well.
func says(texts ...string) script {
	return func(send func(engine.Event), _ <-chan struct{}) inference.Transcript {
		var s []inference.Segment
		for i, text := range texts {
			s = append(s, inference.Segment{Start: 8 * float64(i), End: 8 * float64(i+1), Text: text, Language: "English"})
			send(engine.Event{Kind: engine.EventText, Text: text})
			send(engine.Event{Kind: engine.EventSegment, Segment: s[i], Duration: 8 * float64(len(texts))})
		}
		return inference.Transcript{
			Status: inference.StatusOK, Segments: s, Duration: 8 * float64(len(texts)), Language: "English", Timing: timing,
			Engine: inference.EngineInfo{Device: "cpu", DeviceName: "A processor", ChunkFunctions: true},
		}
	}
}

// halts is a job that says something and then runs until it is cancelled.
func halts(send func(engine.Event), cancel <-chan struct{}) inference.Transcript {
	first := inference.Segment{End: 15.5, Text: "the first piece of it was finished in time", Language: "English"}
	send(engine.Event{Kind: engine.EventSegment, Segment: first, Duration: 62})
	send(engine.Event{Kind: engine.EventProgress, Phase: inference.PhaseToken, Done: 0.25})
	send(engine.Event{Kind: engine.EventPhase, Phase: inference.PhaseToken})
	send(engine.Event{Kind: engine.EventText, Text: "and the second"})
	send(engine.Event{Kind: engine.EventPhase, Phase: inference.PhaseEncode})
	<-cancel
	latency, phase, node, nodes := 4.2, inference.PhaseEncode, 217, 607
	return inference.Transcript{
		Status: inference.StatusCancelled, Segments: []inference.Segment{first}, Duration: 62, Timing: timing,
		Cancel: inference.Cancel{
			Requested: true, LatencyMS: &latency, Phase: &phase, Node: &node, Nodes: &nodes, NodeOp: "MUL_MAT", NodeName: "ffn_up-3",
		},
	}
}

func fails(why string) script {
	return func(func(engine.Event), <-chan struct{}) inference.Transcript {
		return inference.Transcript{Status: inference.StatusFailed, Error: &why}
	}
}

// goodInventory has a device that can be had, and one that can't.
func goodInventory() inference.Inventory {
	why := "Metal is only on Apple's machines"
	return inference.Inventory{
		Library: inference.Library{Path: "/lib", Usable: true, ChunkFunctions: true},
		Devices: []inference.Device{
			{Device: "cpu", Backend: "CPU", Name: "A processor", Available: true},
			{Device: "metal", Backend: "Metal", WhyNot: &why},
		},
	}
}

type fakeStore struct {
	mu     sync.Mutex
	kept   Choices
	notice string
}

// last is what was saved last.
func (s *fakeStore) last() Choices {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.kept
}

func (s *fakeStore) Load() (Choices, string) {
	c := s.kept
	if c.Speed == 0 { // as the settings have them
		c.Speed, c.Volume = 1, 0.8
	}
	return c, s.notice
}

func (s *fakeStore) Save(c Choices) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept = c
	return nil
}

// fakePlayer can be played, and is told where it is.
type fakePlayer struct {
	mu      sync.Mutex
	playing bool
	at      time.Duration
	speed   float64
	volume  float64
	onError func(error)
}

func (p *fakePlayer) do(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f()
}

func (p *fakePlayer) Load(string) error       { p.do(func() { p.at = 0 }); return nil }
func (p *fakePlayer) Play()                   { p.do(func() { p.playing = true }) }
func (p *fakePlayer) Pause()                  { p.do(func() { p.playing = false }) }
func (p *fakePlayer) Playing() (on bool)      { p.do(func() { on = p.playing }); return on }
func (p *fakePlayer) Duration() time.Duration { return 16 * time.Second }
func (p *fakePlayer) Volume(v float64)        { p.do(func() { p.volume = v }) }
func (p *fakePlayer) Speed(x float64) error   { p.do(func() { p.speed = x }); return nil }
func (p *fakePlayer) OnError(f func(error))   { p.onError = f }
func (p *fakePlayer) Close()                  {}
func (p *fakePlayer) Seek(to time.Duration) error {
	p.do(func() { p.at = to })
	return nil
}

func (p *fakePlayer) Position() (at time.Duration) {
	p.do(func() { at = p.at })
	return at
}

// bench is a window under test. The test's goroutine is the main one.
type bench struct {
	*mainWindow
	t      *testing.T
	engine *fakeEngine
	store  *fakeStore
	sound  *fakePlayer
	posts  chan func()
	shut   func() // closes the window, which the test's end does too
}

type setup struct {
	engine *fakeEngine
	store  *fakeStore
	model  func(string) (Model, error)
	mute   bool
	files  []string
	look   string
	size   fyne.Size
	runs   string // folder of earlier comparisons
	shelf  modelshelf.Shelf

	history func(context.Context) (*history.Store, string, error)
}

// open makes a window with fakes all around, and lets it run.
func open(t *testing.T, s setup) *bench {
	t.Helper()
	if s.engine == nil {
		s.engine = &fakeEngine{inventory: goodInventory()}
	}
	if s.store == nil {
		s.store = &fakeStore{kept: Choices{Theme: s.look, Width: s.size.Width, Height: s.size.Height}}
	}
	if s.model == nil {
		s.model = func(string) (Model, error) { return Model{Name: "real", Text: "t.gguf", Projector: "p.gguf"}, nil }
	}
	b := &bench{t: t, engine: s.engine, store: s.store, sound: &fakePlayer{}, posts: make(chan func())}
	ctx, cancel := context.WithCancel(t.Context())
	b.mainWindow = newWindow(test.NewApp(), Deps{
		Version: "test", Files: s.files, Comparisons: s.runs, Sample: func() (string, error) { return "/sample.wav", nil },
		Engine: s.engine, ResolveModel: s.model, Store: s.store, Models: s.shelf, OpenHistory: s.history,
		OpenPlayer: func() (sound.Player, error) {
			if s.mute {
				return nil, errors.New("No sound device: none was found")
			}
			return b.sound, nil
		},
	}, func(f func()) {
		select {
		case b.posts <- f:
		case <-ctx.Done():
		}
	})
	b.courier.rest = func(context.Context) {}
	var owned sync.WaitGroup
	for _, run := range b.goroutines() {
		owned.Go(func() { run(ctx) })
	}
	b.shut = sync.OnceFunc(func() {
		cancel()
		owned.Wait()
		b.win.Close()
	})
	t.Cleanup(b.shut)
	b.win.Resize(fyne.NewSize(b.keep.get().Width, b.keep.get().Height))
	b.begin()
	return b
}

// until lets the window work until something is so.
func (b *bench) until(what string, so func() bool) {
	b.t.Helper()
	limit := time.NewTimer(time.Minute)
	defer limit.Stop()
	for !so() {
		select {
		case f := <-b.posts:
			f()
		case <-limit.C:
			b.t.Fatalf("it did not come to this: %s; the queue is %+v", what, b.snap)
		}
	}
}

// states waits until the shown queue is in these states.
func (b *bench) states(want ...queue.State) {
	b.t.Helper()
	b.until("states", func() bool {
		if len(b.snap.Items) != len(want) {
			return false
		}
		for i, it := range b.snap.Items {
			if it.State != want[i] {
				return false
			}
		}
		return true
	})
}

func (b *bench) banner(about string) (banner, bool) {
	for _, n := range b.banners.shown {
		if n.about == about {
			return n, true
		}
	}
	return banner{}, false
}

// settled waits until the model and the devices are known.
func (b *bench) settled() {
	b.t.Helper()
	b.until("devices known", func() bool {
		return len(b.tools.device.options) == 0 || b.tools.device.options[len(b.tools.device.options)-1].value != "?"
	})
}

// folder makes files, each with something in it.
func folder(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, n := range names {
		path := filepath.Join(dir, n)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func uris(dir string, names ...string) []fyne.URI {
	u := make([]fyne.URI, 0, len(names))
	for _, n := range names {
		u = append(u, storage.NewFileURI(filepath.Join(dir, n)))
	}
	return u
}
