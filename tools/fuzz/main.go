// Fuzz fuzzes every reader of foreign bytes for a time, in slices, and goes on where it was stopped. It prints what came of
// it: executions, inputs that reached new code, crashes, and the peak memory.
//
//	go run ./tools/fuzz [--minutes N] [--slice D] [--inputs N] [--state DIR] [--keep]
//
// The state holds the built tests, the corpus and the figures. A new one begins with the corpus that is kept in the
// repository; --keep writes that anew. What makes a reader fail is written to the package's testdata/fuzz, as Go does.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// packages have the fuzz tests.
var packages = []string{"audio", "models/gguf"}

// target is one fuzz test and what came of it so far.
type target struct {
	Package, Name  string
	Seconds        float64 // of processor time: the machine may have other work
	Executions     int64
	NewInteresting int64
	Crashes        int
	PeakKiB        int64 // largest resident size of a process
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "fuzz:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	minutes := flag.Float64("minutes", 10, "of processor time for each reader in all")
	slice := flag.Duration("slice", time.Minute, "how long one is fuzzed at a time")
	inputs := flag.Int("inputs", 0, "fuzz each reader once, with so many inputs, instead of for a time")
	state := flag.String("state", "", "folder for what is kept between runs (default: in the user's cache)")
	keep := flag.Bool("keep", false, "write the corpus to "+kept+" when all is done")
	flag.Parse()
	if *state == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return err
		}
		*state = filepath.Join(cache, "haltscribe-fuzz")
	}
	dir, err := filepath.Abs(*state)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if err := unpackCorpus(dir); err != nil {
		return err
	}
	targets, err := prepare(ctx, dir)
	if err != nil {
		return err
	}
	if *inputs > 0 {
		for _, t := range targets {
			// Counted, not timed: no machine is too slow for it.
			if err := errors.Join(t.fuzz(ctx, dir, strconv.Itoa(*inputs)+"x"), save(dir, targets)); err != nil {
				return err
			}
		}
		return nil
	}
	for left := true; left; {
		left = false
		for _, t := range targets {
			rest := time.Duration(*minutes*float64(time.Minute)) - time.Duration(t.Seconds*float64(time.Second))
			if rest < time.Second {
				continue
			}
			left = true
			before := t.Seconds
			fuzzErr := t.fuzz(ctx, dir, min(rest, *slice).String())
			if fuzzErr == nil && t.Seconds == before {
				fuzzErr = errors.New("processor time is not counted on this system")
			}
			if err := errors.Join(save(dir, targets), fuzzErr); err != nil {
				return err
			}
		}
	}
	table(targets)
	if *keep {
		return packCorpus(dir)
	}
	return nil
}

// prepare builds the tests and finds their targets, with the figures of earlier runs.
func prepare(ctx context.Context, dir string) ([]*target, error) {
	var targets []*target
	if b, err := os.ReadFile(figures(dir)); err == nil {
		if err := json.Unmarshal(b, &targets); err != nil {
			return nil, fmt.Errorf("reading %s: %w", figures(dir), err)
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	known := map[string]bool{}
	for _, t := range targets {
		known[t.Package+" "+t.Name] = true
	}
	for _, pkg := range packages {
		if err := command(ctx, "go", "test", "-tags", "headless", "-c", "-fuzz", ".", "-o", binary(dir, pkg), "./"+pkg).Run(); err != nil {
			return nil, fmt.Errorf("building the tests of %s: %w", pkg, err)
		}
		list := command(ctx, binary(dir, pkg), "-test.list", "^Fuzz")
		list.Dir, list.Stdout = pkg, nil
		names, err := list.Output()
		if err != nil {
			return nil, fmt.Errorf("listing the tests of %s: %w", pkg, err)
		}
		for _, name := range strings.Fields(string(names)) {
			if !known[pkg+" "+name] {
				targets = append(targets, &target{Package: pkg, Name: name})
			}
		}
	}
	return targets, nil
}

func figures(dir string) string { return filepath.Join(dir, "figures.json") }

func binary(dir, pkg string) string {
	return filepath.Join(dir, strings.ReplaceAll(pkg, "/", "-")+".test")
}

func command(ctx context.Context, name string, args ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, name, args...)
	c.Cancel = func() error { return c.Process.Signal(os.Interrupt) }
	c.Stdout, c.Stderr = os.Stderr, os.Stderr
	return c
}

// progress is what a fuzz test prints every three seconds.
var progress = regexp.MustCompile(`elapsed: (\S+), execs: (\d+) .*new interesting: (\d+)`)

// fuzz goes on for a time, or a number of inputs ("5000x"), and adds up what came of it.
func (t *target) fuzz(ctx context.Context, dir, limit string) error {
	var out bytes.Buffer
	c := command(ctx, binary(dir, t.Package), "-test.run", "^$", "-test.fuzz", "^"+t.Name+"$", "-test.fuzztime", limit,
		"-test.fuzzminimizetime", "20x", "-test.parallel", "1", "-test.fuzzcachedir", filepath.Join(dir, "corpus", t.Package))
	c.Dir, c.Stdout, c.Stderr = t.Package, &out, &out
	err := c.Run()
	if c.ProcessState != nil {
		t.Seconds += (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds()
		t.PeakKiB = max(t.PeakKiB, peakKiB(c.ProcessState))
	}
	if all := progress.FindAllStringSubmatch(out.String(), -1); len(all) > 0 {
		last := all[len(all)-1]
		executions, _ := strconv.ParseInt(last[2], 10, 64) // digits, by the pattern
		interesting, _ := strconv.ParseInt(last[3], 10, 64)
		t.Executions += executions
		t.NewInteresting += interesting
		fmt.Fprintf(os.Stderr, "%s %s: %.0f s in all, %d executions, %d new\n", t.Package, t.Name, t.Seconds, t.Executions, t.NewInteresting)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil && !raced(out.Bytes()) {
		t.Crashes++
		return fmt.Errorf("%s %s: %w\n%s", t.Package, t.Name, err, out.String())
	}
	return nil
}

// raced reports whether a run failed only because Go's fuzzer, before 1.27, may take the end of its own time for a failure
// (golang.org/issue/75804). An input that fails a test is always written to a file, and said so.
func raced(out []byte) bool {
	return bytes.Contains(out, []byte("context deadline exceeded")) && !bytes.Contains(out, []byte("Failing input written"))
}

func save(dir string, targets []*target) error {
	b, err := json.MarshalIndent(targets, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(figures(dir), b, 0o600)
}

func table(targets []*target) {
	fmt.Println("| reader | minutes of processor time | executions | inputs that reached new code | failures | peak memory of a process |")
	fmt.Println("| --- | --- | --- | --- | --- | --- |")
	for _, t := range targets {
		fmt.Printf("| %s %s | %.1f | %d | %d | %d | %d MB |\n", t.Package, t.Name, t.Seconds/60, t.Executions, t.NewInteresting, t.Crashes, t.PeakKiB>>10)
	}
}
