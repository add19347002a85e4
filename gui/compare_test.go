package gui

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"haltscribe/gui/comparison"
	"haltscribe/gui/queue"
	"haltscribe/inference"
	"haltscribe/inference/engine"
)

// measuredOn is what a comparison on one device might find.
func measuredOn(device, name string, tokens int, base, every, callback, budget, planned float64) engine.BenchDevice {
	spread := func(ms float64) (s struct{ low, mid, high float64 }) {
		s.low, s.mid, s.high = ms*0.97, ms, ms*1.05
		return s
	}
	c := engine.BenchChunk{Tokens: tokens, Nodes: 607, LongestNodeMS: base / 5, LongestNodeOp: "MUL_MAT"}
	stops := map[inference.HookMode]float64{
		inference.HookOff: base / 2, inference.HookEveryNode: base / 40, engine.HookGoCallback: base / 38,
		inference.HookBudget: base / 4, inference.HookPlanned: base / 25,
	}
	for mode, ratio := range map[inference.HookMode]float64{
		inference.HookOff: 1, inference.HookEveryNode: every, engine.HookGoCallback: callback,
		inference.HookBudget: budget, inference.HookPlanned: planned,
	} {
		f := engine.BenchFull{Hook: mode, Ratio: ratio, RatioCI: [2]float64{ratio - 0.015, ratio + 0.02}, Identical: true}
		s := spread(base * ratio)
		f.MS.Min, f.MS.Median, f.MS.Max = s.low, s.mid, s.high
		if mode == inference.HookOff {
			f.RatioCI = [2]float64{1, 1}
		} else {
			gap := stops[mode] * 2
			f.Calls, f.Checks, f.LongestGapMS = 1214, 607, &gap
		}
		c.Full = append(c.Full, f)
		d := engine.BenchDuring{Hook: mode, N: 15}
		d.MS.Median = stops[mode]
		c.StoppedDuring = append(c.StoppedDuring, d)
	}
	order := func(a, b inference.HookMode) int {
		return slices.Index(engine.BenchModes(), a) - slices.Index(engine.BenchModes(), b)
	}
	slices.SortFunc(c.Full, func(a, b engine.BenchFull) int { return order(a.Hook, b.Hook) })
	slices.SortFunc(c.StoppedDuring, func(a, b engine.BenchDuring) int { return order(a.Hook, b.Hook) })
	return engine.BenchDevice{Device: device, Name: name, Backend: deviceName(device), Chunks: []engine.BenchChunk{c}}
}

// comparedReport is a whole comparison on two devices.
func comparedReport() engine.BenchReport {
	r := engine.BenchReport{
		Model: "demo", Audio: "/recordings/long talk.wav", Threads: 2, Runs: 5, TargetMS: 20,
		Devices: []engine.BenchDevice{
			measuredOn("cpu", "A processor", 104, 750, 1.034, 1.05, 1.004, 1.012),
			measuredOn("metal", "A graphics processor", 104, 80, 5.1, 5.3, 1.02, 1.04),
		},
	}
	r.Library.Version = "0.4.0"
	r.Host.CPU, r.Host.Load1 = "A processor", 0.3
	return r
}

// shelved puts reports into a folder as earlier runs, a minute apart.
func shelved(t *testing.T, reports ...engine.BenchReport) string {
	t.Helper()
	shelf := comparison.Shelf{Folder: t.TempDir()}
	for i, r := range reports {
		if _, err := shelf.Add(r, time.Date(2026, 12, 1, 7, 30+i, 0, 0, time.Local)); err != nil {
			t.Fatal(err)
		}
	}
	return shelf.Folder
}

// halves is a comparison that measures its first device and then runs until it is
// cancelled.
func halves(ctx context.Context, tell func(engine.BenchProgress)) (engine.BenchReport, error) {
	half := comparedReport()
	half.Devices, half.Partial = half.Devices[:1], true
	tell(engine.BenchProgress{Done: 0.42, What: "metal: encoding", SoFar: &half})
	<-ctx.Done()
	return half, nil
}

func completes(context.Context, func(engine.BenchProgress)) (engine.BenchReport, error) {
	return comparedReport(), nil
}

func compares(f func(context.Context, func(engine.BenchProgress)) (engine.BenchReport, error)) *fakeEngine {
	return &fakeEngine{inventory: goodInventory(), compare: f}
}

// onCompare opens a window on the page.
func onCompare(t *testing.T, s setup) *bench {
	t.Helper()
	b := open(t, s)
	b.settled()
	b.until("the first recording, and devices", func() bool { return len(b.snap.Items) == len(s.files) && len(b.compare.setup.devices) > 0 })
	b.compareHere()
	return b
}

func TestComparingMeasuresTheCurrentRecording(t *testing.T) {
	b := onCompare(t, setup{engine: compares(completes), files: []string{"/recordings/long talk.wav"}, runs: t.TempDir()})
	if b.pages.front().name != tr(sayPageCompare) || b.compare.setup.file.Selected != "long talk.wav" {
		t.Fatalf("page %s, recording %s", b.pages.front().name, b.compare.setup.file.Selected)
	}
	if boxes := b.compare.setup.devices; len(boxes) != 2 || !boxes[0].box.Checked || !boxes[1].box.Disabled() ||
		boxes[1].box.ToolTip() != "Metal: not available, Metal is only on Apple's machines" {
		t.Errorf("the devices are %+v", boxes)
	}
	b.compare.setup.runs.pick(option{value: "3", label: "3"})
	test.Tap(b.compare.setup.start)
	b.until("the result", func() bool { return b.comparer.Status().Ordinal == 1 && len(b.compare.runs.runs) == 1 })
	spec := b.engine.specs[0]
	if spec.File != "/recordings/long talk.wav" || spec.Runs != 3 || !slices.Equal(spec.Devices, []string{"cpu"}) || spec.Setup.Model != "t.gguf" {
		t.Errorf("measured was %+v", spec)
	}
	want := "On CPU checking every node costs 3.4 %, the plan 1.2 %, and a cancel takes 30 ms with the plan instead of 375 ms without a callback; " +
		"on Metal checking every node costs 5.1 times as much, the plan 4.0 %, and a cancel takes 3.2 ms with the plan instead of 40 ms without a callback."
	if got := b.compare.result.conclusion.Text; got != want {
		t.Errorf("it concludes\n%s, want\n%s", got, want)
	}
	if b.compare.result.partial.Visible() {
		t.Error("a whole comparison is called partial")
	}
}

func TestACancelledComparisonIsShownAsPartialAndKept(t *testing.T) {
	b := onCompare(t, setup{engine: compares(halves), runs: t.TempDir()})
	b.startByKey()
	b.until("figures", func() bool { return len(b.compare.status.SoFar.Devices) == 1 })
	if got := b.compare.doing.text; got != "42 %  ·  Metal: encoding" {
		t.Errorf("it says %q", got)
	}
	if got := b.pages.front().tab.button.Text; got != "Compare  42 %" {
		t.Errorf("the tab says %q", got)
	}
	b.key(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if b.compare.setup.cancel.Text != tr(sayStopping) && b.comparing {
		t.Error("nothing is to be seen of the press")
	}
	b.until("the end", func() bool { return !b.comparing && len(b.compare.runs.runs) == 1 })
	if v := b.compare.result; !v.partial.Visible() || !strings.HasPrefix(v.partial.Text, "Partial:") || !strings.HasPrefix(v.conclusion.Text, "On CPU") {
		t.Errorf("it says %q, %q", v.partial.Text, v.conclusion.Text)
	}
	if got := runAbout(b.compare.runs.runs[0]); !strings.HasSuffix(got, "partial") {
		t.Errorf("the list says %q", got)
	}
}

func TestAFailedComparisonSaysWhy(t *testing.T) {
	b := onCompare(t, setup{runs: t.TempDir(), engine: compares(func(context.Context, func(engine.BenchProgress)) (engine.BenchReport, error) {
		return engine.BenchReport{}, errors.New("comparing hook modes: the engine ended by signal SIGKILL")
	})})
	b.startComparison()
	b.until("the reason", func() bool { return !b.comparing && b.compare.status.Error != "" })
	if got := b.compare.result.hint.text.Text; got != "Comparing hook modes: the engine ended by signal SIGKILL." {
		t.Errorf("it says %q", got)
	}
}

func TestTheQueueWaitsForAComparison(t *testing.T) {
	b := onCompare(t, setup{engine: compares(halves), runs: t.TempDir(), files: []string{"a.wav"}})
	b.startComparison()
	b.until("figures", func() bool { return len(b.compare.status.SoFar.Devices) == 1 })
	b.pages.show(0)
	b.startByKey()
	b.states(queue.Waiting)
	b.cancel()
	b.states(queue.Done)
}

func TestNoComparisonBesideATranscription(t *testing.T) {
	e := compares(completes)
	e.scripts = map[string]script{"a.wav": halts}
	b := onCompare(t, setup{engine: e, files: []string{"a.wav"}, runs: t.TempDir()})
	b.start()
	b.states(queue.Running)
	if !b.compare.setup.start.Disabled() || b.compare.setup.why.text != tr(sayCompareBusy) {
		t.Errorf("it can be started, or says %q", b.compare.setup.why.text)
	}
	b.startComparison()
	if b.comparing {
		t.Error("it was started")
	}
	b.stopAll()
	b.states(queue.Cancelled)
	b.until("free again", func() bool { return !b.compare.setup.start.Disabled() })
}

func TestEarlierRunsCanBeOpenedAndDeleted(t *testing.T) {
	other := comparedReport()
	other.Devices, other.Partial = other.Devices[:1], true
	folder := shelved(t, comparedReport(), other)
	b := onCompare(t, setup{engine: compares(completes), runs: folder})
	b.until("the list", func() bool { return len(b.compare.runs.runs) == 2 && b.compare.opened.Name != "" })
	if !b.compare.result.partial.Visible() {
		t.Error("the newest, which is partial, is not shown first")
	}
	b.compare.runs.list.Select(1)
	if b.compare.result.partial.Visible() || len(b.compare.result.figures.Objects) != 2 {
		t.Error("the older one is not shown")
	}
	b.removeRun()
	confirmed(t, b)
	b.until("one less", func() bool { return len(b.compare.runs.runs) == 1 })
	if left, err := os.ReadDir(folder); err != nil || len(left) != 1 {
		t.Errorf("%d files are left, %v", len(left), err)
	}
}

// confirmed presses the button of a question that does it.
func confirmed(t *testing.T, b *bench) {
	t.Helper()
	if b.asked == nil || b.asked.yes == nil {
		t.Fatal("nothing was asked")
	}
	test.Tap(b.asked.yes)
}

func TestABusyMachineIsNoConclusion(t *testing.T) {
	r := comparedReport()
	r.Devices = r.Devices[:1]
	r.Devices[0].Chunks[0].Full[1].RatioCI = [2]float64{0.8, 1.6}
	want := "On CPU the machine was too busy to tell what the checks cost, and a cancel takes 30 ms with the plan instead of 375 ms without a callback."
	if got := conclusionText(r); got != want {
		t.Errorf("it concludes %q, want %q", got, want)
	}
	// Intervals that are as wide, but don't meet, leave no doubt which costs more.
	r.Devices[0].Chunks[0].Full[1].Ratio, r.Devices[0].Chunks[0].Full[1].RatioCI = 1.6, [2]float64{1.5, 1.7}
	if got := conclusionText(r); !strings.HasPrefix(got, "On CPU checking every node costs 1.6 times as much, the plan ") {
		t.Errorf("it concludes %q", got)
	}
}

func TestNamesInTheChartDontMeet(t *testing.T) {
	size, room := fyne.NewSize(60, 16), spot{0, 0, 300, 200}
	var taken []spot
	for i := range 5 { // close together, in a corner
		x, y := float32(12+2*i), float32(190-3*i)
		taken = append(taken, spot{x - 5, y - 5, 10, 10})
	}
	for i := range 5 {
		at := place(float32(12+2*i), float32(190-3*i), 9, size, room, taken)
		for _, other := range taken[5:] {
			if at.meets(other) {
				t.Errorf("name %d at %v meets another at %v", i, at, other)
			}
		}
		if !at.within(room) {
			t.Errorf("name %d at %v is outside", i, at)
		}
		taken = append(taken, at)
	}
}

func TestABrokenRunIsTold(t *testing.T) {
	folder := shelved(t, comparedReport())
	if err := os.WriteFile(filepath.Join(folder, "broken.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	b := onCompare(t, setup{engine: compares(completes), runs: folder})
	b.until("a banner", func() bool { _, ok := b.banner(bannerComparison); return ok })
	if n, _ := b.banner(bannerComparison); !strings.Contains(n.text, "broken.json is no comparison that can be read") || len(b.compare.runs.runs) != 1 {
		t.Errorf("it says %q and lists %d", n.text, len(b.compare.runs.runs))
	}
}

func TestExports(t *testing.T) {
	for name, begins := range map[string]string{
		tr(sayFormatJSON): `{"library":`, tr(sayFormatCSV): "device,tokens,hook,what,value\ncpu,104,off,encode_ms,750\n", tr(sayFormatGoBench): "goos:",
		tr(sayFormatTable): "llama.cpp 0.4.0", tr(sayFormatPNG): "\x89PNG", tr(sayFormatSVG): `<?xml`,
	} {
		f := reportFormats()[slices.IndexFunc(reportFormats(), func(f reportFormat) bool { return f.name == name })]
		path := filepath.Join(t.TempDir(), "comparison"+f.ending)
		if err := writeReport(f, comparedReport(), path); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		out, err := os.ReadFile(path)
		if err != nil || !strings.HasPrefix(string(out), begins) {
			t.Errorf("%s begins with %.60q, %v", name, out, err)
		}
		if f.ending == ".json" && !json.Valid(out) {
			t.Error("the JSON is none")
		}
	}
	if got := exportName(comparison.Kept{Name: "comparison-20261201-073000.json"}, reportFormats()[5]); got != "comparison-20261201-073000.svg" {
		t.Errorf("it would be called %s", got)
	}
}

// A file that is there is written over only after a second look.
func TestAComparisonIsSaved(t *testing.T) {
	b := onCompare(t, setup{engine: compares(completes), runs: shelved(t, comparedReport())})
	b.until("the run", func() bool { return len(b.compare.runs.runs) == 1 })
	dir := folder(t, "mine.json", "mine.csv")
	b.keep.change(func(c *Choices) { c.Folder = dir })
	b.exportReport(reportFormats()[0], b.compare.runs.runs[0])
	f := b.saving
	b.until("the folder", func() bool { return f.folder == dir })
	if len(f.entries) != 1 || f.entries[0].Name != "mine.json" {
		t.Errorf("it lists %v", f.entries)
	}
	path := filepath.Join(dir, "mine.json")
	f.name.SetText("mine.json")
	f.name.OnSubmitted(f.name.Text)
	if f.told.text != "mine.json is there already." || f.yes.Text != tr(sayReplace) {
		t.Errorf("it says %q, and offers %q", f.told.text, f.yes.Text)
	}
	f.path.SetText("/home/anna/comparisons")
	b.inBothLooks("save")
	f.name.SetText("mine2.json")
	f.name.SetText("mine.json") // it asks again
	test.Tap(f.yes)
	if raw, err := os.ReadFile(path); err != nil || json.Valid(raw) {
		t.Fatalf("it was written over: %.40q, %v", raw, err)
	}
	test.Tap(f.yes)
	b.until("it is told", func() bool { n, ok := b.banner(bannerComparison); return ok && n.text == "Saved as "+path+"." })
	if raw, err := os.ReadFile(path); err != nil || !json.Valid(raw) {
		t.Errorf("it wrote %.40q, %v", raw, err)
	}
}

func TestTheHookHintTellsWhatWasMeasured(t *testing.T) {
	s := &fakeStore{kept: Choices{Hook: inference.HookEveryNode, Device: "cpu"}}
	b := open(t, setup{engine: compares(completes), store: s, runs: shelved(t, comparedReport()), model: func(string) (Model, error) {
		return Model{Name: "demo"}, nil
	}})
	b.until("the measured", func() bool { return len(b.costs) > 0 && b.modelName == "demo" })
	if want := "Every node: costs 3.4 % here, and Cancel waits 19 ms (CPU, demo, 1 Dec 2026)."; b.tools.hint.text != want {
		t.Errorf("it says %q, want %q", b.tools.hint.text, want)
	}
	b.setHook("off")
	if want := "Off: Cancel waits for the running encode, 375 ms here."; b.tools.hint.text != want {
		t.Errorf("it says %q, want %q", b.tools.hint.text, want)
	}
	b.setDevice("vulkan")
	if want := tr(sayHintOffUnknown); b.tools.hint.text != want {
		t.Errorf("it says %q, want %q", b.tools.hint.text, want)
	}
}

func TestGoldenCompare(t *testing.T) {
	for _, look := range []string{themeDark, themeLight} {
		b := onCompare(t, setup{look: look, size: least(), engine: compares(halves), files: []string{"/recordings/long talk.wav"}, runs: t.TempDir()})
		b.golden("compare-empty-" + look)
		b.startByKey()
		b.until("figures", func() bool { return len(b.compare.status.SoFar.Devices) == 1 })
		b.golden("compare-running-" + look)
	}
}

func TestGoldenCompared(t *testing.T) {
	partial := comparedReport()
	partial.Devices, partial.Partial = partial.Devices[:1], true
	partial.Warnings = []string{"the run was not finished; what is here was measured"}
	for look, size := range map[string]fyne.Size{themeDark: fyne.NewSize(usualWidth, usualHeight), themeLight: least()} {
		b := onCompare(t, setup{look: look, size: size, engine: compares(completes), runs: shelved(t, partial, comparedReport())})
		b.until("the list", func() bool { return len(b.compare.runs.runs) == 2 && b.compare.opened.Name != "" })
		b.golden("compare-done-" + look)
		b.compare.runs.list.Select(1)
		b.golden("compare-partial-" + look)
		b.key(&fyne.KeyEvent{Name: fyne.KeyEnd})
		b.golden("compare-tables-" + look)
	}
}
