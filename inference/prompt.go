package inference

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"haltscribe/cbridge"
)

// asrTag ends the language line of a Qwen3-ASR answer; what follows is the text.
const asrTag = "<asr_text>"

// qwen3ASR is the way in which Qwen3-ASR models are asked.
func qwen3ASR() Prompt {
	return Prompt{
		Form:     "<|im_start|>system\n{context}<|im_end|>\n<|im_start|>user\n{audio}<|im_end|>\n<|im_start|>assistant\n{language}",
		Language: "language {name}" + asrTag,
		Answer:   AnswerTagged,
	}
}

// prompt is the chosen way of asking.
func (o Options) prompt() Prompt {
	if o.Prompt == (Prompt{}) {
		return qwen3ASR()
	}
	return o.Prompt
}

// promptParts fills in the prompt. The user's context words are a part of their
// own whose "<|im_end|>" and the like stay plain text.
func promptParts(o Options) []cbridge.PromptPart {
	form := o.prompt()
	var parts []cbridge.PromptPart
	special := ""
	flush := func(next ...cbridge.PromptPart) {
		if special != "" {
			parts = append(parts, cbridge.PromptPart{Text: special, Special: true})
		}
		special = ""
		parts = append(parts, next...)
	}
	for rest := form.Form; rest != ""; {
		text, name, after := nextPlace(rest)
		special += text
		switch name {
		case "audio":
			flush(cbridge.PromptPart{Audio: true})
		case "context":
			if context := strings.TrimSpace(o.Context); context != "" {
				flush(cbridge.PromptPart{Text: context})
			}
		case "language":
			if language := o.forcedLanguage(); language != "" {
				special += strings.NewReplacer("{name}", language, "{code}", languageCode(language)).Replace(form.Language)
			}
		}
		rest = after
	}
	flush()
	return parts
}

// nextPlace splits a form at the first of its places.
func nextPlace(form string) (text, name, after string) {
	at, found := len(form), ""
	for _, n := range []string{"audio", "context", "language"} {
		if i := strings.Index(form, "{"+n+"}"); i >= 0 && i < at {
			at, found = i, n
		}
	}
	if found == "" {
		return form, "", ""
	}
	return form[:at], found, form[at+len(found)+2:]
}

// takes reports whether the model is told of something: "context" or "language".
func (p Prompt) takes(what string) bool { return strings.Contains(p.Form, "{"+what+"}") }

// unheard says what of the options the model can't be told.
func (o Options) unheard() []string {
	var said []string
	if o.forcedLanguage() != "" && !o.prompt().takes("language") {
		said = append(said, "this model finds the language by itself; the choice of "+o.forcedLanguage()+" has no effect")
	}
	if strings.TrimSpace(o.Context) != "" && !o.prompt().takes("context") {
		said = append(said, "this model can't be told which words to expect; they have no effect")
	}
	return said
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
