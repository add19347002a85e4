// Package synth writes GGUF pairs of random weights with the exact shape of a real
// model: the same graph, so the same number of nodes and the same timing. They
// transcribe nonsense; they are for measuring where real weights can't be had.
package synth

import (
	"fmt"
	"slices"
	"strings"
)

// Shape is the sizes of a Qwen3-ASR model: an audio encoder and a text decoder.
type Shape struct {
	Name    string
	Encoder Encoder
	Vision  *Vision // nil: no encoder for images
	Text    Text
}

// Encoder is the audio encoder's part (qwen3a).
type Encoder struct {
	Width, Layers, Heads, FFN int
	Conv                      int // channels of the three convolutions
	Positions                 int
}

// Vision is an image encoder's part (qwen3vl_merger, without deep-stack features).
type Vision struct {
	Width, Layers, Heads, FFN int
	Patch, Image              int // pixels, of a patch's and the image's side
}

// Text is the decoder's part (qwen3vl).
type Text struct {
	Width, Layers, Heads, KVHeads, Head, FFN int
	Vocabulary                               int
	Rope                                     [4]int32
}

// Mel bins, and what three convolutions of stride 2 leave of them.
const (
	melBins   = 128
	convBands = melBins / 8
)

// Shapes are the ones that can be written.
func Shapes() []Shape {
	return []Shape{
		{
			Name:    "qwen3-asr-0.6b",
			Encoder: Encoder{Width: 896, Layers: 18, Heads: 14, FFN: 3584, Conv: 480, Positions: 1500},
			Text: Text{
				Width: 1024, Layers: 28, Heads: 16, KVHeads: 8, Head: 128, FFN: 3072,
				Vocabulary: 151936, Rope: [4]int32{24, 20, 20, 0},
			},
		},
		{
			Name:    "small",
			Encoder: Encoder{Width: 256, Layers: 4, Heads: 4, FFN: 1024, Conv: 64, Positions: 1500},
			Text: Text{
				Width: 256, Layers: 4, Heads: 4, KVHeads: 2, Head: 64, FFN: 768,
				Vocabulary: 4096, Rope: [4]int32{12, 10, 10, 0},
			},
		},
		{
			Name:    "small-vision",
			Encoder: Encoder{Width: 256, Layers: 4, Heads: 4, FFN: 1024, Conv: 64, Positions: 1500},
			Vision:  &Vision{Width: 384, Layers: 8, Heads: 6, FFN: 1536, Patch: 16, Image: 448},
			Text: Text{
				Width: 256, Layers: 4, Heads: 4, KVHeads: 2, Head: 64, FFN: 768,
				Vocabulary: 4096, Rope: [4]int32{12, 10, 10, 0},
			},
		},
	}
}

// Named finds a shape.
func Named(name string) (Shape, error) {
	shapes := Shapes()
	i := slices.IndexFunc(shapes, func(s Shape) bool { return s.Name == name })
	if i < 0 {
		names := make([]string, len(shapes))
		for i, s := range shapes {
			names[i] = s.Name
		}
		return Shape{}, fmt.Errorf("there is no shape %q; choose %s", name, strings.Join(names, " or "))
	}
	return shapes[i], nil
}
