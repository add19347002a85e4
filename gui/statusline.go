package gui

import (
	"path/filepath"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"haltscribe/gui/queue"
	"haltscribe/inference"
)

// statusLine says how a job goes or went, and below that the phases' times, as
// a bar with its legend; or, while another job runs, how the last one ended:
// what a cancel found must not be gone before it can be read.
type statusLine struct {
	root     fyne.CanvasObject
	sentence *line
	before   *line
	phases   *fyne.Container
	bar      *bar
	legend   []*legendEntry
	shown    queue.Item
	last     queue.Item
}

type legendEntry struct {
	phase inference.Phase
	name  string
	color fyne.ThemeColorName
	text  *line
}

func newStatusLine() *statusLine {
	s := &statusLine{sentence: newLine(tr(sayReadyHint), colorMuted, theme.SizeNameText), before: newCaption(""), bar: newBar(6)}
	s.legend = []*legendEntry{
		{phase: inference.PhaseLoad, name: tr(sayLoad), color: colorLoad},
		{phase: inference.PhaseAudio, name: tr(sayAudio), color: colorAudio},
		{phase: inference.PhaseEncode, name: tr(sayEncode), color: colorEncode},
		{phase: inference.PhaseEmbed, name: tr(sayEmbed), color: colorEmbed},
		{phase: inference.PhaseToken, name: tr(sayToken), color: colorToken},
	}
	entries := container.NewHBox()
	for _, e := range s.legend {
		spot := newBar(8)
		spot.set(barPart{1, e.color})
		e.text = newFixed(newCaption(""))
		entries.Add(wide(newCaption(""), 6))
		entries.Add(container.NewHBox(container.NewCenter(container.NewGridWrap(fyne.NewSquareSize(8), spot)), e.text))
	}
	s.phases = container.NewBorder(nil, nil, nil, entries, s.bar)
	second := tall(container.NewStack(s.before, s.phases), 18)
	s.root = padded(column(2, 0, s.sentence, second), 2, 10)
	s.before.Hide()
	s.phases.Hide()
	return s
}

// show draws the state of the job that the line is about, and of the last one
// that ended.
func (s *statusLine) show(it, last queue.Item) {
	if it.ID == s.shown.ID && it.Rev == s.shown.Rev && last.ID == s.last.ID && last.Rev == s.last.Rev {
		return
	}
	s.shown, s.last = it, last
	if it.ID == 0 {
		s.sentence.paint(tr(sayReadyHint), colorMuted)
		s.before.Hide()
		s.phases.Hide()
		return
	}
	color := theme.ColorNameForeground
	if it.State == queue.Failed {
		color = theme.ColorNameError
	}
	s.sentence.paint(statusSentence(it), color)
	s.showBefore(it, last)
	s.showPhases(it)
}

func (s *statusLine) showBefore(it, last queue.Item) {
	on := it.State.Busy() && last.ID != 0
	if on {
		text := statusSentence(last)
		if last.State != queue.Failed { // that names its file by itself
			text = trf(sayBefore, filepath.Base(last.File), text)
		}
		s.before.set(text)
	}
	setVisible(s.before, on)
}

func (s *statusLine) showPhases(it queue.Item) {
	if it.Result == nil || it.Result.Timing.TotalMS <= 0 {
		setVisible(s.phases, false)
		return
	}
	t := it.Result.Timing
	parts := make([]barPart, 0, len(s.legend))
	for _, e := range s.legend {
		ms := phaseTime(t, e.phase)
		e.text.set(e.name + " " + took(ms))
		parts = append(parts, barPart{ms / t.TotalMS, e.color})
	}
	s.bar.set(parts...)
	setVisible(s.phases, true)
	s.phases.Refresh() // the legend's widths
}

func phaseTime(t inference.Timing, p inference.Phase) float64 {
	switch p {
	case inference.PhaseLoad:
		return t.LoadMS
	case inference.PhaseAudio:
		return t.AudioMS
	case inference.PhaseEncode:
		return t.EncodeMS
	case inference.PhaseEmbed:
		return t.EmbedMS
	}
	return t.TokenMS
}
