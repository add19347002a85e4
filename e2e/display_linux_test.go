package e2e

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

const screenWidth, screenHeight = 1280, 800

// display is an X server of our own.
type display struct {
	t      *testing.T
	name   string // ":7"
	buffer string // the file that it keeps its picture in
}

// startDisplay starts Xvfb on a display that is free.
func startDisplay(t *testing.T) *display {
	t.Helper()
	return startDisplayOf(t, screenWidth, screenHeight)
}

// startDisplayOf is startDisplay with a screen of another size.
func startDisplayOf(t *testing.T, width, height int) *display {
	t.Helper()
	server, err := exec.LookPath("Xvfb")
	if err != nil {
		t.Fatalf("the end-to-end test needs Xvfb (make setup-test installs it): %v", err)
	}
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	dir := t.TempDir()
	cmd := exec.Command(server, "-displayfd", "3", "-nolisten", "tcp", "-noreset", "-nocursor", "-fbdir", dir,
		"-screen", "0", fmt.Sprintf("%dx%dx24", width, height))
	cmd.ExtraFiles = []*os.File{write}
	err = cmd.Start()
	_ = write.Close() // the server has its own
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // it may have ended by itself
		_ = cmd.Wait()
	})
	if err := read.SetReadDeadline(time.Now().Add(20 * time.Second)); err != nil {
		t.Fatal(err)
	}
	number, err := bufio.NewReader(read).ReadString('\n')
	if err != nil {
		t.Fatalf("Xvfb did not come up: %v", err)
	}
	return &display{t: t, name: ":" + strings.TrimSpace(number), buffer: filepath.Join(dir, "Xvfb_screen0")}
}

// xdotool moves the mouse and presses keys.
func (d *display) xdotool(arguments ...string) string {
	d.t.Helper()
	cmd := exec.Command("xdotool", arguments...)
	cmd.Env = append(os.Environ(), "DISPLAY="+d.name)
	out, err := cmd.Output()
	if err != nil {
		d.t.Fatalf("xdotool %s: %v", strings.Join(arguments, " "), err)
	}
	return strings.TrimSpace(string(out))
}

// drop drags files onto a point of the screen.
func (d *display) drop(x, y int, files ...string) {
	d.t.Helper()
	cmd := exec.Command("/usr/bin/python3", append([]string{"xdnd_drop.py", fmt.Sprint(x), fmt.Sprint(y)}, files...)...)
	cmd.Env = append(os.Environ(), "DISPLAY="+d.name, "GDK_BACKEND=x11", "NO_AT_BRIDGE=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		d.t.Fatalf("the drop was not taken: %v\n%s", err, out)
	}
}

// picture reads what is on the screen out of the server's frame buffer, which
// is a file in XWD's form.
func (d *display) picture(width, height int) (*image.NRGBA, error) {
	raw, err := os.ReadFile(d.buffer)
	if err != nil {
		return nil, err
	}
	const fields = 25
	if len(raw) < 4*fields {
		return nil, errors.New("the frame buffer has no header")
	}
	field := func(i int) int { return int(binary.BigEndian.Uint32(raw[4*i:])) }
	const sizeAt, bitsAt, lineAt, colorsAt = 0, 11, 12, 19
	if field(bitsAt) != 32 {
		return nil, fmt.Errorf("the frame buffer has %d bits a pixel", field(bitsAt))
	}
	pixels := raw[field(sizeAt)+12*field(colorsAt):]
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			p := pixels[y*field(lineAt)+4*x:]
			img.SetNRGBA(x, y, color.NRGBA{R: p[2], G: p[1], B: p[0], A: 255})
		}
	}
	return img, nil
}

// still is a picture of a screen that has come to rest, or of whatever is there
// after a while.
func (d *display) still(width, height int) *image.NRGBA {
	d.t.Helper()
	tick := time.NewTicker(60 * time.Millisecond)
	defer tick.Stop()
	var last *image.NRGBA
	for range 20 {
		img, err := d.picture(width, height)
		if err != nil {
			d.t.Fatal(err)
		}
		if last != nil && bytes.Equal(last.Pix, img.Pix) {
			return img
		}
		last = img
		<-tick.C
	}
	return last
}

// changed waits until the screen looks otherwise than in a picture: what a key
// brought up is there then. It does not fail where nothing changes, which the
// picture that is taken next will show.
func (d *display) changed(from *image.NRGBA) {
	d.t.Helper()
	tick := time.NewTicker(60 * time.Millisecond)
	defer tick.Stop()
	for range 200 {
		img, err := d.picture(from.Rect.Dx(), from.Rect.Dy())
		if err != nil {
			d.t.Fatal(err)
		}
		if !bytes.Equal(from.Pix, img.Pix) {
			return
		}
		<-tick.C
	}
}

// paletted is a picture in 256 colours, which is all that a window with smooth
// letters needs, and a third of the size. Each colour is the one that is missed
// most so far, by its distance from those that are there and by its frequency.
func paletted(img *image.NRGBA) *image.Paletted {
	count := map[color.NRGBA]int{}
	for i := 0; i < len(img.Pix); i += 4 {
		count[color.NRGBA{R: img.Pix[i], G: img.Pix[i+1], B: img.Pix[i+2], A: 255}]++
	}
	used := slices.SortedFunc(maps.Keys(count), func(a, b color.NRGBA) int {
		return cmp.Or(count[b]-count[a], int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B))
	})
	nearest, missed := make([]uint8, len(used)), make([]int, len(used))
	for i := range missed {
		missed[i] = 3 * 256 * 256
	}
	var colors color.Palette
	for most := 0; len(colors) < 256 && missed[most] > 0; {
		c := used[most]
		colors = append(colors, c)
		for i, u := range used {
			r, g, b := int(u.R)-int(c.R), int(u.G)-int(c.G), int(u.B)-int(c.B)
			if d := r*r + g*g + b*b; d < missed[i] {
				missed[i], nearest[i] = d, uint8(len(colors)-1)
			}
			if missed[i]*count[u] > missed[most]*count[used[most]] {
				most = i
			}
		}
	}
	index := map[color.NRGBA]uint8{}
	for i, u := range used {
		index[u] = nearest[i]
	}
	out := image.NewPaletted(img.Rect, colors)
	for i := range out.Pix {
		out.Pix[i] = index[color.NRGBA{R: img.Pix[4*i], G: img.Pix[4*i+1], B: img.Pix[4*i+2], A: 255}]
	}
	return out
}

// screenshot leaves a picture of the screen's upper left corner, where the
// window is, in screenshots/.
func (d *display) screenshot(name string, width, height int) {
	d.t.Helper()
	d.screenshotTo(filepath.Join("screenshots", name+".png"), width, height)
}

// guidePicture leaves a picture where HALTSCRIBE_PICTURES says, if it does: those
// of docs/ are made so.
func (d *display) guidePicture(name string, width, height int) {
	d.t.Helper()
	folder := os.Getenv(picturesVar)
	if folder == "" {
		return
	}
	if !filepath.IsAbs(folder) {
		folder = filepath.Join("..", folder)
	}
	d.screenshotTo(filepath.Join(folder, name+".png"), width, height)
}

// shot is a screenshot of the window after it had the time to draw what the journal
// told of.
func (p *program) shot(name string, width, height int) {
	p.t.Helper()
	p.seconds(2)
	p.screen.screenshot(name, width, height)
}

// picturesVar names a folder for the pictures of docs/.
const picturesVar = "HALTSCRIBE_PICTURES"

func (d *display) screenshotTo(path string, width, height int) {
	d.t.Helper()
	img := d.still(width, height)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		d.t.Fatal(err)
	}
	f, err := os.Create(path)
	if err != nil {
		d.t.Fatal(err)
	}
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(f, paletted(img)); err != nil {
		d.t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		d.t.Fatal(err)
	}
}
