package e2e

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"haltscribe/history"
)

// How the window feels, in figures. By themselves these tests take small measures
// and only see that things work: on a machine that does other things as well no
// figure says anything. On an idle one
//
//	make feel
//
// sets HALTSCRIBE_FEEL; then they measure at full size, hold the figures against
// the aims, and print them.
const feelVar = "HALTSCRIBE_FEEL"

// The aims.
const (
	mostFrame  = 50.0 // ms
	mostStart  = time.Second
	mostGrowth = 0.05 // of memory
)

// feeling reports whether figures count.
func feeling() bool { return os.Getenv(feelVar) != "" }

// size is how much is done: the whole where figures count.
func size(whole, small int) int {
	if feeling() {
		return whole
	}
	return small
}

// aim holds a figure against its aim, where figures count.
func aim(t *testing.T, what string, kept bool, figure string) {
	t.Helper()
	t.Logf("feel: %s: %s", what, figure)
	if feeling() && !kept {
		t.Errorf("the aim for %s is missed: %s", what, figure)
	}
}

// frames are how the frames of a time went, of a second or more.
type frames struct {
	count, long     int
	longest, worked float64 // ms
	stolen          float64 // share of the processors' time that the host of a virtual machine gave to others
}

func (f frames) String() string {
	return fmt.Sprintf("%d frames, the longest %.0f ms, %d over %.0f ms, most work in one %.0f ms; %.0f %% of the time the host had the processors",
		f.count, f.longest, f.long, mostFrame, f.worked, 100*f.stolen)
}

// during does something and tells how the frames went meanwhile, to whole seconds.
func (p *program) during(do func()) frames {
	p.t.Helper()
	p.seconds(1)
	from := p.read
	stolen, all := processorTimes(p.t)
	do()
	p.seconds(1)
	stolenThen, allThen := processorTimes(p.t)
	f := frames{stolen: (stolenThen - stolen) / max(1, allThen-all)}
	for _, e := range p.entries()[from:p.read] {
		if second(e) {
			f.count += e.Frames
			f.long += e.Over50
			f.longest, f.worked = max(f.longest, e.LongestMS), max(f.worked, e.WorkMS)
		}
	}
	return f
}

// processorTimes are what the host took away and all that there was, since the system
// was started, over all processors.
func processorTimes(t *testing.T) (stolen, all float64) {
	t.Helper()
	raw, err := os.ReadFile("/proc/stat")
	if err != nil {
		t.Fatal(err)
	}
	line, _, _ := strings.Cut(string(raw), "\n")
	for i, field := range strings.Fields(line)[1:] {
		n, err := strconv.ParseFloat(field, 64)
		if err != nil {
			t.Fatal(err)
		}
		if i == 7 {
			stolen = n
		}
		if i < 8 { // the rest are counted in others already
			all += n
		}
	}
	return stolen, all
}

// drawn reports whether a line tells that what there was is on the screen.
func drawn(e entry) bool { return e.Event == "drawn" }

// added reports whether a line tells that the recording of that number is in the queue.
func added(number int) func(entry) bool {
	return func(e entry) bool {
		return e.Event == "job" && e.State == "waiting" && strings.HasSuffix(e.File, fmt.Sprintf(" %03d.wav", number))
	}
}

// second reports whether a line tells how the frames of a second went.
func second(e entry) bool { return e.Event == "frames" && e.About == "second" }

// seconds waits until the window has counted the frames of so many from now on.
func (p *program) seconds(n int) {
	p.t.Helper()
	p.read = len(p.entries())
	for range n {
		p.await("a second's frames", patience, second)
	}
}

// TestFeelFrames works on a long recording, with as many threads as the program
// takes by itself and with one on each core, and looks at the window's frames:
// while nothing is done, and while somebody turns pages and plays.
func TestFeelFrames(t *testing.T) {
	long := lengthened(t, size(600, 40))
	for _, c := range []struct {
		name    string
		threads int
	}{{"threads as they are chosen", 0}, {"a thread on each core", runtime.NumCPU()}} {
		t.Run(c.name, func(t *testing.T) {
			screen := startDisplay(t)
			p := startProgram(t, screen, true, map[string]any{
				"version": 1, "theme": "dark", "threads": c.threads, "window_width": windowWidth, "window_height": windowHeight,
			}, long)
			p.await("the window", patience, drawn)
			p.focus()
			screen.xdotool("key", "ctrl+Return")
			p.await("a segment", patience, func(e entry) bool { return e.Event == "segment" })
			still := p.during(func() { p.seconds(size(15, 2)) })
			aim(t, "frames while the engine works, "+c.name, still.longest <= mostFrame, still.String())
			busy := p.during(func() {
				for range size(6, 1) {
					screen.xdotool("key", "ctrl+2", "ctrl+3", "ctrl+4", "ctrl+5", "ctrl+1")
					screen.xdotool("key", "space", "Right", "Right", "space")
				}
			})
			aim(t, "frames while pages are turned besides, "+c.name, busy.longest <= mostFrame, busy.String())
			if still.count == 0 || busy.count == 0 {
				t.Error("no frames were counted")
			}
			p.endWell() // it may work on, or be done
		})
	}
}

// TestFeelStart opens the window again and again: the first time for what is kept
// of it then, the others are measured.
func TestFeelStart(t *testing.T) {
	screen := startDisplay(t)
	p := startProgram(t, screen, true, map[string]any{"version": 1, "theme": "dark", "window_width": windowWidth, "window_height": windowHeight})
	var took []time.Duration
	for i := range size(8, 2) {
		if i > 0 {
			p = p.again()
		}
		shown := p.await("the window", patience, func(e entry) bool { return e.Event == "shown" })
		if i > 0 {
			took = append(took, shown.At.Sub(p.started))
		}
		p.await("its pictures", patience, drawn)
		p.endWell()
	}
	slices.Sort(took)
	median := took[len(took)/2].Round(time.Millisecond)
	aim(t, "start to window", median < mostStart, fmt.Sprintf("median %v of %d, the slowest %v", median, len(took), took[len(took)-1].Round(time.Millisecond)))
}

// TestFeelMemory transcribes many recordings one after the other and looks at the
// memory of the window's process and of its engine after each. Fyne keeps what it drew
// of a text for a minute, so in the first the window's grows with what there is to say;
// where figures count they are taken after that.
func TestFeelMemory(t *testing.T) {
	jobs, warm := size(200, 9), time.Duration(size(70, 0))*time.Second
	folder := t.TempDir()
	raw, err := os.ReadFile(shortened(t, size(9, 3)))
	if err != nil {
		t.Fatal(err)
	}
	files := size(1500, jobs) // what a quick machine may need to be warm, and the jobs
	for i := range files {
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("recording %03d.wav", i+1)), raw, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	screen := startDisplay(t)
	p := startProgram(t, screen, true, map[string]any{
		"version": 1, "theme": "dark", "window_width": windowWidth, "window_height": windowHeight,
	}, folder)
	p.awaitBoth("the window with all recordings", patience, drawn, added(files))
	p.focus()
	screen.xdotool("key", "ctrl+Return")
	var window, engine []float64 // MiB
	for began := time.Now(); len(window) < jobs; {
		e := p.await("the end of a job", patience, func(e entry) bool { return e.Event == "job" && e.Transcript != nil })
		if e.State != "done" && e.State != "no-speech" {
			t.Fatalf("%s ended as %s", e.File, e.State)
		}
		if time.Since(began) < warm {
			continue
		}
		window = append(window, residentMiB(t, p.cmd.Process.Pid))
		if pids := p.engines(); len(pids) == 1 {
			engine = append(engine, residentMiB(t, pids[0]))
		}
	}
	if len(engine) != jobs {
		t.Errorf("the engine was seen after %d of %d jobs", len(engine), jobs)
	}
	p.endWell()
	flat := func(what string, mib []float64) {
		tenth := max(1, jobs/10)
		for at := range slices.Chunk(mib, tenth) {
			t.Logf("feel: %s: %.1f MiB", what, median(at))
		}
		first, last := median(mib[tenth:2*tenth]), median(mib[len(mib)-tenth:])
		growth := last/first - 1
		aim(t, "memory of the "+what, growth >= -mostGrowth && growth <= mostGrowth,
			fmt.Sprintf("%.1f MiB early, %.1f MiB after %d jobs: %+.1f %%; at most %.1f MiB", first, last, jobs, 100*growth, slices.Max(mib)))
	}
	flat("window", window)
	flat("engine", engine)
}

// TestFeelScroll scrolls through a queue of many files and through a transcript of
// three hours, with the wheel and with keys.
func TestFeelScroll(t *testing.T) {
	screen := startDisplay(t)
	folder := t.TempDir()
	short := shortened(t, 1)
	raw, err := os.ReadFile(short)
	if err != nil {
		t.Fatal(err)
	}
	const files = 500
	for i := range files {
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("recording %03d.wav", i+1)), raw, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	home := t.TempDir()
	makeHome(t, home, true, map[string]any{"version": 1, "theme": "dark", "window_width": windowWidth, "window_height": windowHeight})
	const hours = 3
	segments := keepLongTranscript(t, home, hours)
	p := runProgram(t, screen, home, launch{files: []string{folder}})
	p.awaitBoth("the window with all recordings", patience, drawn, added(files))
	p.focus()
	turns := size(30, 3)
	wheel := func(x, y int, button string) {
		screen.xdotool("mousemove", fmt.Sprint(x), fmt.Sprint(y))
		for range turns {
			screen.xdotool("click", "--repeat", "8", "--delay", "12", button)
		}
	}
	const down, up = "5", "4"
	list := p.during(func() {
		wheel(180, 400, down)
		wheel(180, 400, up)
	})
	aim(t, fmt.Sprintf("scrolling %d files by wheel", files), list.longest <= mostFrame, list.String())
	p.shot("feel-queue", windowWidth, windowHeight)

	screen.xdotool("key", "ctrl+h")
	p.await("the history", patience, func(e entry) bool { return e.Event == "history" })
	screen.xdotool("key", "Return", "Return")
	p.await("the transcript", patience, func(e entry) bool { return e.Event == "opened" })
	p.await("its length", patience, func(e entry) bool { return e.Event == "player" && e.About == "ready" })
	text := p.during(func() {
		wheel(middleX, middleY, down)
		wheel(middleX, middleY, up)
	})
	what := fmt.Sprintf("a transcript of %d hours and %d segments", hours, segments)
	aim(t, "scrolling "+what+" by wheel", text.longest <= mostFrame, text.String())
	p.shot("feel-transcript", windowWidth, windowHeight)
	keys := p.during(func() {
		screen.xdotool("mousemove", fmt.Sprint(middleX), fmt.Sprint(middleY), "click", "1")
		for range turns {
			screen.xdotool("key", "--delay", "25", "Next", "Next", "Next", "Down", "Down")
		}
		screen.xdotool("key", "End", "Home", "End")
	})
	aim(t, "scrolling "+what+" by keys", keys.longest <= mostFrame, keys.String())
	p.shot("feel-end", windowWidth, windowHeight)
	play := p.during(func() {
		screen.xdotool("key", "space")
		p.seconds(size(6, 1))
		screen.xdotool("key", "space")
	})
	aim(t, "playing "+what, play.longest <= mostFrame, play.String())
	p.endWell()
}

// keepLongTranscript puts a transcript of some hours into the history of a home,
// with a recording that is silent and takes no room, and returns its segments' number.
func keepLongTranscript(t *testing.T, home string, hours int) (segments int) {
	t.Helper()
	recording := filepath.Join(t.TempDir(), "the whole afternoon.wav")
	silence(t, recording, hours*3600)
	store, _, err := history.Open(t.Context(), filepath.Join(home, "data", "haltscribe", "history.db"))
	if err != nil {
		t.Fatal(err)
	}
	about, err := history.Identify(recording)
	if err != nil {
		t.Fatal(err)
	}
	id, err := store.Begin(about, "demo")
	if err != nil {
		t.Fatal(err)
	}
	const length = 9.0 // seconds
	words := strings.Fields("so what we found in the end was that nobody had looked at it for years and that the whole of it could be done again")
	for at := 0.0; at < float64(hours*3600); at += length {
		text := strings.Join(words[:5+segments%(len(words)-5)], " ") + fmt.Sprintf(", number %d.", segments+1)
		if segments%7 == 0 {
			text += " " + strings.Join(words, " ")
		}
		if err := store.Add(id, history.Segment{Start: at, End: at + length, Text: text, Language: "English"}); err != nil {
			t.Fatal(err)
		}
		segments++
	}
	if err := store.End(id, history.Outcome{Status: "done", Duration: float64(hours * 3600), Language: "English"}); err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	return segments
}

func median[T cmp.Ordered](x []T) T {
	sorted := slices.Sorted(slices.Values(x))
	return sorted[len(sorted)/2]
}

// residentMiB is how much memory a process has in use.
func residentMiB(t *testing.T, pid int) float64 {
	t.Helper()
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(raw), "VmRSS:")
	var kib float64
	if _, err := fmt.Sscan(rest, &kib); err != nil {
		t.Fatalf("the memory of %d: %v", pid, err)
	}
	return kib / 1024
}

// endWell ends the program and looks at what it complained of.
func (p *program) endWell() {
	p.t.Helper()
	if err := p.quit(); err != nil {
		p.t.Errorf("the program ended with %v", err)
	}
	log, err := os.ReadFile(p.stderr)
	// There is no session bus here, on purpose. A window that is not in front yet when its queue ends misses it.
	complaints := strings.ReplaceAll(string(log), "Fyne error:  Unable to connect to session D-Bus", "")
	if err != nil || strings.Contains(complaints, "Fyne error") || strings.Contains(complaints, "goroutine") {
		p.t.Errorf("its stderr (%v):\n%s", err, log)
	}
}
