package cli

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/rivo/uniseg"
	"golang.org/x/sys/unix"

	"haltscribe/inference/engine"
)

// terminal is a real one of the kernel's, so many columns wide, whose screen we are.
type terminal struct {
	t       *testing.T
	master  *os.File
	slave   *os.File
	columns int
}

func newTerminal(t *testing.T, columns int) *terminal {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = master.Close() })
	fd := int(master.Fd())
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	err = errors.Join(err, unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0),
		unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: uint16(columns)}))
	if err != nil {
		t.Fatal(err)
	}
	slave, err := os.OpenFile("/dev/pts/"+strconv.Itoa(n), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	return &terminal{t, master, slave, columns}
}

// run runs a command on the terminal and gives what it drew: each state of a line that was overwritten, and what stands
// there in the end.
func (term *terminal) run(cmd *exec.Cmd) (frames []string, left string) {
	term.t.Helper()
	cmd.Stdin, cmd.Stdout, cmd.Stderr = term.slave, term.slave, term.slave
	err := cmd.Start()
	_ = term.slave.Close() // the command has its own
	if err != nil {
		term.t.Fatal(err)
	}
	var drawn bytes.Buffer
	_, err = drawn.ReadFrom(term.master)
	if !errors.Is(err, syscall.EIO) { // so the kernel tells that nobody is there any more
		term.t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		term.t.Errorf("%v ended with %v, having drawn %q", cmd.Args[1:], err, drawn.String())
	}
	lines := strings.Split(strings.ReplaceAll(drawn.String(), "\r\n", "\n"), "\n")
	for i, line := range lines {
		for state := range strings.SplitSeq(line, "\r") {
			text, cleared := strings.CutPrefix(state, "\033[K")
			shown, overwritten := strings.CutSuffix(text, "\033[K")
			if lines[i] = shown; overwritten && !cleared {
				frames = append(frames, shown)
			}
		}
	}
	for _, f := range frames {
		if strings.ContainsRune(f, '\033') || uniseg.StringWidth(f) >= term.columns {
			term.t.Errorf("%q does not fit into a line of %d columns", f, term.columns)
		}
	}
	return frames, strings.TrimSpace(strings.Join(lines, "\n"))
}

// command is this test binary as the command line, with folders of its own.
func command(t *testing.T, arguments ...string) *exec.Cmd {
	t.Helper()
	dir := t.TempDir()
	cmd := exec.Command(os.Args[0], arguments...)
	cmd.Env = append(os.Environ(), commandVar+"=1", "SAMPLE="+filepath.Join("..", "testdata", "sample.wav"), "HF_HUB_OFFLINE=", "XDG_CACHE_HOME="+filepath.Join(dir, "cache"), "XDG_DATA_HOME="+filepath.Join(dir, "data"),
		"XDG_STATE_HOME="+filepath.Join(dir, "state"), "XDG_CONFIG_HOME="+filepath.Join(dir, "config"))
	return cmd
}

// matching are the frames that a pattern describes, the whole of each.
func matching(frames []string, pattern string) (found []string) {
	whole := regexp.MustCompile("^" + pattern + "$")
	for _, f := range frames {
		if whole.MatchString(f) {
			found = append(found, f)
		}
	}
	return found
}

// TestProgressOnATerminal: it is one line, however narrow, and nothing of it is left.
func TestProgressOnATerminal(t *testing.T) {
	long := filepath.Join(t.TempDir(), "a talk that nobody had\nnamed well.wav")
	if err := os.Rename(severalPieces(t), long); err != nil {
		t.Fatal(err)
	}
	hub, certificate := modelShop(t)
	for columns, want := range map[int]struct{ pull, transcribe, try string }{
		80: {`lfm2-audio-1\.5b: \d+ % of \d+ kB(, .*)?`, `a talk that nobody had\?named well\.wav: transcribing \d+ %`, `demo: trying \d+ %`},
		40: {`lfm2-audio-1\.5b: \d+ % of \d+ kB(, [^,]*)?`, `a talk th.*….*well\.wav: transcribing \d+ %`, `demo: trying \d+ %`},
	} {
		t.Run(fmt.Sprint(columns), func(t *testing.T) {
			pull := command(t, "models", "pull", "lfm2-audio-1.5b")
			pull.Env = append(pull.Env, "HF_ENDPOINT="+hub, "SSL_CERT_FILE="+certificate)
			frames, left := newTerminal(t, columns).run(pull)
			t.Logf("pull drew %q and left %q", frames, left)
			if len(matching(frames, want.pull)) == 0 {
				t.Error("the download's progress was not drawn")
			}
			if lines := strings.Split(left, "\n"); len(lines) != 2 || !strings.HasSuffix(lines[1], "lfm2-audio-1.5b") {
				t.Errorf("left is %q, want a remark and the folder", left)
			}

			library := filepath.Join("..", "native", "lib", engine.Platform())
			frames, left = newTerminal(t, columns).run(command(t, "transcribe", "--library", library, "--output", t.TempDir(), long))
			t.Logf("transcribe drew %q and left %q", frames, left)
			if len(matching(frames, want.transcribe)) < 2 {
				t.Error("the transcription's progress was not drawn")
			}
			if !strings.HasPrefix(left, "haltscribe: The demo model") || strings.Count(left, "\n") > 0 {
				t.Errorf("left is %q, want only what is said of the demo model", left)
			}

			frames, left = newTerminal(t, columns).run(command(t, "models", "try", "demo", "--library", library))
			t.Logf("try drew %q and left %q", frames, left)
			if len(matching(frames, want.try)) == 0 || !strings.HasPrefix(left, "demo: ") {
				t.Error("the trial's progress was not drawn")
			}
		})
	}
}

// TestNoProgressWithoutATerminal: a log gets sentences and nothing else.
func TestNoProgressWithoutATerminal(t *testing.T) {
	hub, certificate := modelShop(t)
	pull := command(t, "models", "pull", "lfm2-audio-1.5b")
	pull.Env = append(pull.Env, "HF_ENDPOINT="+hub, "SSL_CERT_FILE="+certificate)
	out, err := pull.CombinedOutput()
	if err != nil || bytes.ContainsAny(out, "\r\033%") {
		t.Errorf("it wrote %q (%v)", out, err)
	}
	// Nor where only the results go to a terminal: progress is on standard error.
	term := newTerminal(t, 80)
	quiet := command(t, "models", "path", "demo")
	frames, left := term.run(quiet)
	if len(frames) != 0 || !strings.Contains(left, "demo-") {
		t.Errorf("it drew %q and left %q", frames, left)
	}
}
