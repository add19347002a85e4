package engine

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"haltscribe/inference"
)

// engines are the processes of a parent that run as engines.
func engines(t testing.TB, parent int) (pids []int) {
	t.Helper()
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range stats {
		fields, ok := statFields(f)
		if !ok {
			continue // it ended meanwhile
		}
		cmdline, _ := os.ReadFile(filepath.Join(filepath.Dir(f), "cmdline"))
		args := strings.Split(string(cmdline), "\x00")
		if fields[1] == strconv.Itoa(parent) && len(args) > 1 && args[1] == "engine" {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(f)))
			pids = append(pids, pid)
		}
	}
	return pids
}

// statFields are what a stat file of /proc tells behind a process's or a thread's name:
// its state, its parent, …
func statFields(path string) (fields []string, ok bool) {
	stat, err := os.ReadFile(path)
	if err != nil {
		return nil, false
	}
	return strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:])), true
}

// signalEngine sends a signal to the one engine of this process.
func signalEngine(t testing.TB, s syscall.Signal) {
	t.Helper()
	pids := engines(t, os.Getpid())
	if len(pids) != 1 {
		t.Errorf("%d engines run", len(pids))
		return
	}
	if err := syscall.Kill(pids[0], s); err != nil {
		t.Error(err)
	}
}

func TestKilledEngine(t *testing.T) {
	c, s := client(t, Config{}), setup(t)
	killed := false
	got := c.Start(Job{File: longRecording(t, 300), Setup: s}, func(e Event) {
		if e.Kind == EventSegment && !killed {
			killed = true
			signalEngine(t, syscall.SIGKILL)
		}
	}).Transcript()
	cause := fmt.Sprint(deref(got.Error))
	if got.Status != inference.StatusFailed || !strings.Contains(cause, "by signal SIGKILL") || strings.Contains(cause, "\n") {
		t.Errorf("%s, error %q", got.Status, cause)
	}
	if len(got.Segments) == 0 || got.Text == "" {
		t.Error("the finished segments are lost")
	}
	mustSay(t, c, s)
}

func TestEngineThatDiedWhileIdleIsReplaced(t *testing.T) {
	c, s := client(t, Config{}), setup(t)
	mustSay(t, c, s)
	pid := engines(t, os.Getpid())[0]
	signalEngine(t, syscall.SIGKILL)
	for len(engines(t, os.Getpid())) > 0 { // until it was reaped
		if _, err := os.Stat(fmt.Sprintf("/proc/%d", pid)); err != nil {
			break
		}
	}
	mustSay(t, c, s)
}

func TestIdleEngineIsLetGo(t *testing.T) {
	c, s := client(t, Config{Idle: 50 * time.Millisecond}), setup(t)
	mustSay(t, c, s)
	for len(engines(t, os.Getpid())) > 0 { // or the test's own time is over
		runtime.Gosched()
	}
	mustSay(t, c, s)
}

func TestHungEngineIsKilled(t *testing.T) {
	// A stopped process is as deaf as one whose driver hangs.
	c, s := client(t, Config{StopDeadline: time.Hour}), setup(t)
	hung := make(chan struct{})
	once := false
	own := 200 * time.Millisecond // the job's goes before the client's
	job := c.Start(Job{File: longRecording(t, 300), Setup: s, StopDeadline: own}, func(e Event) {
		if e.Kind == EventSegment && !once {
			once = true
			signalEngine(t, syscall.SIGSTOP)
			close(hung)
		}
	})
	<-hung
	job.Cancel()
	got := job.Transcript()
	if got.Status != inference.StatusCancelled || !got.Cancel.EngineKilled {
		t.Fatalf("%s %+v", got.Status, got.Cancel)
	}
	if latency := *got.Cancel.LatencyMS; latency < 200 {
		t.Errorf("killed after %.0f ms, before the deadline", latency)
	}
	if len(got.Segments) == 0 || !strings.Contains(strings.Join(got.Warnings, "\n"), "was killed") {
		t.Errorf("%d segments, warnings %q", len(got.Segments), got.Warnings)
	}
	mustSay(t, c, s)
}

// orphanedParent is a process of its own: it starts a job and waits to be killed.
func orphanedParent(library, file string) {
	t := &testing.T{}
	c := NewClient(Config{})
	s := inference.Setup{
		Library: library, Model: os.Getenv("TEST_MODEL"), Projector: os.Getenv("TEST_PROJECTOR"),
		Device: "cpu", Hook: inference.HookEveryNode,
	}
	c.Start(Job{File: file, Setup: s}, func(e Event) {
		if e.Kind == EventSegment {
			fmt.Println(engines(t, os.Getpid())[0])
		}
	})
	select {}
}

func TestNoOrphanSurvivesTheParent(t *testing.T) {
	s := setup(t)
	parent := exec.Command(os.Args[0], "orphaned-parent", libDir(t), longRecording(t, 1800))
	parent.Env = append(os.Environ(), "TEST_MODEL="+s.Model, "TEST_PROJECTOR="+s.Projector)
	out, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	engine := strings.TrimSpace(line)
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	// The engine inherited standard error only; its end shows in /proc.
	deadline := time.Now().Add(10 * time.Second)
	for {
		stat, err := os.ReadFile("/proc/" + engine + "/stat")
		if err != nil || strings.Contains(string(stat), ") Z ") {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("engine %s outlives its parent", engine)
		}
	}
	_ = parent.Wait()
}

func TestSharedFileIsPrivateAndHasNoName(t *testing.T) {
	c, s := client(t, Config{}), setup(t)
	checked := false
	c.Start(Job{File: samplePath, Setup: s}, func(e Event) {
		if checked {
			return
		}
		checked = true
		for _, pid := range []int{os.Getpid(), engines(t, os.Getpid())[0]} {
			maps, err := os.ReadFile(fmt.Sprintf("/proc/%d/maps", pid))
			if err != nil {
				t.Error(err)
			}
			mapped := false
			for line := range strings.Lines(string(maps)) {
				if strings.Contains(line, "haltscribe-cancel-") {
					mapped = strings.HasSuffix(strings.TrimSpace(line), "(deleted)") && strings.Contains(line, "rw-s")
				}
			}
			if !mapped {
				t.Errorf("process %d does not map a shared file without a name", pid)
			}
		}
	}).Transcript()
	stat, err := c.cancel.file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	if stat.Mode().Perm() != 0o600 {
		t.Errorf("mode %v", stat.Mode())
	}
}
