package synth

import (
	"fmt"

	"haltscribe/cbridge"
)

// Patches that the projector takes together to a token: two by two.
const merged = 4

func (w *writer) vision(v *Vision, projection int) {
	w.String("clip.vision.projector_type", "qwen3vl_merger")
	w.Uint("clip.vision.image_size", v.Image)
	w.Uint("clip.vision.patch_size", v.Patch)
	w.Uint("clip.vision.embedding_length", v.Width)
	w.Uint("clip.vision.feed_forward_length", v.FFN)
	w.Uint("clip.vision.block_count", v.Layers)
	w.Uint("clip.vision.projection_dim", projection)
	w.Uint("clip.vision.attention.head_count", v.Heads)
	w.Float("clip.vision.attention.layer_norm_epsilon", 1e-6)
	w.Floats("clip.vision.image_mean", []float32{0.5, 0.5, 0.5})
	w.Floats("clip.vision.image_std", []float32{0.5, 0.5, 0.5})
	for _, name := range []string{"v.patch_embd.weight", "v.patch_embd.weight.1"} {
		w.tensor(name, cbridge.F16, 0, 0.02, v.Patch, v.Patch, 3, v.Width)
	}
	w.tensor("v.patch_embd.bias", cbridge.F32, 0, 0.02, v.Width)
	side := v.Image / v.Patch
	w.tensor("v.position_embd.weight", cbridge.F32, 0, 0.02, v.Width, side*side)
	for i := range v.Layers {
		block := fmt.Sprintf("v.blk.%d.", i)
		w.linear(block+"attn_qkv", v.Width, 3*v.Width)
		w.linear(block+"attn_out", v.Width, v.Width)
		w.linear(block+"ffn_up", v.Width, v.FFN)
		w.linear(block+"ffn_down", v.FFN, v.Width)
		w.norm(block+"ln1", v.Width, true)
		w.norm(block+"ln2", v.Width, true)
	}
	w.norm("v.post_ln", v.Width, true)
	w.linear("mm.0", merged*v.Width, merged*v.Width)
	w.linear("mm.2", merged*v.Width, projection)
}

// weights counts the numbers of the matrices; 0 without an encoder.
func (v *Vision) weights(projection int) int64 {
	if v == nil {
		return 0
	}
	blocks := v.Layers * (4*v.Width*v.Width + 2*v.Width*v.FFN)
	return int64(2*3*v.Patch*v.Patch*v.Width + blocks + merged*v.Width*(merged*v.Width+projection))
}
