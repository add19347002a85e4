package gui

import (
	"math"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"haltscribe/inference"
	"haltscribe/inference/engine"
)

// costBar is an encode's time to one without a callback, with its interval.
type costBar struct {
	mode             inference.HookMode
	ratio, low, high float64
}

// costPoint is what a mode costs, and how long a stop takes, as a share of an
// encode.
type costPoint struct {
	mode        inference.HookMode
	stop, ratio float64
}

// costs picks from a chunk's tables what the charts show.
func costs(c engine.BenchChunk) (bars []costBar, points []costPoint) {
	off, _ := rowsOf(c, inference.HookOff)
	for _, mode := range engine.BenchModes() {
		full, during := rowsOf(c, mode)
		if full == nil {
			continue
		}
		bars = append(bars, costBar{mode, full.Ratio, full.RatioCI[0], full.RatioCI[1]})
		if during != nil && during.N > 0 && off != nil && off.MS.Median > 0 {
			points = append(points, costPoint{mode, during.MS.Median / off.MS.Median, full.Ratio})
		}
	}
	return bars, points
}

// rowsOf are a mode's rows in a chunk's tables; nil where there is none.
func rowsOf(c engine.BenchChunk, mode inference.HookMode) (full *engine.BenchFull, during *engine.BenchDuring) {
	for i := range c.Full {
		if c.Full[i].Hook == mode {
			full = &c.Full[i]
		}
	}
	for i := range c.StoppedDuring {
		if c.StoppedDuring[i].Hook == mode {
			during = &c.StoppedDuring[i]
		}
	}
	return full, during
}

// modeColor is a mode's in the charts.
func modeColor(mode inference.HookMode) fyne.ThemeColorName {
	switch mode {
	case inference.HookEveryNode:
		return colorModeEvery
	case engine.HookGoCallback:
		return colorModeGo
	case inference.HookBudget:
		return colorModeBudget
	case inference.HookPlanned:
		return colorModePlanned
	}
	return colorModeOff
}

// newCostChart shows what each mode costs on a device: bars with their intervals.
func newCostChart(bars []costBar) fyne.CanvasObject {
	const gap = 5
	letters := func() float32 { return captionSize("M", fyne.TextStyle{}).Height }
	return newChart(func() fyne.Size {
		return fyne.NewSize(260, (letters()+gap)*float32(len(bars)+1))
	}, func(s *sketch, size fyne.Size) {
		paintCosts(s, size, bars, letters(), gap)
	})
}

func paintCosts(s *sketch, size fyne.Size, bars []costBar, letters, gap float32) {
	plain := fyne.TextStyle{}
	var names, values float32
	most := 1.0
	for _, b := range bars {
		names = max(names, captionSize(modeName(b.mode), plain).Width)
		values = max(values, captionSize(ratioText(b.ratio), plain).Width)
		most = max(most, b.ratio, b.high)
	}
	left, right := names+10, size.Width-values-10
	at := func(ratio float64) float32 { return left + (right-left)*float32(ratio/most) }
	y := float32(0)
	for _, b := range bars {
		s.words(names, y, modeName(b.mode), plain, fyne.TextAlignTrailing, theme.ColorNameForeground)
		s.box(left, y+2, at(b.ratio)-left, letters-4, modeColor(b.mode))
		s.words(size.Width, y, ratioText(b.ratio), plain, fyne.TextAlignTrailing, theme.ColorNameForeground)
		if b.high > b.low {
			s.whisker(at(b.low), at(b.high), y+letters/2, letters/4)
		}
		y += letters + gap
	}
	s.line(at(1), 0, at(1), y-2, 1, theme.ColorNameForeground)
	s.words(at(1), y-2, tr(sayAxisWithout), plain, alignWithin(at(1), captionSize(tr(sayAxisWithout), plain).Width, size.Width), colorMuted)
}

// whisker is an interval, on a bar of any colour.
func (s *sketch) whisker(x1, x2, y, half float32) {
	s.line(x1, y, x2, y, 1.5, theme.ColorNameForeground)
	s.line(x1, y-half, x1, y+half, 1.5, theme.ColorNameForeground)
	s.line(x2, y-half, x2, y+half, 1.5, theme.ColorNameForeground)
}

// alignWithin centres a text at x where there is room for it.
func alignWithin(x, width, room float32) fyne.TextAlign {
	switch {
	case x-width/2 < 0:
		return fyne.TextAlignLeading
	case x+width/2 > room:
		return fyne.TextAlignTrailing
	}
	return fyne.TextAlignCenter
}

// newCornerChart shows cost against the time of a stop. One wants to be in the
// lower left corner.
func newCornerChart(points []costPoint) fyne.CanvasObject {
	return newChart(func() fyne.Size {
		return fyne.NewSize(260, max(190, 12*captionSize("M", fyne.TextStyle{}).Height))
	}, func(s *sketch, size fyne.Size) { paintCorner(s, size, points) })
}

// cornerBounds are the axes' ends, with some room around the points.
func cornerBounds(points []costPoint) (right, low, high float64) {
	low, high, right = 1, 1.02, 0.1
	for _, p := range points {
		low, high, right = min(low, p.ratio), max(high, p.ratio), max(right, p.stop)
	}
	room := (high - low) * 0.12
	return right * 1.12, low - room, high + room
}

func paintCorner(s *sketch, size fyne.Size, points []costPoint) {
	plain := fyne.TextStyle{}
	letters := captionSize("M", plain).Height
	if len(points) == 0 {
		s.words(0, 0, tr(sayNoStopsYet), plain, fyne.TextAlignLeading, colorMuted)
		return
	}
	right, low, high := cornerBounds(points)
	ticks := steps(low, high, 4)
	var names float32
	for _, v := range ticks {
		names = max(names, captionSize(ratioText(v), plain).Width)
	}
	const mark = 11
	x0, y0 := names+8, size.Height-2*letters-4
	top := letters + 8
	x := func(v float64) float32 { return x0 + (size.Width-x0-mark)*float32(v/right) }
	y := func(v float64) float32 { return y0 - (y0-top)*float32((v-low)/(high-low)) }
	s.words(0, 0, tr(sayAxisCost), plain, fyne.TextAlignLeading, colorMuted)
	for _, v := range ticks {
		s.line(x0, y(v), size.Width, y(v), 1, theme.ColorNameSeparator)
		s.words(names, y(v)-letters/2, ratioText(v), plain, fyne.TextAlignTrailing, colorMuted)
	}
	s.line(x0, y0, size.Width, y0, 1, colorMuted)
	for _, v := range steps(0, right, 4) {
		s.line(x(v), y0, x(v), y0+4, 1, colorMuted)
		s.words(x(v), y0+3, shareText(v), plain, alignWithin(x(v), captionSize(shareText(v), plain).Width, size.Width), colorMuted)
	}
	s.words(size.Width, size.Height-letters, tr(sayAxisStop), plain, fyne.TextAlignTrailing, colorMuted)

	var taken []spot
	for _, p := range points {
		taken = append(taken, spot{x(p.stop) - mark/2, y(p.ratio) - mark/2, mark, mark})
	}
	for _, p := range points {
		s.mark(x(p.stop), y(p.ratio), mark, modeShape(p.mode), modeColor(p.mode))
		name := modeName(p.mode)
		at := place(x(p.stop), y(p.ratio), mark/2+4, captionSize(name, plain), spot{x0, 0, size.Width - x0, y0}, taken)
		taken = append(taken, at)
		if middle := at.y + at.h/2; math.Abs(float64(middle-y(p.ratio))) > float64(letters)*0.8 {
			s.line(x(p.stop), y(p.ratio), min(max(x(p.stop), at.x), at.x+at.w), middle, 1, colorMuted)
		}
		s.words(at.x, at.y, name, plain, fyne.TextAlignLeading, theme.ColorNameForeground)
	}
}

// modeShape is a mode's mark; see sketch.mark.
func modeShape(mode inference.HookMode) int { return slices.Index(engine.BenchModes(), mode) }

// spot is a rectangle that something stands in.
type spot struct{ x, y, w, h float32 }

func (a spot) meets(b spot) bool {
	return a.x < b.x+b.w && b.x < a.x+a.w && a.y < b.y+b.h && b.y < a.y+a.h
}

func (a spot) within(b spot) bool {
	return a.x >= b.x && a.y >= b.y && a.x+a.w <= b.x+b.w && a.y+a.h <= b.y+b.h
}

// place finds room for a point's name: of some places near it the one where it is
// nearest and meets nothing.
func place(x, y, away float32, size fyne.Size, room spot, taken []spot) spot {
	best, least := spot{x + away, y - size.Height/2, size.Width, size.Height}, float32(math.MaxFloat32)
	for row := range 25 {
		down := float32((row+1)/2) * size.Height / 2
		if row%2 == 1 {
			down = -down
		}
		for i, left := range []float32{x + away, x - away - size.Width, x + 3*away, x - size.Width/2} {
			at := spot{left, y - size.Height/2 + down, size.Width, size.Height}
			score := float32(math.Abs(float64(down))) + float32(i)*4
			if !at.within(room) {
				score += 1000
			}
			for _, other := range taken {
				if at.meets(other) {
					score += 200
				}
			}
			if score < least {
				best, least = at, score
			}
		}
	}
	return best
}
