package gui

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"haltscribe/audio"
	"haltscribe/models"
	"haltscribe/models/gguf/gguftest"
)

// What the other rooms say of real trouble is said in the user's language.
func TestReasonsAreTranslated(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	opened := func(content string) error {
		if err := os.WriteFile(at("recording"), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := audio.Open(at("recording"), 16000)
		if err == nil {
			s.Close()
		}
		return err
	}
	found := func(files map[string][]byte) error {
		folder := t.TempDir()
		for name, content := range files {
			gguftest.Write(t, filepath.Join(folder, name), content)
		}
		_, err := models.Find(folder)
		return err
	}
	text, projector := gguftest.TextModel("qwen3vl", 64, 4096), gguftest.Projector("qwen3a", 64)
	for name, err := range map[string]error{
		"empty":         opened(""),
		"text":          opened("these are only words\n"),
		"zeros":         opened(string(make([]byte, 4096))),
		"PDF":           opened("%PDF-1.4\n"),
		"10 ms":         opened("RIFF\x64\x01\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00\x80\x3e\x00\x00\x00\x7d\x00\x00\x02\x00\x10\x00data\x40\x01\x00\x00" + string(make([]byte, 320))),
		"half a header": opened("RIFF\x24\x00\x00\x00WAVEfmt "),
		"no folder":     found(nil),
		"a text alone":  found(map[string][]byte{"a.gguf": text}),
		"no text":       found(map[string][]byte{"b.gguf": projector}),
		"no GGUF":       found(map[string][]byte{"a.gguf": []byte("<html>"), "b.gguf": projector}),
		"cut off":       found(map[string][]byte{"a.gguf": text[:len(text)-64], "b.gguf": projector}),
		"no pair":       found(map[string][]byte{"a.gguf": gguftest.TextModel("qwen3vl", 128, 4096), "b.gguf": projector}),
		"pictures":      found(map[string][]byte{"a.gguf": text, "b.gguf": gguftest.Projector("", 64)}),
	} {
		if err == nil {
			t.Errorf("%s: there is no trouble", name)
			continue
		}
		if got := reason(err.Error()); got != err.Error() {
			t.Errorf("%s: in English it is %q, and was %q", name, got, err)
		}
		for _, language := range []string{"de", "es", "fr", "zh_Hans"} {
			t.Run(name+" "+language, func(t *testing.T) {
				speak(t, language)
				got := reason(err.Error())
				if english.MatchString(got) {
					t.Errorf("it says %q", got)
				}
			})
		}
	}
}

// english is in every English sentence of ours, and in none of the other languages.
var english = regexp.MustCompile(`(^|\s)(the|it|is|its|of|and|can't)\s`)

func TestPartsOfASentence(t *testing.T) {
	for _, c := range []struct {
		sentence, format string
		want             string // joined by |; "no" for another sentence
	}{
		{"it is empty", "it is empty", ""},
		{"it is empty now", "it is empty", "no"},
		{"loading demo: out of memory: 3", "loading %s: %s", "demo|out of memory: 3"},
		{"loading : why", "loading %s: %s", "no"},
		{"a (b) c", "%s (%s) c", "a|b"},
		{"a (b) c.", "%s (%s) c", "no"},
		{"", "%s", "no"},
	} {
		parts, ok := partsOf(c.sentence, c.format)
		got := strings.Join(parts, "|")
		if !ok {
			got = "no"
		}
		if got != c.want {
			t.Errorf("%q as %q: %q, want %q", c.sentence, c.format, got, c.want)
		}
	}
}

// A sentence that is changed where it is said would stay English without a word: its
// parts have to be in the sources of the other rooms.
func TestReasonsAreStillSaid(t *testing.T) {
	verb := regexp.MustCompile(`%[+#]?[-0-9.]*[a-zA-Z]`)
	said := map[string]bool{}
	var all strings.Builder
	for _, room := range []string{"audio", "cbridge", "inference", "models"} {
		err := filepath.WalkDir(filepath.Join("..", room), func(path string, d fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
					if s, err := strconv.Unquote(l.Value); err == nil && !said[s] {
						said[s] = true
						all.WriteString(verb.ReplaceAllString(s, "\x00") + "\x00")
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{"../cbridge/model.cpp"} {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(raw)
	}
	// The system's own, and those that are put together where they are said:
	// TestReasonsAreTranslated has them.
	others := []string{
		sayWhyNotThere, sayWhyNotAllowed, sayWhyDiskFull,
		sayWhyShort, sayWhyNoTexts, sayWhyOneText, sayWhyNoProjectors, sayWhyOneProjector,
	}
	for _, format := range reasons() {
		if slices.Contains(others, format) {
			continue
		}
		for _, part := range strings.Split(format, "%s") {
			if len(part) >= 8 && !strings.Contains(all.String(), part) {
				t.Errorf("nobody says %q any more, of %q", part, format)
			}
		}
	}
}
