package engine

import (
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"haltscribe/inference"
	"haltscribe/models"
)

// TestCancelDoesNotWaitForALoad: an engine that loads, and does not look at the byte, is
// ended long before the stop deadline.
func TestCancelDoesNotWaitForALoad(t *testing.T) {
	c, s := client(t, Config{StopDeadline: time.Hour}), setup(t)
	loading := make(chan struct{})
	once := false
	job := c.Start(Job{File: samplePath, Setup: s}, func(e Event) {
		if e.Kind == EventPhase && e.Phase == inference.PhaseLoad && !once {
			once = true
			signalEngine(t, syscall.SIGSTOP) // as deaf as llama.cpp while it reads a vocabulary
			close(loading)
		}
	})
	<-loading
	job.Cancel()
	got := job.Transcript()
	if got.Status != inference.StatusCancelled || !got.Cancel.EngineKilled || got.Cancel.Phase == nil || *got.Cancel.Phase != inference.PhaseLoad {
		t.Fatalf("%s %+v", got.Status, got.Cancel)
	}
	if latency := *got.Cancel.LatencyMS; latency < 250 {
		t.Errorf("killed after %.0f ms, before the deadline", latency)
	}
	if len(got.Warnings) > 0 {
		t.Errorf("it warns of what was to be expected: %q", got.Warnings)
	}
	mustSay(t, c, s)
}

// BenchmarkCancelInALoad cancels at ten moments of a model's load, first waiting for
// what the engine does itself, then with the engine being ended. Ten times is once each:
//
//	haltscribe models synth --shape qwen3-asr-0.6b --out DIR
//	HALTSCRIBE_MODEL=DIR go test -run - -bench CancelInALoad -benchtime 10x ./inference/engine
//
// Without HALTSCRIBE_MODEL it is the demo model, which is there in no time.
func BenchmarkCancelInALoad(b *testing.B) {
	s := setup(b)
	if folder := os.Getenv("HALTSCRIBE_MODEL"); folder != "" {
		folder, err := filepath.Abs(folder)
		if err != nil {
			b.Fatal(err)
		}
		m, err := models.Find(folder)
		if err != nil {
			b.Fatal(err)
		}
		s.Model, s.Projector, s.ModelName = m.Text, m.Projector, m.Name
	}
	whole := client(b, Config{}).Start(Job{File: samplePath, Setup: s, CancelPlan: &inference.CancelPlan{InPhase: inference.PhaseAudio}}, nil).Transcript()
	load := whole.Timing.LoadMS
	for _, c := range []struct {
		name     string
		deadline time.Duration
	}{{"itself", time.Hour}, {"ended", DefaultLoadDeadline}} {
		b.Run(c.name, func(b *testing.B) {
			var latencies []float64
			for i := range b.N {
				moment := time.Duration(load * (float64(i%10) + 0.5) / 10 * float64(time.Millisecond))
				if latency, ok := cancelInALoad(b, s, c.deadline, moment); ok {
					latencies = append(latencies, latency)
				}
			}
			if len(latencies) == 0 {
				b.Skip("the load was over each time")
			}
			slices.Sort(latencies)
			b.ReportMetric(load, "load-ms")
			b.ReportMetric(latencies[len(latencies)/2], "median-ms")
			b.ReportMetric(latencies[len(latencies)-1], "longest-ms")
		})
	}
}

// cancelInALoad gives the time from the cancel to the job's end; not ok if the load was
// over by then.
func cancelInALoad(b *testing.B, s inference.Setup, deadline, moment time.Duration) (ms float64, ok bool) {
	c := client(b, Config{StopDeadline: time.Hour, LoadDeadline: deadline})
	begun := make(chan struct{})
	once := false
	job := c.Start(Job{File: samplePath, Setup: s}, func(e Event) {
		if e.Kind == EventPhase && !once {
			once = true
			close(begun)
		}
	})
	<-begun
	<-time.After(moment)
	job.Cancel()
	got := job.Transcript()
	if got.Cancel.Phase == nil || *got.Cancel.Phase != inference.PhaseLoad {
		return 0, false
	}
	return *got.Cancel.LatencyMS, true
}
