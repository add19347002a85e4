// Ggufreaders shows what readers of GGUF heads do with files that were made to harm them. It is a module of its own, so
// that the program does not depend on the readers it was compared with.
//
// Each reader reads each file in a process of its own, which may take 2 GiB of memory and 20 seconds. Linux only.
//
//	cd tools/ggufreaders && go run .
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

const (
	maxTime   = 20 * time.Second
	maxMemory = 2 << 30 // bytes of writable memory
)

func main() {
	if len(os.Args) == 3 {
		read(os.Args[1], os.Args[2])
		return
	}
	if err := compare(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// read is the process of one reader and one file. It prints a line, unless the file ends it.
func read(reader, path string) {
	limit := syscall.Rlimit{Cur: maxMemory, Max: maxMemory}
	if err := syscall.Setrlimit(syscall.RLIMIT_DATA, &limit); err != nil {
		fmt.Println("could not be limited:", err)
		return
	}
	if err := readers[reader](path); err != nil {
		fmt.Println("refused:", err)
		return
	}
	fmt.Println("TAKEN")
}

func compare() error {
	dir, err := os.MkdirTemp("", "ggufreaders")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	self, err := os.Executable()
	if err != nil {
		return err
	}
	for _, f := range files {
		path := filepath.Join(dir, "file.gguf")
		if err := f.write(path); err != nil {
			return err
		}
		about, err := os.Stat(path)
		if err != nil {
			return err
		}
		fmt.Printf("%s (%d bytes)\n", f.name, about.Size())
		for _, reader := range order {
			fmt.Printf("  %-22s %s\n", reader, outcome(self, reader, path))
		}
	}
	return nil
}

// outcome runs one reader on one file and says how that ended, how long it took and what memory it took at most.
func outcome(self, reader, path string) string {
	ctx, cancel := context.WithTimeout(context.Background(), maxTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, self, reader, path)
	var said, complaint strings.Builder
	cmd.Stdout, cmd.Stderr = &said, &complaint
	start := time.Now()
	err := cmd.Run()
	took := time.Since(start).Round(time.Millisecond)
	what, _, _ := strings.Cut(strings.TrimSpace(said.String()), "\n")
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		what = "HANGS"
	case errors.As(err, &exit):
		why, _, _ := strings.Cut(complaint.String(), "\n")
		what = "ENDS THE PROCESS: " + why
	case err != nil:
		what = err.Error()
	}
	peak := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss >> 10
	return fmt.Sprintf("%s [%v, %d MB]", what, took, peak)
}
