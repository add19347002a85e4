package audio

import (
	"bytes"
	"context"
	"errors"
	"math"
	"testing"
)

func TestOutlineIsBoundedAndTrue(t *testing.T) {
	t.Parallel()
	for _, seconds := range []int{1, 20, 300} {
		o := newOutliner(16000)
		block := make([]float32, 16000)
		for s := range seconds {
			for i := range block {
				block[i] = float32(s%10) / 20
				if i%2 == 1 {
					block[i] = -block[i]
				}
			}
			block[8000] = 1 // a click in each second
			o.add(block)
		}
		p := o.now()
		if p.Samples != int64(16000*seconds) || p.Seconds() != float64(seconds) || len(p.Outline) > mostOutlines {
			t.Fatalf("%d s: %d samples in %d outlines", seconds, p.Samples, len(p.Outline))
		}
		if want := (p.Samples + p.Stretch - 1) / p.Stretch; int64(len(p.Outline)) != want {
			t.Errorf("%d s: %d outlines of %d samples, want %d", seconds, len(p.Outline), p.Stretch, want)
		}
		for s := range seconds {
			at := (int64(s)*16000 + 12000) / p.Stretch // no click there, unless stretches are long
			quiet := p.Outline[at]
			click := p.Outline[(int64(s)*16000+8000)/p.Stretch]
			want := 255 * float64(s%10) / 20
			if p.Stretch < 4000 && (math.Abs(float64(quiet.Mean)-want) > 1 || math.Abs(float64(quiet.Peak)-want) > 1) {
				t.Errorf("%d s: at %d s it is %+v, want %.0f", seconds, s, quiet, want)
			}
			if click.Peak != 255 {
				t.Errorf("%d s: the click at %d s is %+v", seconds, s, click)
			}
		}
	}
}

func TestOutlineOfAFile(t *testing.T) {
	t.Parallel()
	const samples = 16000 * 300
	path := writeFile(t, "a.wav", riffFile(mono16.chunk(), chunk("data", bytes.Repeat([]byte{0, 0x40}, samples))))
	var told []Peaks
	p, err := OutlineOf(t.Context(), path, func(p Peaks) { told = append(told, p) })
	if err != nil || p.Samples != samples || p.Rate != 16000 {
		t.Fatalf("%d samples at %d Hz, %v", p.Samples, p.Rate, err)
	}
	if len(told) != 1 || told[0].Samples != p.Samples || len(told[0].Outline) == 0 || len(told[0].Outline) >= len(p.Outline) {
		t.Errorf("told on the way %d times", len(told))
	}
	ctx, cancel := context.WithCancel(t.Context())
	_, err = OutlineOf(ctx, path, func(Peaks) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := OutlineOf(t.Context(), writeFile(t, "b.wav", []byte("no recording")), nil); err == nil {
		t.Error("no recording has an outline")
	}
}
