package gui

import (
	"flag"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"

	"haltscribe/gui/queue"
)

var update = flag.Bool("update", false, "write the golden pictures anew")

// golden compares the window with a kept picture. Fonts are Fyne's own and the
// painter is in software, so that pictures are the same on every machine but
// for rounding; a change of the layout moves whole letters.
func (b *bench) golden(name string) {
	b.t.Helper()
	got := b.win.Canvas().Capture()
	path := filepath.Join("testdata", name+".png")
	if *update {
		writePNG(b.t, path, got)
		return
	}
	f, err := os.Open(path)
	if err != nil {
		b.t.Fatal(err)
	}
	defer f.Close()
	want, err := png.Decode(f)
	if err != nil {
		b.t.Fatal(err)
	}
	if share := differing(got, want); share > 0.002 {
		seen := filepath.Join(b.t.ArtifactDir(), name+".png")
		writePNG(b.t, seen, got)
		b.t.Errorf("%.2f %% of the window differs from %s; see %s (go test -artifacts keeps it, -update accepts it)", 100*share, path, seen)
	}
}

// differing is the share of pixels that are visibly different.
func differing(a, b image.Image) float64 {
	if a.Bounds() != b.Bounds() {
		return 1
	}
	n := 0
	for y := a.Bounds().Min.Y; y < a.Bounds().Max.Y; y++ {
		for x := a.Bounds().Min.X; x < a.Bounds().Max.X; x++ {
			p, q := color.NRGBAModel.Convert(a.At(x, y)).(color.NRGBA), color.NRGBAModel.Convert(b.At(x, y)).(color.NRGBA)
			if apart(p.R, q.R)+apart(p.G, q.G)+apart(p.B, q.B) > 48 {
				n++
			}
		}
	}
	return float64(n) / float64(a.Bounds().Dx()*a.Bounds().Dy())
}

func apart(a, b uint8) int { return max(int(a), int(b)) - min(int(a), int(b)) }

func writePNG(t *testing.T, path string, img image.Image) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(f, img); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

func least() fyne.Size { return fyne.NewSize(leastWidth, leastHeight) }

func TestGoldenEmpty(t *testing.T) {
	b := open(t, setup{look: themeDark, size: least()})
	b.settled()
	b.golden("empty-dark")
}

func TestGoldenRunning(t *testing.T) {
	b := open(t, setup{
		look: themeLight, size: least(),
		engine: &fakeEngine{inventory: goodInventory(), scripts: map[string]script{"long talk.wav": halts}},
		files:  []string{"long talk.wav", "next.wav"},
	})
	b.settled()
	b.start()
	b.until("encoding, and a loaded player", func() bool {
		return len(b.transcript.list.rows) == 2 && b.snap.Items[0].Phase == "encode" && b.player.shown.Playable()
	})
	b.golden("running-light")
	b.stopAll()
	b.states(queue.Cancelled, queue.Waiting)
	b.golden("stopped-light")
}

func TestGoldenBanners(t *testing.T) {
	missing := goodInventory()
	missing.Library.ChunkFunctions = false
	missing.Library.MissingFunctions = []string{"mtmd_encode_chunk", "mtmd_get_output_embd", "mtmd_helper_decode_image_chunk"}
	b := open(t, setup{
		look: themeDark, size: least(), files: []string{"bad.wav"}, mute: true,
		engine: &fakeEngine{inventory: missing, scripts: map[string]script{"bad.wav": fails("it is not a WAV file")}},
		model: func(string) (Model, error) {
			return Model{Name: "demo", Note: "The demo model understands a few hundred English words."}, nil
		},
	})
	b.settled()
	b.start()
	b.states(queue.Failed)
	b.until("two banners, and no sound", func() bool { return len(b.banners.shown) == 3 && b.player.silent.Visible() })
	b.golden("banners-dark")
}
