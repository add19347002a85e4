package gui

import (
	"context"
	"strings"

	"haltscribe/gui/comparison"
	"haltscribe/inference"
	"haltscribe/inference/engine"
)

// This file has what the window does for the comparison's page.

// compareHere opens the page on the recording that is shown.
func (w *mainWindow) compareHere() {
	w.offerRecording()
	w.pages.open(tr(sayPageCompare))
}

// offerRecording offers the chosen recording to be compared on.
func (w *mainWindow) offerRecording() {
	it, _ := w.snap.Find(w.chosen)
	w.compare.setup.offer(it.File)
}

// startComparison begins one. The queue begins no job meanwhile.
func (w *mainWindow) startComparison() {
	if w.compare.setup.start.Disabled() || !w.queue.Hold() {
		return
	}
	c := w.keep.get()
	file, devices, rounds, whole := w.compare.setup.file.value, w.compare.setup.chosen(), w.compare.setup.rounds(), w.compare.setup.whole.Checked
	w.banners.drop(bannerComparison)
	w.comparing = w.comparer.Start(func(context.Context) (engine.BenchSpec, error) {
		m, err := w.deps.ResolveModel(c.Model)
		if err != nil {
			return engine.BenchSpec{}, err
		}
		if file == sampleChoice {
			if file, err = w.deps.Sample(); err != nil {
				return engine.BenchSpec{}, err
			}
		}
		return engine.BenchSpec{
			Setup: inference.Setup{
				Library: c.Library, AllowUntested: c.AllowUntested,
				Model: m.Text, Projector: m.Projector, ModelName: m.Name,
				Budget: c.Budget, TargetMS: c.TargetMS, Threads: c.Threads,
			},
			File: file, Devices: devices, Runs: rounds, EndToEnd: whole,
		}, nil
	})
	if !w.comparing {
		w.queue.Release()
	}
	w.refresh()
}

// showComparison draws where the comparison stands, and lets the queue go on when
// it has ended.
func (w *mainWindow) showComparison() {
	s := w.comparer.Status()
	if w.comparing && s.State == comparison.Idle {
		w.comparing = false
		w.queue.Release()
		w.compare.opened = s.Last
		w.listRuns(s.Last.Name)
	}
	why := ""
	if _, busy := w.snap.Busy(); busy {
		why = tr(sayCompareBusy)
	}
	w.noteComparison(s)
	w.compare.show(s, why)
	tab := tr(sayPageCompare)
	if s.State != comparison.Idle {
		tab += "  " + percent(s.Done)
	}
	w.pages.label(tr(sayPageCompare), tab)
}

// listRuns reads the earlier comparisons and chooses one of them.
func (w *mainWindow) listRuns(chosen string) {
	w.files.give(func(context.Context) {
		runs, err := w.shelf.List()
		w.inbox.put(func() {
			if err != nil {
				lines := strings.Split(err.Error(), "\n")
				w.putBanner(banner{about: bannerComparison, weight: warning, text: sentence(strings.Join(few(lines), "; "))})
			}
			if chosen == "" && len(runs) > 0 && w.compare.opened.Name == "" {
				chosen = runs[0].Name
				w.compare.open(runs[0])
			}
			w.compare.runs.set(runs, chosen)
			w.costs = modeCosts(runs)
			w.showHookHint()
		})
	})
}

// removeRun deletes the chosen comparison, after asking.
func (w *mainWindow) removeRun() {
	i := w.compare.runs.at()
	if i < 0 {
		return
	}
	k := w.compare.runs.runs[i]
	w.confirm(question{
		title: tr(sayDeleteTitle), text: trf(sayDeleteText, whenText(k.At)), yes: tr(sayDeleteYes), tip: tr(sayTipForGood),
		no: tr(sayDeleteNo), grave: true, then: func() { w.deleteRun(k) },
	})
}

func (w *mainWindow) deleteRun(k comparison.Kept) {
	w.files.give(func(context.Context) {
		err := w.shelf.Remove(k.Name)
		w.inbox.put(func() {
			if err != nil {
				w.putBanner(banner{about: bannerComparison, weight: trouble, text: sentence(err.Error())})
			}
			w.compare.open(comparison.Kept{})
		})
	})
	w.listRuns("")
}

// noteComparison passes what the comparison does to the journal.
func (w *mainWindow) noteComparison(s comparison.Status) {
	if w.journal == nil || w.compare.drawn && s.State == w.compare.status.State && s.Rev == w.compare.status.Rev {
		return
	}
	l := journalLine{Event: "comparison", About: "idle"}
	switch {
	case s.State == comparison.Running:
		l.About = "running"
	case s.State == comparison.Stopping:
		l.About = "stopping"
	case s.Ordinal > 0 && s.Error != "":
		l.About, l.Text = "failed", s.Error
	case s.Ordinal > 0 && s.Last.Report.Partial:
		l.About, l.File = "partial", s.Last.Name
	case s.Ordinal > 0:
		l.About, l.File, l.Text = "done", s.Last.Name, s.Last.Report.Conclusion
	}
	l.Devices = len(s.SoFar.Devices)
	w.journal.write(l)
	w.countFrames("comparison")
}
