package gui

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestMain makes the tests' language English, whatever the desktop's is.
func TestMain(m *testing.M) {
	_ = os.Setenv("LANGUAGE", "en") // it can only fail for names that are none
	if err := loadTranslations(); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// speak makes the window's language another, for one test.
func speak(t *testing.T, language string) {
	t.Helper()
	use := func(l string) {
		_ = os.Setenv("LANGUAGE", l)
		if err := loadTranslations(); err != nil {
			t.Fatal(err)
		}
	}
	use(language)
	t.Cleanup(func() { use("en") })
}

// ours are the window's texts by the names of their constants, and which of the
// constants the program uses.
func ours(t *testing.T) (texts map[string]string, used map[string]bool) {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	texts, used = map[string]string{}, map[string]bool{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			if spec, ok := n.(*ast.ValueSpec); ok && len(spec.Values) == 1 && strings.HasPrefix(spec.Names[0].Name, "say") {
				texts[spec.Names[0].Name] = literal(t, spec.Values[0])
				return false
			}
			if list, ok := n.(*ast.FuncDecl); ok && list.Name.Name == "reasons" {
				ast.Inspect(list.Body, func(n ast.Node) bool {
					if name, ok := n.(*ast.Ident); ok {
						used[name.Name] = true
					}
					return true
				})
				return false
			}
			call, ok := n.(*ast.CallExpr)
			if ok && isTranslation(call) {
				if name, ok := call.Args[0].(*ast.Ident); ok {
					used[name.Name] = true
				}
				return true
			}
			return true
		})
	}
	if len(texts) < 300 {
		t.Fatalf("only %d texts were found", len(texts))
	}
	return texts, used
}

func isTranslation(call *ast.CallExpr) bool {
	f, ok := call.Fun.(*ast.Ident)
	return ok && (f.Name == "tr" || f.Name == "trf") && len(call.Args) > 0
}

// literal is the value of a string, or of several that are added.
func literal(t *testing.T, e ast.Expr) string {
	t.Helper()
	switch e := e.(type) {
	case *ast.BasicLit:
		s, err := strconv.Unquote(e.Value)
		if err != nil {
			t.Fatal(err)
		}
		return s
	case *ast.BinaryExpr:
		return literal(t, e.X) + literal(t, e.Y)
	}
	t.Fatalf("a text is %T", e)
	return ""
}

// verbs are the places of a text that are filled in.
var verbs = regexp.MustCompile(`%(\[\d+\])?[-+#0]*\d*(\.\d+)?[a-zA-Z%]`)

// filledIn are a text's verbs in the order of what fills them in.
func filledIn(text string) []string {
	found := verbs.FindAllString(text, -1)
	numbered := slices.ContainsFunc(found, func(v string) bool { return strings.Contains(v, "[") })
	if !numbered {
		return found
	}
	slices.Sort(found)
	for i, v := range found {
		found[i] = regexp.MustCompile(`\[\d+\]`).ReplaceAllString(v, "")
	}
	return found
}

func translation(t *testing.T, language string) map[string]string {
	t.Helper()
	raw, err := translations.ReadFile("translations/" + language + ".json")
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	if err := json.Unmarshal(raw, &texts); err != nil {
		t.Fatalf("%s: %v", language, err)
	}
	return texts
}

// Each text must have a translation with the same places to fill in, and nothing
// else may be translated.
func TestTranslations(t *testing.T) {
	texts, used := ours(t)
	known := map[string]bool{}
	for name, text := range texts {
		known[text] = true
		if !used[name] {
			t.Errorf("%s (%q) is said nowhere", name, text)
		}
	}
	// Names that the library behind Fyne's takes for something of its own.
	reserved := []string{"id", "description", "hash", "leftdelim", "rightdelim", "zero", "one", "two", "few", "many", "other"}
	for _, language := range []string{"en", "de", "fr", "es", "zh_Hans"} {
		said := translation(t, language)
		for text := range known {
			switch other, ok := said[text]; {
			case slices.Contains(reserved, text):
				t.Errorf("%q can't be translated by that name", text)
			case !ok || other == "":
				t.Errorf("%s: %q is missing", language, text)
			case !slices.Equal(filledIn(text), filledIn(other)):
				t.Errorf("%s: %q has other places to fill in than %q", language, other, text)
			case language == "en" && other != text:
				t.Errorf("en: %q is %q", text, other)
			}
		}
		for text := range said {
			if !known[text] {
				t.Errorf("%s: nobody says %q", language, text)
			}
		}
	}
}

func TestFilledIn(t *testing.T) {
	if got := filledIn("%[2]s of %[1]d, 5 % in"); !slices.Equal(got, []string{"%d", "%s"}) {
		t.Errorf("got %q", got)
	}
}

func TestTheWindowSpeaksGerman(t *testing.T) {
	speak(t, "de")
	b := open(t, setup{look: themeLight, size: least(), files: []string{"Sitzung.wav"}})
	b.settled()
	if b.tools.start.Text != "Transkribieren" || b.tools.cancel.Text != "Abbrechen" {
		t.Errorf("the buttons say %q and %q", b.tools.start.Text, b.tools.cancel.Text)
	}
	b.until("the recording", func() bool { return len(b.snap.Items) == 1 })
	b.golden("german-light")
	if got := trf(sayAndMore, "a, b", 3); got != "a, b und 3 weitere" {
		t.Errorf("it says %q", got)
	}
}

// Locales as desktops have them must find their language.
func TestLocalesFindTheirLanguage(t *testing.T) {
	for locale, want := range map[string]string{
		"de_AT": "Einstellungen", "fr_CA": "Réglages", "es_MX": "Ajustes", "zh_CN": "设置", "en_GB": "Settings", "fi_FI": "Settings",
	} {
		t.Run(locale, func(t *testing.T) {
			speak(t, locale)
			if got := tr(sayPageSettings); got != want {
				t.Errorf("it says %q, want %q", got, want)
			}
		})
	}
}
