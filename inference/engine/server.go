package engine

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/edsrzf/mmap-go"

	"haltscribe/cbridge"
	"haltscribe/inference"
	"haltscribe/inference/bench"
	"haltscribe/inference/synth"
)

// How long an engine whose parent is gone gives the native code to come back.
const orphanGrace = time.Second

// Main is the engine process: `haltscribe engine`. It reads requests from standard
// input, writes replies to standard output, and ends when its input closes.
func Main(args []string) int {
	// A driver may keep state a thread; all native calls come from this one.
	runtime.LockOSThread()
	// Ctrl+C in a terminal reaches both processes; it is the parent's to act on.
	signal.Ignore(os.Interrupt)
	if err := serve(args); err != nil {
		fmt.Fprintf(os.Stderr, "haltscribe: engine: %v\n", err)
		return 1
	}
	return 0
}

func serve(args []string) error {
	flags := flag.NewFlagSet("engine", flag.ContinueOnError)
	library := flags.String("library", "", "folder of the llama.cpp library")
	untested := flags.Bool("allow-untested", false, "accept an untested version")
	level := flags.Int("log", int(cbridge.LogWarn), "least level of log lines")
	cancelName := flags.String("cancel-file", "", "file of the cancel bytes, where it can't be inherited")
	if err := flags.Parse(args); err != nil {
		return err
	}
	file, err := openShared(*cancelName)
	if err != nil {
		return err
	}
	mapped, err := mmap.MapRegion(file, cancelBytes, mmap.RDWR, 0, 0)
	if err != nil {
		return fmt.Errorf("mapping the cancel bytes: %w", err)
	}
	messages, err := claimStdout()
	if err != nil {
		return err
	}
	s := &server{out: &lineWriter{w: messages}, mapped: mapped}
	s.running.Store(-1)

	runner, err := inference.NewRunner(*library, *untested, cbridge.LogLevel(*level))
	if err != nil {
		return s.out.write(reply{Hello: refusal(err)})
	}
	defer runner.Close()
	if err := s.out.write(reply{Hello: &hello{Protocol: protocolVersion}}); err != nil {
		return err
	}
	requests := make(chan request, 16)
	go s.read(os.Stdin, requests)
	for r := range requests {
		if err := s.answer(runner, r); err != nil {
			return err
		}
	}
	return nil
}

func refusal(err error) *hello {
	h := &hello{Protocol: protocolVersion, Error: err.Error()}
	var refused *cbridge.RefusedError
	if errors.As(err, &refused) {
		inventory := inference.RefusedInventory(refused)
		h.Refused = &inventory
	}
	return h
}

type server struct {
	out     *lineWriter
	mapped  mmap.MMap
	running atomic.Int64 // slot of the running job; -1: none
}

// read passes requests on until the parent closes the pipe. It owns the process's
// end: with the parent gone, what runs is stopped, and if native code does not
// come back the process ends all the same.
func (s *server) read(in io.Reader, requests chan<- request) {
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			break
		}
		var r request
		if err := json.Unmarshal(line, &r); err != nil {
			fmt.Fprintf(os.Stderr, "haltscribe: engine: a request that can't be read: %v\n", err)
			break
		}
		requests <- r
	}
	if slot := s.running.Load(); slot >= 0 {
		cbridge.FlagAt(s.mapped, int(slot)).Set()
	}
	close(requests)
	time.AfterFunc(orphanGrace, func() { os.Exit(1) })
}

func (s *server) answer(runner *inference.Runner, r request) error {
	switch {
	case r.Transcribe != nil:
		return s.transcribe(runner, r.ID, r.Transcribe)
	case r.Inventory != nil:
		inventory, err := runner.Inventory()
		if err != nil {
			return s.out.write(reply{ID: r.ID, Error: err.Error()})
		}
		return s.out.write(reply{ID: r.ID, Inventory: &inventory})
	case r.Bench != nil:
		return s.bench(runner, r.ID, r.Bench)
	case r.Synth != nil:
		return s.synth(runner, r.ID, r.Synth)
	}
	return s.out.write(reply{ID: r.ID, Error: "an empty request"})
}

// flag is the cancel byte of a job, which counts as running until end is called.
func (s *server) flag(slot int) (flag cbridge.Flag, end func(), err error) {
	if slot < 0 || slot >= len(s.mapped) {
		return cbridge.Flag{}, nil, fmt.Errorf("there is no cancel byte %d", slot)
	}
	s.running.Store(int64(slot))
	return cbridge.FlagAt(s.mapped, slot), func() { s.running.Store(-1) }, nil
}

func (s *server) transcribe(runner *inference.Runner, id int64, t *transcribeRequest) error {
	flag, end, err := s.flag(t.Slot)
	if err != nil {
		return s.out.write(reply{ID: id, Error: err.Error()})
	}
	defer end()
	var lost error
	outcome := runner.Transcribe(inference.Request{
		File: t.File, Setup: t.Setup, Options: t.Options, CancelPlan: t.CancelPlan,
		Flag: flag,
	}, func(e inference.Event) {
		if err := s.out.write(reply{ID: id, Event: &e}); err != nil && lost == nil {
			lost = err
		}
	})
	if lost != nil {
		return lost
	}
	return s.out.write(reply{ID: id, Outcome: &outcome, Peak: peakMemory()})
}

func (s *server) bench(runner *inference.Runner, id int64, b *benchRequest) error {
	flag, end, err := s.flag(b.Slot)
	if err != nil {
		return s.out.write(reply{ID: id, Error: err.Error()})
	}
	defer end()
	report, err := bench.Run(runner, b.Spec, flag, s.progress(id))
	r := reply{ID: id, Bench: &report}
	if err != nil {
		r.Error = err.Error()
	}
	return s.out.write(r)
}

func (s *server) synth(runner *inference.Runner, id int64, q *synthRequest) error {
	tell := s.progress(id)
	shape, err := synth.Named(q.Shape)
	if err == nil {
		err = synth.Write(runner.Library(), shape, q.Folder, func(done float64) { tell(bench.Progress{Done: done, What: "writing"}) })
	}
	if err != nil {
		return s.out.write(reply{ID: id, Error: err.Error()})
	}
	return s.out.write(reply{ID: id, Done: true})
}

// progress tells the parent, ten times a second at most, and always what was
// measured. A parent that is gone
// shows in the reply at the end.
func (s *server) progress(id int64) func(bench.Progress) {
	var last time.Time
	return func(p bench.Progress) {
		if now := time.Now(); p.SoFar != nil || now.Sub(last) >= 100*time.Millisecond {
			last = now
			_ = s.out.write(reply{ID: id, Progress: &p})
		}
	}
}
