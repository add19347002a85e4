package inference

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestAnswerSplitsLanguageFromText(t *testing.T) {
	for _, c := range []struct {
		name, language, raw, wantLanguage, wantText string
	}{
		{"tag", "", "language English<asr_text>four of clubs", "English", "four of clubs"},
		{"space after the tag", "", "language German<asr_text> guten Tag", "German", "guten Tag"},
		{"nothing spoken", "", "language None<asr_text>", "None", ""},
		{"nothing spoken, no tag", "", "language None", "None", ""},
		{"no language line", "", "hello there", "", "hello there"},
		{"begins like one", "", "languages are many", "", "languages are many"},
		{"a long line that only begins like one", "", "language " + strings.Repeat("x", 80), "", "language " + strings.Repeat("x", 80)},
		{"forced", "english", "four of clubs", "English", "four of clubs"},
		{"not ASCII", "", "language Chinese<asr_text>你好,世界 🎧", "Chinese", "你好,世界 🎧"},
		{"broken bytes", "", "language English<asr_text>a\xffb\xe4\xbd", "English", "a\uFFFDb\uFFFD"},
		{"empty", "", "", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			// However the bytes are cut into tokens, the result is the same and
			// every piece of it is whole.
			for size := 1; size <= len(c.raw)+1; size++ {
				a := newAnswer(Options{Language: c.language})
				var streamed strings.Builder
				for i := 0; i < len(c.raw); i += size {
					piece := a.add([]byte(c.raw[i:min(i+size, len(c.raw))]))
					if !utf8.ValidString(piece) {
						t.Fatalf("tokens of %d bytes: a piece is not UTF-8: %q", size, piece)
					}
					streamed.WriteString(piece)
				}
				streamed.WriteString(a.finish())
				if streamed.String() != c.wantText || a.text.String() != c.wantText {
					t.Fatalf("tokens of %d bytes: streamed %q, kept %q, want %q", size, streamed.String(), a.text.String(), c.wantText)
				}
				if a.language != c.wantLanguage {
					t.Fatalf("tokens of %d bytes: language %q, want %q", size, a.language, c.wantLanguage)
				}
			}
		})
	}
}

func TestNoneIsNoLanguage(t *testing.T) {
	a := newAnswer(Options{})
	a.add([]byte("language None<asr_text>"))
	if !a.none() || a.languageName() != "" {
		t.Errorf("none %v, name %q", a.none(), a.languageName())
	}
}

func TestRepeats(t *testing.T) {
	for _, c := range []struct {
		name, text string
		repeating  bool
		keep       string
	}{
		{"speech", "the quick brown fox jumps over the lazy dog", false, ""},
		{"19 times", strings.Repeat("no ", 19), false, ""},
		{"20 times", "well " + strings.Repeat("no ", 20), true, "well no"},
		{"one character", strings.Repeat("a", 20), true, "a"},
		{"20 characters long", "x" + strings.Repeat("abcdefghijklmnopqrst", 20), true, "xabcdefghijklmnopqrst"},
		{"21 characters long", strings.Repeat("abcdefghijklmnopqrstu", 20), false, ""},
		{"not ASCII", strings.Repeat("谢谢", 20), true, "谢"},
		{"spaces", "done" + strings.Repeat(" ", 40), false, ""},
		{"ended before", strings.Repeat("no ", 20) + "yes", false, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			keep, repeating := repeats(c.text)
			if repeating != c.repeating {
				t.Fatalf("repeating %v, want %v", repeating, c.repeating)
			}
			if repeating && c.text[:keep] != c.keep {
				t.Errorf("keeps %q, want %q", c.text[:keep], c.keep)
			}
		})
	}
}
