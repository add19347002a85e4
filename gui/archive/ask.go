package archive

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"slices"

	"haltscribe/gui/queue"
	"haltscribe/history"
	"haltscribe/inference"
)

// mostListed are shown without a search.
const mostListed = 2000

// errNoHistory answers where the history could not be opened.
var errNoHistory = errors.New("the history could not be opened")

// List gives the newest entries, or those that a query finds. Answers come from
// the archive's goroutine, in the order of the questions.
func (a *Archive) List(query string, answer func([]history.Found, error)) {
	a.give(func(ctx context.Context, s *history.Store) {
		if s == nil {
			answer(nil, errNoHistory)
			return
		}
		a.write(s)
		if query != "" {
			answer(s.Search(ctx, query))
			return
		}
		entries, err := s.List(ctx, mostListed)
		found := make([]history.Found, len(entries))
		for i, e := range entries {
			found[i].Entry = e
		}
		answer(found, err)
	})
}

// Left is what an earlier run of the program did not come to the end of.
type Left struct {
	CutOff  []history.Entry   // begun
	Waiting []history.Waiting // not begun, or not gone on with
}

// Unfinished gives what an earlier run of the program did not finish.
func (a *Archive) Unfinished(answer func(Left, error)) {
	a.give(func(ctx context.Context, s *history.Store) {
		if s == nil {
			answer(Left{}, errNoHistory)
			return
		}
		cut, err := s.Unfinished(ctx)
		waiting, more := s.LeftWaiting(ctx)
		waiting = slices.DeleteFunc(waiting, func(w history.Waiting) bool {
			return slices.ContainsFunc(cut, func(e history.Entry) bool { return e.ID == w.Record })
		})
		answer(Left{cut, waiting}, errors.Join(err, more))
	})
}

// Find tells which recordings are where they were. It comes after what was asked
// for before.
func (a *Archive) Find(files []string, answer func(there, gone []string)) {
	a.give(func(context.Context, *history.Store) {
		var there, gone []string
		for _, f := range files {
			if _, err := os.Stat(f); err == nil {
				there = append(there, f)
			} else {
				gone = append(gone, f)
			}
		}
		answer(there, gone)
	})
}

// ForgetWaiting has what an earlier run left waiting not be offered any more.
func (a *Archive) ForgetWaiting() {
	a.give(func(_ context.Context, s *history.Store) {
		if s != nil {
			a.trouble(s.ForgetWaiting())
		}
	})
}

// Load gives an entry as an item for the queue. same tells whether its recording
// is there, and still the one that was transcribed.
func (a *Archive) Load(record int64, answer func(it queue.Item, same bool, err error)) {
	a.give(func(ctx context.Context, s *history.Store) {
		if s == nil {
			answer(queue.Item{}, false, errNoHistory)
			return
		}
		a.write(s)
		t, err := s.Load(ctx, record)
		if err != nil {
			answer(queue.Item{}, false, err)
			return
		}
		now, err := history.Identify(t.Recording.Path)
		answer(itemOf(t), err == nil && now.Same(t.Recording), nil)
	})
}

// Delete deletes entries.
func (a *Archive) Delete(answer func(error), records ...int64) {
	a.erase(answer, func(s *history.Store) error { return s.Delete(records...) })
}

// DeleteAll deletes all entries but that of the running job.
func (a *Archive) DeleteAll(answer func(error)) {
	a.erase(answer, func(s *history.Store) error { return s.DeleteAll() })
}

func (a *Archive) erase(answer func(error), what func(*history.Store) error) {
	a.give(func(_ context.Context, s *history.Store) {
		if s == nil {
			answer(errNoHistory)
			return
		}
		answer(what(s))
	})
}

// GiveUp takes entries from the list of the unfinished; they stay in the history.
func (a *Archive) GiveUp(records ...int64) {
	a.give(func(_ context.Context, s *history.Store) {
		for _, r := range records {
			if s != nil {
				a.trouble(s.SetStatus(r, string(queue.Cancelled)))
			}
		}
	})
}

// itemOf is an entry as the queue knows it.
func itemOf(t history.Transcript) queue.Item {
	it := queue.Item{
		File: t.Recording.Path, Record: t.ID, State: queue.State(t.Status), Duration: t.Duration, Began: t.Began, Ended: t.Began,
	}
	for _, g := range t.Text {
		it.Segments = append(it.Segments, inference.Segment(g))
	}
	switch it.State {
	case queue.Done, queue.NoSpeech, queue.Truncated, queue.Cancelled, queue.Failed, queue.Interrupted:
	default: // another window works on it: what there is
		it.State, it.Duration = queue.Interrupted, t.Reached
	}
	var result inference.Transcript
	if json.Unmarshal(t.Details, &result) == nil {
		result.File = it.File
		result.Segments, result.Text = it.Segments, inference.JoinSegments(it.Segments)
		it.Result, it.Warnings = &result, result.Warnings
		if result.Error != nil {
			it.Error = *result.Error
		}
	}
	if it.Duration > 0 {
		it.Share = min(1, t.Reached/it.Duration)
	}
	return it
}
