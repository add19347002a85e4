package gui

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"haltscribe/gui/sound"
)

// playerBar plays the chosen recording, at the bottom. The waveform will take
// the place that slot keeps.
type playerBar struct {
	root    fyne.CanvasObject
	play    *keyButton
	at, all *line
	slot    *fyne.Container
	slider  *keySlider
	volume  *keySlider
	silent  *line
	shown   sound.Status
	drawn   bool
	follow  bool // the slider is being set, not moved by the user
}

// playerDeeds are what the bar can ask for.
type playerDeeds struct {
	toggle func()
	seek   func(time.Duration)
	volume func(share float64)
}

const sliderSteps = 1000

func newPlayerBar(pass func(*fyne.KeyEvent), do playerDeeds, volume float64) *playerBar {
	b := &playerBar{}
	b.play = newKeyButton("", theme.MediaPlayIcon(), pass, do.toggle)
	b.play.Importance = widget.HighImportance
	b.play.SetToolTip(sayPlay)
	b.at, b.all = newTime(), newTime()
	b.slider = newKeySlider(0, sliderSteps, 1, pass)
	b.slider.OnChanged = func(v float64) {
		if !b.follow {
			do.seek(time.Duration(v / sliderSteps * float64(b.shown.Duration)))
		}
	}
	b.volume = newKeySlider(0, 1, 0.05, pass)
	b.volume.Value = volume
	b.volume.SetToolTip(sayTipVolume)
	b.slider.SetToolTip(sayTipSeek)
	b.volume.OnChanged = do.volume
	b.silent = newCaption("")
	b.slot = container.NewStack(b.slider, b.silent)
	loud := container.NewBorder(nil, nil, widget.NewIcon(theme.VolumeUpIcon()), nil, wide(b.volume, 90))
	left := container.NewHBox(container.NewCenter(b.play), wide(b.at, 58))
	right := container.NewHBox(wide(b.all, 58), loud)
	p := newPanel(container.NewBorder(nil, nil, left, right, tall(b.slot, 40)))
	p.pad = 6
	b.root = p
	b.show(sound.Status{Ready: true})
	return b
}

func newTime() *line {
	l := newLine("", theme.ColorNameForeground, theme.SizeNameText)
	l.align = fyne.TextAlignCenter
	return l
}

// show draws where the player stands.
func (b *playerBar) show(s sound.Status) {
	if b.drawn && s == b.shown {
		return
	}
	b.drawn, b.shown = true, s
	icon := theme.MediaPlayIcon()
	if s.Playing {
		icon = theme.MediaPauseIcon()
	}
	if b.play.Icon != icon {
		b.play.SetIcon(icon)
	}
	can := s.Playable()
	b.play.enable(can)
	if can {
		b.slider.Enable()
	} else {
		b.slider.Disable()
	}
	why := silence(s)
	b.silent.set(why)
	setVisible(b.silent, why != "")
	setVisible(b.slider, why == "")
	b.at.set(clock(s.Position.Seconds()))
	b.all.set(length(s.Duration.Seconds()))
	if s.Duration > 0 {
		b.follow = true
		b.slider.SetValue(float64(s.Position) / float64(s.Duration) * sliderSteps)
		b.follow = false
	}
}

// silence says why nothing can be played; "" where it can.
func silence(s sound.Status) string {
	switch {
	case s.Silent != "":
		return s.Silent
	case s.Problem != "":
		return s.Problem
	case s.File == "":
		return sayNothing
	}
	return ""
}
