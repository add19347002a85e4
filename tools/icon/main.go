// Command icon draws Haltscribe's icon: a waveform, and the bar that stops it.
//
//	go run ./tools/icon
//
// writes Icon.png (512 pixels, for packages) and gui/icon.png (256, for the
// window), from the repository's root.
package main

import (
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
)

// fine is how many samples a pixel has in each direction.
const fine = 4

// All measures are shares of the icon's width.
type shape struct {
	x, y, w, h, corner float64 // of a rounded rectangle, by its centre
	color              color.NRGBA
}

func rgb(c uint32) color.NRGBA {
	return color.NRGBA{R: uint8(c >> 16), G: uint8(c >> 8), B: uint8(c), A: 255}
}

func shapes() []shape {
	teal, coral, quiet := rgb(0x3AD1BC), rgb(0xFF6A5B), rgb(0x4A5A6C)
	s := []shape{}
	bar := func(x, h float64, c color.NRGBA) {
		s = append(s, shape{x: x, y: 0.5, w: 0.058, h: h, corner: 0.029, color: c})
	}
	// What was said,
	for i, h := range []float64{0.13, 0.29, 0.20, 0.47, 0.34} {
		bar(0.158+0.0935*float64(i), h, teal)
	}
	// where it was stopped,
	s = append(s, shape{x: 0.645, y: 0.5, w: 0.086, h: 0.68, corner: 0.03, color: coral})
	// and the silence after that.
	bar(0.765, 0.058, quiet)
	bar(0.8585, 0.058, quiet)
	return s
}

// ground is the tile that the rest lies on; it gets lighter towards the top.
var ground = shape{x: 0.5, y: 0.5, w: 0.94, h: 0.94, corner: 0.21}

func groundColor(y float64) color.NRGBA {
	top, bottom := rgb(0x263344), rgb(0x0F151D)
	mix := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + (float64(b)-float64(a))*y)) }
	return color.NRGBA{R: mix(top.R, bottom.R), G: mix(top.G, bottom.G), B: mix(top.B, bottom.B), A: 255}
}

// holds reports whether a point is inside a rounded rectangle.
func (s shape) holds(x, y float64) bool {
	dx := math.Abs(x-s.x) - (s.w/2 - s.corner)
	dy := math.Abs(y-s.y) - (s.h/2 - s.corner)
	if dx <= 0 {
		return dy <= s.corner
	}
	if dy <= 0 {
		return dx <= s.corner
	}
	return dx*dx+dy*dy <= s.corner*s.corner
}

// at is the colour of a point; transparent outside of the tile.
func at(x, y float64, on []shape) color.NRGBA {
	if !ground.holds(x, y) {
		return color.NRGBA{}
	}
	for i := len(on) - 1; i >= 0; i-- {
		if on[i].holds(x, y) {
			return on[i].color
		}
	}
	return groundColor(y)
}

func draw(size int) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, size, size))
	on := shapes()
	for py := range size {
		for px := range size {
			var r, g, b, a float64
			for i := range fine * fine {
				x := (float64(px) + (float64(i%fine)+0.5)/fine) / float64(size)
				y := (float64(py) + (float64(i/fine)+0.5)/fine) / float64(size)
				c := at(x, y, on)
				share := float64(c.A) / 255
				r, g, b, a = r+float64(c.R)*share, g+float64(c.G)*share, b+float64(c.B)*share, a+share
			}
			if a > 0 {
				img.SetNRGBA(px, py, color.NRGBA{
					R: uint8(math.Round(r / a)), G: uint8(math.Round(g / a)), B: uint8(math.Round(b / a)),
					A: uint8(math.Round(255 * a / (fine * fine))),
				})
			}
		}
	}
	return img
}

func write(path string, size int) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(f, draw(size)); err != nil {
		_ = f.Close() // the first error counts
		return err
	}
	return f.Close()
}

func main() {
	for path, size := range map[string]int{"Icon.png": 512, "gui/icon.png": 256} {
		if err := write(path, size); err != nil {
			fmt.Fprintln(os.Stderr, "icon:", err)
			os.Exit(1)
		}
	}
}
