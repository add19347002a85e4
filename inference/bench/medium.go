package bench

import (
	"fmt"
	"slices"

	"haltscribe/cbridge"
	"haltscribe/inference"
	"haltscribe/inference/plan"
)

// medium is what is encoded, audio or an image, prepared for both models.
type medium struct {
	kind   string
	chunks [2]*cbridge.Chunks // of hooked, bare: each tokenized its own
	other  *cbridge.Chunks    // of hooked: the same backwards, chunks of the same shapes
	plans  *plan.Keeper
}

// encodable reports whether a chunk goes through the encoder.
func encodable(c cbridge.Chunk) bool { return c.Audio || c.Image }

// prepare makes what the projector can encode: the recording, and a test image.
func (b *bed) prepare(lab Lab) error {
	prompt := lab.Prompt(inference.Options{})
	if rate := b.hooked.SampleRate(); rate > 0 {
		samples, err := lab.FirstPiece(b.spec.File, rate)
		if err != nil {
			return err
		}
		backwards := slices.Clone(samples)
		slices.Reverse(backwards)
		err = b.add(lab, inference.Audio, func(m *cbridge.Model, reversed bool) (*cbridge.Chunks, error) {
			if reversed {
				return m.Tokenize(prompt, backwards)
			}
			return m.Tokenize(prompt, samples)
		})
		if err != nil {
			return fmt.Errorf("preparing the recording: %w", err)
		}
	}
	if b.hooked.TakesImages() {
		image := testImage()
		backwards := slices.Clone(image)
		slices.Reverse(backwards)
		err := b.add(lab, inference.Image, func(m *cbridge.Model, reversed bool) (*cbridge.Chunks, error) {
			if reversed {
				return m.TokenizeImage(prompt, backwards, imageSide, imageSide)
			}
			return m.TokenizeImage(prompt, image, imageSide, imageSide)
		})
		if err != nil {
			return fmt.Errorf("preparing the image: %w", err)
		}
	}
	b.medium = b.media[0]
	return nil
}

func (b *bed) add(lab Lab, kind inference.Medium, tokenize func(m *cbridge.Model, reversed bool) (*cbridge.Chunks, error)) error {
	m := &medium{kind: string(kind)}
	b.media = append(b.media, m)
	var err error
	if m.chunks[0], err = tokenize(b.hooked, false); err != nil {
		return err
	}
	if m.chunks[1], err = tokenize(b.bare, false); err != nil {
		return err
	}
	if m.other, err = tokenize(b.hooked, true); err != nil {
		return err
	}
	m.plans, err = lab.Plans(b.hooked, b.setup, kind)
	return err
}

func (m *medium) close() {
	for _, c := range []*cbridge.Chunks{m.chunks[0], m.chunks[1], m.other} {
		if c != nil {
			c.Close()
		}
	}
}

// shapes is how many shapes of chunks there are to measure.
func (b *bed) shapes() (n int) {
	for _, m := range b.media {
		seen := map[int]bool{}
		for _, c := range m.chunks[0].List() {
			if encodable(c) {
				seen[c.Tokens] = true
			}
		}
		n += len(seen)
	}
	return n
}

// The test image's side in pixels: as large as the encoders of small models take.
const imageSide = 448

// testImage is a picture of rings and slopes, the same everywhere: red, green and blue
// of each pixel. Encoders do the same work whatever they see.
func testImage() []byte {
	rgb := make([]byte, 0, 3*imageSide*imageSide)
	for y := range imageSide {
		for x := range imageSide {
			dx, dy := x-imageSide/3, y-imageSide/2
			rgb = append(rgb, byte(x*255/imageSide), byte(y*255/imageSide), byte((dx*dx+dy*dy)/64))
		}
	}
	return rgb
}
