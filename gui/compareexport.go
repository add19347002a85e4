package gui

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"haltscribe/atomicfile"
	"haltscribe/gui/comparison"
	"haltscribe/inference/engine"
)

// reportFormat is a form in which a comparison can be saved.
type reportFormat struct {
	name   string // in the menu
	ending string
	write  func(engine.BenchReport, io.Writer) error
}

// reportFormats are those of `haltscribe bench`.
func reportFormats() []reportFormat {
	return []reportFormat{
		{tr(sayFormatJSON), ".json", func(r engine.BenchReport, w io.Writer) error { return json.NewEncoder(w).Encode(r) }},
		{tr(sayFormatCSV), ".csv", func(r engine.BenchReport, w io.Writer) error { return r.WriteCSV(w) }},
		{tr(sayFormatGoBench), ".txt", func(r engine.BenchReport, w io.Writer) error { return r.WriteGoBench(w) }},
		{tr(sayFormatTable), ".txt", func(r engine.BenchReport, w io.Writer) error { return r.WriteTable(w) }},
		{tr(sayFormatPNG), ".png", func(r engine.BenchReport, w io.Writer) error { return engine.WritePlot(r, w, "png") }},
		{tr(sayFormatSVG), ".svg", func(r engine.BenchReport, w io.Writer) error { return engine.WritePlot(r, w, "svg") }},
	}
}

// exportMenu asks in which form a comparison shall be saved.
func (w *mainWindow) exportMenu(from fyne.CanvasObject, k comparison.Kept) {
	var items []*fyne.MenuItem
	for _, f := range reportFormats() {
		items = append(items, fyne.NewMenuItem(f.name, func() { w.exportReport(f, k) }))
	}
	driver := fyne.CurrentApp().Driver()
	menu := widget.NewPopUpMenu(fyne.NewMenu("", items...), w.win.Canvas())
	at := driver.AbsolutePositionForObject(from)
	menu.ShowAtPosition(at.Add(fyne.NewPos(from.Size().Width-menu.MinSize().Width, from.Size().Height+2)))
}

// exportReport asks where to, and saves it. Everything is made before the file is
// touched.
func (w *mainWindow) exportReport(f reportFormat, k comparison.Kept) {
	w.saveAs(tr(sayExportTitle), exportName(k, f), func(path string) {
		w.files.give(func(context.Context) {
			err := writeReport(f, k.Report, path)
			w.inbox.put(func() {
				if err != nil {
					w.putBanner(banner{about: bannerComparison, weight: trouble, text: trf(sayNotExported, err)})
					return
				}
				w.putBanner(banner{about: bannerComparison, text: trf(sayExported, path)})
			})
		})
	})
}

func writeReport(f reportFormat, r engine.BenchReport, path string) error {
	var content bytes.Buffer
	if err := f.write(r, &content); err != nil {
		return err
	}
	return atomicfile.Write(path, content.Bytes(), 0o644)
}

// exportName is what a saved comparison is called unless somebody says otherwise.
func exportName(k comparison.Kept, f reportFormat) string {
	base := strings.TrimSuffix(k.Name, ".json")
	if base == "" {
		base = "comparison"
	}
	return base + f.ending
}
