package engine

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"haltscribe/inference"
)

// TestTryMeasuresTheModelAlone: what it tells of a model is the same whatever the engine
// had loaded before, and the model is there afterwards.
func TestTryMeasuresTheModelAlone(t *testing.T) {
	c, s := client(t, Config{}), setup(t)
	other := smallModel(t, c, s)
	try := func() Trial {
		t.Helper()
		var told []float64
		got, err := c.Try(t.Context(), Job{File: samplePath, Setup: s}, func(done float64) { told = append(told, done) })
		if err != nil {
			t.Fatal(err)
		}
		if !slices.IsSorted(told) || len(told) == 0 || told[0] < 0 || told[len(told)-1] > 1.0001 {
			t.Errorf("it told %v", told)
		}
		return got
	}
	first := try()
	if first.Status != "ok" || first.LoadMS <= 0 || first.Speed <= 0 || first.Threads < 1 || first.Device != "cpu" ||
		first.DeviceName == "" || !strings.HasPrefix(first.Library, "0.4.0") || time.Since(first.At) > time.Hour {
		t.Errorf("the trial is %+v", first)
	}
	files := int64(0)
	for _, path := range []string{s.Model, s.Projector} {
		about, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		files += about.Size()
	}
	if first.Memory < files || first.Memory > 2<<30 {
		t.Errorf("it took %d bytes, with files of %d", first.Memory, files)
	}

	if got := c.Start(Job{File: samplePath, Setup: other}, nil).Transcript(); got.Status == inference.StatusFailed {
		t.Fatal(*got.Error)
	}
	larger := int64(engineMemory(t)) << 10
	second := try()
	t.Logf("memory in bytes: %d, %d with the larger model, then %d", first.Memory, larger, second.Memory)
	if second.Memory > first.Memory+first.Memory/5 || second.Memory > larger {
		t.Errorf("it took %d bytes; alone %d, and the other model %d", second.Memory, first.Memory, larger)
	}

	running := engines(t, os.Getpid())
	mustSay(t, c, s)
	if now := engines(t, os.Getpid()); !slices.Equal(now, running) {
		t.Errorf("the engine of the trial was not gone on with: %v, then %v", running, now)
	}
}

func TestTryTellsWhyAModelDoesNotWork(t *testing.T) {
	c, s := client(t, Config{}), setup(t)
	cut := filepath.Join(t.TempDir(), "cut.gguf")
	if err := os.WriteFile(cut, []byte("GGUF and no more"), 0o600); err != nil {
		t.Fatal(err)
	}
	good := s
	s.Model, s.ModelName = cut, "cut"
	_, err := c.Try(t.Context(), Job{File: samplePath, Setup: s}, func(float64) {})
	if err == nil || !strings.Contains(err.Error(), "loading cut") || strings.Contains(err.Error(), "\n") {
		t.Errorf("error %v", err)
	}
	mustSay(t, c, good)
}

func TestTryIsCancelled(t *testing.T) {
	c, s := client(t, Config{}), setup(t)
	ctx, cancel := context.WithCancel(t.Context())
	_, err := c.Try(ctx, Job{File: longRecording(t, 600), Setup: s}, func(float64) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}

	// One that waits does not wait for the job before it.
	spoke := make(chan struct{})
	once := false
	before := c.Start(Job{File: longRecording(t, 600), Setup: s}, func(e Event) {
		if e.Kind == EventSegment && !once {
			once = true
			close(spoke)
		}
	})
	<-spoke
	ctx, cancel = context.WithCancel(t.Context())
	cancel()
	if _, err := c.Try(ctx, Job{File: samplePath, Setup: s}, func(float64) {}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	select {
	case <-before.Done():
		t.Error("it waited for the job before it")
	default:
	}
	before.Cancel()
	mustSay(t, c, s)
}

// TestIdleTimeCountsAtOnce: an engine that is idle already is let go when the time is
// made shorter.
func TestIdleTimeCountsAtOnce(t *testing.T) {
	c, s := client(t, Config{}), setup(t)
	mustSay(t, c, s)
	c.SetIdle(time.Millisecond)
	for len(engines(t, os.Getpid())) > 0 { // or the test's own time is over
		runtime.Gosched()
	}
	c.SetIdle(0)
	mustSay(t, c, s)
	if len(engines(t, os.Getpid())) != 1 {
		t.Error("it did not stay")
	}
}
