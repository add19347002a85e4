package gui

import (
	"fyne.io/fyne/v2/theme"
)

// This file has what the window does for the settings' page.

func (w *mainWindow) buildSettings() *page {
	w.settings = newSettingsPage(w.key, settingsDeeds{
		change: func(f func(*Choices)) { w.keep.change(f) },
		model:  w.setModel, language: w.setLanguageEverywhere, theme: w.setTheme, textSize: w.setTextSize,
		keepHistory: w.setKeepHistory, chooseModel: w.chooseModel,
		chooseModels:  func() { w.chooseFolder(tr(sayModelsFolder), ".gguf", w.setModelsFolder) },
		chooseLibrary: w.chooseLibrary,
		chooseExport: func() {
			w.chooseFolder(tr(saySetExportFolder), "", func(folder string) {
				w.keep.change(func(c *Choices) { c.ExportDir = folder })
				w.showSettings()
			})
		},
		models: w.setModelsFolder, library: w.setLibrary, untested: w.setUntested,
	}, w.deps.SettingsFile)
	return &page{name: tr(sayPageSettings), icon: theme.SettingsIcon(), root: w.settings.root, shown: w.showSettings, key: w.settings.scrollBy}
}

// showSettings draws the choices as they are now.
func (w *mainWindow) showSettings() {
	w.settings.fill(w.keep.get(), w.tools.model.options)
}

func (w *mainWindow) setLanguageEverywhere(value string) {
	w.setLanguage(value)
	w.tools.language.show(value)
}

func (w *mainWindow) setTheme(name string) {
	c := w.keep.change(func(c *Choices) { c.Theme = name })
	w.dress(c)
}

func (w *mainWindow) setTextSize(percent int) {
	c := w.keep.change(func(c *Choices) { c.TextSize = percent })
	w.dress(c)
}

// dress puts the chosen colours and letters on.
func (w *mainWindow) dress(c Choices) {
	w.app.Settings().SetTheme(lookFor(c.Theme).sized(c.TextSize))
	w.transcript.list.remeasure()
}

func (w *mainWindow) setModelsFolder(folder string) {
	w.keep.change(func(c *Choices) { c.ModelDir = folder })
	w.showSettings()
}

// modelsFolderSaved looks for models in the folder that was chosen for them, once
// the rest of the program knows of it too.
func (w *mainWindow) modelsFolderSaved() {
	folder := w.keep.get().ModelDir
	if folder == w.modelsIn {
		return
	}
	w.modelsIn = folder
	if w.modelDesk != nil {
		w.modelDesk.Refresh()
	}
	w.checkModel()
}

func (w *mainWindow) setUntested(on bool) {
	w.keep.change(func(c *Choices) { c.AllowUntested = on })
	w.lookForDevices()
}

func (w *mainWindow) setKeepHistory(on bool) {
	w.keep.change(func(c *Choices) { c.KeepHistory = on })
}
