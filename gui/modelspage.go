package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"

	"haltscribe/gui/modelshelf"
	"haltscribe/models"
)

// modelsPage shows the models: those that are here, and those that can be fetched.
type modelsPage struct {
	root  fyne.CanvasObject
	pass  func(*fyne.KeyEvent)
	do    modelDeeds
	add   *keyButton
	cards map[string]*modelCard
	rows  *fyne.Container
	roll  *container.Scroll

	library string // version and commit of the llama.cpp in use; "" before that is known

	drawn  bool
	shown  modelshelf.Status
	chosen modelChoice
}

// modelChoice is what the page depends on besides the models.
type modelChoice struct {
	model, device string
	library       string // see modelsPage
	day           string // today; see dayOf
}

func newModelsPage(pass func(*fyne.KeyEvent), do modelDeeds, add func()) *modelsPage {
	p := &modelsPage{pass: pass, do: do, cards: map[string]*modelCard{}, rows: container.NewVBox()}
	p.add = newKeyButton(tr(sayModelAdd), theme.FolderOpenIcon(), pass, add)
	p.add.SetToolTip(tr(sayModelAddTip))
	p.roll = container.NewVScroll(p.rows)
	head := container.NewBorder(nil, nil, nil, p.add, padded(newCaption(tr(sayModelsHint)), 0, 6))
	p.rows.Add(padded(newText(tr(sayModelsReading)), 6, 8))
	p.root = column(6, 1, padded(head, 2, 2), p.roll)
	return p
}

// show draws what there is and what is under way.
func (p *modelsPage) show(s modelshelf.Status, chosen modelChoice) {
	chosen.library = p.library
	if p.drawn && s.Rev == p.shown.Rev && chosen == p.chosen {
		p.shown = s
		p.progress()
		return
	}
	p.drawn, p.shown, p.chosen = s.Known, s, chosen
	if s.Known {
		p.draw()
	}
}

// progress draws how downloads and trials stand.
func (p *modelsPage) progress() {
	for name, card := range p.cards {
		if pull := p.shown.Pulls[name]; pull.Running {
			card.progress(pull.Progress)
		} else if trial := p.shown.Trials[name]; trial.Running {
			card.trying(trial.Done)
		}
	}
}

// draw builds all cards anew. That is seldom: when something came, went or was chosen.
func (p *modelsPage) draw() {
	p.rows.RemoveAll()
	p.cards = map[string]*modelCard{}
	if p.shown.Error != "" {
		p.rows.Add(wrapped(sentence(p.shown.Error)))
	}
	var here, there []models.Item
	for _, i := range p.shown.Items {
		if i.State == models.Available || i.State == models.Begun {
			there = append(there, i)
		} else {
			here = append(here, i)
		}
	}
	p.group(tr(sayModelsHere), here)
	p.group(tr(sayModelsThere), there)
	p.rows.Refresh()
}

func (p *modelsPage) group(title string, items []models.Item) {
	if len(items) == 0 {
		return
	}
	heading := newText(title)
	heading.style = fyne.TextStyle{Bold: true}
	heading.color = colorMuted
	p.rows.Add(container.New(layout.NewCustomPaddedLayout(4, 0, 8, 8), heading))
	for _, i := range items {
		n := modelNews{pull: p.shown.Pulls[i.Name], trial: p.shown.Trials[i.Name], used: i.Name == p.chosen.model, free: p.shown.Free}
		if t, ok := trialOf(i.Trials, p.chosen); ok {
			n.tried, n.doubt = triedText(t, p.chosen.day), doubtText(t)
		}
		card := newModelCard(p.pass, p.do, i, n)
		p.cards[i.Name] = card
		p.rows.Add(card.root)
	}
}

// scrollBy moves the list with the keyboard.
func (p *modelsPage) scrollBy(e *fyne.KeyEvent) bool {
	step := p.roll.Size().Height * 0.9
	switch e.Name {
	case fyne.KeyPageDown:
	case fyne.KeyPageUp:
		step = -step
	case fyne.KeyDown:
		step = 60
	case fyne.KeyUp:
		step = -60
	default:
		return false
	}
	p.roll.ScrollToOffset(fyne.NewPos(0, max(0, p.roll.Offset.Y+step)))
	return true
}
