package gui

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// The banners, by what they are about: there is at most one of each.
const (
	bannerEngine    = "engine"
	bannerLibrary   = "library"
	bannerModel     = "model"
	bannerMissing   = "missing-functions"
	bannerSettings  = "settings"
	bannerIntake    = "intake"
	bannerDemo      = "demo-model"
	bannerModelCame = "model-came"
	bannerSound     = "sound"

	bannerComparison = "comparison"

	bannerHistory = "history"
	bannerCutOff  = "cut-off"
	bannerExport  = "export"
)

// bannerOrder has what matters most first.
var bannerOrder = []string{
	bannerEngine, bannerLibrary, bannerModel, bannerMissing, bannerSettings, bannerHistory, bannerExport, bannerIntake, bannerCutOff, bannerModelCame, bannerComparison, bannerDemo, bannerSound,
}

// weight is how bad the news is.
type weight int

const (
	info weight = iota
	warning
	trouble
)

// banner is a sentence that stays until it is dismissed, with at most one
// thing to do about it.
type banner struct {
	about  string
	weight weight
	text   string
	action string // the button's label; "" for none
	act    func()
	// refused is done when the banner is dismissed; may be nil.
	refused func()
}

// mostBanners are shown at once, the most important; the others come when these are
// dismissed. The window has to have room for what it is there for.
const mostBanners = 2

// bannerStack holds the banners, the most important first, at the top of the window.
type bannerStack struct {
	root      *fyne.Container
	pass      func(*fyne.KeyEvent)
	shown     []banner
	dismissed map[string]string // about → text that was dismissed
	changed   func()            // after the stack's height changed
}

func newBannerStack(pass func(*fyne.KeyEvent), changed func()) *bannerStack {
	b := &bannerStack{root: column(4, -1), pass: pass, changed: changed, dismissed: map[string]string{}}
	b.root.Hide()
	return b
}

// put shows a banner in place of the one about the same thing. What was
// dismissed stays away until it says something else.
func (b *bannerStack) put(n banner) {
	if b.dismissed[n.about] == n.text {
		return
	}
	for i, s := range b.shown {
		if s.about != n.about {
			continue
		}
		if s.text == n.text && s.action == n.action {
			return
		}
		b.shown = append(b.shown[:i], b.shown[i+1:]...)
		break
	}
	at := 0
	for at < len(b.shown) && bannerRank(b.shown[at]) < bannerRank(n) {
		at++
	}
	b.shown = append(b.shown[:at], append([]banner{n}, b.shown[at:]...)...)
	b.draw()
}

func bannerRank(n banner) int { return slices.Index(bannerOrder, n.about) }

// drop takes the banner about something away.
func (b *bannerStack) drop(about string) {
	for i, s := range b.shown {
		if s.about == about {
			b.shown = append(b.shown[:i], b.shown[i+1:]...)
			b.draw()
			return
		}
	}
}

func (b *bannerStack) dismiss(n banner) {
	b.dismissed[n.about] = n.text
	if n.refused != nil {
		n.refused()
	}
	b.drop(n.about)
}

func (b *bannerStack) draw() {
	b.root.Objects = nil
	for _, n := range b.shown[:min(mostBanners, len(b.shown))] {
		b.root.Objects = append(b.root.Objects, b.view(n))
	}
	setVisible(b.root, len(b.shown) > 0)
	b.root.Refresh()
	b.changed()
}

func (b *bannerStack) view(n banner) fyne.CanvasObject {
	icon, back := theme.InfoIcon(), colorInfoBg
	name := colorAudio
	switch n.weight {
	case warning:
		icon, back, name = theme.WarningIcon(), colorWarnBg, theme.ColorNameWarning
	case trouble:
		icon, back, name = theme.ErrorIcon(), colorErrorBg, theme.ColorNameError
	}
	text := widget.NewLabel(n.text)
	text.Wrapping = fyne.TextWrapWord
	close := newKeyButton("", theme.CancelIcon(), b.pass, func() { b.dismiss(n) })
	close.Importance = widget.LowImportance
	close.SetToolTip(tr(sayDismiss))
	buttons := container.NewHBox()
	if n.action != "" {
		act := newKeyButton(n.action, nil, b.pass, n.act)
		act.SetToolTip(n.text)
		buttons.Add(act)
	}
	buttons.Add(close)
	sign := widget.NewIcon(theme.NewColoredResource(icon, name))
	p := newPanel(container.NewBorder(nil, nil, padded(sign, 0, 6), container.NewCenter(buttons), text))
	p.fill, p.pad, p.corner = back, 2, 8
	return p
}
