package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"haltscribe/gui/modelshelf"
	"haltscribe/models"
	"haltscribe/models/fetch"
)

// modelCard shows one model, and what can be done with it.
type modelCard struct {
	root fyne.CanvasObject
	bar  *bar
	says *line // how its download or trial stands

	buttons map[string]*keyButton // by label
}

// modelDeeds are what a card can ask for, by the model's name.
type modelDeeds struct {
	use, get, pause, cancel func(name string)
	try, stopTrying         func(name string)
	remove, show            func(models.Item)
}

// modelNews is what a card tells of a model besides what it is.
type modelNews struct {
	pull  modelshelf.Pull
	trial modelshelf.Trial
	used  bool
	free  int64  // bytes of memory
	tried string // what trials showed; may be ""
	doubt string // that trials throw on its words; may be ""
}

func newModelCard(pass func(*fyne.KeyEvent), do modelDeeds, i models.Item, n modelNews) *modelCard {
	c := &modelCard{bar: newBar(5), says: newCaption(""), buttons: map[string]*keyButton{}}
	p := n.pull
	title := newFixed(newText(i.Title))
	title.style = fyne.TextStyle{Bold: true}
	state := newCaption(modelState(i, n))
	switch {
	case i.Problem != "":
		state.color = theme.ColorNameError
	case i.Usable():
		state.color = theme.ColorNameSuccess
	}
	words := container.NewVBox(container.NewBorder(nil, nil, title, nil, container.New(layout.NewCustomPaddedLayout(1, 0, 6, 0), state)))
	if i.About != "" {
		words.Add(newLine(i.About, theme.ColorNameForeground, theme.SizeNameCaptionText))
	}
	facts, short := modelFacts(i, n.free)
	about := newCaption(facts)
	if short {
		about.color = theme.ColorNameWarning
	}
	if facts != "" {
		words.Add(about)
	}
	if !i.Tried && !i.Own {
		words.Add(newCaption(tr(sayModelUntried)))
	}
	if n.tried != "" && !n.trial.Running {
		words.Add(newCaption(n.tried))
	}
	if n.doubt != "" && !n.trial.Running {
		doubt := newCaption(n.doubt)
		doubt.color = theme.ColorNameWarning
		words.Add(doubt)
	}
	for _, trouble := range []string{i.Problem, p.Error, n.trial.Error} {
		if trouble != "" {
			words.Add(wrapped(sentence(trouble)))
		}
	}
	switch {
	case p.Running:
		c.progress(p.Progress)
	case n.trial.Running:
		c.trying(n.trial.Done)
	}
	if p.Running || n.trial.Running {
		words.Add(c.says)
		words.Add(c.bar)
	}
	right := container.NewHBox(c.actions(pass, do, i, n)...)
	c.root = newPanel(padded(container.NewBorder(nil, nil, nil, container.NewCenter(right), words), 2, 6))
	return c
}

// wrapped is a sentence on trouble that may take several lines.
func wrapped(s string) fyne.CanvasObject {
	l := widget.NewLabel(s)
	l.Wrapping, l.Importance = fyne.TextWrapWord, widget.DangerImportance
	l.SizeName = theme.SizeNameCaptionText
	return container.New(layout.NewCustomPaddedLayout(-6, -6, -8, -8), l) // without a label's own margin
}

// progress draws how a download stands, without building the card anew.
func (c *modelCard) progress(p fetch.Progress) {
	c.says.set(pullText(p))
	if p.Total > 0 {
		c.bar.progress(float64(p.Done) / float64(p.Total))
	}
}

// trying draws how a trial stands.
func (c *modelCard) trying(done float64) {
	c.says.set(trialText(done))
	c.bar.progress(done)
}

// actions are the buttons, the weightiest last.
func (c *modelCard) actions(pass func(*fyne.KeyEvent), do modelDeeds, i models.Item, n modelNews) []fyne.CanvasObject {
	var all []fyne.CanvasObject
	p := n.pull
	button := func(label string, icon fyne.Resource, weight widget.Importance, do func()) {
		b := newKeyButton(label, icon, pass, do)
		b.Importance = weight
		b.SetToolTip(trf(sayNoticeOne, i.Name, label))
		c.buttons[label] = b
		all = append(all, b)
	}
	onlyIcon := func(tip string, icon fyne.Resource, do func()) {
		b := newKeyButton("", icon, pass, do)
		b.Importance = widget.LowImportance
		b.SetToolTip(tip)
		c.buttons[tip] = b
		all = append(all, b)
	}
	if p.Running {
		button(tr(sayModelCancel), nil, widget.MediumImportance, func() { do.cancel(i.Name) })
		button(tr(sayModelPause), theme.MediaPauseIcon(), widget.HighImportance, func() { do.pause(i.Name) })
		return all
	}
	if n.trial.Running {
		button(tr(sayModelCancel), nil, widget.MediumImportance, func() { do.stopTrying(i.Name) })
		return all
	}
	if i.Folder != "" {
		onlyIcon(tr(sayModelShow), theme.FolderOpenIcon(), func() { do.show(i) })
	}
	switch {
	case i.Own:
		onlyIcon(tr(sayModelForget), theme.ContentRemoveIcon(), func() { do.remove(i) })
	case i.State == models.Installed:
		onlyIcon(tr(sayModelRemove), theme.DeleteIcon(), func() { do.remove(i) })
	}
	if i.Usable() {
		button(tr(sayModelTry), nil, widget.MediumImportance, func() { do.try(i.Name) })
		c.buttons[tr(sayModelTry)].SetToolTip(tr(sayModelTryTip))
	}
	switch {
	case n.used && i.Usable():
		button(tr(sayModelUsed), theme.ConfirmIcon(), widget.MediumImportance, func() {})
		c.buttons[tr(sayModelUsed)].Disable()
	case i.Usable():
		button(tr(sayModelUse), nil, widget.HighImportance, func() { do.use(i.Name) })
	case i.State == models.Begun:
		button(tr(sayModelDiscard), nil, widget.MediumImportance, func() { do.cancel(i.Name) })
		button(tr(sayModelGoOn), theme.DownloadIcon(), widget.HighImportance, func() { do.get(i.Name) })
	case i.State == models.Available:
		label := tr(sayModelGet)
		if i.Bytes > 0 {
			label = trf(sayModelGetSize, fetch.Size(i.Bytes))
		}
		if p.Error != "" {
			label = tr(sayModelRetry)
		}
		button(label, theme.DownloadIcon(), widget.MediumImportance, func() { do.get(i.Name) })
	}
	return all
}
