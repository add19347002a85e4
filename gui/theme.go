package gui

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// Colours of our own, beside Fyne's.
const (
	colorSurface fyne.ThemeColorName = "haltscribe.surface" // panels, on the window's background
	colorMuted   fyne.ThemeColorName = "haltscribe.muted"   // text of less weight
	colorTrack   fyne.ThemeColorName = "haltscribe.track"   // what a bar runs in
	colorFound   fyne.ThemeColorName = "haltscribe.found"   // behind the text where something was found
	colorLoad    fyne.ThemeColorName = "haltscribe.load"    // the phases, in bar and legend
	colorAudio   fyne.ThemeColorName = "haltscribe.audio"
	colorEncode  fyne.ThemeColorName = "haltscribe.encode"
	colorEmbed   fyne.ThemeColorName = "haltscribe.embed"
	colorToken   fyne.ThemeColorName = "haltscribe.token"
	colorInfoBg  fyne.ThemeColorName = "haltscribe.info-background"

	// The hook modes, in the comparison's charts: told apart by people with any
	// colour vision, and named there too.
	colorModeOff     fyne.ThemeColorName = "haltscribe.mode-off"
	colorModeEvery   fyne.ThemeColorName = "haltscribe.mode-every-node"
	colorModeGo      fyne.ThemeColorName = "haltscribe.mode-go-callback"
	colorModeBudget  fyne.ThemeColorName = "haltscribe.mode-budget"
	colorModePlanned fyne.ThemeColorName = "haltscribe.mode-planned"

	colorWarnBg  fyne.ThemeColorName = "haltscribe.warning-background"
	colorErrorBg fyne.ThemeColorName = "haltscribe.error-background"
)

// palette holds a variant's colours, as 0xRRGGBB or 0xRRGGBBAA.
type palette map[fyne.ThemeColorName]uint32

var darkPalette = palette{
	theme.ColorNameBackground:          0x11151BFF,
	colorSurface:                       0x1A2029FF,
	theme.ColorNameForeground:          0xE9EDF3FF,
	colorMuted:                         0xA3AFBFFF,
	theme.ColorNamePlaceHolder:         0xA3AFBFFF,
	theme.ColorNameDisabled:            0x8D99AAFF,
	theme.ColorNameButton:              0x2A333FFF,
	theme.ColorNameDisabledButton:      0x222A34FF,
	theme.ColorNameInputBackground:     0x262E39FF,
	theme.ColorNameInputBorder:         0x3D4857FF,
	theme.ColorNameMenuBackground:      0x242C37FF,
	theme.ColorNameOverlayBackground:   0x1E252FFF,
	theme.ColorNameHeaderBackground:    0x1A2029FF,
	theme.ColorNamePrimary:             0x3AD1BCFF,
	theme.ColorNameForegroundOnPrimary: 0x04211DFF,
	theme.ColorNameHyperlink:           0x5FE0CEFF,
	theme.ColorNameFocus:               0xFFFFFF16,
	theme.ColorNameSelection:           0x203D42FF,
	theme.ColorNameHover:               0xFFFFFF16,
	theme.ColorNamePressed:             0xFFFFFF2E,
	theme.ColorNameSeparator:           0x2B3440FF,
	theme.ColorNameShadow:              0x00000066,
	theme.ColorNameScrollBar:           0x8D99AAB0,
	theme.ColorNameScrollBarBackground: 0x00000000,
	theme.ColorNameError:               0xFF857AFF,
	theme.ColorNameForegroundOnError:   0x2C0602FF,
	theme.ColorNameWarning:             0xFFC562FF,
	theme.ColorNameForegroundOnWarning: 0x2B1B00FF,
	theme.ColorNameSuccess:             0x6BDB94FF,
	theme.ColorNameForegroundOnSuccess: 0x04220FFF,
	colorTrack:                         0x323C49FF,
	colorFound:                         0x2B5A5EFF,
	colorLoad:                          0x93A1B5FF,
	colorAudio:                         0x6FB4FFFF,
	colorEncode:                        0x3AD1BCFF,
	colorEmbed:                         0xC39BFFFF,
	colorToken:                         0xFFC562FF,
	colorModeOff:                       0x93A1B5FF,
	colorModeEvery:                     0xF07E3FFF,
	colorModeGo:                        0xD98CC0FF,
	colorModeBudget:                    0xE6B422FF,
	colorModePlanned:                   0x3AD1BCFF,
	colorInfoBg:                        0x1C2B3BFF,
	colorWarnBg:                        0x33291AFF,
	colorErrorBg:                       0x3A2122FF,
}

var lightPalette = palette{
	theme.ColorNameBackground:          0xEEF1F5FF,
	colorSurface:                       0xFFFFFFFF,
	theme.ColorNameForeground:          0x17202BFF,
	colorMuted:                         0x526073FF,
	theme.ColorNamePlaceHolder:         0x526073FF,
	theme.ColorNameDisabled:            0x5F6C7AFF,
	theme.ColorNameButton:              0xE3E8EFFF,
	theme.ColorNameDisabledButton:      0xEEF1F5FF,
	theme.ColorNameInputBackground:     0xF1F4F8FF,
	theme.ColorNameInputBorder:         0xC2CBD6FF,
	theme.ColorNameMenuBackground:      0xFFFFFFFF,
	theme.ColorNameOverlayBackground:   0xFFFFFFFF,
	theme.ColorNameHeaderBackground:    0xFFFFFFFF,
	theme.ColorNamePrimary:             0x077367FF,
	theme.ColorNameForegroundOnPrimary: 0xFFFFFFFF,
	theme.ColorNameHyperlink:           0x08766AFF,
	theme.ColorNameFocus:               0x0F1B2A12,
	theme.ColorNameSelection:           0xD3EDE8FF,
	theme.ColorNameHover:               0x0F1B2A12,
	theme.ColorNamePressed:             0x0F1B2A26,
	theme.ColorNameSeparator:           0xDDE3EAFF,
	theme.ColorNameShadow:              0x1A243322,
	theme.ColorNameScrollBar:           0x526073A0,
	theme.ColorNameScrollBarBackground: 0x00000000,
	theme.ColorNameError:               0xBE2A1EFF,
	theme.ColorNameForegroundOnError:   0xFFFFFFFF,
	theme.ColorNameWarning:             0x875600FF,
	theme.ColorNameForegroundOnWarning: 0xFFFFFFFF,
	theme.ColorNameSuccess:             0x1A7540FF,
	theme.ColorNameForegroundOnSuccess: 0xFFFFFFFF,
	colorTrack:                         0xDDE3EAFF,
	colorFound:                         0xBFE3DEFF,
	colorLoad:                          0x64748BFF,
	colorAudio:                         0x1F6FD0FF,
	colorEncode:                        0x08766AFF,
	colorEmbed:                         0x7A45D1FF,
	colorToken:                         0x996300FF,
	colorModeOff:                       0x64748BFF,
	colorModeEvery:                     0xC24A00FF,
	colorModeGo:                        0xA8478AFF,
	colorModeBudget:                    0x9A7400FF,
	colorModePlanned:                   0x08766AFF,
	colorInfoBg:                        0xE2EEFBFF,
	colorWarnBg:                        0xFFF2D6FF,
	colorErrorBg:                       0xFDE4E1FF,
}

func (p palette) color(name fyne.ThemeColorName) (color.NRGBA, bool) {
	c, ok := p[name]
	return color.NRGBA{R: uint8(c >> 24), G: uint8(c >> 16), B: uint8(c >> 8), A: uint8(c)}, ok
}

// look is how the window looks: our colours and sizes, Fyne's fonts and icons.
type look struct {
	fyne.Theme
	forced *fyne.ThemeVariant // nil follows the desktop
	text   float32            // letters' size, to the usual
}

// lookFor makes the theme for a name from the settings: dark, light, or
// anything else to follow the desktop.
func lookFor(name string) *look {
	l := &look{Theme: theme.DefaultTheme(), text: 1}
	switch name {
	case themeDark:
		v := theme.VariantDark
		l.forced = &v
	case themeLight:
		v := theme.VariantLight
		l.forced = &v
	}
	return l
}

// sized has letters of that many per cent of the usual size.
func (l *look) sized(percent int) *look {
	l.text = float32(percent) / 100
	return l
}

// The names of the themes in the settings.
const (
	themeSystem = "system"
	themeDark   = "dark"
	themeLight  = "light"
)

func (l *look) variant(v fyne.ThemeVariant) fyne.ThemeVariant {
	if l.forced != nil {
		return *l.forced
	}
	return v
}

// Color answers for a name; see fyne.Theme.
func (l *look) Color(name fyne.ThemeColorName, v fyne.ThemeVariant) color.Color {
	v = l.variant(v)
	p := darkPalette
	if v == theme.VariantLight {
		p = lightPalette
	}
	if c, ok := p.color(name); ok {
		return c
	}
	return l.Theme.Color(name, v)
}

// Size answers for a name; see fyne.Theme.
func (l *look) Size(name fyne.ThemeSizeName) float32 {
	switch name {
	case theme.SizeNameText, theme.SizeNameHeadingText, theme.SizeNameInlineIcon:
		return l.Theme.Size(name) * l.text
	case theme.SizeNameInputRadius, theme.SizeNameSelectionRadius:
		return 7
	case theme.SizeNameCaptionText:
		return 12 * l.text
	case theme.SizeNameSubHeadingText:
		return 17 * l.text
	case theme.SizeNameInputBorder:
		return 1
	case theme.SizeNameScrollBar:
		return 10
	}
	return l.Theme.Size(name)
}

// colorOf is a colour of the current theme.
func colorOf(name fyne.ThemeColorName) color.Color {
	s := fyne.CurrentApp().Settings()
	return s.Theme().Color(name, s.ThemeVariant())
}
