package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"golang.org/x/term"

	"haltscribe/inference"
)

// progress is a line that is overwritten, on a terminal only.
type progress struct {
	w     io.Writer // nil: show nothing
	name  string
	shown bool
}

func newProgress(w io.Writer, file string, quiet bool) *progress {
	p := &progress{name: filepath.Base(file)}
	if f, ok := w.(*os.File); ok && !quiet && term.IsTerminal(int(f.Fd())) {
		p.w = w
	}
	return p
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

func (p *progress) show(what string, done float64) { p.say(fmt.Sprintf("%s %3.0f %%", what, done*100)) }

// say puts words in the line's place.
func (p *progress) say(words string) {
	if p.w == nil {
		return
	}
	p.shown = true
	fmt.Fprintf(p.w, "\r\033[K%s: %s", p.name, words)
}

func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.w, "\r\033[K")
	}
}
