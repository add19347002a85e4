package behind

import (
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// niceness is that of the calling thread.
func niceness(t *testing.T) int {
	t.Helper()
	raw, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0) // 20 minus it
	if err != nil {
		t.Fatal(err)
	}
	return 20 - raw
}

func TestDoIsBehindAndNothingElse(t *testing.T) {
	before := niceness(t)
	for range 20 { // now and then one begins on the first thread
		var within int
		var child string
		Do(func() {
			within = niceness(t)
			out, err := exec.Command("nice").Output() // says its own
			if err != nil {
				t.Error(err)
			}
			child = strings.TrimSpace(string(out))
		})
		if within != Niceness || child != "10" {
			t.Fatalf("its niceness is %d, that of a process of it %s", within, child)
		}
		if after := niceness(t); after != before {
			t.Fatalf("the niceness of others is %d, before %d", after, before)
		}
	}
}
