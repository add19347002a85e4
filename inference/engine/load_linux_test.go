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

// TestMeasureCancelInALoad measures a cancel at ten moments of a model's load, first by
// what the engine does itself, then with the engine being ended:
//
//	haltscribe models synth --shape qwen3-asr-0.6b --out DIR
//	HALTSCRIBE_MODEL=DIR go test -run MeasureCancelInALoad -v ./inference/engine
func TestMeasureCancelInALoad(t *testing.T) {
	folder := os.Getenv("HALTSCRIBE_MODEL")
	if folder == "" {
		t.Skip("only where HALTSCRIBE_MODEL names a folder with a large model")
	}
	folder, err := filepath.Abs(folder)
	if err != nil {
		t.Fatal(err)
	}
	m, err := models.Find(folder)
	if err != nil {
		t.Fatal(err)
	}
	s := setup(t)
	s.Model, s.Projector, s.ModelName = m.Text, m.Projector, m.Name
	whole := client(t, Config{}).Start(Job{File: samplePath, Setup: s, CancelPlan: &inference.CancelPlan{InPhase: inference.PhaseAudio}}, nil).Transcript()
	load := whole.Timing.LoadMS
	t.Logf("loading takes %.0f ms", load)
	for _, c := range []struct {
		name     string
		deadline time.Duration
	}{{"the engine itself", time.Hour}, {"ended after 250 ms", 0}} {
		var latencies []float64
		for i := range 10 {
			client := client(t, Config{StopDeadline: time.Hour, LoadDeadline: c.deadline})
			begun := make(chan struct{})
			once := false
			job := client.Start(Job{File: samplePath, Setup: s}, func(e Event) {
				if e.Kind == EventPhase && !once {
					once = true
					close(begun)
				}
			})
			<-begun
			<-time.After(time.Duration(load * (float64(i) + 0.5) / 10 * float64(time.Millisecond)))
			job.Cancel()
			if got := job.Transcript(); got.Cancel.Phase != nil && *got.Cancel.Phase == inference.PhaseLoad {
				latencies = append(latencies, *got.Cancel.LatencyMS)
			}
		}
		slices.Sort(latencies)
		t.Logf("%s: %.0f ms", c.name, latencies)
	}
}
