package gui

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"haltscribe/gui/queue"
	"haltscribe/inference"
)

func TestDroppedFilesAndFoldersAreTranscribed(t *testing.T) {
	b := open(t, setup{})
	dir := folder(t, "one.wav", "notes.txt", "picture.png", "talks/b.WAV", "talks/deep/a.wav", "talks/readme.md", "none/x.txt")
	b.dropped(uris(dir, "one.wav", "notes.txt", "talks", "picture.png", "none"))
	b.states(queue.Done, queue.Done, queue.Done)
	var names []string
	for _, it := range b.snap.Items {
		names = append(names, filepath.Base(it.File))
	}
	if want := []string{"one.wav", "b.WAV", "a.wav"}; !slices.Equal(names, want) {
		t.Errorf("queued %v, want %v", names, want)
	}
	n, ok := b.banner(bannerIntake)
	want := "Left out 2 files that are not recordings that can be read: notes.txt and picture.png. No recordings were found in none."
	if !ok || n.text != want {
		t.Errorf("it says %q, want %q", n.text, want)
	}
	if got := b.transcript.list.rows[0].text; got != "hello there" {
		t.Errorf("the transcript shows %q", got)
	}
}

func TestFilesFromTheCommandLineWait(t *testing.T) {
	b := open(t, setup{files: []string{"a.wav", "b.wav"}})
	b.states(queue.Waiting, queue.Waiting)
	if b.tools.start.Disabled() || !b.tools.cancel.Disabled() {
		t.Error("Transcribe should be ready, and Cancel not")
	}
	test.Tap(b.tools.start)
	b.states(queue.Done, queue.Done)
	if b.tools.start.Text != tr(sayAgain) {
		t.Errorf("the button says %q", b.tools.start.Text)
	}
	test.Tap(b.tools.start)
	b.until("a third job", func() bool { b.engine.mu.Lock(); defer b.engine.mu.Unlock(); return len(b.engine.jobs) == 3 })
}

func TestFoldersFromTheCommandLineToo(t *testing.T) {
	dir := folder(t, "talks/a.wav", "talks/b.txt")
	b := open(t, setup{files: []string{filepath.Join(dir, "talks"), filepath.Join(dir, "gone.wav")}})
	b.states(queue.Waiting, queue.Waiting)
	if got := filepath.Base(b.snap.Items[1].File); got != "a.wav" {
		t.Errorf("the second is %s", got)
	}
}

func TestCancelReactsAtOnce(t *testing.T) {
	b := open(t, setup{
		engine: &fakeEngine{inventory: goodInventory(), scripts: map[string]script{"long.wav": halts}},
		files:  []string{"long.wav", "next.wav"},
	})
	test.Tap(b.tools.start)
	b.until("text in the making", func() bool { return len(b.transcript.list.rows) == 2 && b.transcript.list.rows[1].live })
	if b.tools.cancel.Disabled() {
		t.Fatal("Cancel should be ready")
	}
	b.key(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if b.tools.cancel.Text == tr(sayCancel) && b.snap.Items[0].State == queue.Running {
		t.Error("nothing was to be seen of the press")
	}
	b.states(queue.Cancelled, queue.Done)
	b.pick(b.snap.Items[0].ID)
	want := "Stopped 4.2 ms after Cancel, in the audio encoder, at node 217 of 607 (MUL_MAT ffn_up-3)"
	if b.status.sentence.text != want {
		t.Errorf("the status line says %q, want %q", b.status.sentence.text, want)
	}
	if got := b.transcript.list.rows; len(got) != 2 || got[1].live || got[1].text != "and the second" {
		t.Errorf("what was said is not kept: %+v", got)
	}
	if !b.status.phases.Visible() {
		t.Error("the phases' times are not shown")
	}
}

func TestABadFileAndADeadEngineAreSentences(t *testing.T) {
	b := open(t, setup{engine: &fakeEngine{inventory: goodInventory(), scripts: map[string]script{
		"bad.wav":  fails("it is not a WAV file"),
		"dies.wav": fails("the engine ended by signal 9 (killed)"),
	}}, files: []string{"bad.wav", "dies.wav", "good.wav"}})
	b.start()
	b.states(queue.Failed, queue.Failed, queue.Done)
	b.pick(b.snap.Items[1].ID)
	if want := "dies.wav failed: the engine ended by signal 9 (killed)"; b.status.sentence.text != want {
		t.Errorf("the status line says %q", b.status.sentence.text)
	}
	if want := "The engine ended by signal 9 (killed)."; b.transcript.message.text.Text != want {
		t.Errorf("the transcript's place says %q", b.transcript.message.text.Text)
	}
}

func TestADeviceThatCantBeHadIsShownWithItsReason(t *testing.T) {
	b := open(t, setup{})
	b.settled()
	items := b.tools.device.items()
	if len(items) != 2 || items[0].Disabled || !items[0].Checked || !items[1].Disabled {
		t.Fatalf("items %+v", items)
	}
	if want := "Metal: not available, Metal is only on Apple's machines"; items[1].Label != want {
		t.Errorf("it says %q", items[1].Label)
	}
	items[1].Action() // as a keyboard might reach it
	if b.keep.get().Device != "cpu" {
		t.Error("a device that can't be had was chosen")
	}
}

func TestTheChosenDeviceStaysEvenWhereItIsGone(t *testing.T) {
	b := open(t, setup{store: &fakeStore{kept: Choices{Device: "vulkan"}}})
	b.settled()
	last := b.tools.device.options[len(b.tools.device.options)-1]
	if b.tools.device.Selected != "Vulkan" || !last.barred || last.detail != "Vulkan: not available, it was not found" {
		t.Errorf("it shows %q and offers %+v", b.tools.device.Selected, last)
	}
}

func TestChoicesReachTheNextJobAndTheDisk(t *testing.T) {
	b := open(t, setup{files: []string{"a.wav"}})
	b.tools.hook.pick(option{value: "every-node", label: tr(sayHookEveryNode)})
	b.tools.language.step(1)
	b.start()
	b.states(queue.Done)
	b.engine.mu.Lock()
	job := b.engine.jobs[0]
	b.engine.mu.Unlock()
	if job.Setup.Hook != inference.HookEveryNode || job.Options.Language != "Arabic" || job.Setup.Model != "t.gguf" {
		t.Errorf("the job is %+v", job)
	}
	b.until("saved", func() bool {
		b.courier.ring()
		b.store.mu.Lock()
		defer b.store.mu.Unlock()
		return b.store.kept.Hook == inference.HookEveryNode
	})
}

func TestBanners(t *testing.T) {
	missing := goodInventory()
	missing.Library.ChunkFunctions = false
	missing.Library.MissingFunctions = []string{"mtmd_encode_chunk"}
	why := "version 9.9.9 was not tested"
	refused := inference.Inventory{Library: inference.Library{Path: "/other", WhyNot: &why}}
	for name, c := range map[string]struct {
		setup setup
		about string
		says  string
		does  string
	}{
		"missing functions": {setup{engine: &fakeEngine{inventory: missing}}, bannerMissing, "This llama.cpp lacks mtmd_encode_chunk.", tr(sayChooseOther)},
		"refused":           {setup{engine: &fakeEngine{inventory: refused}}, bannerLibrary, "The library in /other was refused: version 9.9.9 was not tested.", tr(sayChooseOther)},
		"no engine":         {setup{engine: &fakeEngine{err: errors.New("exit status 3")}}, bannerEngine, "The engine did not start: exit status 3", tr(sayTryAgain)},
		"demo model": {setup{model: func(string) (Model, error) {
			return Model{Name: "demo", Note: "It knows a few hundred words."}, nil
		}}, bannerDemo, "It knows a few hundred words. For real use choose", tr(sayGetModel)},
		"no model": {
			setup{model: func(string) (Model, error) { return Model{}, errors.New("it is damaged") }},
			bannerModel, "The model in demo can't be used: it is damaged", tr(sayGetModel),
		},
		"no sound": {setup{mute: true}, bannerSound, "No sound device. Transcribing works", ""},
		"settings": {
			setup{store: &fakeStore{notice: "The settings could not be read and were put aside."}},
			bannerSettings, "The settings could not be read", "",
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := open(t, c.setup)
			b.until("a banner", func() bool { _, ok := b.banner(c.about); return ok })
			n, _ := b.banner(c.about)
			if !strings.HasPrefix(n.text, c.says) || n.action != c.does {
				t.Errorf("it says %q and offers %q", n.text, n.action)
			}
			b.banners.dismiss(n)
			b.putBanner(n)
			if _, ok := b.banner(c.about); ok {
				t.Error("it came back after it was dismissed")
			}
		})
	}
}

func TestClickOnASegmentSeeks(t *testing.T) {
	b := open(t, setup{
		engine: &fakeEngine{inventory: goodInventory(), scripts: map[string]script{"a.wav": says("one", "two")}},
		files:  []string{"a.wav"},
	})
	b.start()
	b.states(queue.Done)
	b.until("a loaded player", func() bool { return b.player.shown.Playable() })
	b.transcript.list.list.Select(1)
	b.until("the seek", func() bool { return b.player.shown.Position == 8*time.Second })
	b.key(&fyne.KeyEvent{Name: fyne.KeySpace})
	b.until("playing", func() bool { return b.player.shown.Playing })
	if b.transcript.list.marked != 1 {
		t.Errorf("row %d is marked", b.transcript.list.marked)
	}
}

func TestWithoutSoundTheButtonSaysWhy(t *testing.T) {
	b := open(t, setup{mute: true, files: []string{"a.wav"}})
	b.until("the reason", func() bool {
		return b.player.silent.Visible() && b.player.silent.text == "No sound device: none was found"
	})
	if !b.player.play.Disabled() || b.player.wave.Visible() {
		t.Error("the player should be off")
	}
}

func TestTheSameFileTwice(t *testing.T) {
	b := open(t, setup{engine: &fakeEngine{inventory: goodInventory(), scripts: map[string]script{"a.wav": halts}}})
	dir := folder(t, "a.wav")
	b.dropped(uris(dir, "a.wav"))
	b.states(queue.Running)
	b.dropped(uris(dir, "a.wav"))
	b.until("a note", func() bool { n, ok := b.banner(bannerIntake); return ok && n.text == "Already in the queue: a.wav." })
	b.stopAll()
	b.states(queue.Cancelled)
}

func TestEscapeClosesADialogFirst(t *testing.T) {
	b := open(t, setup{engine: &fakeEngine{inventory: goodInventory(), scripts: map[string]script{"a.wav": halts}}, files: []string{"a.wav"}})
	b.start()
	b.states(queue.Running)
	b.close()
	if b.asked == nil {
		t.Fatal("closing should ask while a job runs")
	}
	escape := &fyne.KeyEvent{Name: fyne.KeyEscape}
	b.key(escape)
	if busy, ok := b.queue.Snapshot().Busy(); b.asked != nil || !ok || busy.State != queue.Running {
		t.Error("Esc should have closed the dialog, and nothing else")
	}
	b.key(escape)
	b.states(queue.Cancelled)
}

func TestRemoveAndCopy(t *testing.T) {
	b := open(t, setup{files: []string{"a.wav", "b.wav"}})
	b.start()
	b.states(queue.Done, queue.Done)
	b.pick(b.snap.Items[0].ID)
	test.Tap(b.transcript.copy)
	if got := b.app.Clipboard().Content(); got != "hello there" {
		t.Errorf("copied %q", got)
	}
	test.Tap(b.list.remove)
	b.states(queue.Done)
	if b.chosen != b.snap.Items[0].ID {
		t.Error("the other one is not shown")
	}
}

func TestDarkAndLight(t *testing.T) {
	b := open(t, setup{look: themeDark})
	dark := colorOf(colorSurface)
	test.Tap(b.look)
	if b.keep.get().Theme != themeLight || colorOf(colorSurface) == dark {
		t.Error("it did not turn light")
	}
	test.Tap(b.look)
	if b.keep.get().Theme != themeDark || colorOf(colorSurface) != dark {
		t.Error("it did not turn dark again")
	}
}

func TestALongTranscriptStaysFluid(t *testing.T) {
	texts := make([]string, 400)
	for i := range texts {
		texts[i] = strings.Repeat("some words that were said ", 12)
	}
	b := open(t, setup{
		engine: &fakeEngine{inventory: goodInventory(), scripts: map[string]script{"a.wav": says(texts...)}},
		files:  []string{"a.wav"},
	})
	b.start()
	b.states(queue.Done)
	if got := len(b.transcript.list.rows); got != len(texts) {
		t.Fatalf("%d rows", got)
	}
	b.transcript.list.list.ScrollToBottom()
	b.win.Resize(fyne.NewSize(1300, 800))
	if got := b.transcript.list.width; got < 700 {
		t.Errorf("the rows' width is %v", got)
	}
}
