package gui

import (
	_ "embed"

	"fyne.io/fyne/v2"
)

//go:embed icon.png
var iconPNG []byte

// Icon is the application's icon, drawn by tools/icon.
func Icon() fyne.Resource { return fyne.NewStaticResource("icon.png", iconPNG) }
