package e2e

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"haltscribe/inference"
)

// program is the binary under test, with its window open.
type program struct {
	t       *testing.T
	screen  *display
	cmd     *exec.Cmd
	started time.Time
	journal string
	stderr  string
	read    int           // lines of the journal that were looked at
	lines   []entry       // of the journal, as far as it was parsed
	parsed  int64         // bytes of it
	ended   chan struct{} // closed when the process is gone
	err     error         // how it ended
}

// entry is a line of the journal that HALTSCRIBE_JOURNAL asks for; see
// gui/journal.go.
type entry struct {
	At         time.Time             `json:"at"`
	Event      string                `json:"event"`
	ID         int                   `json:"id"`
	File       string                `json:"file"`
	State      string                `json:"state"`
	Phase      inference.Phase       `json:"phase"`
	Text       string                `json:"text"`
	About      string                `json:"about"`
	PressToEnd float64               `json:"press_to_end_ms"`
	Transcript *inference.Transcript `json:"transcript"`
	PositionS  float64               `json:"position_s"`
	Devices    int                   `json:"devices"`
	Frames     int                   `json:"frames"`
	LongestMS  float64               `json:"longest_ms"`
	P99MS      float64               `json:"p99_ms"`
	WorkMS     float64               `json:"work_ms"`
	Over50     int                   `json:"over_50_ms"`
}

// programPath is the program to test: $HALTSCRIBE_BIN, or bin/haltscribe, which is
// built if it is not there.
func programPath(t *testing.T) string {
	t.Helper()
	if path := os.Getenv("HALTSCRIBE_BIN"); path != "" {
		return path
	}
	path, err := filepath.Abs("../bin/haltscribe")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		if out, err := exec.Command("go", "build", "-o", path, "..").CombinedOutput(); err != nil {
			t.Fatalf("building the program: %v\n%s", err, out)
		}
	}
	return path
}

// startProgram opens the window on a display, with folders of its own for all
// that it keeps. A loud one has a sound device, ALSA's null, which takes all
// that is played in no time.
func startProgram(t *testing.T, screen *display, loud bool, settings map[string]any, files ...string) *program {
	t.Helper()
	home := t.TempDir()
	makeHome(t, home, loud, settings)
	return runProgram(t, screen, home, launch{files: files})
}

// launch is how the program is started.
type launch struct {
	files       []string
	environment []string // beside what every program here has
}

// again starts the program once more with the folders of one that has ended. What
// the journal had before counts as read.
func (p *program) again() *program {
	p.t.Helper()
	next := runProgram(p.t, p.screen, filepath.Dir(p.journal), launch{})
	next.read = len(p.entries())
	return next
}

// makeHome makes the folders.
func makeHome(t *testing.T, home string, loud bool, settings map[string]any) {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(home, "config", "haltscribe"), 0o700); err != nil {
		t.Fatal(err)
	}
	kept, err := json.Marshal(settings)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(home, "config", "haltscribe", "settings.json"), kept, 0o600); err != nil {
		t.Fatal(err)
	}
	alsa := "pcm.!default { type hw card 31 }\n" // there is none
	if loud {
		alsa = "pcm.!default { type null }\nctl.!default { type null }\n"
	}
	if err := os.WriteFile(filepath.Join(home, ".asoundrc"), []byte(alsa), 0o600); err != nil {
		t.Fatal(err)
	}
}

func runProgram(t *testing.T, screen *display, home string, how launch) *program {
	t.Helper()
	p := &program{
		t: t, screen: screen, cmd: exec.Command(programPath(t), how.files...),
		journal: filepath.Join(home, "journal"), stderr: filepath.Join(home, "stderr"), ended: make(chan struct{}),
	}
	log, err := os.Create(p.stderr)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	p.cmd.Dir, p.cmd.Stderr = home, log
	p.cmd.Env = append(quietEnvironment(), "HOME="+home, "DISPLAY="+screen.name, "LIBGL_ALWAYS_SOFTWARE=1", "LANG=C.UTF-8",
		"XDG_CONFIG_HOME="+filepath.Join(home, "config"), "XDG_CACHE_HOME="+filepath.Join(home, "cache"),
		"XDG_DATA_HOME="+filepath.Join(home, "data"), "XDG_STATE_HOME="+filepath.Join(home, "state"),
		"DBUS_SESSION_BUS_ADDRESS=unix:path="+filepath.Join(home, "no-bus"), "HALTSCRIBE_JOURNAL="+p.journal)
	p.cmd.Env = append(p.cmd.Env, how.environment...)
	p.started = time.Now()
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		p.err = p.cmd.Wait()
		close(p.ended)
	}()
	t.Cleanup(p.clean)
	return p
}

// quietEnvironment is ours without what would reach another desktop.
func quietEnvironment() []string {
	var kept []string
	for _, v := range os.Environ() {
		name, _, _ := strings.Cut(v, "=")
		if name == "WAYLAND_DISPLAY" || name == "DISPLAY" || name == "HOME" || name == "LC_ALL" || strings.HasPrefix(name, "XDG_") ||
			strings.HasPrefix(name, "HALTSCRIBE_") || strings.HasPrefix(name, "FYNE_") {
			continue
		}
		kept = append(kept, v)
	}
	return kept
}

func (p *program) clean() {
	select {
	case <-p.ended:
	default:
		_ = p.cmd.Process.Kill() // it may end in this moment
		<-p.ended
	}
	if p.t.Failed() {
		log, _ := os.ReadFile(p.stderr) // what there is
		told, _ := os.ReadFile(p.journal)
		var lines []string
		for l := range strings.Lines(string(told)) {
			if !strings.Contains(l, `"about":"second"`) { // there are too many of them
				lines = append(lines, l)
			}
		}
		p.t.Logf("the program's stderr:\n%s\nits journal:\n%s", log, strings.Join(lines, ""))
	}
}

// entries are all lines that the journal has by now. It is asked for every few
// milliseconds, so only what is new is read: a test that keeps a processor busy
// itself would measure that.
func (p *program) entries() []entry {
	p.t.Helper()
	f, err := os.Open(p.journal)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		p.t.Fatal(err)
	}
	defer f.Close()
	raw, err := io.ReadAll(io.NewSectionReader(f, p.parsed, math.MaxInt64-p.parsed))
	if err != nil {
		p.t.Fatal(err)
	}
	for {
		line, rest, whole := bytes.Cut(raw, []byte("\n"))
		if !whole {
			return p.lines // a line in the making counts when it is there
		}
		raw, p.parsed = rest, p.parsed+int64(len(line))+1
		var e entry
		if err := json.Unmarshal(line, &e); err != nil {
			p.t.Fatalf("a line of the journal can't be read: %v\n%s", err, line)
		}
		p.lines = append(p.lines, e)
	}
}

// await looks, among the lines that no await has passed yet, for one that
// fits.
func (p *program) await(what string, limit time.Duration, fits func(entry) bool) entry {
	p.t.Helper()
	var found entry
	p.poll(what, limit, func() bool {
		all := p.entries()
		for ; p.read < len(all); p.read++ {
			if fits(all[p.read]) {
				found = all[p.read]
				p.read++
				return true
			}
		}
		return false
	})
	return found
}

// awaitBoth is await for two things that come in any order.
func (p *program) awaitBoth(what string, limit time.Duration, one, other func(entry) bool) {
	p.t.Helper()
	var first, second bool
	p.await(what, limit, func(e entry) bool {
		first, second = first || one(e), second || other(e)
		return first && second
	})
}

// poll waits until something is so, and fails at the limit or when the program
// is gone.
func (p *program) poll(what string, limit time.Duration, so func() bool) {
	p.t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	late := time.NewTimer(limit)
	defer late.Stop()
	for !so() {
		select {
		case <-tick.C:
		case <-late.C:
			p.t.Fatalf("after %v there is still not: %s", limit, what)
		case <-p.ended:
			if !so() {
				p.t.Fatalf("the program ended (%v) before: %s", p.err, what)
			}
			return
		}
	}
}

// engines are the process ids of the program's engines.
func (p *program) engines() []int {
	p.t.Helper()
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		p.t.Fatal(err)
	}
	var found []int
	for _, path := range stats {
		raw, err := os.ReadFile(path)
		if err != nil {
			continue // it ended meanwhile
		}
		// pid (name) state parent …; the name may hold anything
		_, rest, _ := strings.Cut(string(raw), ") ")
		var state string
		var parent, pid int
		if _, err := fmt.Sscan(rest, &state, &parent); err != nil || parent != p.cmd.Process.Pid || state == "Z" {
			continue
		}
		if _, err := fmt.Sscan(filepath.Base(filepath.Dir(path)), &pid); err != nil {
			p.t.Fatal(err)
		}
		line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		if err == nil && strings.Contains(string(line), "\x00engine") {
			found = append(found, pid)
		}
	}
	return found
}

// quit asks the program to end, as a session's end does, and waits.
func (p *program) quit() error {
	p.t.Helper()
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		p.t.Fatal(err)
	}
	select {
	case <-p.ended:
		return p.err
	case <-time.After(20 * time.Second):
		// What each goroutine waits for is on its stderr then.
		if err := p.cmd.Process.Signal(syscall.SIGQUIT); err == nil {
			<-p.ended
		}
		p.t.Fatal("the program does not end")
		return nil
	}
}
