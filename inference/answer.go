package inference

import (
	"strings"
	"unicode/utf8"
)

// answer turns the bytes of a model's tokens into language and text. Bytes come
// in any pieces; what goes out is always whole UTF-8.
type answer struct {
	language string // "" until it is known; "None" when nothing is spoken
	text     strings.Builder

	raw      []byte // what is not given out yet
	inText   bool   // the language line is over
	sentBody bool   // the text's first character is out
}

// A language line is short; an answer that has not ended it by then has none.
const maxLanguageLine = 64

// newAnswer begins an answer; with a forced language the line is in the prompt, and
// plain answers have none.
func newAnswer(o Options) *answer {
	language := o.forcedLanguage()
	if o.prompt().Answer == AnswerPlain {
		return &answer{language: language, inText: true}
	}
	return &answer{language: language, inText: language != ""}
}

// add takes a token's bytes and returns the text that they complete.
func (a *answer) add(b []byte) string {
	a.raw = append(a.raw, b...)
	if !a.inText && !a.takeLanguage(false) {
		return ""
	}
	return a.take(false)
}

// finish returns what is left at the answer's end. Bytes that never became a
// character are given as U+FFFD, so that nothing is lost in silence.
func (a *answer) finish() string {
	if !a.inText {
		a.takeLanguage(true)
	}
	return a.take(true)
}

// takeLanguage looks for the end of the language line; atEnd settles for none.
func (a *answer) takeLanguage(atEnd bool) bool {
	line, rest, found := strings.Cut(string(a.raw), asrTag)
	if found {
		if language, ok := strings.CutPrefix(strings.TrimSpace(line), "language "); ok {
			a.language = strings.TrimSpace(language)
		}
		a.raw = append(a.raw[:0], rest...)
		a.inText = true
		return true
	}
	couldBe := strings.HasPrefix("language ", line) || strings.HasPrefix(line, "language ")
	if atEnd || !couldBe || len(line) > maxLanguageLine {
		a.inText = true
		if language, ok := strings.CutPrefix(line, "language "); ok && atEnd {
			a.language = strings.TrimSpace(language)
			a.raw = a.raw[:0]
		}
		return true
	}
	return false
}

// take gives out the whole characters of raw.
func (a *answer) take(atEnd bool) string {
	n := len(a.raw)
	if !atEnd {
		n = wholeUTF8(a.raw)
	}
	s := strings.ToValidUTF8(string(a.raw[:n]), "\uFFFD")
	a.raw = append(a.raw[:0], a.raw[n:]...)
	if !a.sentBody {
		s = strings.TrimLeft(s, " \n")
		a.sentBody = s != ""
	}
	a.text.WriteString(s)
	return s
}

// wholeUTF8 is the length of b without a character that is cut off at its end.
func wholeUTF8(b []byte) int {
	for back := 1; back <= utf8.UTFMax && back <= len(b); back++ {
		if c := b[len(b)-back]; utf8.RuneStart(c) {
			if !utf8.FullRune(b[len(b)-back:]) {
				return len(b) - back
			}
			break
		}
	}
	return len(b)
}

// none reports whether the model said that nothing is spoken.
func (a *answer) none() bool { return strings.EqualFold(a.language, "None") }

// languageName is the language for the user: "" when there is none.
func (a *answer) languageName() string {
	if a.none() {
		return ""
	}
	return a.language
}
