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

// TestSwitchingModelsFreesTheOld: an engine that goes from one model to another and back is as large as it was with
// each of them before. The first switch alone leaves some megabytes with the allocators, so it does not count.
func TestSwitchingModelsFreesTheOld(t *testing.T) {
	c, s := client(t, Config{}), setup(t)
	other := smallModel(t, c, s)
	round := func() (demo, small int) {
		if got := c.Start(Job{File: samplePath, Setup: other}, nil).Transcript(); got.Status == inference.StatusFailed {
			t.Fatal(*got.Error)
		}
		small = engineMemory(t)
		mustSay(t, c, s)
		return engineMemory(t), small
	}
	mustSay(t, c, s)
	first := engineMemory(t)
	round()
	demo, small := round()
	demo2, small2 := round()
	t.Logf("KiB: demo %d at first; then small %d, demo %d, small %d, demo %d", first, small, demo, small2, demo2)
	if demo2 > demo+demo/20 || small2 > small+small/20 {
		t.Error("the engine grows with each switch")
	}
	if demo2 > small2-small2/20 {
		t.Error("the larger model's memory did not come back")
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
