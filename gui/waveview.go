package gui

import (
	"image"
	"image/color"
	"math"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"haltscribe/audio"
)

// waveView shows a whole recording's loudness and where the player is; a click or
// a drag goes elsewhere.
type waveView struct {
	widget.BaseWidget
	tip
	seek  func(share float64)
	shown wave
	hover float32 // where the mouse is; negative where it is not
	off   bool
}

// wave is what a waveView shows.
type wave struct {
	peaks    audio.Peaks
	seconds  float64 // of the recording
	position float64 // seconds
	from, to float64 // of the marked segment, seconds; equal for none
	drawn    int     // outlines that there are: tells one state of peaks from another
}

func newWaveView(seek func(share float64)) *waveView {
	v := &waveView{seek: seek, hover: -1}
	v.ExtendBaseWidget(v)
	v.ExtendToolTipWidget(v)
	return v
}

func (v *waveView) show(w wave, off bool) {
	w.drawn = len(w.peaks.Outline)
	old := v.shown
	if off == v.off && old.drawn == w.drawn && old.seconds == w.seconds && old.from == w.from && old.to == w.to &&
		old.peaks.Samples == w.peaks.Samples && old.peaks.Stretch == w.peaks.Stretch && v.column(old) == v.column(w) {
		return
	}
	v.shown, v.off = w, off
	v.Refresh()
}

// column is where the cursor is, to half of a pixel: less is not seen.
func (v *waveView) column(w wave) int {
	return int(math.Round(2 * share(w.position, w.seconds) * float64(v.Size().Width)))
}

func share(part, whole float64) float64 {
	if whole <= 0 {
		return 0
	}
	return min(1, max(0, part/whole))
}

// Tapped goes to the place.
func (v *waveView) Tapped(e *fyne.PointEvent) { v.goTo(e.Position.X) }

// Dragged goes along.
func (v *waveView) Dragged(e *fyne.DragEvent) {
	v.hover = e.Position.X
	v.goTo(e.Position.X)
}

// DragEnd is Fyne's.
func (v *waveView) DragEnd() {}

func (v *waveView) goTo(x float32) {
	if !v.off && v.Size().Width > 0 {
		v.seek(min(1, max(0, float64(x/v.Size().Width))))
	}
}

// MouseIn is Fyne's; so are the next two.
func (v *waveView) MouseIn(e *desktop.MouseEvent) {
	v.tip.MouseIn(e)
	v.point(e.Position.X)
}

func (v *waveView) MouseMoved(e *desktop.MouseEvent) {
	v.tip.MouseMoved(e)
	v.point(e.Position.X)
}

func (v *waveView) MouseOut() {
	v.tip.MouseOut()
	v.point(-1)
}

func (v *waveView) point(x float32) {
	if v.hover != x && !v.off {
		v.hover = x
		v.Refresh()
	}
}

// CreateRenderer is Fyne's.
func (v *waveView) CreateRenderer() fyne.WidgetRenderer {
	r := &waveRenderer{view: v, time: canvas.NewText("", color.Transparent), back: canvas.NewRectangle(color.Transparent)}
	r.raster = canvas.NewRaster(v.draw)
	r.Refresh()
	return r
}

type waveRenderer struct {
	view   *waveView
	raster *canvas.Raster
	back   *canvas.Rectangle // behind time
	time   *canvas.Text      // where the mouse is
}

func (r *waveRenderer) Layout(size fyne.Size) {
	r.raster.Resize(size)
	need := r.time.MinSize()
	x := min(size.Width-need.Width-4, max(4, r.view.hover+6))
	r.time.Move(fyne.NewPos(x, 0))
	r.time.Resize(need)
	r.back.Move(fyne.NewPos(x-3, 0))
	r.back.Resize(need.AddWidthHeight(6, 0))
}

func (r *waveRenderer) MinSize() fyne.Size { return fyne.NewSize(120, 40) }

func (r *waveRenderer) Refresh() {
	v := r.view
	on := v.hover >= 0 && !v.off && v.shown.seconds > 0
	setVisible(r.time, on)
	setVisible(r.back, on)
	if on {
		r.time.Text = clock(float64(v.hover/max(1, v.Size().Width)) * v.shown.seconds)
		r.time.TextSize = theme.CaptionTextSize()
		r.time.Color = colorOf(theme.ColorNameForeground)
		r.back.FillColor = colorOf(colorSurface)
		r.back.CornerRadius = 3
	}
	r.Layout(v.Size())
	canvas.Refresh(v)
}

func (r *waveRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.raster, r.back, r.time}
}

func (r *waveRenderer) Destroy() {}

// draw paints the bars, in device pixels: two wide, one apart, as often as there is
// room, the played ones in another colour and taller, so that the colour is not the
// only sign: the cursor's line stands between them.
func (v *waveView) draw(width, height int) image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	if width < 8 || height < 8 {
		return img
	}
	scale := max(1, int(math.Round(float64(width)/float64(max(1, v.Size().Width)))))
	w := v.shown
	at := int(share(w.position, w.seconds) * float64(width-2*scale))
	if w.to > w.from && w.seconds > 0 {
		from, to := share(w.from, w.seconds)*float64(width), share(w.to, w.seconds)*float64(width)
		fill(img, int(from), 0, max(int(from)+2*scale, int(to)), height, nrgba(colorTrack))
	}
	played, rest := nrgba(theme.ColorNamePrimary), nrgba(colorMuted)
	if v.off {
		played, rest = nrgba(colorTrack), nrgba(colorTrack)
	}
	middle := height / 2
	for x := 0; x+2*scale <= width; x += 3 * scale {
		peak, mean := w.loudest(float64(x)/float64(width), float64(x+3*scale)/float64(width))
		c := rest
		if x < at {
			c = played
		}
		half := max(scale, int(peak*float64(middle-scale)))
		soft := c
		soft.A = 0x70
		fill(img, x, middle-half, x+2*scale, middle+half, soft)
		half = max(scale, int(mean*float64(middle-scale)))
		fill(img, x, middle-half, x+2*scale, middle+half, c)
	}
	if !v.off && w.seconds > 0 {
		fill(img, at, 0, at+2*scale, height, nrgba(theme.ColorNameForeground))
	}
	return img
}

// loudest is how loud the recording is between two shares of its length, 0 to 1.
// Quiet speech is drawn larger than it is, or nothing were to be seen of it.
func (w wave) loudest(from, to float64) (peak, mean float64) {
	outlines := float64(w.peaks.Samples) / float64(max(1, w.peaks.Stretch))
	first, last := int(from*outlines), int(math.Ceil(to*outlines))
	n := 0
	for i := max(0, first); i < min(last, len(w.peaks.Outline)); i++ {
		peak = max(peak, float64(w.peaks.Outline[i].Peak)/255)
		mean += float64(w.peaks.Outline[i].Mean) / 255
		n++
	}
	if n > 0 {
		mean /= float64(n)
	}
	return math.Pow(peak, 0.7), math.Pow(mean, 0.7)
}

func nrgba(name fyne.ThemeColorName) color.NRGBA {
	return color.NRGBAModel.Convert(colorOf(name)).(color.NRGBA)
}

// fill lays a rectangle over the picture.
func fill(img *image.NRGBA, x0, y0, x1, y1 int, c color.NRGBA) {
	r := image.Rect(x0, y0, x1, y1).Intersect(img.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			img.SetNRGBA(x, y, c)
		}
	}
}

// seconds of a place in a recording of that length.
func placeIn(length time.Duration, share float64) time.Duration {
	return time.Duration(share * float64(length))
}
