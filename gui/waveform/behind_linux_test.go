package waveform

import (
	"context"
	"syscall"
	"testing"

	"haltscribe/audio"
	"haltscribe/behind"
)

// TestOutlinesAreMadeBehind: making an outline must not hold up the window.
func TestOutlinesAreMadeBehind(t *testing.T) {
	made := make(chan int, 1)
	d := New(Cache{Folder: t.TempDir()}, func(context.Context, string, func(audio.Peaks)) (audio.Peaks, error) {
		raw, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0) // 20 minus the thread's niceness
		if err != nil {
			t.Error(err)
		}
		made <- 20 - raw
		return some, nil
	}, func() {})
	d.Show(file(t, t.TempDir(), "a.wav"))
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		d.Run(ctx)
		close(ended)
	}()
	if got := <-made; got != behind.Niceness {
		t.Errorf("the thread's niceness is %d", got)
	}
	cancel()
	<-ended
}
