package synth

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"haltscribe/cbridge"
)

// The names of the pair.
const (
	TextFile      = "model.gguf"
	ProjectorFile = "mmproj.gguf"
)

// Write writes the pair to folder and tells progress the share done, 0 to 1. The
// files appear under their names when they are whole.
func Write(lib *cbridge.Library, s Shape, folder string, progress func(done float64)) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return fmt.Errorf("making the folder: %w", err)
	}
	total := s.Encoder.weights(s.Text.Width) + s.Vision.weights(s.Text.Width) + s.Text.weights()
	var written int64
	count := func(n int64) {
		written += n
		progress(min(1, float64(written)/float64(total)))
	}
	// One after the other: only one of them is in memory at a time.
	for _, part := range []struct {
		file string
		fill func(*writer)
	}{
		{ProjectorFile, func(w *writer) { w.encoder(s) }},
		{TextFile, func(w *writer) { w.text(s) }},
	} {
		if err := writeFile(lib, filepath.Join(folder, part.file), part.fill, count); err != nil {
			return fmt.Errorf("writing %s: %w", part.file, err)
		}
	}
	return nil
}

func writeFile(lib *cbridge.Library, path string, fill func(*writer), count func(int64)) error {
	g, err := lib.NewGGUF()
	if err != nil {
		return err
	}
	defer g.Close()
	fill(&writer{g, count})
	unfinished := path + ".part"
	if err := g.Write(unfinished); err != nil {
		return errors.Join(err, os.Remove(unfinished))
	}
	if err := os.Rename(unfinished, path); err != nil {
		return errors.Join(err, os.Remove(unfinished))
	}
	return nil
}

// writer adds the tensors of a model.
type writer struct {
	*cbridge.GGUF
	count func(int64)
}

func (w *writer) tensor(name string, t cbridge.TensorType, mean, spread float32, shape ...int) {
	dims := make([]int64, len(shape))
	n := int64(1)
	for i, d := range shape {
		dims[i] = int64(d)
		n *= dims[i]
	}
	w.Random(name, t, mean, spread, dims...)
	w.count(n)
}

// matrix is a quantised one from in to out.
func (w *writer) matrix(name string, in, out int) {
	w.tensor(name+".weight", cbridge.Q8, 0, 0.02, in, out)
}

func (w *writer) linear(name string, in, out int) {
	w.matrix(name, in, out)
	w.tensor(name+".bias", cbridge.F32, 0, 0.02, out)
}

func (w *writer) norm(name string, n int, bias bool) {
	w.tensor(name+".weight", cbridge.F32, 1, 0.02, n)
	if bias {
		w.tensor(name+".bias", cbridge.F32, 0, 0.02, n)
	}
}

func (w *writer) encoder(s Shape) {
	e := s.Encoder
	w.String("general.architecture", "clip")
	w.String("general.type", "mmproj")
	w.String("general.name", "random weights, "+s.Name)
	w.Bool("clip.has_audio_encoder", true)
	w.Bool("clip.has_vision_encoder", s.Vision != nil)
	if s.Vision != nil {
		w.vision(s.Vision, s.Text.Width)
	} else {
		w.String("clip.projector_type", "qwen3a") // one for both would hide the two
	}
	w.String("clip.audio.projector_type", "qwen3a")
	w.Bool("clip.use_gelu", true)
	w.Uint("clip.audio.embedding_length", e.Width)
	w.Uint("clip.audio.feed_forward_length", e.FFN)
	w.Uint("clip.audio.block_count", e.Layers)
	w.Uint("clip.audio.projection_dim", s.Text.Width)
	w.Uint("clip.audio.num_mel_bins", melBins)
	w.Uint("clip.audio.attention.head_count", e.Heads)
	w.Float("clip.audio.attention.layer_norm_epsilon", 1e-5)
	in := 1
	for i := 1; i <= 3; i++ {
		name := fmt.Sprintf("a.conv2d.%d", i)
		w.tensor(name+".weight", cbridge.F16, 0, 0.05, 3, 3, in, e.Conv)
		w.tensor(name+".bias", cbridge.F32, 0, 0.02, 1, 1, e.Conv)
		in = e.Conv
	}
	w.tensor("a.conv_out.weight", cbridge.F16, 0, 0.02, e.Conv*convBands, e.Width)
	w.tensor("a.position_embd.weight", cbridge.F32, 0, 0.5, e.Width, e.Positions)
	for i := range e.Layers {
		block := fmt.Sprintf("a.blk.%d.", i)
		for _, name := range []string{"attn_q", "attn_k", "attn_v", "attn_out"} {
			w.linear(block+name, e.Width, e.Width)
		}
		w.linear(block+"ffn_up", e.Width, e.FFN)
		w.linear(block+"ffn_down", e.FFN, e.Width)
		w.norm(block+"ln1", e.Width, true)
		w.norm(block+"ln2", e.Width, true)
	}
	w.norm("a.post_ln", e.Width, true)
	w.linear("mm.a.mlp.1", e.Width, e.Width)
	w.linear("mm.a.mlp.2", e.Width, s.Text.Width)
}

// weights counts the numbers of the matrices, which are nearly all: for the progress.
func (e Encoder) weights(projection int) int64 {
	convolutions := 9*e.Conv + 18*e.Conv*e.Conv + e.Conv*convBands*e.Width
	blocks := e.Layers * (4*e.Width*e.Width + 2*e.Width*e.FFN)
	return int64(convolutions + blocks + e.Width*(e.Positions+e.Width+projection))
}

func (w *writer) text(s Shape) {
	t := s.Text
	w.String("general.architecture", "qwen3vl")
	w.String("general.type", "model")
	w.String("general.name", "random weights, "+s.Name)
	for _, v := range []struct {
		key   string
		value int
	}{
		{"block_count", t.Layers},
		{"context_length", 4096},
		{"embedding_length", t.Width},
		{"feed_forward_length", t.FFN},
		{"attention.head_count", t.Heads},
		{"attention.head_count_kv", t.KVHeads},
		{"attention.key_length", t.Head},
		{"attention.value_length", t.Head},
		{"n_deepstack_layers", 0},
		{"vocab_size", t.Vocabulary},
	} {
		w.Uint("qwen3vl."+v.key, v.value)
	}
	w.Float("qwen3vl.rope.freq_base", 1e6)
	w.Float("qwen3vl.attention.layer_norm_rms_epsilon", 1e-6)
	w.Ints("qwen3vl.rope.dimension_sections", t.Rope[:])
	w.tokenizer(t.Vocabulary)

	w.matrix("token_embd", t.Width, t.Vocabulary)
	w.norm("output_norm", t.Width, false)
	for i := range t.Layers {
		block := fmt.Sprintf("blk.%d.", i)
		w.matrix(block+"attn_q", t.Width, t.Heads*t.Head)
		w.matrix(block+"attn_k", t.Width, t.KVHeads*t.Head)
		w.matrix(block+"attn_v", t.Width, t.KVHeads*t.Head)
		w.matrix(block+"attn_output", t.Heads*t.Head, t.Width)
		w.matrix(block+"ffn_gate", t.Width, t.FFN)
		w.matrix(block+"ffn_up", t.Width, t.FFN)
		w.matrix(block+"ffn_down", t.FFN, t.Width)
		w.norm(block+"attn_norm", t.Width, false)
		w.norm(block+"ffn_norm", t.Width, false)
		w.norm(block+"attn_q_norm", t.Head, false)
		w.norm(block+"attn_k_norm", t.Head, false)
	}
}

func (t Text) weights() int64 {
	attention := (2*t.Heads + 2*t.KVHeads) * t.Head * t.Width
	return int64(t.Width)*int64(t.Vocabulary) + int64(t.Layers)*int64(attention+3*t.Width*t.FFN)
}
