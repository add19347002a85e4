package gui

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"haltscribe/inference"
	"haltscribe/inference/engine"
)

// comparisonFigures are a report's charts and tables, for each device and chunk
// shape. The first shape of a device has the charts: the conclusion is about it.
func comparisonFigures(r engine.BenchReport) []fyne.CanvasObject {
	var all []fyne.CanvasObject
	for _, d := range r.Devices {
		for i, c := range d.Chunks {
			if len(c.Full) == 0 {
				continue
			}
			title := newLine(groupText(d, c), theme.ColorNameForeground, theme.SizeNameSubHeadingText)
			title.style.Bold = true
			charts := container.NewWithoutLayout()
			if bars, points := costs(c); i == 0 {
				charts = container.New(pair{gap: 24, least: 270},
					titled(tr(sayChartCosts), newCostChart(bars)), titled(tr(sayChartCorner), newCornerChart(points)))
			}
			rows := [][]string{{tr(sayColumnMode), tr(sayColumnEncode), tr(sayColumnCost), tr(sayColumnInterval), tr(sayColumnChecks), tr(sayColumnGap), tr(sayColumnStop), tr(sayColumnBits)}}
			for _, f := range c.Full {
				rows = append(rows, tableRow(c, f))
			}
			// A table that is wider than its place can be moved from side to side.
			all = append(all, column(4, -1, title, newCaption(nodesText(c)), charts, container.NewHScroll(newTable(rows))))
		}
		if note := afterText(d); note != "" {
			all = append(all, newCaption(note))
		}
		if len(d.EndToEnd) > 0 {
			title := newText(trf(sayWholeTitle, deviceName(d.Device)))
			title.style.Bold = true
			rows := [][]string{{tr(sayColumnMode), tr(sayColumnTime), tr(sayColumnCost), tr(sayColumnInterval)}}
			for _, e := range d.EndToEnd {
				rows = append(rows, []string{modeName(e.Hook), took(e.MS.Median), costText(e.Hook, e.Ratio), intervalText(e.Hook, e.RatioCI)})
			}
			all = append(all, column(4, -1, title, container.NewHScroll(newTable(rows))))
		}
	}
	return all
}

func tableRow(c engine.BenchChunk, f engine.BenchFull) []string {
	gap, stop, bits := tr(sayNone), tr(sayNone), tr(sayBitsSame)
	if f.LongestGapMS != nil {
		gap = took(*f.LongestGapMS)
	}
	if _, during := rowsOf(c, f.Hook); during != nil && during.N > 0 {
		stop = took(during.MS.Median)
	}
	if !f.Identical {
		bits = tr(sayBitsDiffer)
	}
	checks := fmt.Sprint(f.Checks)
	if f.Hook == inference.HookOff {
		checks, bits = tr(sayNone), tr(sayNone)
	}
	return []string{
		modeName(f.Hook), took(f.MS.Median), costText(f.Hook, f.Ratio), intervalText(f.Hook, f.RatioCI), checks, gap, stop, bits,
	}
}

func titled(title string, o fyne.CanvasObject) fyne.CanvasObject {
	t := newText(title)
	t.style.Bold = true
	return column(6, 1, t, o)
}

// newTable puts rows of text into columns as wide as need be, the first row as
// their heads.
func newTable(rows [][]string) fyne.CanvasObject {
	cells := container.New(tableLayout{columns: len(rows[0])})
	for i, row := range rows {
		for j, text := range row {
			cell := newLine(text, "", "")
			cell.color, cell.size = cellLooks(i == 0)
			if j > 0 {
				cell.align = fyne.TextAlignTrailing
			}
			cells.Add(newFixed(cell))
		}
	}
	return cells
}

// tableLayout gives each column the width of its widest cell, and shares out what
// is left.
type tableLayout struct{ columns int }

const cellGap, cellLine = 14, 4

func (t tableLayout) widths(cells []fyne.CanvasObject) (widths []float32, all, height float32) {
	widths = make([]float32, t.columns)
	for i, c := range cells {
		m := c.MinSize()
		widths[i%t.columns] = max(widths[i%t.columns], m.Width)
		height = max(height, m.Height)
	}
	for _, w := range widths {
		all += w
	}
	return widths, all + cellGap*float32(t.columns-1), height + cellLine
}

// MinSize is Fyne's.
func (t tableLayout) MinSize(cells []fyne.CanvasObject) fyne.Size {
	_, width, height := t.widths(cells)
	return fyne.NewSize(width, height*float32(len(cells)/t.columns))
}

// Layout is Fyne's.
func (t tableLayout) Layout(cells []fyne.CanvasObject, size fyne.Size) {
	widths, width, height := t.widths(cells)
	more := min(24, max(0, size.Width-width)/float32(t.columns))
	x := float32(0)
	for j := range t.columns {
		w := widths[j] + more
		for i := j; i < len(cells); i += t.columns {
			cells[i].Move(fyne.NewPos(x, float32(i/t.columns)*height))
			cells[i].Resize(fyne.NewSize(w, height))
		}
		x += w + cellGap
	}
}

func cellLooks(head bool) (fyne.ThemeColorName, fyne.ThemeSizeName) {
	if head {
		return colorMuted, theme.SizeNameCaptionText
	}
	return theme.ColorNameForeground, theme.SizeNameCaptionText
}
