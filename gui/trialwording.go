package gui

import (
	"slices"
	"time"

	"haltscribe/inference"
	"haltscribe/models"
	"haltscribe/models/fetch"
)

// dayOf tells days apart.
func dayOf(t time.Time) string { return t.Local().Format(time.DateOnly) }

// trialOf is the trial to tell of: with the library in use, on the chosen device or else on another. Trials come the
// newest first.
func trialOf(trials []models.Trial, chosen modelChoice) (models.Trial, bool) {
	usual := slices.Clone(trials)
	usual = slices.DeleteFunc(usual, func(t models.Trial) bool { return chosen.library != "" && t.Library != chosen.library })
	if at := slices.IndexFunc(usual, func(t models.Trial) bool { return t.Device == chosen.device }); at >= 0 {
		return usual[at], true
	}
	if len(usual) == 0 {
		return models.Trial{}, false
	}
	return usual[0], true
}

// triedText is what a trial showed, in a sentence.
func triedText(t models.Trial, today string) string {
	pace, device, memory, load := speed(1/t.Speed), deviceName(t.Device), "?", took(t.LoadMS)
	if t.Memory > 0 {
		memory = fetch.Size(t.Memory)
	}
	if dayOf(t.At) == today {
		return trf(sayTrialToday, pace, device, memory, load)
	}
	return trf(sayTrialOn, pace, device, memory, load, t.At.Local().Format(tr(sayDate)))
}

// doubtText is what a trial makes doubtful; "" where all went well.
func doubtText(t models.Trial) string {
	switch inference.Status(t.Status) {
	case inference.StatusTruncated:
		return tr(sayTrialTruncated)
	case inference.StatusNoSpeech:
		return tr(sayTrialHeardNothing)
	}
	return ""
}

// trialText is how a trial stands.
func trialText(done float64) string {
	if done == 0 {
		return tr(sayTrialWaits)
	}
	return trf(sayTrialDone, wholePercent(int(100*done)))
}
