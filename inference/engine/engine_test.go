package engine

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"haltscribe/inference"
	"haltscribe/models"
)

// TestMain lets the test binary be the engine, so that the tests talk to the real
// thing: another process with the real llama.cpp.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case "engine":
			os.Exit(Main(os.Args[2:]))
		case "orphaned-parent":
			orphanedParent(os.Args[2], os.Args[3])
		}
	}
	goleak.VerifyTestMain(m)
}

func libDir(t testing.TB, elem ...string) string {
	t.Helper()
	if len(elem) == 0 {
		elem = []string{Platform()}
	}
	dir, err := filepath.Abs(filepath.Join(append([]string{"..", "..", "native", "lib"}, elem...)...))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir); err != nil {
		t.Fatalf("the native library is missing; run `make native`: %v", err)
	}
	return dir
}

const samplePath = "../../testdata/sample.wav"

// sampleWords are what the sample says.
func sampleWords(t testing.TB) string {
	t.Helper()
	b, err := os.ReadFile("../../testdata/sample.txt")
	if err != nil {
		t.Fatal(err)
	}
	return words(string(b))
}

// words leaves of a text what a word error rate counts.
func words(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return r == ' ' || r == '\n' || r == '.' || r == ',' || r == '?' || r == '!'
	}), " ")
}

// longRecording is the sample over and over, up to at least so many seconds.
func longRecording(t testing.TB, seconds int) string {
	t.Helper()
	wav, err := os.ReadFile(samplePath)
	if err != nil {
		t.Fatal(err)
	}
	// The sample is 16 kHz, mono, 16 bits, with a header of 44 bytes.
	data := bytes.Repeat(wav[44:], 1+seconds*32000/len(wav[44:]))
	head := append([]byte{}, wav[:44]...)
	binary.LittleEndian.PutUint32(head[4:], uint32(36+len(data)))
	binary.LittleEndian.PutUint32(head[40:], uint32(len(data)))
	path := filepath.Join(t.TempDir(), "long.wav")
	if err := os.WriteFile(path, append(head, data...), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func setup(t testing.TB) inference.Setup {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	m, err := models.Resolve(models.Demo)
	if err != nil {
		t.Fatal(err)
	}
	return inference.Setup{
		Library: libDir(t), Model: m.Text, Projector: m.Projector, ModelName: m.Name,
		Device: "cpu", Hook: inference.HookEveryNode, Budget: inference.DefaultBudget,
	}
}

func client(t testing.TB, cfg Config) *Client {
	t.Helper()
	c := NewClient(cfg)
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// mustSay runs the sample and wants its words.
func mustSay(t testing.TB, c *Client, s inference.Setup) inference.Transcript {
	t.Helper()
	got := c.Start(Job{File: samplePath, Setup: s}, nil).Transcript()
	if got.Status != inference.StatusOK {
		t.Fatalf("status %s, error %v", got.Status, deref(got.Error))
	}
	if words(got.Text) != sampleWords(t) {
		t.Fatalf("heard %q, want %q", got.Text, sampleWords(t))
	}
	return got
}

func deref[T any](p *T) any {
	if p == nil {
		return nil
	}
	return *p
}

func TestTranscribesTheSample(t *testing.T) {
	c := client(t, Config{})
	for _, hook := range []inference.HookMode{inference.HookOff, inference.HookEveryNode, inference.HookBudget, inference.HookPlanned} {
		s := setup(t)
		s.Hook = hook
		got := mustSay(t, c, s)
		if got.Language != "English" || len(got.Segments) != 1 {
			t.Errorf("%s: language %q, %d segments", hook, got.Language, len(got.Segments))
		}
		e := got.Engine
		if e.Hook != hook || e.Device != "cpu" || e.Threads < 1 || !strings.HasPrefix(e.LibraryVersion, "0.4") || !e.ChunkFunctions {
			t.Errorf("engine %+v", e)
		}
		tm := got.Timing
		sum := tm.LoadMS + tm.AudioMS + tm.EncodeMS + tm.EmbedMS + tm.TokenMS
		if sum < 0.95*tm.TotalMS || sum > 1.0001*tm.TotalMS {
			t.Errorf("%s: the phases are %.1f ms of %.1f", hook, sum, tm.TotalMS)
		}
		if tm.Tokens == 0 || tm.PromptTokens == 0 || tm.EncodeMS == 0 {
			t.Errorf("timing %+v", tm)
		}
	}
}

func TestTheModelStaysLoaded(t *testing.T) {
	c, s := client(t, Config{}), setup(t)
	first := mustSay(t, c, s)
	second := mustSay(t, c, s)
	if second.Timing.LoadMS > first.Timing.LoadMS/2 {
		t.Errorf("loading took %.2f ms, then %.2f", first.Timing.LoadMS, second.Timing.LoadMS)
	}
	s.Hook = inference.HookOff
	if other := mustSay(t, c, s); other.Engine.Hook != inference.HookOff {
		t.Errorf("hook %s after a change of the setup", other.Engine.Hook)
	}
}

func TestEventsTellWhatBecomesTheTranscript(t *testing.T) {
	c := client(t, Config{})
	var phases []string
	var text string
	var segments int
	got := c.Start(Job{File: samplePath, Setup: setup(t)}, func(e Event) {
		switch e.Kind {
		case EventPhase:
			phases = append(phases, string(e.Phase))
		case EventText:
			text += e.Text
		case EventSegment:
			segments++
		}
	}).Transcript()
	if words(text) != words(got.Text) || segments != len(got.Segments) {
		t.Errorf("streamed %q and %d segments, the transcript has %q and %d", text, segments, got.Text, len(got.Segments))
	}
	order := strings.Join(phases, " ")
	if !strings.HasPrefix(order, "load audio embed encode embed") || !strings.Contains(order, "token") {
		t.Errorf("phases %s", order)
	}
}

func TestWithoutChunkFunctions(t *testing.T) {
	c, s := client(t, Config{}), setup(t)
	s.Library = libDir(t, "variants", "no-chunk-functions")
	got := mustSay(t, c, s)
	if got.Engine.ChunkFunctions || len(got.Engine.MissingFunctions) != 3 {
		t.Errorf("engine %+v", got.Engine)
	}
	if len(got.Warnings) != 1 || !strings.Contains(got.Warnings[0], "mtmd_encode_chunk") || !strings.Contains(got.Warnings[0], "Cancel") {
		t.Errorf("warnings %q", got.Warnings)
	}
	// The hook works inside the one call that is left.
	plan := &inference.CancelPlan{InPhase: inference.PhaseEncode, After: 1}
	stopped := c.Start(Job{File: samplePath, Setup: s, CancelPlan: plan}, nil).Transcript()
	if stopped.Status != inference.StatusCancelled || deref(stopped.Cancel.Phase) != inference.PhaseEncode {
		t.Errorf("%s %+v", stopped.Status, stopped.Cancel)
	}
	mustSay(t, c, s)
}

func TestRefusedLibraries(t *testing.T) {
	c := client(t, Config{})
	for name, folder := range map[string]string{
		"another version": libDir(t, "variants", "other-version"),
		"an empty folder": t.TempDir(),
	} {
		t.Run(name, func(t *testing.T) {
			s := setup(t)
			s.Library = folder
			got := c.Start(Job{File: samplePath, Setup: s}, nil).Transcript()
			if got.Status != inference.StatusFailed || !strings.Contains(fmt.Sprint(deref(got.Error)), folder) {
				t.Errorf("%s, error %v", got.Status, deref(got.Error))
			}
			inventory, err := c.Inventory(context.Background(), folder, false)
			if err != nil {
				t.Fatal(err)
			}
			if inventory.Library.Usable || !strings.Contains(fmt.Sprint(deref(inventory.Library.WhyNot)), folder) {
				t.Errorf("inventory %+v", inventory.Library)
			}
		})
	}
	mustSay(t, c, setup(t))
}

func TestInventory(t *testing.T) {
	c := client(t, Config{})
	inventory, err := c.Inventory(context.Background(), libDir(t), false)
	if err != nil {
		t.Fatal(err)
	}
	if !inventory.Library.Usable || !inventory.Library.ChunkFunctions || inventory.Library.Path != libDir(t) {
		t.Errorf("library %+v", inventory.Library)
	}
	byName := map[string]inference.Device{}
	for _, d := range inventory.Devices {
		byName[d.Device] = d
	}
	if cpu := byName["cpu"]; !cpu.Available || cpu.Backend != "CPU" || cpu.MemoryMiB == 0 {
		t.Errorf("cpu %+v", cpu)
	}
	if metal, ok := byName["metal"]; !ok || !metal.Available && deref(metal.WhyNot) == nil {
		t.Errorf("metal %+v", metal)
	}
}

func TestBadJobsFailWithTheirCause(t *testing.T) {
	c := client(t, Config{})
	text := filepath.Join(t.TempDir(), "text.wav")
	if err := os.WriteFile(text, []byte("hello"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name   string
		change func(*Job)
		want   string
	}{
		{"no file", func(j *Job) { j.File = "/nowhere/a.wav" }, "no such file"},
		{"text", func(j *Job) { j.File = text }, "text"},
		{"no device", func(j *Job) { j.Setup.Device = "abacus" }, `no device "abacus"`},
		{"no model", func(j *Job) { j.Setup.Model = "/nowhere/m.gguf" }, "loading demo"},
		{"no GGUF", func(j *Job) { j.Setup.Model = samplePath }, "loading demo"},
		{"no projector", func(j *Job) { j.Setup.Projector = j.Setup.Model }, "loading demo"},
	} {
		t.Run(test.name, func(t *testing.T) {
			j := Job{File: samplePath, Setup: setup(t)}
			test.change(&j)
			got := c.Start(j, nil).Transcript()
			cause := fmt.Sprint(deref(got.Error))
			if got.Status != inference.StatusFailed || !strings.Contains(cause, test.want) || strings.Contains(cause, "\n") {
				t.Errorf("%s, error %q, want one line with %q", got.Status, cause, test.want)
			}
		})
	}
	mustSay(t, c, setup(t))
}
