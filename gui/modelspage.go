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

	drawn bool
	shown modelshelf.Status
	used  string
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

// show draws what there is and what is under way. used is the chosen model.
func (p *modelsPage) show(s modelshelf.Status, used string) {
	if p.drawn && s.Rev == p.shown.Rev && used == p.used {
		p.shown = s
		for name, pull := range s.Pulls {
			if card, ok := p.cards[name]; ok && pull.Running {
				card.progress(pull.Progress)
			}
		}
		return
	}
	p.drawn, p.shown, p.used = s.Known, s, used
	if s.Known {
		p.draw()
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
		card := newModelCard(p.pass, p.do, i, p.shown.Pulls[i.Name], i.Name == p.used, p.shown.Free)
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
