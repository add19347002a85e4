package comparison

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"haltscribe/inference"
	"haltscribe/inference/engine"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func report(partial bool) engine.BenchReport {
	return engine.BenchReport{
		Model: "demo", Partial: partial, Conclusion: "So it is.",
		Devices: []engine.BenchDevice{{Device: "cpu", Chunks: []engine.BenchChunk{{
			Tokens: 52, Full: []engine.BenchFull{{Hook: inference.HookOff, Ratio: 1}},
		}}}},
	}
}

// benches plays a comparison.
type benches func(ctx context.Context, tell func(engine.BenchProgress)) (engine.BenchReport, error)

func (b benches) Bench(ctx context.Context, _ engine.BenchSpec, tell func(engine.BenchProgress)) (engine.BenchReport, error) {
	return b(ctx, tell)
}

// desk runs a desk until the test ends; the channel tells of each change.
func desk(t *testing.T, b Bencher, s Shelf) (*Desk, func(string, func(Status) bool) Status) {
	t.Helper()
	changes := make(chan struct{}, 1)
	d := New(b, s, func() {
		select {
		case changes <- struct{}{}:
		default:
		}
	})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		d.Run(ctx)
	}()
	t.Cleanup(func() {
		cancel()
		<-done
	})
	return d, func(what string, so func(Status) bool) Status {
		t.Helper()
		limit := time.After(time.Minute)
		for {
			if s := d.Status(); so(s) {
				return s
			}
			select {
			case <-changes:
			case <-limit:
				t.Fatalf("it did not come to this: %s; %+v", what, d.Status())
			}
		}
	}
}

func noSpec(context.Context) (engine.BenchSpec, error) { return engine.BenchSpec{}, nil }

func ended(n int) func(Status) bool { return func(s Status) bool { return s.Ordinal == n } }

func TestAComparisonIsKept(t *testing.T) {
	shelf := Shelf{filepath.Join(t.TempDir(), "not", "there", "yet")}
	told := make(chan struct{})
	d, until := desk(t, benches(func(_ context.Context, tell func(engine.BenchProgress)) (engine.BenchReport, error) {
		half := report(true)
		tell(engine.BenchProgress{Done: 0.5, What: "cpu: encoding", SoFar: &half})
		<-told
		return report(false), nil
	}), shelf)
	if !d.Start(noSpec) {
		t.Fatal("it did not start")
	}
	if d.Start(noSpec) {
		t.Error("two at once")
	}
	until("half", func(s Status) bool {
		return s.Done == 0.5 && s.What == "cpu: encoding" && measured(s.SoFar) && s.SoFar.Partial
	})
	close(told)
	s := until("the end", ended(1))
	if s.State != Idle || s.Error != "" || s.Last.Report.Partial || s.Last.Name == "" {
		t.Errorf("ended as %+v", s)
	}
	all, err := shelf.List()
	if err != nil || len(all) != 1 || all[0].Name != s.Last.Name || all[0].Report.Conclusion != "So it is." {
		t.Errorf("kept %+v, %v", all, err)
	}
}

func TestACancelledComparisonKeepsWhatItHas(t *testing.T) {
	shelf := Shelf{t.TempDir()}
	d, until := desk(t, benches(func(ctx context.Context, tell func(engine.BenchProgress)) (engine.BenchReport, error) {
		tell(engine.BenchProgress{Done: 0.1})
		<-ctx.Done()
		if errors.Is(context.Cause(ctx), engine.ErrClosing) {
			t.Error("a cancel counts as closing")
		}
		return report(true), nil
	}), shelf)
	if d.Cancel() {
		t.Error("there was nothing to cancel")
	}
	d.Start(noSpec)
	until("running", func(s Status) bool { return s.Done > 0 })
	if !d.Cancel() || d.Status().State == Running {
		t.Error("the press is not to be seen at once")
	}
	d.Cancel()
	s := until("the end", ended(1))
	if all, err := shelf.List(); s.Error != "" || err != nil || len(all) != 1 || !all[0].Report.Partial {
		t.Errorf("%+v; kept %+v, %v", s, all, err)
	}
}

func TestAFailedComparisonSaysWhyAndKeepsWhatItHas(t *testing.T) {
	shelf := Shelf{t.TempDir()}
	d, until := desk(t, benches(func(context.Context, func(engine.BenchProgress)) (engine.BenchReport, error) {
		return report(true), errors.New("the engine died")
	}), shelf)
	d.Start(noSpec)
	s := until("the end", ended(1))
	if all, _ := shelf.List(); s.Error != "the engine died" || len(all) != 1 {
		t.Errorf("%+v; kept %d", s, len(all))
	}
	d.Start(func(context.Context) (engine.BenchSpec, error) {
		return engine.BenchSpec{}, errors.New("there is no model")
	})
	s = until("the second end", ended(2))
	if all, _ := shelf.List(); s.Error != "there is no model" || measured(s.Last.Report) || len(all) != 1 {
		t.Errorf("%+v; kept %d", s, len(all))
	}
}

func TestOneThatCannotBeKeptIsShownAllTheSame(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	d, until := desk(t, benches(func(context.Context, func(engine.BenchProgress)) (engine.BenchReport, error) {
		return report(false), nil
	}), Shelf{filepath.Join(file, "folder")})
	d.Start(noSpec)
	s := until("the end", ended(1))
	if !measured(s.Last.Report) || !strings.HasPrefix(s.Error, "keeping the comparison: ") {
		t.Errorf("%+v", s)
	}
}

func TestClosingDoesNotWait(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	running, done := make(chan struct{}), make(chan struct{})
	d := New(benches(func(ctx context.Context, _ func(engine.BenchProgress)) (engine.BenchReport, error) {
		close(running)
		<-ctx.Done()
		if !errors.Is(context.Cause(ctx), engine.ErrClosing) {
			t.Errorf("the cause is %v", context.Cause(ctx))
		}
		return engine.BenchReport{}, engine.ErrClosing
	}), Shelf{}, func() {})
	go func() {
		defer close(done)
		d.Run(ctx)
	}()
	d.Start(noSpec)
	<-running
	cancel()
	<-done
}

func TestShelf(t *testing.T) {
	s := Shelf{t.TempDir()}
	at := time.Date(2026, 12, 1, 7, 30, 0, 0, time.Local)
	var names []string
	for i, when := range []time.Time{at, at.Add(time.Hour), at} { // two in one second
		r := report(false)
		r.Runs = i
		k, err := s.Add(r, when)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, k.Name)
	}
	for name, content := range map[string]string{"broken.json": "{", "other.json": "{}", "notes.txt": "x", ".half.json": "{"} {
		if err := os.WriteFile(filepath.Join(s.Folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	all, err := s.List()
	if len(all) != 3 || all[0].Name != names[1] || !all[0].At.Equal(at.Add(time.Hour)) || !all[1].At.Equal(at) || !all[2].At.Equal(at) {
		t.Errorf("listed %+v", all)
	}
	if err == nil || !strings.Contains(err.Error(), "broken.json is no comparison") || !strings.Contains(err.Error(), "other.json holds no") ||
		strings.Contains(err.Error(), "notes") || strings.Contains(err.Error(), "half") {
		t.Errorf("of the others it says %v", err)
	}
	if err := s.Remove(names[1]); err != nil {
		t.Error(err)
	}
	if err := s.Remove(filepath.Join("..", "file")); err != nil {
		t.Error(err)
	}
	if all, _ := s.List(); len(all) != 2 || all[0].Name == names[1] {
		t.Errorf("after the deletion: %+v", all)
	}
	if all, err := (Shelf{filepath.Join(s.Folder, "none")}).List(); len(all) != 0 || err != nil {
		t.Errorf("an empty shelf: %v, %v", all, err)
	}
}

func TestAReportFromTheCommandLineCanBeOpened(t *testing.T) {
	s := Shelf{t.TempDir()}
	k, err := s.Add(report(false), time.Now())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(s.Folder, k.Name), filepath.Join(s.Folder, "mine.json")); err != nil {
		t.Fatal(err)
	}
	all, err := s.List()
	if err != nil || len(all) != 1 || time.Since(all[0].At) > time.Hour {
		t.Errorf("%+v, %v", all, err)
	}
}
