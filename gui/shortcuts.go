package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// addShortcuts makes the keys work wherever the focus is: those with Ctrl
// through the canvas, the others through key.
func (w *mainWindow) addShortcuts() {
	c := w.win.Canvas()
	on := func(key fyne.KeyName, do func()) {
		c.AddShortcut(&desktop.CustomShortcut{KeyName: key, Modifier: fyne.KeyModifierShortcutDefault}, func(fyne.Shortcut) { do() })
	}
	on(fyne.KeyO, w.openFiles)
	on(fyne.KeyReturn, w.startByKey)
	on(fyne.KeyEnter, w.startByKey)
	w.addWorkShortcuts(c)
	w.pages.shortcuts(c, func() bool { return w.asked == nil })
	c.SetOnTypedKey(w.key)
}

// startByKey begins what the page in front is there for.
func (w *mainWindow) startByKey() {
	if enter := w.pages.front().enter; w.asked == nil && enter != nil {
		enter()
	}
}

func (w *mainWindow) startTranscribing() {
	if !w.tools.start.Disabled() {
		w.start()
	}
}

// key answers a key that no widget wants for itself.
func (w *mainWindow) key(e *fyne.KeyEvent) {
	switch {
	case w.asked != nil:
		if e.Name == fyne.KeyEscape {
			w.asked.close()
		}
	case e.Name == fyne.KeyEscape && shiftHeld():
		w.stopAll()
	case e.Name == fyne.KeyEscape:
		w.cancel()
	case w.pages.front().key != nil && w.pages.front().key(e):
	}
}

func shiftHeld() bool {
	d, ok := fyne.CurrentApp().Driver().(desktop.Driver)
	return ok && d.CurrentKeyModifiers()&fyne.KeyModifierShift != 0
}
