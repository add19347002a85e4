package engine

import (
	"testing"
	"time"

	"haltscribe/cbridge"
	"haltscribe/inference"
)

// wantCancelled wants a stop in one of the phases and gives its latency.
func wantCancelled(t *testing.T, got inference.Transcript, phases ...inference.Phase) float64 {
	t.Helper()
	if got.Status != inference.StatusCancelled || !got.Cancel.Requested || got.Cancel.EngineKilled {
		t.Fatalf("status %s, error %v, cancel %+v", got.Status, deref(got.Error), got.Cancel)
	}
	if got.Cancel.LatencyMS == nil || *got.Cancel.LatencyMS < 0 {
		t.Fatalf("latency %v", deref(got.Cancel.LatencyMS))
	}
	for _, p := range phases {
		if got.Cancel.Phase != nil && *got.Cancel.Phase == p {
			return *got.Cancel.LatencyMS
		}
	}
	t.Fatalf("phase %v, want one of %v", deref(got.Cancel.Phase), phases)
	return 0
}

func TestCancelInEachPhase(t *testing.T) {
	c, s := client(t, Config{}), setup(t)
	for _, phase := range inference.Phases() {
		// 5 ms lie in the middle of an encode, and beyond some of the other phases.
		for _, after := range []time.Duration{0, 100 * time.Microsecond, 5 * time.Millisecond} {
			if after > time.Millisecond && phase != inference.PhaseEncode {
				continue
			}
			t.Run(string(phase)+" after "+after.String(), func(t *testing.T) {
				if phase == inference.PhaseLoad {
					// Loads happen only when the setup changes.
					s.Budget++
				}
				plan := &inference.CancelPlan{After: after, InPhase: phase}
				got := c.Start(Job{File: samplePath, Setup: s, CancelPlan: plan}, nil).Transcript()
				wantCancelled(t, got, phase)
				if after > time.Millisecond && got.Cancel.Node == nil {
					t.Errorf("no node: %+v", got.Cancel)
				}
				mustSay(t, c, s)
			})
		}
	}
}

// TestCancelFromOutside stores the byte in this process while the engine is in a
// phase; where the engine is by the time that it reads it may be a little later.
func TestCancelFromOutside(t *testing.T) {
	c, s := client(t, Config{}), setup(t)
	after := map[inference.Phase][]inference.Phase{}
	for i, p := range inference.Phases() {
		after[p] = inference.Phases()[i:]
	}
	// A chunk's encode is followed by its embed, and that by the next encode.
	after[inference.PhaseEmbed] = append(after[inference.PhaseEmbed], inference.PhaseEncode)
	file := longRecording(t, 60)
	for _, phase := range inference.Phases() {
		t.Run(string(phase), func(t *testing.T) {
			if phase == inference.PhaseLoad {
				s.Budget++
			}
			begun := make(chan struct{})
			seen := false
			job := c.Start(Job{File: file, Setup: s}, func(e Event) {
				if e.Kind == EventPhase && e.Phase == phase && !seen {
					seen = true
					close(begun)
				}
			})
			<-begun
			job.Cancel()
			wantCancelled(t, job.Transcript(), append(after[phase], inference.PhaseAudio)...)
			mustSay(t, c, s)
		})
	}
}

func TestCancelBeforeTheStart(t *testing.T) {
	c, s := client(t, Config{}), setup(t)
	running := c.Start(Job{File: longRecording(t, 60), Setup: s}, nil)
	waiting := c.Start(Job{File: samplePath, Setup: s}, nil)
	waiting.Cancel()
	running.Cancel()
	wantCancelled(t, waiting.Transcript(), inference.PhaseLoad)
	wantCancelled(t, running.Transcript(), inference.Phases()...)
	mustSay(t, c, s)
}

func TestCancelTwiceAndAfterTheEnd(t *testing.T) {
	c, s := client(t, Config{}), setup(t)
	job := c.Start(Job{File: longRecording(t, 60), Setup: s}, nil)
	job.Cancel()
	job.Cancel()
	wantCancelled(t, job.Transcript(), inference.Phases()...)

	ended := c.Start(Job{File: samplePath, Setup: s}, nil)
	if got := ended.Transcript(); got.Status != inference.StatusOK {
		t.Fatal(got.Status)
	}
	ended.Cancel()
	if got := ended.Transcript(); got.Cancel.Requested {
		t.Error("a cancel after the end changed the transcript")
	}
	if ended.flag.IsSet() {
		t.Error("a cancel after the end stored the byte, which may be another job's by now")
	}
	mustSay(t, c, s)
}

// TestCancelAndStartAtOnce is the race that a single byte for all jobs would lose.
func TestCancelAndStartAtOnce(t *testing.T) {
	c, s := client(t, Config{}), setup(t)
	file := longRecording(t, 60)
	for range 20 {
		first := c.Start(Job{File: file, Setup: s}, nil)
		first.Cancel()
		next := c.Start(Job{File: samplePath, Setup: s}, nil)
		first.Cancel()
		if got := next.Transcript(); got.Status != inference.StatusOK {
			t.Fatalf("the next job ended as %s, %v", got.Status, deref(got.Error))
		}
		wantCancelled(t, first.Transcript(), inference.Phases()...)
	}
}

func TestFinishedSegmentsAreKept(t *testing.T) {
	c, s := client(t, Config{}), setup(t)
	segment := make(chan struct{})
	count := 0
	job := c.Start(Job{File: longRecording(t, 300), Setup: s}, func(e Event) {
		if e.Kind == EventSegment {
			if count++; count == 2 {
				close(segment)
			}
		}
	})
	<-segment
	job.Cancel()
	got := job.Transcript()
	wantCancelled(t, got, inference.Phases()...)
	if len(got.Segments) < 2 || len(got.Segments) > 9 || got.Text == "" {
		t.Errorf("%d segments kept, text %q", len(got.Segments), got.Text)
	}
}

func TestByteIsZeroedAndRests(t *testing.T) {
	f, err := newCancelFile()
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := f.close(); err != nil {
			t.Error(err)
		}
	}()
	first, flag, err := f.take()
	if err != nil {
		t.Fatal(err)
	}
	flag.Set()
	f.release(first)
	for i := range cancelBytes {
		slot, flag, err := f.take()
		if err != nil {
			t.Fatalf("slot %d: %v", i, err)
		}
		if slot == first && i < cancelBytes-1 {
			t.Fatalf("a byte was used again after %d others", i)
		}
		if flag.IsSet() {
			t.Fatalf("byte %d is not zeroed", slot)
		}
	}
	if _, _, err := f.take(); err == nil {
		t.Error("more bytes than there are")
	}
	if cbridge.Now() == 0 {
		t.Error("the clock stands")
	}
}
