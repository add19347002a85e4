package queue

import (
	"testing"
	"testing/synctest"
)

func TestAHeldQueueBeginsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		idle := 0
		q := run(t, &fakeEngine{scripts: map[string]script{"a.wav": says("one"), "b.wav": hangs}}, plain, func(c Change) {
			if c.Kind == Idle {
				idle++
			}
		})
		synctest.Wait()
		idle = 0
		if !q.Hold() {
			t.Fatal("nothing runs, and yet it can't be held")
		}
		q.Add("a.wav", "b.wav")
		q.Start()
		synctest.Wait()
		want(t, q, Waiting, Waiting)
		if idle != 0 {
			t.Error("a queue that waits for its turn says that it has nothing to do")
		}
		q.Release()
		synctest.Wait()
		want(t, q, Done, Running)
		if q.Hold() {
			t.Error("a job was held that runs")
		}
		q.Cancel()
		synctest.Wait()
		want(t, q, Done, Cancelled)
	})
}
