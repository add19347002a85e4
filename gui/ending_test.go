package gui

import (
	"context"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

func TestNothingIsPostedOnceTheBoxIsShut(t *testing.T) {
	var posted []string
	box := &postbox{do: func(f func()) { f() }}
	say := func(what string) func() { return func() { posted = append(posted, what) } }
	box.post(say("first"))
	box.last(say("last"))
	box.post(say("late"))
	box.last(say("later"))
	if len(posted) != 2 || posted[0] != "first" || posted[1] != "last" {
		t.Errorf("posted %q", posted)
	}
	closed := &postbox{do: func(func()) { t.Error("a shut box posts") }}
	closed.close()
	closed.post(func() {})
	closed.last(func() {})
}

// quitCounter is a driver that is asked to quit.
type quitCounter struct {
	fyne.Driver
	quits int
}

func (d *quitCounter) Quit() { d.quits++ }

func TestTheProgramIsToldToEndOnce(t *testing.T) {
	box := &postbox{do: func(f func()) { f() }}
	told, tell := context.WithCancel(t.Context())
	tell()
	driver := &quitCounter{}
	quitWith(told, make(chan struct{}), box, driver)
	quitWith(told, make(chan struct{}), box, driver)
	if driver.quits != 1 {
		t.Errorf("asked to quit %d times", driver.quits)
	}
	closed := make(chan struct{})
	close(closed)
	quitWith(t.Context(), closed, &postbox{do: func(func()) { t.Error("a closed window is told to quit") }}, driver)
}

// TestNothingIsLeftToDoAtTheEnd fails when Fyne's lifecycle is another than the
// one that dropLateSave knows.
func TestNothingIsLeftToDoAtTheEnd(t *testing.T) {
	l := test.NewTempApp(t).Lifecycle()
	hooked := l.(interface {
		SetOnStoppedHookExecuted(func())
		OnStopped() func()
	})
	hooked.SetOnStoppedHookExecuted(func() {})
	if hooked.OnStopped() == nil {
		t.Fatal("the hook is not what is done at the end")
	}
	if !dropLateSave(l) || hooked.OnStopped() != nil {
		t.Error("something is still to be done at the end")
	}
}
