package gui

import (
	"strconv"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"haltscribe/gui/sound"
	"haltscribe/gui/waveform"
)

// playerBar plays the chosen recording, at the bottom.
type playerBar struct {
	root    fyne.CanvasObject
	play    *keyButton
	replay  *keyButton
	at, all *line
	slot    *fyne.Container
	wave    *waveView
	speed   *picker
	volume  *keySlider
	silent  *line
	shown   sound.Status
	outline waveform.Status
	mark    [2]float64
	drawn   bool
}

// playerDeeds are what the bar can ask for.
type playerDeeds struct {
	toggle, replay func()
	seek           func(time.Duration)
	volume         func(share float64)
	speed          func(times float64)
}

// speeds can be chosen.
var speeds = []float64{0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2}

const (
	skipTime   = 5 * time.Second
	replayTime = 3 * time.Second
)

func newPlayerBar(pass func(*fyne.KeyEvent), do playerDeeds, volume float64) *playerBar {
	b := &playerBar{}
	b.play = newKeyButton("", theme.MediaPlayIcon(), pass, do.toggle)
	b.play.Importance = widget.HighImportance
	b.play.SetToolTip(tr(sayPlay))
	b.replay = newKeyButton("", theme.MediaReplayIcon(), pass, do.replay)
	b.replay.Importance = widget.LowImportance
	b.replay.SetToolTip(tr(sayTipReplay))
	b.at, b.all = newTime(), newTime()
	b.wave = newWaveView(func(share float64) { do.seek(placeIn(b.shown.Duration, share)) })
	b.wave.SetToolTip(tr(sayTipWave))
	b.speed = newPicker(func(value string) {
		if times, err := strconv.ParseFloat(value, 64); err == nil {
			do.speed(times)
		}
	}, pass)
	b.speed.SetToolTip(tr(sayTipSpeed))
	b.speed.set(speedOptions(), speedValue(1))
	b.volume = newKeySlider(0, 1, 0.05, pass)
	b.volume.Value = volume
	b.volume.SetToolTip(tr(sayTipVolume))
	b.volume.OnChanged = do.volume
	b.silent = newCaption("")
	b.slot = container.NewStack(b.wave, b.silent)
	loud := container.NewBorder(nil, nil, widget.NewIcon(theme.VolumeUpIcon()), nil, wide(b.volume, 76))
	left := container.NewHBox(container.NewCenter(b.play), container.NewCenter(b.replay), wide(b.at, 58))
	right := container.NewHBox(wide(b.all, 58), container.NewCenter(wide(b.speed, 84)), loud)
	p := newPanel(container.NewBorder(nil, nil, left, right, tall(b.slot, 40)))
	p.pad = 6
	b.root = p
	b.show(sound.Status{Ready: true}, waveform.Status{}, [2]float64{})
	return b
}

func speedOptions() []option {
	var o []option
	for _, s := range speeds {
		o = append(o, option{value: speedValue(s), label: trf(saySpeedTimes, speedValue(s))})
	}
	return o
}

func speedValue(times float64) string { return strconv.FormatFloat(times, 'f', -1, 64) }

func newTime() *line {
	l := newLine("", theme.ColorNameForeground, theme.SizeNameText)
	l.align = fyne.TextAlignCenter
	return l
}

// show draws where the player stands, and the recording's outline with the marked
// segment.
func (b *playerBar) show(s sound.Status, outline waveform.Status, mark [2]float64) {
	same := b.drawn && s == b.shown && mark == b.mark &&
		outline.File == b.outline.File && outline.Done == b.outline.Done && len(outline.Peaks.Outline) == len(b.outline.Peaks.Outline)
	if same {
		return
	}
	b.drawn, b.shown, b.outline, b.mark = true, s, outline, mark
	icon := theme.MediaPlayIcon()
	if s.Playing {
		icon = theme.MediaPauseIcon()
	}
	if b.play.Icon != icon {
		b.play.SetIcon(icon)
	}
	can := s.Playable()
	b.play.enable(can)
	b.replay.enable(can)
	if value := speedValue(s.Speed); s.Speed > 0 && b.speed.value != value {
		b.speed.show(value)
	}
	why := silence(s)
	b.silent.set(why)
	setVisible(b.silent, why != "")
	setVisible(b.wave, why == "")
	b.at.set(clock(s.Position.Seconds()))
	b.all.set(length(s.Duration.Seconds()))
	w := wave{seconds: s.Duration.Seconds(), position: s.Position.Seconds(), from: mark[0], to: mark[1]}
	if outline.File == s.File {
		w.peaks = outline.Peaks
	}
	b.wave.show(w, !can)
}

// faster is the next speed in that direction.
func (b *playerBar) faster(by int) { b.speed.step(by) }

// silence says why nothing can be played; "" where it can.
func silence(s sound.Status) string {
	switch {
	case s.Silent != "":
		return s.Silent
	case s.Problem != "":
		return sentence(s.Problem)
	case s.File == "":
		return tr(sayNothing)
	}
	return ""
}
