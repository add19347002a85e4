package e2e

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestSoundVanishes takes the sound device away while a recording is played, as when
// a cable is pulled: the window pauses, says so, and works on. The device is ALSA's
// that writes into a file, here into a pipe, which plays at a device's pace as long as
// somebody reads at that pace.
func TestSoundVanishes(t *testing.T) {
	home := t.TempDir()
	makeHome(t, home, true, map[string]any{"version": 1, "theme": "dark", "window_width": windowWidth, "window_height": windowHeight})
	pipe := filepath.Join(home, "sound")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	alsa := fmt.Sprintf("pcm.!default { type file slave.pcm nowhere file %q format raw }\npcm.nowhere { type null }\nctl.!default { type null }\n", pipe)
	if err := os.WriteFile(filepath.Join(home, ".asoundrc"), []byte(alsa), 0o600); err != nil {
		t.Fatal(err)
	}
	ear, err := os.OpenFile(pipe, os.O_RDWR, 0) // for reading, without waiting for a writer
	if err != nil {
		t.Fatal(err)
	}
	heard, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		listen(ear, heard)
	}()

	sample, err := filepath.Abs(sampleWAV)
	if err != nil {
		t.Fatal(err)
	}
	screen := startDisplay(t)
	p := runProgram(t, screen, home, launch{files: []string{sample}})
	p.awaitBoth("the window with a loaded player", patience, drawn, func(e entry) bool { return e.Event == "player" && e.About == "ready" })
	p.focus()
	screen.xdotool("key", "space")
	p.await("playing", patience, func(e entry) bool { return e.Event == "player" && e.About == "playing" })
	select {
	case <-heard:
	case <-time.After(patience):
		t.Fatal("nothing was heard")
	}
	if err := ear.Close(); err != nil {
		t.Fatal(err)
	}
	<-gone
	paused := p.await("the pause", patience, func(e entry) bool { return e.Event == "player" && e.About == "silent" })
	if paused.PositionS <= 0 || paused.PositionS >= 9 {
		t.Errorf("it paused at %v s", paused.PositionS)
	}
	said := p.await("the banner", patience, func(e entry) bool { return e.Event == "banner" && e.About == "sound" })
	if !strings.HasPrefix(said.Text, "The sound device stopped working") {
		t.Errorf("it says %q", said.Text)
	}
	p.shot("sound-vanished", windowWidth, windowHeight)
	screen.xdotool("key", "ctrl+Return")
	p.checkSample(p.awaitEnd(sample))
	p.endWell()
}

// listen reads sound at the pace of a device, and tells when it has heard a second
// of something.
func listen(ear io.Reader, heard chan<- struct{}) {
	const rate, frame, slice = 48000, 8, 10 * time.Millisecond
	sound := make([]byte, rate*frame/100)
	r := bufio.NewReaderSize(ear, len(sound))
	tick := time.NewTicker(slice)
	defer tick.Stop()
	for loud := 0; ; {
		<-tick.C
		if _, err := io.ReadFull(r, sound); err != nil {
			return
		}
		for _, b := range sound {
			if b != 0 {
				loud++
				break
			}
		}
		if loud == 100 {
			close(heard)
			loud++
		}
	}
}
