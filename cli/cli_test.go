package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"haltscribe/inference/engine"
)

// TestMain lets the test binary be the program: testscript runs it as haltscribe,
// and the engine client starts it as its engine.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "engine" { // as tests without a script start it
		os.Exit(engine.Main(os.Args[2:]))
	}
	if os.Getenv(commandVar) != "" {
		os.Exit(Run(os.Args[1:], testProgram()))
	}
	testscript.Main(m, map[string]func(){
		"haltscribe": func() {
			args := os.Args[1:]
			if len(args) > 0 && args[0] == "engine" {
				os.Exit(engine.Main(args[1:]))
			}
			os.Exit(Run(args, testProgram()))
		},
	})
}

// commandVar makes this test binary the command line.
const commandVar = "HALTSCRIBE_TEST_COMMAND"

func testProgram() Program {
	return Program{Version: "1.2.3-test", Sample: func() (string, error) { return os.Getenv("SAMPLE"), nil }}
}

func TestScripts(t *testing.T) {
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	hub, certificate := modelShop(t)
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Setup: func(e *testscript.Env) error {
			e.Setenv("LIB", filepath.Join(root, "native", "lib", engine.Platform()))
			e.Setenv("VARIANTS", filepath.Join(root, "native", "lib", "variants"))
			e.Setenv("SAMPLE", filepath.Join(root, "testdata", "sample.wav"))
			e.Setenv("XDG_CACHE_HOME", filepath.Join(e.WorkDir, "cache"))
			e.Setenv("XDG_DATA_HOME", filepath.Join(e.WorkDir, "data"))
			e.Setenv("XDG_STATE_HOME", filepath.Join(e.WorkDir, "state"))
			e.Setenv("HF_ENDPOINT", hub)
			e.Setenv("SSL_CERT_FILE", certificate) // Go's own variable, on Linux
			e.Setenv("XDG_CONFIG_HOME", filepath.Join(e.WorkDir, "no-config"))
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits": exits,
			"empty": empty,
		},
	})
}

// exits CODE COMMAND…: the command must end with that exit code. What it prints is
// compared by stdout and stderr as after exec.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND…")
	}
	err := ts.Exec(args[1], args[2:]...)
	code := "0"
	if err != nil {
		exit, ok := err.(*exec.ExitError)
		if !ok {
			ts.Fatalf("%v", err)
		}
		code = exit.ProcessState.String()[len("exit status "):]
	}
	if code != args[0] {
		ts.Fatalf("exit status %s, want %s", code, args[0])
	}
}

// empty FOLDER: nothing is in it.
func empty(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: empty FOLDER")
	}
	entries, err := os.ReadDir(ts.MkAbs(args[0]))
	ts.Check(err)
	for _, e := range entries {
		ts.Fatalf("%s is in %s", e.Name(), args[0])
	}
}
