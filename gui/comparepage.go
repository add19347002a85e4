package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"haltscribe/gui/comparison"
)

// comparePage compares the hook modes on this machine's devices and shows what came
// of it, now and earlier.
type comparePage struct {
	root    fyne.CanvasObject
	setup   *compareSetup
	runs    *runsView
	result  *resultView
	doing   *line
	bar     *bar
	running fyne.CanvasObject // doing and bar
	middle  *fyne.Container
	status  comparison.Status
	drawn   bool
	opened  comparison.Kept // the earlier one that is shown while none runs
}

func newComparePage(pass func(*fyne.KeyEvent), do comparePageDeeds) *comparePage {
	p := &comparePage{doing: newText(""), bar: newBar(6)}
	p.setup = newCompareSetup(pass, do.start, do.cancel, do.changed)
	p.runs = newRunsView(pass, p.open, do.remove)
	p.result = newResultView(pass, func(from fyne.CanvasObject) { do.export(from, p.opened) })
	p.running = padded(column(4, -1, p.doing, p.bar), 2, 10)
	p.running.Hide()
	below := container.New(split{gap: 8, share: 0.24, least: 210, most: 300}, p.runs.root, p.result.root)
	p.middle = column(8, 2, p.setup.root, p.running, below)
	p.root = p.middle
	return p
}

// comparePageDeeds are what the page can ask for.
type comparePageDeeds struct {
	start, cancel, changed, remove func()
	export                         func(from fyne.CanvasObject, k comparison.Kept)
}

// show draws where the comparison stands; why is the reason where none can be
// started.
func (p *comparePage) show(s comparison.Status, why string) {
	running := s.State != comparison.Idle
	p.setup.allow(running, s.State == comparison.Stopping, why)
	if p.drawn && s.State == p.status.State && s.Done == p.status.Done && s.What == p.status.What && s.Rev == p.status.Rev {
		return
	}
	redraw := !p.drawn || s.Rev != p.status.Rev || s.State != p.status.State
	p.drawn, p.status = true, s
	if running != p.running.Visible() {
		setVisible(p.running, running)
		relayout(p.middle)
	}
	if running {
		p.doing.set(doingText(s))
		p.bar.progress(s.Done)
	}
	if redraw {
		p.redraw()
	}
}

// redraw shows the result that is to be seen now.
func (p *comparePage) redraw() {
	switch s := p.status; {
	case s.State != comparison.Idle && len(s.SoFar.Devices) > 0:
		p.result.soFar(s.SoFar)
	case s.State != comparison.Idle:
		p.result.message(tr(sayCompareWait))
	case len(p.opened.Report.Devices) > 0:
		why := ""
		if s.Error != "" && p.opened.Name == s.Last.Name && p.opened.At.Equal(s.Last.At) {
			why = sentence(s.Error)
		}
		p.result.kept(p.opened, why)
	case s.Error != "":
		p.result.failed(sentence(s.Error))
	default:
		p.result.message(tr(sayCompareHint))
	}
}

// open shows an earlier comparison.
func (p *comparePage) open(k comparison.Kept) {
	p.opened = k
	p.redraw()
}
