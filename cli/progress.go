package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/rivo/uniseg"
	"golang.org/x/term"

	"haltscribe/inference"
)

// progress is a line that is overwritten, on a terminal only.
type progress struct {
	w     io.Writer // nil: show nothing
	width func() int
	name  string
	shown string // the line as it stands there; "" is none
}

func newProgress(w io.Writer, file string, quiet bool) *progress {
	p := &progress{name: printable(filepath.Base(file))}
	if f, ok := w.(*os.File); ok && !quiet && term.IsTerminal(int(f.Fd())) {
		p.w, p.width = w, func() int { return columns(f) }
	}
	return p
}

// columns is a terminal's width now: its window may change while we write.
func columns(f *os.File) int {
	if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
		return n
	}
	return 80
}

// printable is a name without what would move a terminal's cursor.
func printable(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return '?'
		}
		return r
	}, name)
}

func (p *progress) event(e inference.Event) {
	switch {
	case e.Kind != inference.EventProgress:
	case e.Phase == inference.PhaseLoad:
		p.show("loading the model", e.Done)
	default:
		p.show("transcribing", e.Done)
	}
}

func (p *progress) show(what string, done float64) { p.say(fmt.Sprintf("%s %.0f %%", what, done*100)) }

// say puts words in the line's place. What comes after a comma is left out where the
// terminal is narrow.
func (p *progress) say(words string) {
	if p.w == nil {
		return
	}
	// The last column stays empty: a cursor behind it may be on the next line.
	line := fit(p.name, words, p.width()-1)
	if line == p.shown {
		return
	}
	p.shown = line
	fmt.Fprintf(p.w, "\r%s\033[K", line)
}

func (p *progress) clear() {
	if p.shown != "" {
		fmt.Fprint(p.w, "\r\033[K")
		p.shown = ""
	}
}

// A name is shortened down to this before words are left out.
const leastName = 12

// fit makes "name: words" of at most so many columns.
func fit(name, words string, columns int) string {
	for {
		room := columns - uniseg.StringWidth(words) - len(": ")
		if uniseg.StringWidth(name) <= room {
			return name + ": " + words
		}
		if room >= leastName {
			return shortened(name, room) + ": " + words
		}
		at := strings.LastIndex(words, ", ")
		if at < 0 {
			return shortened(words, columns) // without the name
		}
		words = words[:at]
	}
}

// shortened leaves out the middle of a text, so that it has at most so many columns.
func shortened(s string, columns int) string {
	if uniseg.StringWidth(s) <= columns {
		return s
	}
	var letters []string
	var widths []int
	for g := uniseg.NewGraphemes(s); g.Next(); {
		letters, widths = append(letters, g.Str()), append(widths, g.Width())
	}
	left, right := 0, len(letters)
	room := columns - 1 // for the dots
	for fromLeft := true; left < right; fromLeft = !fromLeft {
		at := left
		if !fromLeft {
			at = right - 1
		}
		if widths[at] > room {
			break
		}
		room -= widths[at]
		if fromLeft {
			left++
		} else {
			right--
		}
	}
	return strings.Join(letters[:left], "") + "…" + strings.Join(letters[right:], "")
}
