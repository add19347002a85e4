package engine

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"time"

	"haltscribe/cbridge"
	"haltscribe/inference"
)

// How long an engine that was asked to end may take.
const closeGrace = 2 * time.Second

// library says which engine a job needs: another library is another process.
type library struct {
	folder        string
	allowUntested bool
}

// process is one running engine.
type process struct {
	library library
	cmd     *exec.Cmd
	in      io.WriteCloser
	out     *lineWriter
	log     *tail
	replies chan reply    // closed when the engine's output ends
	gone    chan struct{} // closed when it was waited for
	used    bool          // it has had a job; the worker's
	model   string        // paths of the model's files that it had to load last; the worker's
}

// refusedError is an engine's word that its library can't be used.
type refusedError struct {
	inventory inference.Inventory
}

func (e *refusedError) Error() string { return *e.inventory.Library.WhyNot }

// diedError tells that an engine ended without being asked to.
type diedError struct {
	status string
	last   string // of its log; may be ""
}

func (e *diedError) Error() string {
	s := "the engine process ended " + e.status
	if e.last != "" {
		s += "; the last it said: " + e.last
	}
	return s
}

// startProcess starts an engine and waits for its hello.
func startProcess(cfg Config, lib library, shared *os.File) (*process, error) {
	args := append(append([]string{}, cfg.Args...), "--library", lib.folder,
		"--allow-untested="+strconv.FormatBool(lib.allowUntested), "--log", strconv.Itoa(int(cfg.logLevel())))
	p := &process{
		library: lib, cmd: exec.Command(cfg.Executable, args...), log: &tail{also: cfg.Log},
		replies: make(chan reply), gone: make(chan struct{}),
	}
	// ggml would start a debugger on itself to print a backtrace.
	p.cmd.Env = withHugePages(append(os.Environ(), "GGML_NO_BACKTRACE=1"))
	p.cmd.Stderr = p.log
	giveShared(p.cmd, shared)
	in, err := p.cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("starting the engine: %w", err)
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("starting the engine: %w", err)
	}
	start := (*exec.Cmd).Start
	if cfg.Background {
		start = startBehind
	}
	if err := start(p.cmd); err != nil {
		return nil, fmt.Errorf("starting the engine: %w", err)
	}
	p.in, p.out = in, &lineWriter{w: in}
	go p.read(out)
	return p, p.greet()
}

// greet waits for the engine's first line.
func (p *process) greet() error {
	r, ok := <-p.replies
	switch {
	case !ok:
		return p.died()
	case r.Hello == nil:
		p.kill()
		return errors.New("the engine process did not greet")
	case r.Hello.Refused != nil:
		p.kill()
		return &refusedError{*r.Hello.Refused}
	case r.Hello.Error != "":
		p.kill()
		return errors.New(r.Hello.Error)
	case r.Hello.Protocol != protocolVersion:
		p.kill()
		return errors.New("the program was replaced while it ran; start it again")
	}
	return nil
}

// read passes replies on until the engine's output ends, then reaps it.
func (p *process) read(out io.Reader) {
	lines := bufio.NewReader(out)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			break
		}
		var r reply
		if err := json.Unmarshal(line, &r); err != nil {
			// Whatever it was, it can't be trusted any more.
			_ = p.cmd.Process.Kill()
			break
		}
		p.replies <- r
	}
	close(p.replies)
	_ = p.cmd.Wait() // its result is in ProcessState
	close(p.gone)
}

// died says how the process ended, once its output has.
func (p *process) died() error {
	<-p.gone
	return &diedError{status: exitStatus(p.cmd.ProcessState), last: p.log.lastUseful()}
}

// alive reports whether the process has not been waited for.
func (p *process) alive() bool {
	select {
	case <-p.gone:
		return false
	default:
		return true
	}
}

// kill ends the process at once and waits until it is gone.
func (p *process) kill() {
	_ = p.cmd.Process.Kill()
	p.drain()
}

// close lets the process end by itself, and kills it if it doesn't.
func (p *process) close() {
	_ = p.in.Close()
	timer := time.AfterFunc(closeGrace, func() { _ = p.cmd.Process.Kill() })
	defer timer.Stop()
	p.drain()
}

// drain takes what still comes, so that read can end.
func (p *process) drain() {
	for range p.replies {
	}
	<-p.gone
}

func (c Config) logLevel() cbridge.LogLevel {
	if c.Verbose {
		return cbridge.LogInfo
	}
	return cbridge.LogWarn
}
