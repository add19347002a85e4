package models

import (
	"fmt"
	"path/filepath"
	"slices"

	"haltscribe/models/gguf"
)

// Facts is what a GGUF file says of itself, as far as it matters for a pair.
type Facts struct {
	Path string
	Name string // general.name; may be ""
	Arch string // general.architecture; "clip" for projectors
	Size int64  // bytes

	Width int // of the embeddings that a text model takes, or that a projector makes; 0 where it is not known

	// Of a projector.
	Projector string // its type for audio; "" without an audio encoder
	Vision    bool

	// Of a text model. 0 where the file doesn't say.
	Layers, HeadsKV, KeyLength, ValueLength int
	Part                                    bool // a later part of a model that is split into several files
}

// IsProjector reports whether the file is an mmproj.
func (f Facts) IsProjector() bool { return f.Arch == "clip" }

// base is the file's name for sentences.
func (f Facts) base() string { return filepath.Base(f.Path) }

// Inspect reads the head of a GGUF file. The error is a sentence that names the file.
func Inspect(path string) (Facts, error) {
	g, err := gguf.Open(path)
	if err != nil {
		return Facts{}, fmt.Errorf("%s can't be used: %w", path, err)
	}
	f := Facts{Path: path, Name: g.Text("general.name"), Arch: g.Text("general.architecture"), Size: g.Size}
	switch f.Arch {
	case "":
		return Facts{}, fmt.Errorf("%s can't be used: it does not say what architecture it has", path)
	case "clip":
		f.projector(g)
	default:
		f.text(g)
	}
	return f, nil
}

func (f *Facts) text(g *gguf.File) {
	number := func(key string) int {
		n, _ := g.Uint(f.Arch + "." + key)
		return int(min(n, 1<<16)) // no model has more of anything that is counted here
	}
	f.Width = number("embedding_length")
	f.Width *= 1 + min(number("n_deepstack_layers"), 64)
	f.Layers, f.HeadsKV = number("block_count"), number("attention.head_count_kv")
	f.KeyLength, f.ValueLength = number("attention.key_length"), number("attention.value_length")
	if heads := number("attention.head_count"); heads > 0 && f.KeyLength == 0 {
		f.KeyLength = number("embedding_length") / heads
		f.ValueLength = f.KeyLength
	}
	part, _ := g.Uint("split.no")
	f.Part = part > 0
}

// outputs says where the width of a projector's output shows: libmtmd reads it there too.
var outputs = map[string]struct {
	tensor string
	dim    int
}{
	"qwen3a":         {"mm.a.mlp.2.weight", 1},
	"ultravox":       {"mm.a.mlp.2.weight", 1},
	"voxtral":        {"mm.a.mlp.2.weight", 1},
	"musicflamingo":  {"mm.a.mlp.2.weight", 1},
	"glma":           {"mm.a.mlp.2.weight", 1},
	"meralion":       {"mm.a.mlp.3.weight", 1},
	"dots3note_a":    {"mm.a.mlp.3.weight", 1},
	"qwen2a":         {"mm.a.fc.weight", 1},
	"qwen2.5o":       {"mm.a.fc.weight", 1},
	"lfm2a":          {"a.position_embd.weight", 0},
	"granite_speech": {"a.proj_linear.weight", 1},
	"gemma4a":        {"mm.a.input_projection.weight", 1},
	"gemma4ua":       {"mm.a.input_projection.weight", 1},
}

func (f *Facts) projector(g *gguf.File) {
	f.Vision = g.Bool("clip.has_vision_encoder")
	if g.Bool("clip.has_audio_encoder") {
		// The order in which libmtmd looks.
		f.Projector = g.Text("clip.projector_type")
		if f.Projector == "" {
			f.Projector = g.Text("clip.audio.projector_type")
		}
	}
	if out, ok := outputs[f.Projector]; ok {
		if t, ok := g.Tensor(out.tensor); ok && len(t.Dims) > out.dim {
			f.Width = int(min(t.Dims[out.dim], 1<<30))
			return
		}
	}
	n, _ := g.Uint("clip.audio.projection_dim")
	f.Width = int(min(n, 1<<30))
}

// voices are projectors that hear a voice to speak with it, not to write down what it says.
var voices = []string{"qwen3tts_spkenc", "pockettts_spkenc"}

// usable says why a projector can't be used for speech; nil where it can.
func (f Facts) usable() error {
	switch {
	case f.Projector == "" && f.Vision:
		return fmt.Errorf("%s can't be used: it is a projector for pictures alone, without an audio encoder", f.Path)
	case f.Projector == "":
		return fmt.Errorf("%s can't be used: it is a projector without an audio encoder", f.Path)
	case slices.Contains(voices, f.Projector):
		return fmt.Errorf("%s can't be used: it is for speaking with a voice (%s), not for transcribing", f.Path, f.Projector)
	}
	return nil
}

// agree says why a text model and a projector are no pair; nil where they are one, as far as their files tell.
func agree(text, projector Facts) error {
	if err := projector.usable(); err != nil {
		return err
	}
	if text.Width != 0 && projector.Width != 0 && text.Width != projector.Width {
		return fmt.Errorf("%s and %s don't belong together: the projector makes embeddings of width %d, and the text model takes %d",
			text.Path, projector.base(), projector.Width, text.Width)
	}
	return nil
}
