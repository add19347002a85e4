package gui

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"haltscribe/audio"
	"haltscribe/gui/queue"
	"haltscribe/history"
)

// What waited when the window was closed is offered by the next one, with what was
// cut off; what is not there any more is named.
func TestWhatWaitedIsOfferedToo(t *testing.T) {
	dir := folder(t, "long.wav", "second.wav", "third.wav", "fourth.wav")
	path := func(name string) string { return filepath.Join(dir, name) }
	kept := &fakeStore{kept: Choices{KeepHistory: true, Width: leastWidth, Height: leastHeight, Theme: themeDark}}
	b := open(t, setup{
		engine: &fakeEngine{inventory: goodInventory(), scripts: map[string]script{"long.wav": halts}},
		files:  []string{path("long.wav"), path("second.wav"), path("third.wav"), path("fourth.wav")}, history: keeping(dir), store: kept,
	})
	b.start()
	b.until("the second piece", func() bool { return len(b.transcript.list.rows) == 2 })
	b.shut()
	if err := os.Remove(path("third.wav")); err != nil {
		t.Fatal(err)
	}

	b = open(t, setup{history: keeping(dir), store: kept, files: []string{path("fourth.wav")}})
	b.settled()
	b.until("the offer", func() bool { _, ok := b.banner(bannerCutOff); return ok })
	n, _ := b.banner(bannerCutOff)
	want := "long.wav was cut off at 0:15 of 1:02. What was finished is kept. 2 recordings were still waiting: second.wav and third.wav."
	if n.text != want {
		t.Errorf("it says %q, want %q", n.text, want)
	}
	b.goOnByKey()
	b.states(queue.Done, queue.Done, queue.Done)
	if want := []string{"fourth.wav", "long.wav", "second.wav"}; !slices.Equal(b.queued(), want) {
		t.Errorf("queued %v, want %v", b.queued(), want)
	}
	b.until("what is gone is named", func() bool {
		n, ok := b.banner(bannerIntake)
		return ok && n.text == "Not where it was any more: third.wav."
	})
	b.shut()

	b = open(t, setup{history: keeping(dir), store: kept})
	b.settled()
	b.archiveAnswered()
	if n, ok := b.banner(bannerCutOff); ok {
		t.Errorf("it is offered again: %q", n.text)
	}
}

// archiveAnswered waits until all that was asked of the archive was answered.
func (b *bench) archiveAnswered() {
	b.t.Helper()
	answered := false
	b.archive.List("", func([]history.Found, error) { b.inbox.put(func() { answered = true }) })
	b.until("the archive's answers", func() bool { return answered })
}

// What is not wanted is not offered a second time.
func TestWhatWaitedCanBeRefused(t *testing.T) {
	dir := folder(t, "a.wav")
	kept := &fakeStore{kept: Choices{KeepHistory: true}}
	first := open(t, setup{files: []string{filepath.Join(dir, "a.wav")}, history: keeping(dir), store: kept})
	first.states(queue.Waiting)
	first.shut()
	for _, want := range []string{"a.wav was still waiting.", ""} {
		b := open(t, setup{history: keeping(dir), store: kept})
		b.archiveAnswered()
		n, _ := b.banner(bannerCutOff)
		if n.text != want {
			t.Errorf("it says %q, want %q", n.text, want)
		}
		b.banners.dismiss(n)
		b.shut()
	}
}

func TestSpeedAndVolumeAreRemembered(t *testing.T) {
	kept := &fakeStore{}
	b := open(t, setup{store: kept, files: []string{"a.wav"}})
	b.until("a loaded player", func() bool { return b.player.shown.Playable() })
	b.key(&fyne.KeyEvent{Name: fyne.KeyF10})
	b.player.volume.SetValue(0)
	b.until("both are saved", func() bool { c := kept.last(); return c.Speed == 1.1 && c.Volume == 0 })
	b.shut()
	b = open(t, setup{store: kept, files: []string{"a.wav"}})
	b.until("both are there again", func() bool {
		b.sound.mu.Lock()
		defer b.sound.mu.Unlock()
		return b.player.shown.Speed == 1.1 && b.sound.speed == 1.1 && b.sound.volume == 0
	})
	if b.player.speed.Selected != "1.1×" || b.player.volume.Value != 0 {
		t.Errorf("it shows %s and a volume of %v", b.player.speed.Selected, b.player.volume.Value)
	}
}

// A device that vanishes pauses, and a banner says so. Transcribing goes on.
func TestASoundDeviceThatVanishes(t *testing.T) {
	b := talk(t, "one", "two")
	b.until("a loaded player", func() bool { return b.player.shown.Playable() })
	b.desk.Seek(9 * time.Second)
	b.key(&fyne.KeyEvent{Name: fyne.KeySpace})
	b.until("playing", func() bool { return b.player.shown.Playing })
	b.sound.Pause()
	b.sound.onError(&audio.DeviceError{Sentence: "The sound device stopped working; start Haltscribe again to use another one", Err: errors.New("gone")})
	b.until("a banner", func() bool { _, ok := b.banner(bannerSound); return ok })
	n, _ := b.banner(bannerSound)
	if want := "The sound device stopped working; start Haltscribe again to use another one. Transcribing works all the same."; n.text != want {
		t.Errorf("it says %q", n.text)
	}
	if b.player.shown.Playing || !b.player.play.Disabled() || b.player.shown.Position != 9*time.Second || !b.player.silent.Visible() {
		t.Errorf("the player shows %+v", b.player.shown)
	}
	b.queue.Again(b.chosen)
	b.start()
	b.states(queue.Done)
}
