package gui

import (
	"context"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"fyne.io/fyne/v2/storage"
	"fyne.io/fyne/v2/theme"

	"haltscribe/gui/modelshelf"
	"haltscribe/inference"
	"haltscribe/models"
	"haltscribe/models/fetch"
)

// This file is what the window does with models.

// buildModels makes the models page; nil where the window was given no models.
func (w *mainWindow) buildModels() *page {
	if w.deps.Models == nil {
		return nil
	}
	w.modelDesk = modelshelf.New(w.deps.Models, w.tryModel, "haltscribe/"+w.deps.Version, models.FreeMemory, w.courier.ring)
	w.models = newModelsPage(w.key, modelDeeds{
		use: w.setModel, get: w.modelDesk.Pull, pause: w.modelDesk.Pause, cancel: w.modelDesk.Cancel,
		try: w.modelDesk.Try, stopTrying: w.modelDesk.StopTrying,
		remove: w.removeModel, show: w.showModelFolder,
	}, func() { w.chooseFolder(tr(sayFolderTitle), ".gguf", w.modelDesk.Add) })
	return &page{name: tr(sayPageModels), icon: theme.DownloadIcon(), root: w.models.root, shown: w.modelDesk.Refresh, key: w.models.scrollBy}
}

// showModels draws what the desk knows.
func (w *mainWindow) showModels() {
	if w.modelDesk == nil {
		return
	}
	s, c := w.modelDesk.Status(), w.keep.get()
	used, before := c.Model, w.models.shown
	w.models.show(s, modelChoice{model: used, device: c.Device, day: dayOf(time.Now())})
	if s.Rev != before.Rev && w.journal != nil {
		w.journal.write(journalLine{Event: "models", Text: modelStates(s)})
		w.countFrames("models")
	}
	if s.Arrived.Ordinal != w.modelArrived {
		w.modelArrived = s.Arrived.Ordinal
		w.modelCame(s.Arrived, used)
	}
	if s.Rev != before.Rev || used != w.modelOffered {
		w.modelOffered = used
		w.tools.model.set(offeredModels(used, s.Items, w.openModels, w.chooseModel), used)
	}
}

// modelStates is the page for the journal: a line for each model.
func modelStates(s modelshelf.Status) string {
	var lines strings.Builder
	for _, i := range s.Items {
		pull, trial := s.Pulls[i.Name], s.Trials[i.Name]
		lines.WriteString(i.Name + ": " + string(i.State))
		for _, also := range []struct {
			what string
			so   bool
		}{
			{"fetching", pull.Running},
			{"trying", trial.Running},
			{"tried", len(i.Trials) > 0},
			{"failed", pull.Error != "" || trial.Error != ""},
		} {
			if also.so {
				lines.WriteString(" " + also.what)
			}
		}
		lines.WriteByte('\n')
	}
	return lines.String()
}

// getModel is what a banner offers to whoever needs a model.
func (w *mainWindow) getModel() (label string, act func()) {
	if w.modelDesk == nil {
		return tr(sayGetModel), w.chooseModel
	}
	return tr(sayModelsPage), w.openModels
}

// openModels brings the models page to the front; without one a folder is asked for.
func (w *mainWindow) openModels() {
	if w.modelDesk == nil {
		w.chooseModel()
		return
	}
	w.pages.open(tr(sayPageModels))
}

// modelCame tells that a model was fetched or added, and offers it.
func (w *mainWindow) modelCame(a modelshelf.Arrival, used string) {
	switch {
	case a.Error != "":
		w.putBanner(banner{about: bannerModelCame, weight: warning, text: sentence(a.Error)})
	case a.Name == used:
		w.checkModel() // it is another than before
	default:
		text := trf(sayModelCame, a.Title)
		if filepath.IsAbs(a.Name) {
			text = trf(sayModelAdded, a.Title)
		}
		w.putBanner(banner{about: bannerModelCame, text: text, action: tr(sayModelUseIt), act: func() {
			w.banners.drop(bannerModelCame)
			w.setModel(a.Name)
		}})
	}
}

// tryModel runs the sample recording through a model, with what is chosen, and keeps what that showed. The desk calls
// it on a goroutine of its own.
func (w *mainWindow) tryModel(ctx context.Context, name string, tell func(done float64)) error {
	m, err := w.deps.ResolveModel(name)
	if err != nil {
		return err
	}
	sample, err := w.deps.Sample()
	if err != nil {
		return err
	}
	job := jobFor(w.keep.get(), m, sample)
	// The sample's language, not that of the user's recordings.
	job.Options = inference.Options{Language: "auto", Prompt: m.Prompt, LongestPiece: m.LongestPiece}
	measured, err := w.deps.Engine.Try(ctx, job, tell)
	if err != nil {
		return err
	}
	w.journal.write(journalLine{Event: "tried", About: name, Text: measured.Status})
	return w.deps.Models.KeepTrial(name, m.Text, m.Projector, models.Trial(measured))
}

// removeModel asks, where files are deleted, and then lets the model go.
func (w *mainWindow) removeModel(i models.Item) {
	remove := func() {
		if w.keep.get().Model == i.Name {
			w.setModel(demoModel)
		}
		w.modelDesk.Remove(i.Name)
	}
	if i.Own { // nothing is lost
		remove()
		return
	}
	w.confirm(question{
		title: trf(sayRemoveTitle, i.Title), text: trf(sayRemoveText, fetch.Size(i.Bytes)), yes: tr(sayModelRemove), tip: tr(sayTipForGood),
		no: tr(sayRemoveNo), grave: true, then: remove,
	})
}

// showModelFolder opens the folder in the desktop's own program.
func (w *mainWindow) showModelFolder(i models.Item) {
	u, err := url.Parse(storage.NewFileURI(i.Folder).String())
	if err == nil {
		err = w.app.OpenURL(u)
	}
	if err != nil {
		w.putBanner(banner{about: bannerModelCame, text: i.Folder})
	}
}

// takeModels adds the GGUF files among dropped paths to the models, and returns the other paths.
func (w *mainWindow) takeModels(paths []string) (others []string) {
	taken := map[string]bool{} // folders: a pair that is dropped is one model
	for _, path := range paths {
		if w.modelDesk == nil || !strings.EqualFold(filepath.Ext(path), ".gguf") {
			others = append(others, path)
			continue
		}
		if folder := filepath.Dir(path); !taken[folder] {
			taken[folder] = true
			w.modelDesk.Add(path)
		}
	}
	return others
}

// addModels adds folders to the models.
func (w *mainWindow) addModels(folders []string) {
	for _, folder := range folders {
		if w.modelDesk != nil {
			w.modelDesk.Add(folder)
		}
	}
}

// offeredModels are what the toolbar lets choose from.
func offeredModels(used string, items []models.Item, manage, choose func()) []option {
	o := []option{{value: demoModel, label: tr(sayDemoModel), detail: tr(sayDemoDetail)}}
	known := used == demoModel || used == ""
	for _, i := range items {
		if i.Name == demoModel || !i.Usable() {
			continue
		}
		known = known || i.Name == used
		detail := i.Title
		if i.Own {
			detail += " · " + i.Folder
		}
		o = append(o, option{value: i.Name, label: i.Title, detail: detail})
	}
	if !known {
		o = append(o, option{value: used, label: modelLabel(used, items), detail: used})
	}
	return append(o, option{},
		option{value: "manage", label: tr(sayModelManage), act: manage}, option{value: "…", label: tr(sayChooseFolder), act: choose})
}
