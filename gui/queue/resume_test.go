package queue

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"haltscribe/inference"
	"haltscribe/inference/engine"
)

// halfway finishes a piece and hangs in the next.
func halfway(send func(engine.Event), cancel <-chan struct{}) inference.Transcript {
	s := inference.Segment{End: 30, Text: "the first half", Language: "English"}
	send(engine.Event{Kind: engine.EventPhase, Phase: inference.PhaseAudio})
	send(engine.Event{Kind: engine.EventSegment, Segment: s, Duration: 60})
	<-cancel
	return inference.Transcript{Status: inference.StatusCancelled, Segments: []inference.Segment{s}, Duration: 60}
}

func TestACancelledJobGoesOnBehindItsLastSegment(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &fakeEngine{scripts: map[string]script{"talk": halfway}}
		var from float64
		e.onStart = func(job engine.Job) { from = job.Options.ResumeFrom }
		q := run(t, e, plain)
		id := q.Add("talk")[0]
		q.Start()
		synctest.Wait()
		if q.Resume(id) {
			t.Error("a running job was resumed")
		}
		q.Cancel()
		synctest.Wait()
		it := q.Snapshot().Items[0]
		if it.State != Cancelled || it.ResumePoint() != 30 {
			t.Fatalf("it is %s and goes on from %v", it.State, it.ResumePoint())
		}
		q.Edit(id, 0, "the first half, edited")
		e.mu.Lock()
		e.scripts["talk"] = func(send func(engine.Event), _ <-chan struct{}) inference.Transcript {
			s := inference.Segment{Start: 30, End: 60, Text: "the second", Language: "English"}
			send(engine.Event{Kind: engine.EventSegment, Segment: s})
			return inference.Transcript{Status: inference.StatusOK, Segments: []inference.Segment{s}, Duration: 60}
		}
		e.mu.Unlock()
		if !q.Resume(id) {
			t.Fatal("it does not go on")
		}
		synctest.Wait()
		it = q.Snapshot().Items[0]
		if from != 30 || it.State != Done {
			t.Errorf("it began at %v and is %s", from, it.State)
		}
		if want := "the first half, edited\nthe second"; it.Text() != want {
			t.Errorf("the text is %q", it.Text())
		}
		if want := "the first half, edited the second"; it.Result.Text != want || it.Transcript().Text != want || it.Result.Language != "English" {
			t.Errorf("the transcript is %+v", it.Result)
		}
		if it.ResumePoint() != 0 {
			t.Error("a whole one would go on")
		}
	})
}

func TestASilentRestIsNoSilentRecording(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &fakeEngine{scripts: map[string]script{"talk": func(func(engine.Event), <-chan struct{}) inference.Transcript {
			return inference.Transcript{Status: inference.StatusNoSpeech, Segments: []inference.Segment{}, Warnings: []string{"no speech was found"}, Duration: 60}
		}}}
		q := run(t, e, plain)
		id := q.Restore(Item{File: "talk", State: Interrupted, Duration: 60, Record: 7, Segments: []inference.Segment{{End: 30, Text: "words"}}})
		if !q.Resume(id) {
			t.Fatal("it does not go on")
		}
		q.Start()
		synctest.Wait()
		it := q.Snapshot().Items[0]
		if it.State != Done || it.Text() != "words" || len(it.Warnings) != 0 || it.Record != 7 {
			t.Errorf("it is %+v", it)
		}
	})
}

func TestEditsStayWhileAJobRunsAndAfterIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := run(t, &fakeEngine{scripts: map[string]script{"talk": halfway}}, plain)
		var rows []int
		q.listeners = append(q.listeners, func(c Change) {
			if c.Kind == Edited {
				rows = append(rows, c.Row)
			}
		})
		id := q.Add("talk")[0]
		q.Start()
		synctest.Wait()
		before := q.Snapshot().Items[0]
		if !q.Edit(id, 0, "edited") || q.Edit(id, 0, "edited") || q.Edit(id, 1, "x") || q.Edit(99, 0, "x") {
			t.Error("what can be edited is wrong")
		}
		if before.Segments[0].Text != "the first half" {
			t.Error("a snapshot changed")
		}
		q.Cancel()
		synctest.Wait()
		it := q.Snapshot().Items[0]
		if it.Text() != "edited" || it.Result.Text != "edited" || !slices.Equal(rows, []int{0}) {
			t.Errorf("the text is %q, its transcript's %q; told of %v", it.Text(), it.Result.Text, rows)
		}
	})
}

func TestOrder(t *testing.T) {
	q := New(&fakeEngine{}, plain)
	ids := q.Add("a", "b", "c")
	order := func() (names string) {
		for _, it := range q.Snapshot().Items {
			names += it.File
		}
		return names
	}
	for _, c := range []struct {
		id, by int
		moved  bool
		want   string
	}{
		{ids[2], -1, true, "acb"},
		{ids[2], -1, true, "cab"},
		{ids[2], -1, false, "cab"},
		{ids[2], 2, true, "abc"},
		{ids[2], 1, false, "abc"},
		{99, 1, false, "abc"},
	} {
		if moved := q.Move(c.id, c.by); moved != c.moved || order() != c.want {
			t.Errorf("moving %d by %d: %v, %s", c.id, c.by, moved, order())
		}
	}
}

func TestClearTakesWhatEndedWell(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := run(t, &fakeEngine{scripts: map[string]script{"bad": fails("no"), "last": hangs}}, plain)
		q.Add("a", "bad", "last")
		q.Start()
		synctest.Wait()
		if n := q.Clear(); n != 1 {
			t.Errorf("%d were removed", n)
		}
		want(t, q, Failed, Running)
	})
}

func TestHowFastItGoes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &fakeEngine{scripts: map[string]script{"talk": func(send func(engine.Event), cancel <-chan struct{}) inference.Transcript {
			send(engine.Event{Kind: engine.EventPhase, Phase: inference.PhaseLoad})
			time.Sleep(time.Minute) // of loading, which does not count
			send(engine.Event{Kind: engine.EventPhase, Phase: inference.PhaseAudio, Duration: 600})
			time.Sleep(10 * time.Second)
			send(engine.Event{Kind: engine.EventProgress, Phase: inference.PhaseEncode, Done: 0.25})
			<-cancel
			return inference.Transcript{Status: inference.StatusCancelled}
		}}}
		q := run(t, e, func(_ context.Context, file string) (engine.Job, error) { return engine.Job{File: file}, nil })
		q.Add("talk")
		q.Start()
		time.Sleep(30 * time.Second)
		synctest.Wait()
		if it := q.Snapshot().Items[0]; it.Left() != 0 || it.Speed() != 0 {
			t.Errorf("while it loads: %v left, speed %v", it.Left(), it.Speed())
		}
		time.Sleep(50 * time.Second)
		synctest.Wait()
		if it := q.Snapshot().Items[0]; it.Left() != 30*time.Second || it.Speed() != 15 {
			t.Errorf("%v left, speed %v", it.Left(), it.Speed())
		}
		q.Cancel()
	})
}
