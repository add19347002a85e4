package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"haltscribe/gui/queue"
)

const svgHead = `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24">`

func svg(name, body string) *fyne.StaticResource {
	return fyne.NewStaticResource(name+".svg", []byte(svgHead+body+`</svg>`))
}

// The states' shapes differ, so that the colour is not the only sign.
var (
	iconWaiting = svg("waiting", `<path fill="#000" d="M12 3a9 9 0 1 1 0 18a9 9 0 1 1 0-18zM12 5a7 7 0 1 0 0 14a7 7 0 1 0 0-14z"/>`)
	iconRunning = svg("running", `<path fill="#000" d="M3 10h2.4v4H3zM7.1 6h2.4v12H7.1zM11.2 3h2.4v18h-2.4zM15.3 7h2.4v10h-2.4zM19.4 10h2.4v4h-2.4z"/>`)
	iconHalting = svg("halting", `<path fill="#000" d="M3 10h2.4v4H3zM7.1 6h2.4v12H7.1zM12 2h5v20h-5z"/>`)
	iconDone    = svg("done", `<path fill="#000" d="M9.2 18.4 3.3 12.5l1.9-1.9 4 4 9.6-9.6 1.9 1.9z"/>`)
	iconSilent  = svg("silent", `<path fill="#000" d="M4 10.8h16v2.4H4z"/>`)
	iconPartial = svg("partial", `<path fill="#000" d="M12 2.5 23 21.5H1zM10.9 9.5v5.5h2.2V9.5zM10.9 16.7v2.2h2.2v-2.2z"/>`)
	iconStopped = svg("stopped", `<path fill="#000" d="M6 6h12v12H6z"/>`)
	iconFailed  = svg("failed", `<path fill="#000" d="M12 2.5a9.5 9.5 0 1 1 0 19a9.5 9.5 0 1 1 0-19zM10.8 7v6.5h2.4V7zM10.8 15.2v2.4h2.4v-2.4z"/>`)
	iconCompare = svg("compare", `<path fill="#000" d="M3 4h2v16H3zM7 5h6v3.4H7zM7 10.3h14v3.4H7zM7 15.6h9V19H7z"/>`)
	iconTheme   = svg("theme", `<path fill="#000" d="M12 3a9 9 0 1 1 0 18a9 9 0 1 1 0-18zM12 5a7 7 0 1 0 0 14z"/>`)
)

func stateIcon(s queue.State) fyne.Resource {
	switch s {
	case queue.Running:
		return theme.NewColoredResource(iconRunning, theme.ColorNamePrimary)
	case queue.Stopping:
		return theme.NewColoredResource(iconHalting, theme.ColorNameError)
	case queue.Done:
		return theme.NewColoredResource(iconDone, theme.ColorNameSuccess)
	case queue.NoSpeech:
		return theme.NewColoredResource(iconSilent, colorMuted)
	case queue.Truncated:
		return theme.NewColoredResource(iconPartial, theme.ColorNameWarning)
	case queue.Interrupted:
		return theme.NewColoredResource(iconStopped, theme.ColorNameWarning)
	case queue.Cancelled:
		return theme.NewColoredResource(iconStopped, theme.ColorNameError)
	case queue.Failed:
		return theme.NewColoredResource(iconFailed, theme.ColorNameError)
	}
	return theme.NewColoredResource(iconWaiting, colorMuted)
}

func stateColor(s queue.State) fyne.ThemeColorName {
	switch s {
	case queue.Running:
		return theme.ColorNamePrimary
	case queue.Stopping, queue.Failed, queue.Cancelled:
		return theme.ColorNameError
	case queue.Truncated, queue.Interrupted:
		return theme.ColorNameWarning
	}
	return colorMuted
}
