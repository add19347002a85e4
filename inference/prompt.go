package inference

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"haltscribe/cbridge"
)

// asrTag ends the language line of a Qwen3-ASR answer; what follows is the text.
const asrTag = "<asr_text>"

// promptParts is Qwen3-ASR's prompt. The user's context words are a part of their
// own whose "<|im_end|>" and the like stay plain text.
func promptParts(o Options) []cbridge.PromptPart {
	parts := []cbridge.PromptPart{{Text: "<|im_start|>system\n", Special: true}}
	if context := strings.TrimSpace(o.Context); context != "" {
		parts = append(parts, cbridge.PromptPart{Text: context})
	}
	answer := "<|im_end|>\n<|im_start|>assistant\n"
	if language := o.forcedLanguage(); language != "" {
		answer += "language " + language + asrTag
	}
	return append(
		parts,
		cbridge.PromptPart{Text: "<|im_end|>\n<|im_start|>user\n", Special: true},
		cbridge.PromptPart{Audio: true},
		cbridge.PromptPart{Text: answer, Special: true},
	)
}

// forcedLanguage is "" when the model is to find the language itself.
func (o Options) forcedLanguage() string {
	language := strings.TrimSpace(o.Language)
	if language == "" || strings.EqualFold(language, "auto") {
		return ""
	}
	first, size := utf8.DecodeRuneInString(language)
	return string(unicode.ToUpper(first)) + strings.ToLower(language[size:])
}
