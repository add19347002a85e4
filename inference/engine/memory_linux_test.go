package engine

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"haltscribe/inference"
	"haltscribe/models"
)

// engineMemory is the resident memory of the one engine, in KiB.
func engineMemory(t *testing.T) int {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", engines(t, os.Getpid())[0]))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			n, err := strconv.Atoi(strings.Fields(rest)[0])
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
	}
	t.Fatal("the kernel tells nothing of memory")
	return 0
}

// TestSwitchingModelsFreesTheOld: with each model the engine is no larger than if there had never been another.
// It may be smaller: what the first load needed for a moment is given back by and by.
func TestSwitchingModelsFreesTheOld(t *testing.T) {
	c, s := client(t, Config{}), setup(t)
	other := smallModel(t, c, s)
	if folder := os.Getenv("HALTSCRIBE_MODEL"); folder != "" { // of any size, for measuring
		m, err := models.Find(folder)
		if err != nil {
			t.Fatal(err)
		}
		other.Model, other.Projector = m.Text, m.Projector
	}
	var demo, large []int
	for range 3 {
		mustSay(t, c, s)
		demo = append(demo, engineMemory(t))
		if got := c.Start(Job{File: samplePath, Setup: other}, nil).Transcript(); got.Status == inference.StatusFailed {
			t.Fatal(*got.Error)
		}
		large = append(large, engineMemory(t))
	}
	t.Logf("KiB: with the demo model %d, with the other one between them %d", demo, large)
	for i := range demo {
		if demo[i] > demo[0]+demo[0]/20 {
			t.Errorf("with the demo model it has %d KiB, and had %d at first", demo[i], demo[0])
		}
		if large[i] > large[0]+large[0]/20 {
			t.Errorf("with the other model it has %d KiB, and had %d at first", large[i], large[0])
		}
		if demo[i] > large[i]-large[i]/20 {
			t.Errorf("the other model is no larger: %d and %d KiB", demo[i], large[i])
		}
	}
}

// smallModel makes a model of random weights, some times larger than the demo.
func smallModel(t *testing.T, c *Client, s inference.Setup) inference.Setup {
	t.Helper()
	folder := t.TempDir()
	if err := c.Synth(context.Background(), s.Library, false, "small", folder, func(float64) {}); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.gguf"))
	if err != nil || len(files) != 2 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, f := range files {
		if strings.Contains(filepath.Base(f), "mmproj") {
			s.Projector = f
		} else {
			s.Model = f
		}
	}
	s.ModelName = "small"
	return s
}
