package engine

import (
	"context"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"haltscribe/inference"
	"haltscribe/inference/bench"
)

func shortBench(t *testing.T) bench.Spec {
	t.Helper()
	return bench.Spec{
		Setup: setup(t), File: samplePath, Devices: []string{inference.DeviceCPU},
		Hooks: []inference.HookMode{inference.HookEveryNode}, Runs: 2,
	}
}

func TestComparisonKeepsWhatWasMeasuredWhenItsEngineDies(t *testing.T) {
	c, spec := client(t, Config{}), shortBench(t)
	killed := false
	report, err := c.Bench(t.Context(), spec, func(p bench.Progress) {
		if p.SoFar != nil && !killed {
			killed = true
			signalEngine(t, syscall.SIGKILL)
		}
	})
	if err == nil || !strings.Contains(err.Error(), "SIGKILL") {
		t.Errorf("error %v", err)
	}
	if !report.Partial || len(report.Devices) != 1 || len(report.Devices[0].Chunks) == 0 || len(report.Devices[0].Chunks[0].Full) != 2 {
		t.Errorf("the report has not what was measured: %+v", report)
	}
	if !strings.Contains(strings.Join(report.Warnings, " "), "not finished") {
		t.Errorf("the warnings %q don't say that it is partial", report.Warnings)
	}
	mustSay(t, c, spec.Setup)
}

func TestCancelledComparisonIsPartial(t *testing.T) {
	c, spec := client(t, Config{}), shortBench(t)
	ctx, cancel := context.WithCancel(t.Context())
	report, err := c.Bench(ctx, spec, func(p bench.Progress) {
		if p.SoFar != nil {
			cancel()
		}
	})
	if err != nil {
		t.Errorf("a cancel is no error: %v", err)
	}
	if !report.Partial || len(report.Devices) == 0 || len(report.Devices[0].Chunks) == 0 {
		t.Errorf("the report has not what was measured: %+v", report)
	}
}

func TestClosingDoesNotWaitForAComparison(t *testing.T) {
	c, spec := client(t, Config{}), shortBench(t)
	ctx, cancel := context.WithCancelCause(t.Context())
	once := false
	began := time.Now()
	_, err := c.Bench(ctx, spec, func(bench.Progress) {
		if !once {
			once = true
			signalEngine(t, syscall.SIGSTOP) // as if a driver hung
			began = time.Now()
			cancel(ErrClosing)
		}
	})
	if took := time.Since(began); err == nil || took > 20*time.Second {
		t.Errorf("it took %v; error %v", took, err)
	}
	if n := len(engines(t, os.Getpid())); n != 0 {
		t.Errorf("%d engines are left", n)
	}
}
