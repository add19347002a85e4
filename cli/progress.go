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
	if p.w == nil || e.Kind != inference.EventProgress {
		return
	}
	p.shown = true
	what := "transcribing"
	if e.Phase == inference.PhaseLoad {
		what = "loading the model"
	}
	fmt.Fprintf(p.w, "\r\033[K%s: %s %3.0f %%", p.name, what, e.Done*100)
}

func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.w, "\r\033[K")
	}
}
