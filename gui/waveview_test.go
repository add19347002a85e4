package gui

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"haltscribe/gui/queue"
)

func TestThePlayersKeys(t *testing.T) {
	b := talk(t, "one", "two")
	b.until("a loaded player", func() bool { return b.player.shown.Playable() })
	at := func(want time.Duration) {
		t.Helper()
		b.until(fmt.Sprint("position ", want), func() bool { b.courier.ring(); return b.player.shown.Position == want })
	}
	b.key(&fyne.KeyEvent{Name: fyne.KeyRight})
	at(5 * time.Second)
	b.key(&fyne.KeyEvent{Name: fyne.KeyRight})
	at(10 * time.Second)
	b.key(&fyne.KeyEvent{Name: fyne.KeyLeft})
	at(5 * time.Second)
	b.key(&fyne.KeyEvent{Name: fyne.KeyF10})
	b.until("a higher speed", func() bool {
		b.courier.ring()
		return b.player.shown.Speed == 1.1 && b.player.speed.Selected == "1.1×"
	})
	b.key(&fyne.KeyEvent{Name: fyne.KeyF9})
	b.key(&fyne.KeyEvent{Name: fyne.KeyF9})
	b.until("a lower speed", func() bool { b.courier.ring(); return b.player.shown.Speed == 0.9 })
	b.player.wave.Resize(fyne.NewSize(400, 40))
	b.player.wave.Tapped(&fyne.PointEvent{Position: fyne.NewPos(300, 10)})
	at(12 * time.Second)
	b.player.wave.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(-50, 10)}})
	at(0)
	b.key(&fyne.KeyEvent{Name: fyne.KeyF7})
	b.until("playing", func() bool { b.courier.ring(); return b.player.shown.Playing })
}

// The waveform of the sample, played in part, with the marked segment.
func TestGoldenWave(t *testing.T) {
	sample, err := filepath.Abs(filepath.Join("..", "testdata", "sample.wav"))
	if err != nil {
		t.Fatal(err)
	}
	b := open(t, setup{
		size: least(), files: []string{sample},
		engine: &fakeEngine{inventory: goodInventory(), scripts: map[string]script{
			"sample.wav": says("Now there was once a garden, and it lay behind a house that nobody knew.", "It had a wall, and in the wall there was a door."),
		}},
	})
	b.settled()
	b.start()
	b.states(queue.Done)
	b.until("its outline", func() bool {
		s := b.waves.Status()
		return s.Done && len(s.Peaks.Outline) > 100 && b.player.shown.Playable()
	})
	b.desk.Seek(9 * time.Second)
	b.until("the place", func() bool {
		b.courier.ring()
		return b.player.shown.Position == 9*time.Second && b.transcript.list.marked == 1
	})
	b.transcript.list.edit(0)
	b.inBothLooks("edit")
}
