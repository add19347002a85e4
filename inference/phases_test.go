package inference

import (
	"testing"
	"testing/synctest"
	"time"
)

func fakeNow() int64 { return time.Now().UnixNano() }

func TestStopwatchGivesEachMomentToOnePhase(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newStopwatch(fakeNow)
		w.enter(PhaseLoad)
		time.Sleep(30 * time.Millisecond)
		w.enter(PhaseEncode)
		time.Sleep(500 * time.Millisecond)
		w.enter(PhaseEmbed)
		time.Sleep(70 * time.Millisecond)
		w.enter(PhaseEncode)
		time.Sleep(400 * time.Millisecond)
		got := w.timing(10)
		want := Timing{LoadMS: 30, EncodeMS: 900, EmbedMS: 70, TotalMS: 1000, RealTimeFactor: 0.1}
		if got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
	})
}

func TestAlarm(t *testing.T) {
	for _, c := range []struct {
		name   string
		plan   CancelPlan
		stored time.Duration // after the begin; 0: never
	}{
		{"at once", CancelPlan{After: 0, InPhase: PhaseEncode}, 100 * time.Millisecond},
		{"inside the first stretch", CancelPlan{After: 10 * time.Millisecond, InPhase: PhaseEncode}, 110 * time.Millisecond},
		{"goes on in the second", CancelPlan{After: 60 * time.Millisecond, InPhase: PhaseEncode}, 210 * time.Millisecond},
		{"not reached", CancelPlan{After: time.Second, InPhase: PhaseEncode}, 0},
		{"any phase", CancelPlan{After: 170 * time.Millisecond}, 170 * time.Millisecond},
		{"another phase", CancelPlan{After: 0, InPhase: PhaseToken}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				begin := fakeNow()
				stores := 0
				a := newAlarm(c.plan, fakeNow, func() { stores++ })
				a.enter(PhaseLoad)
				time.Sleep(100 * time.Millisecond)
				a.enter(PhaseEncode) // 100 to 150
				time.Sleep(50 * time.Millisecond)
				a.enter(PhaseEmbed)
				time.Sleep(50 * time.Millisecond)
				a.enter(PhaseEncode) // 200 to 250
				time.Sleep(50 * time.Millisecond)
				fired := a.stop()
				time.Sleep(time.Second)
				wantStores := 0
				if c.stored > 0 {
					wantStores = 1
					if got := time.Duration(fired - begin); got != c.stored {
						t.Errorf("stored after %v, want %v", got, c.stored)
					}
				} else if fired != 0 {
					t.Errorf("stored at %d, want never", fired)
				}
				if stores != wantStores {
					t.Errorf("%d stores, want %d", stores, wantStores)
				}
			})
		})
	}
}

func TestNoPlanIsNoAlarm(t *testing.T) {
	var a *alarm
	a.enter(PhaseLoad)
	if a.stop() != 0 {
		t.Error("fired")
	}
}
