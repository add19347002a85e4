package history

import (
	"path/filepath"
	"slices"
	"testing"
)

func (s *Store) left(t *testing.T) []Waiting {
	t.Helper()
	w, err := s.LeftWaiting(t.Context())
	must(t, err)
	return w
}

// What waited in a queue is found by the next process, in its order, and not while
// the queue's own process lives.
func TestWhatWaitedIsFoundAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.db")
	first := at(t, path)
	must(t, first.SetWaiting([]Waiting{{Path: "/a.wav"}, {Path: "/b.wav"}}))
	want := []Waiting{{Path: "/c.wav"}, {Path: "/a.wav", Record: 7}}
	must(t, first.SetWaiting(want))
	second := at(t, path)
	if left := second.left(t); len(left) != 0 {
		t.Errorf("a living window's queue is offered: %v", left)
	}
	must(t, second.SetWaiting([]Waiting{{Path: "/d.wav"}}))
	must(t, first.Close())
	must(t, second.Close())

	third := at(t, path)
	if left := third.left(t); !slices.Equal(left, append(want, Waiting{Path: "/d.wav"})) {
		t.Errorf("left are %v", left)
	}
	must(t, third.SetWaiting([]Waiting{{Path: "/e.wav"}}))
	must(t, third.ForgetWaiting())
	if left := third.left(t); len(left) != 0 {
		t.Errorf("forgotten, and left are %v", left)
	}
	must(t, third.Close())
	if left := at(t, path).left(t); !slices.Equal(left, []Waiting{{Path: "/e.wav"}}) {
		t.Errorf("left are %v", left)
	}
}

func TestDeleteAllForgetsWhatWaited(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.db")
	first := at(t, path)
	must(t, first.SetWaiting([]Waiting{{Path: "/a.wav"}}))
	must(t, first.Close())
	second := at(t, path)
	must(t, second.DeleteAll())
	if left := second.left(t); len(left) != 0 {
		t.Errorf("left are %v", left)
	}
}
