package main

import (
	"os"
	"os/exec"
	"testing"
)

// This test's own binary links all that the program links. It must start without
// a word in the locale of containers: results and one-line errors are all that the
// command line prints.
func TestStartsInSilence(t *testing.T) {
	for _, lang := range []string{"C.UTF-8", "C", "POSIX", "en_US.UTF-8", ""} {
		cmd := exec.Command(os.Args[0], "-test.run=^$")
		cmd.Env = append(os.Environ(), "LC_ALL=", "LC_MESSAGES=", "LANGUAGE=", "LANG="+lang)
		out, err := cmd.CombinedOutput()
		if err != nil || string(out) != "testing: warning: no tests to run\nPASS\n" {
			t.Errorf("LANG=%s: %v, printed %q", lang, err, out)
		}
	}
}
