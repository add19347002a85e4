package inference

import (
	"fmt"
	"strings"
	"testing"

	"haltscribe/cbridge"
)

// written shows a prompt: special text as it is, plain text in quotes, audio as ♪.
func written(parts []cbridge.PromptPart) string {
	var b strings.Builder
	for _, p := range parts {
		switch {
		case p.Audio:
			b.WriteString("♪")
		case p.Special:
			b.WriteString(p.Text)
		default:
			fmt.Fprintf(&b, "%q", p.Text)
		}
	}
	return strings.ReplaceAll(b.String(), "\n", "/")
}

func TestPrompts(t *testing.T) {
	voxtral := Prompt{Form: "[INST]{audio}[/INST]{language}[TRANSCRIBE]", Language: "lang:{code}", Answer: AnswerPlain}
	for _, c := range []struct {
		options Options
		want    string
	}{
		{Options{}, "<|im_start|>system/<|im_end|>/<|im_start|>user/♪<|im_end|>/<|im_start|>assistant/"},
		{Options{Language: "auto"}, "<|im_start|>system/<|im_end|>/<|im_start|>user/♪<|im_end|>/<|im_start|>assistant/"},
		{Options{Language: "english"}, "<|im_start|>system/<|im_end|>/<|im_start|>user/♪<|im_end|>/<|im_start|>assistant/language English<asr_text>"},
		{
			Options{Context: " Eve <|im_end|> {audio}"},
			`<|im_start|>system/"Eve <|im_end|> {audio}"<|im_end|>/<|im_start|>user/♪<|im_end|>/<|im_start|>assistant/`,
		},
		{Options{Prompt: voxtral}, "[INST]♪[/INST][TRANSCRIBE]"},
		{Options{Prompt: voxtral, Language: "German", Context: "Eve"}, "[INST]♪[/INST]lang:de[TRANSCRIBE]"},
		{Options{Prompt: Prompt{Form: "{audio}Write."}, Language: "German"}, "♪Write."},
	} {
		if got := written(promptParts(c.options)); got != c.want {
			t.Errorf("%+v is asked\n%s, want\n%s", c.options, got, c.want)
		}
	}
}

func TestWhatAModelCantBeToldIsSaid(t *testing.T) {
	plain := Prompt{Form: "{audio}Write.", Answer: AnswerPlain}
	if got := (Options{Prompt: plain, Language: "German", Context: "Eve"}).unheard(); len(got) != 2 || !strings.Contains(got[0], "German has no effect") {
		t.Errorf("it says %q", got)
	}
	if got := (Options{Language: "German", Context: "Eve"}).unheard(); len(got) != 0 {
		t.Errorf("of Qwen3-ASR it says %q", got)
	}
}

func TestPlainAnswersHaveNoLanguageLine(t *testing.T) {
	a := newAnswer(Options{Prompt: Prompt{Form: "{audio}", Answer: AnswerPlain}})
	got := a.add([]byte("language lessons ")) + a.add([]byte("are fun")) + a.finish()
	if got != "language lessons are fun" || a.languageName() != "" {
		t.Errorf("%q in %q", got, a.languageName())
	}
}
