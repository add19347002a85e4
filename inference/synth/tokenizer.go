package synth

import (
	"fmt"
	"slices"
)

// llama.cpp's token types.
const (
	normalToken  = 1
	controlToken = 3
	userToken    = 4
)

// tokenizer adds a vocabulary of the wanted size: the 256 bytes, so that any text
// can be told, Qwen3-ASR's special tokens, and words that never occur.
func (w *writer) tokenizer(size int) {
	special := []string{"<|endoftext|>", "<|im_start|>", "<|im_end|>", "<|audio_start|>", "<|audio_end|>", "<|audio_pad|>", "<asr_text>"}
	var tokens []string
	var types []int32
	for _, r := range byteRunes() {
		tokens = append(tokens, string(r))
		types = append(types, normalToken)
	}
	for i := len(tokens); i < size-len(special); i++ {
		tokens = append(tokens, fmt.Sprintf("word%d", i))
		types = append(types, normalToken)
	}
	for _, s := range special {
		tokens = append(tokens, s)
		if s == "<asr_text>" {
			types = append(types, userToken)
		} else {
			types = append(types, controlToken)
		}
	}
	end := slices.Index(tokens, "<|im_end|>")
	w.String("tokenizer.ggml.model", "gpt2")
	w.String("tokenizer.ggml.pre", "qwen2")
	w.Strings("tokenizer.ggml.tokens", tokens)
	w.Ints("tokenizer.ggml.token_type", types)
	w.Strings("tokenizer.ggml.merges", []string{"w o"})
	w.Uint("tokenizer.ggml.bos_token_id", end)
	w.Uint("tokenizer.ggml.eos_token_id", end)
	w.Uint("tokenizer.ggml.padding_token_id", slices.Index(tokens, "<|endoftext|>"))
	w.Bool("tokenizer.ggml.add_bos_token", false)
	w.String("tokenizer.chat_template", "{% for m in messages %}{{ m['content'] }}{% endfor %}")
}

// byteRunes is the printable stand-in for each byte in GPT-2's vocabulary: the
// printable bytes stand for themselves, the others for the runes from U+0100 on.
func byteRunes() []rune {
	runes := make([]rune, 256)
	next := rune(0x100)
	for b := range runes {
		switch r := rune(b); {
		case r >= '!' && r <= '~', r >= 0xA1 && r <= 0xAC, r >= 0xAE:
			runes[b] = r
		default:
			runes[b] = next
			next++
		}
	}
	return runes
}
