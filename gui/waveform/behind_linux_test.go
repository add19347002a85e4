package waveform

import (
	"context"
	"syscall"
	"testing"

	"haltscribe/audio"
)

// priority is the niceness of the calling thread.
func priority(t *testing.T) int {
	t.Helper()
	raw, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0) // 20 minus it
	if err != nil {
		t.Fatal(err)
	}
	return 20 - raw
}

// TestOutlinesAreMadeBehind: making an outline must not hold up the window.
func TestOutlinesAreMadeBehind(t *testing.T) {
	before := priority(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	made := make(chan int, 1)
	d := New(Cache{Folder: t.TempDir()}, func(context.Context, string, func(audio.Peaks)) (audio.Peaks, error) {
		made <- priority(t)
		return some, nil
	}, func() {})
	d.Show(file(t, t.TempDir(), "a.wav"))
	ended := make(chan struct{})
	go func() {
		d.Run(ctx)
		close(ended)
	}()
	if got := <-made; got != max(before, niceness) {
		t.Errorf("the thread's niceness is %d, before %d", got, before)
	}
	cancel()
	<-ended
	if got := priority(t); got != before {
		t.Errorf("the niceness of others is %d, before %d", got, before)
	}
}
