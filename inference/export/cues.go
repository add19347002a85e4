package export

import (
	"strings"
	"time"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"haltscribe/inference"
)

// What players and viewers take well: two lines of 42 columns, in which a Chinese
// character is two wide.
const (
	lineWidth = 42
	cueLines  = 2
	// A sentence's end closes a cue that is at least this wide.
	enough = lineWidth * 4 / 5
)

// cue is what a player shows at once.
type cue struct {
	start, end time.Duration // whole milliseconds
	lines      []string
}

// cuesOf cuts segments into cues, in order and without overlaps. Nobody knows when
// a word was said within a segment: a cue gets the share of its segment's time that
// it has of its text.
func cuesOf(segments []inference.Segment) []cue {
	var all []cue
	var behind time.Duration // the end of the last one
	for _, s := range segments {
		texts := cut(s.Text)
		if len(texts) == 0 {
			continue
		}
		start := max(behind, duration(s.Start).Round(time.Millisecond))
		end := max(start+time.Duration(len(texts))*time.Millisecond, duration(s.End).Round(time.Millisecond))
		whole := 0
		for _, t := range texts {
			whole += weight(t)
		}
		done := 0
		at := start
		for i, t := range texts {
			done += weight(t)
			to := start + time.Duration(float64(end-start)*float64(done)/float64(whole)).Round(time.Millisecond)
			to = max(at+time.Millisecond, min(to, end-time.Duration(len(texts)-1-i)*time.Millisecond))
			all = append(all, cue{start: at, end: to, lines: t})
			at = to
		}
		behind = at
	}
	return all
}

func weight(lines []string) int {
	n := 1
	for _, l := range lines {
		n += utf8.RuneCountInString(l)
	}
	return n
}

// cut makes a text into the lines of cues.
func cut(text string) [][]string {
	// In a subtitle an arrow would be a time, and an empty line its end.
	text = strings.Join(strings.Fields(strings.ReplaceAll(text, "-->", "->")), " ")
	var cues [][]string
	var words []string // of the cue in the making
	for _, w := range breakable(text) {
		if len(words) > 0 && !fits(append(words[:len(words):len(words)], w)) {
			cues = append(cues, lay(words))
			words = nil
		}
		words = append(words, w)
		if endsSentence(w) && width(strings.Join(words, "")) >= enough {
			cues = append(cues, lay(words))
			words = nil
		}
	}
	if len(words) > 0 {
		cues = append(cues, lay(words))
	}
	return cues
}

// breakable are the parts of a text between which a line may end, by Unicode's
// rules, with the spaces behind them. None is wider than a line.
func breakable(text string) (parts []string) {
	state := -1
	for text != "" {
		var part string
		part, text, _, state = uniseg.FirstLineSegmentInString(text, state)
		for width(part) > lineWidth { // an address, or letters without end
			n := 0
			graphemes := uniseg.NewGraphemes(part)
			for used := 0; graphemes.Next(); n += len(graphemes.Str()) {
				if used += graphemes.Width(); used > lineWidth {
					break
				}
			}
			parts = append(parts, part[:n])
			part = part[n:]
		}
		parts = append(parts, part)
	}
	return parts
}

// fits reports whether words have room in one cue.
func fits(words []string) bool { return len(fill(words, lineWidth)) <= cueLines }

// fill lays words into lines of at most that width.
func fill(words []string, most int) (lines []string) {
	line := ""
	for _, w := range words {
		if line != "" && width(line+w) > most {
			lines = append(lines, strings.TrimSpace(line))
			line = ""
		}
		line += w
	}
	if line = strings.TrimSpace(line); line != "" {
		lines = append(lines, line)
	}
	return lines
}

// lay makes the lines of a cue, as even as its words allow.
func lay(words []string) []string {
	best := fill(words, lineWidth)
	if len(best) < 2 {
		return best
	}
	for most := lineWidth - 1; most > 0; most-- {
		narrower := fill(words, most)
		if len(narrower) > len(best) {
			break
		}
		best = narrower
	}
	return best
}

// width is in columns, without the spaces at the end.
func width(text string) int { return uniseg.StringWidth(strings.TrimRight(text, " ")) }

func endsSentence(word string) bool {
	word = strings.TrimRight(word, ` "'”’»)`)
	for _, end := range []string{".", "!", "?", "…", "。", "！", "？"} {
		if strings.HasSuffix(word, end) {
			return true
		}
	}
	return false
}
