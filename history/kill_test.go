package history

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// childVar makes the test's own program a window that keeps one segment after
// the other until it is killed. It prints the number of each that is kept.
const childVar = "HALTSCRIBE_HISTORY_CHILD"

func TestMain(m *testing.M) {
	if path := os.Getenv(childVar); path != "" {
		if err := keepOn(path); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		os.Exit(1) // only a kill ends it well
	}
	os.Exit(m.Run())
}

func keepOn(path string) error {
	s, _, err := Open(context.Background(), path)
	if err != nil {
		return err
	}
	id, err := s.Begin(recording, "demo")
	if err != nil {
		return err
	}
	for i := 0; ; i++ {
		if err := s.Add(id, Segment{Start: float64(i), End: float64(i + 1), Text: textOf(i)}); err != nil {
			return err
		}
		if _, err := fmt.Println(i); err != nil {
			return err
		}
	}
}

func textOf(i int) string { return fmt.Sprintf("segment %d %s", i, strings.Repeat("words ", 100)) }

// A process that is killed, wherever it is, loses at most the segment that it was
// about to keep. The kill comes after a different number of segments each time,
// while the child is already writing the next one.
func TestAKilledProcessLosesAtMostOneSegment(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.db")
	for round, after := range []int{0, 3, 14} {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), childVar+"="+path)
		out, err := child.StdoutPipe()
		must(t, err)
		must(t, child.Start())
		lines := bufio.NewScanner(out)
		told := 0
		for told <= after && lines.Scan() {
			told++
		}
		must(t, child.Process.Kill())
		for lines.Scan() { // what it told before it was gone
			told++
		}
		_ = child.Wait() // "signal: killed"

		s, notice, err := Open(t.Context(), path)
		if err != nil || notice != "" {
			t.Fatalf("after the kill: %q, %v", notice, err)
		}
		all, err := s.Unfinished(t.Context())
		must(t, err)
		if len(all) != round+1 {
			t.Fatalf("after %d kills %d jobs are unfinished", round+1, len(all))
		}
		got, err := s.Load(t.Context(), all[0].ID)
		must(t, err)
		if n := len(got.Text); n < told || n > told+1 {
			t.Errorf("it told of %d segments, and %d are there", told, n)
		}
		for i, g := range got.Text {
			if g.Text != textOf(i) || g.End != float64(i+1) {
				t.Fatalf("segment %d is %+v", i, g)
			}
		}
		if got.Reached != float64(len(got.Text)) {
			t.Errorf("it can go on from %v", got.Reached)
		}
		last := fmt.Sprintf("segment %d ", len(got.Text)-1)
		if found, err := s.Search(t.Context(), strings.TrimSpace(last)); err != nil || len(found) == 0 {
			t.Errorf("the last segment is not found: %v", err)
		}
		must(t, s.Close())
	}
}
