package gui

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"haltscribe/gui/queue"
)

func TestQueueInOrder(t *testing.T) {
	b := open(t, setup{files: []string{"a.wav", "b.wav", "c.wav"}})
	b.states(queue.Waiting, queue.Waiting, queue.Waiting)
	b.pick(b.snap.Items[2].ID)
	test.Tap(b.list.earlier)
	b.refresh()
	if filepath.Base(b.snap.Items[1].File) != "c.wav" || b.list.later.Disabled() || b.list.earlier.Disabled() {
		t.Errorf("the queue is %v", b.snap.Items)
	}
	b.move(-1)
	if filepath.Base(b.snap.Items[0].File) != "c.wav" || !b.list.earlier.Disabled() {
		t.Errorf("the queue is %v", b.snap.Items)
	}
}

func TestTheSameFileAgainIsAskedOnce(t *testing.T) {
	b := open(t, setup{})
	dir := folder(t, "a.wav", "b.wav", "c.wav")
	b.dropped(uris(dir, "a.wav", "b.wav"))
	b.states(queue.Done, queue.Done)
	b.dropped(uris(dir, "a.wav", "b.wav", "c.wav"))
	b.states(queue.Done, queue.Done, queue.Done)
	if b.asked == nil {
		t.Fatal("it should ask")
	}
	b.agree()
	b.until("five jobs", func() bool { b.engine.mu.Lock(); defer b.engine.mu.Unlock(); return len(b.engine.jobs) == 5 })
	b.states(queue.Done, queue.Done, queue.Done)
}

// Five hundred recordings are shown and updated without a hitch; the bound is wide.
func TestFiveHundredFilesStayFluid(t *testing.T) {
	files := make([]string, 500)
	for i := range files {
		files[i] = fmt.Sprintf("recording %03d.wav", i)
	}
	b := open(t, setup{files: files, size: least()})
	b.settled()
	b.until("all", func() bool { return len(b.snap.Items) == 500 })
	began := time.Now()
	const turns = 50
	for i := range turns {
		b.queue.SetDuration(b.snap.Items[i].ID, float64(i+1)) // something to draw
		b.refresh()
	}
	took := time.Since(began) / turns
	t.Logf("a turn took %v", took)
	if took > 500*time.Millisecond {
		t.Errorf("a turn took %v", took)
	}
	b.start()
	b.until("all done", func() bool {
		for _, it := range b.snap.Items {
			if it.State != queue.Done {
				return false
			}
		}
		return true
	})
}

func TestTheEndIsToldWhenNobodyLooks(t *testing.T) {
	b := open(t, setup{
		files:  []string{"a.wav", "bad.wav"},
		engine: &fakeEngine{inventory: goodInventory(), scripts: map[string]script{"bad.wav": fails("it is not a recording")}},
	})
	b.inFront = false
	test.AssertNotificationSent(t, fyne.NewNotification(tr(sayNoticeTitle), "2 recordings, 1 of them failed."), func() {
		b.start()
		b.states(queue.Done, queue.Failed)
		b.until("told", func() bool { return b.lastEnd != "" && b.ended == 0 })
	})
	b.inFront, b.lastEnd = true, ""
	test.AssertNotificationSent(t, nil, func() {
		b.retryFailed()
		b.states(queue.Done, queue.Failed)
		b.until("counted", func() bool { return b.lastEnd != "" && b.ended == 0 })
	})
}
