package gui

import (
	"testing"
	"time"

	"haltscribe/gui/sound"
)

func TestNewsComeLessOftenWhereDrawingIsSlow(t *testing.T) {
	const picture = 17 * time.Millisecond
	playing := sound.Status{Playing: true}
	for _, c := range []struct {
		heard         sound.Status
		drawing, want time.Duration
	}{
		{drawing: 0, want: pace},
		{drawing: picture, want: pace},
		{drawing: 60 * time.Millisecond, want: 240 * time.Millisecond},
		{drawing: time.Second, want: slowestPace},
		// What is heard is marked in time, whatever it takes.
		{heard: playing, drawing: time.Second, want: playingPace},
	} {
		if got := paceWhile(c.heard, c.drawing); got != c.want {
			t.Errorf("playing %v, drawing in %v: news come every %v, not %v", c.heard.Playing, c.drawing, got, c.want)
		}
	}
}
