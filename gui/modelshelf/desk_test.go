package modelshelf

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"

	"haltscribe/models"
	"haltscribe/models/fetch"
)

// fakeShelf has one model; its download halts at half until it is let go on or stopped.
type fakeShelf struct {
	mu      sync.Mutex
	state   models.State
	have    int64
	goOn    chan error
	actions []string
}

func (s *fakeShelf) note(what string, f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.actions = append(s.actions, what)
	f()
}

func (s *fakeShelf) List() ([]models.Item, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return []models.Item{{Name: "big", Title: "Big", State: s.state, Have: s.have, Bytes: 100}}, nil
}

func (s *fakeShelf) Pull(ctx context.Context, name string, o models.PullOptions) (models.Pulled, error) {
	s.note("pull", func() { s.state, s.have = models.Begun, 50 })
	o.Progress(fetch.Progress{Done: 50, Total: 100})
	select {
	case <-ctx.Done():
		return models.Pulled{}, ctx.Err()
	case err := <-s.goOn:
		if err == nil {
			s.note("done", func() { s.state, s.have = models.Installed, 100 })
		}
		return models.Pulled{Model: models.Model{Name: name}, Fetched: true}, err
	}
}

func (s *fakeShelf) Discard(string) error {
	s.note("discard", func() { s.state, s.have = models.Available, 0 })
	return nil
}

func (s *fakeShelf) Remove(string) error {
	s.note("remove", func() { s.state, s.have = models.Available, 0 })
	return nil
}

func (s *fakeShelf) KeepTrial(string, string, string, models.Trial) error { return nil }

func (s *fakeShelf) Add(path string) (models.Model, error) {
	if path == "bad" {
		return models.Model{}, errors.New("bad can't be used: it is not a GGUF file")
	}
	return models.Model{Name: "mine"}, nil
}

// desk runs one in a bubble of its own time, and gives its status once nothing moves any more.
func desk(t *testing.T, test func(d *Desk, s *fakeShelf, status func() Status)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := &fakeShelf{state: models.Available, goOn: make(chan error)}
		d := New(s, s.try, "test", func() int64 { return 7 }, func() {})
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			d.Run(ctx)
		}()
		test(d, s, func() Status {
			synctest.Wait()
			return d.Status()
		})
		cancel()
		<-ended
	})
}

func TestFetchPauseGoOn(t *testing.T) {
	desk(t, func(d *Desk, s *fakeShelf, status func() Status) {
		d.Refresh()
		if got := status(); !got.Known || got.Free != 7 || got.Items[0].State != models.Available {
			t.Errorf("at first: %+v", got)
		}
		d.Pull("big")
		d.Pull("big") // once is enough
		if got := status().Pulls["big"]; !got.Running || got.Progress.Done != 50 {
			t.Errorf("fetching: %+v", got)
		}
		d.Pause("big")
		if got := status(); got.Pulls["big"] != (Pull{}) || got.Items[0].State != models.Begun {
			t.Errorf("paused: %+v", got)
		}
		d.Pull("big")
		status()
		s.goOn <- nil
		got := status()
		if got.Items[0].State != models.Installed || got.Arrived != (Arrival{Ordinal: 1, Name: "big", Title: "Big"}) {
			t.Errorf("done: %+v", got)
		}
		d.Remove("big")
		if got := status(); got.Items[0].State != models.Available {
			t.Errorf("removed: %+v", got)
		}
	})
}

func TestCancelThrowsAway(t *testing.T) {
	desk(t, func(d *Desk, s *fakeShelf, status func() Status) {
		d.Pull("big")
		status()
		d.Cancel("big")
		if got := status(); got.Pulls["big"] != (Pull{}) || got.Items[0].Have != 0 {
			t.Errorf("cancelled: %+v", got)
		}
		d.Pull("big")
		status()
		d.Pause("big")
		status()
		d.Cancel("big") // of what an earlier one left
		if got := status(); got.Items[0].Have != 0 {
			t.Errorf("thrown away: %+v", got)
		}
	})
}

func TestErrorsStay(t *testing.T) {
	desk(t, func(d *Desk, s *fakeShelf, status func() Status) {
		d.Pull("big")
		status()
		s.goOn <- errors.New("the disk is full")
		if got := status(); got.Pulls["big"].Error != "the disk is full" || got.Arrived.Ordinal != 0 {
			t.Errorf("failed: %+v", got)
		}
		d.Add("bad")
		if got := status().Arrived; got.Error == "" {
			t.Errorf("it was taken: %+v", got)
		}
		d.Add("good")
		if got := status().Arrived; got != (Arrival{Ordinal: 2, Name: "good", Title: "mine"}) {
			t.Errorf("added: %+v", got)
		}
	})
}

// TestClosingStopsDownloads: Run returns although a download is under way.
func TestClosingStopsDownloads(t *testing.T) {
	desk(t, func(d *Desk, s *fakeShelf, status func() Status) {
		d.Pull("big")
		if got := status().Pulls["big"]; !got.Running {
			t.Errorf("it does not run: %+v", got)
		}
	})
}

// try halts in the middle until it is let go on or stopped.
func (s *fakeShelf) try(ctx context.Context, _ string, tell func(float64)) error {
	s.note("try", func() {})
	tell(0.5)
	select {
	case <-ctx.Done():
		return fmt.Errorf("trying: %w", ctx.Err())
	case err := <-s.goOn:
		return err
	}
}

func TestTrialsRunOnceAndCanBeStopped(t *testing.T) {
	desk(t, func(d *Desk, s *fakeShelf, status func() Status) {
		d.Try("big")
		d.Try("big") // once is enough
		if got := status().Trials["big"]; got != (Trial{Running: true, Done: 0.5}) {
			t.Errorf("under way it is %+v", got)
		}
		d.StopTrying("big")
		if got := status().Trials["big"]; got != (Trial{}) {
			t.Errorf("stopped it is %+v", got)
		}
		d.StopTrying("big") // nothing to stop
		for _, c := range []struct {
			end  error
			want Trial
		}{{errors.New("there is no memory"), Trial{Error: "there is no memory"}}, {nil, Trial{}}} {
			d.Try("big")
			status()
			s.goOn <- c.end
			if got := status().Trials["big"]; got != c.want {
				t.Errorf("ended with %v it is %+v", c.end, got)
			}
		}
		if n := len(s.actions); n != 3 {
			t.Errorf("it was tried %d times", n)
		}
	})
}

// TestClosingStopsTrials: Run returns although a trial is under way.
func TestClosingStopsTrials(t *testing.T) {
	desk(t, func(d *Desk, _ *fakeShelf, status func() Status) {
		d.Try("big")
		if got := status().Trials["big"]; !got.Running {
			t.Errorf("it does not run: %+v", got)
		}
	})
}
