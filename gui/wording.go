package gui

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"haltscribe/gui/queue"
	"haltscribe/inference"
)

// clock writes seconds as 0:07, 12:34 or 1:02:03.
func clock(seconds float64) string {
	if seconds < 0 || math.IsNaN(seconds) {
		seconds = 0
	}
	s := int(seconds)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// took writes milliseconds as people read them: 0.8 ms, 12 ms, 3.4 s, 2:05 min.
func took(ms float64) string {
	switch {
	case ms < 9.95:
		return fmt.Sprintf("%.1f ms", ms)
	case ms < 999.5:
		return fmt.Sprintf("%.0f ms", ms)
	case ms < 9995:
		return fmt.Sprintf("%.2f s", ms/1000)
	case ms < 60000:
		return fmt.Sprintf("%.1f s", ms/1000)
	}
	return clock(math.Round(ms/1000)) + " min"
}

// speed compares with real time; factor is work time over audio time.
func speed(factor float64) string {
	if factor <= 0 {
		return ""
	}
	if factor <= 1 {
		return trf(sayFaster, figure(1/factor))
	}
	return trf(saySlower, figure(factor))
}

func figure(x float64) string {
	if x < 9.95 {
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.0f", x)
}

func phaseDoing(p inference.Phase) string {
	switch p {
	case inference.PhaseLoad:
		return tr(sayLoading)
	case inference.PhaseAudio:
		return tr(sayReading)
	case inference.PhaseEncode:
		return tr(sayEncoding)
	case inference.PhaseEmbed:
		return tr(sayEmbedding)
	case inference.PhaseToken:
		return tr(sayWriting)
	}
	return tr(sayPreparing)
}

func phaseWhere(p *inference.Phase) string {
	if p == nil {
		return tr(sayBeforeWork)
	}
	switch *p {
	case inference.PhaseLoad:
		return tr(sayInLoad)
	case inference.PhaseAudio:
		return tr(sayInAudio)
	case inference.PhaseEncode:
		return tr(sayInEncode)
	case inference.PhaseEmbed:
		return tr(sayInEmbed)
	case inference.PhaseToken:
		return tr(sayInToken)
	}
	return tr(sayBeforeWork)
}

// stateText is the second line of a row in the queue.
func stateText(it queue.Item) string {
	switch it.State {
	case queue.Waiting:
		return tr(sayWaiting)
	case queue.Stopping:
		return tr(sayStopping)
	case queue.Running:
		return runningText(it)
	case queue.Done:
		return tr(sayDone)
	case queue.NoSpeech:
		return tr(sayNoSpeech)
	case queue.Truncated:
		return tr(sayTruncated)
	case queue.Cancelled:
		return tr(sayCancelled)
	case queue.Interrupted:
		return tr(sayInterrupted)
	}
	return trf(sayFailedRow, reason(it.Error))
}

func runningText(it queue.Item) string {
	doing := phaseDoing(it.Phase)
	switch {
	case it.Phase == inference.PhaseLoad && it.Loaded > 0:
		return doing + " " + percent(it.Loaded)
	case it.Share > 0 && it.Duration > 0:
		return paceText(doing+" "+percent(it.Share), it)
	}
	return doing
}

// paceText adds how much longer it will take, and how fast it goes.
func paceText(text string, it queue.Item) string {
	if left := it.Left(); left > 0 {
		text = trf(sayJoined, text, trf(sayLeft, clock(math.Ceil(left.Seconds()))))
	}
	if x := it.Speed(); x > 0 {
		text = trf(sayJoined, text, trf(sayPaceIs, figure(x)))
	}
	return text
}

func percent(share float64) string {
	return wholePercent(int(math.Round(100 * math.Min(1, math.Max(0, share)))))
}

func wholePercent(n int) string { return trf(sayPercent, n) }

// settingsWhere says where the settings are kept.
func settingsWhere(file string) string { return trf(saySettingsWhere, file) }

// lengthText is a row's right end: the length, or how much of it is done.
func lengthText(it queue.Item) string {
	if it.Duration <= 0 {
		return ""
	}
	return length(it.Duration)
}

// length is a recording's, rounded up: 8.5 seconds are 0:09.
func length(seconds float64) string { return clock(math.Ceil(seconds - 0.05)) }

// stopSentence says what a cancel found, and how long the stop took.
func stopSentence(c inference.Cancel, pressToEnd time.Duration) string {
	where := phaseWhere(c.Phase)
	if c.EngineKilled {
		ms := milliseconds(pressToEnd)
		if c.LatencyMS != nil {
			ms = *c.LatencyMS
		}
		if c.Phase != nil && *c.Phase == inference.PhaseLoad {
			return trf(sayLoadEnded, took(ms), where) // meant to be: such an engine has nothing to lose
		}
		return trf(sayKilled, took(ms), where)
	}
	s := trf(sayStoppedAny, where)
	if c.LatencyMS != nil {
		s = trf(sayStoppedIn, took(*c.LatencyMS), where)
	}
	return s + nodeText(c)
}

func nodeText(c inference.Cancel) string {
	if c.Node == nil {
		return ""
	}
	s := trf(sayAtNodeOnly, *c.Node)
	if c.Nodes != nil {
		s = trf(sayAtNode, *c.Node, *c.Nodes)
	}
	if what := strings.TrimSpace(c.NodeOp + " " + c.NodeName); what != "" {
		s += trf(sayNodeIs, what)
	}
	return s
}

// statusSentence is the status line's first half for the job it is about.
func statusSentence(it queue.Item) string {
	name := filepath.Base(it.File)
	switch it.State {
	case queue.Waiting:
		return trf(sayQueueReady, name)
	case queue.Stopping:
		return trf(sayStoppingNow, name)
	case queue.Running:
		return trf(sayRunning, name, runningText(it))
	case queue.Failed:
		return trf(sayFailedWith, name, reason(it.Error))
	case queue.Cancelled:
		if it.Result != nil {
			return stopSentence(it.Result.Cancel, it.PressToEnd())
		}
		return tr(sayCancelled)
	}
	if it.Result == nil {
		return stateText(it)
	}
	t := it.Result.Timing
	return trf(sayFinishedIn, stateText(it), took(t.TotalMS), speed(t.RealTimeFactor))
}

// bodyText is what the transcript's place says where there is no text to show.
func bodyText(it queue.Item, active bool) string {
	switch it.State {
	case queue.Waiting:
		if active {
			return tr(sayTurnText)
		}
		return tr(sayWaitText)
	case queue.Running, queue.Stopping:
		return phaseDoing(it.Phase) + "…"
	case queue.NoSpeech, queue.Done:
		return tr(saySilent)
	case queue.Cancelled:
		return tr(sayStopText)
	case queue.Interrupted:
		return tr(sayInterText)
	case queue.Truncated:
		return tr(sayTruncText)
	}
	return sentence(it.Error)
}

// few keeps the first notes, and the last, which is the error if there is one,
// and says how many there are beside.
func few(notes []string) []string {
	const most = 3
	if len(notes) <= most {
		return notes
	}
	return []string{notes[0], trf(sayMoreNotes, len(notes)-2), notes[len(notes)-1]}
}

// listed names some things in a sentence: a, b and 3 more.
func listed(names []string) string {
	const most = 3
	switch {
	case len(names) == 0:
		return ""
	case len(names) == 1:
		return names[0]
	case len(names) <= most:
		return trf(sayAnd, strings.Join(names[:len(names)-1], ", "), names[len(names)-1])
	}
	return trf(sayAndMore, strings.Join(names[:most], ", "), len(names)-most)
}

// pageTip is the tooltip of a page's tab.
func pageTip(name string, number int) string { return trf(sayPageTip, name, number+1) }

func waitingText(n int) string { return trf(sayGoesOn, n) }

// sentence begins with a capital, unless it begins with a file's name, and ends with a full stop.
func sentence(s string) string {
	if s == "" {
		return ""
	}
	s = reason(s)
	word, _, _ := strings.Cut(s, " ")
	if !strings.ContainsAny(strings.TrimRight(word, ".:"), `./\`) {
		first, size := utf8.DecodeRuneInString(s)
		s = string(unicode.ToUpper(first)) + s[size:]
	}
	if !strings.HasSuffix(s, ".") {
		s += "."
	}
	return s
}
