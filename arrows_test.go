package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// arrows are the imports that docs/architecture.md draws: what each room may use
// of ours. A room's own subfolders may use what the room may, and each other.
var arrows = map[string][]string{
	"":                 {"atomicfile", "gui", "cli", "history", "inference", "inference/engine", "locale", "models", "settings"},
	"gui":              {"atomicfile", "behind", "history", "inference", "inference/engine", "inference/export", "audio", "models", "settings"},
	"cli":              {"atomicfile", "audio", "inference", "inference/engine", "inference/export", "inference/bench", "models", "settings"},
	"inference/engine": {"behind", "inference", "inference/bench", "cbridge"},
	"inference/bench":  {"inference", "cbridge"},
	"inference/export": {"inference"},
	"inference":        {"atomicfile", "audio", "cbridge"},
	"history":          {},
	"locale":           {},
	"models":           {"atomicfile"},
	"atomicfile":       {},
	"behind":           {},
	"audio":            {},
	"cbridge":          {},
	"settings":         {},
	"tools":            {"models"},
	"e2e":              {},
}

// room is the longest key of arrows that a package belongs to.
func room(pkg string) (string, bool) {
	for dir := pkg; ; dir = path.Dir(dir) {
		if dir == "." {
			dir = ""
		}
		if _, ok := arrows[dir]; ok && (dir != "" || pkg == "") {
			return dir, true
		}
		if dir == "" {
			return "", false
		}
	}
}

func TestArrowsPointDown(t *testing.T) {
	rooms := map[string]bool{}
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "native" || d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && file != ".") {
			return filepath.SkipDir
		}
		// Tests may wire up what the program wires up in main.
		if !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		pkg := filepath.ToSlash(filepath.Dir(file))
		if pkg == "." {
			pkg = ""
		}
		from, ok := room(pkg)
		if !ok {
			t.Errorf("%s is in no room of the house", file)
			return nil
		}
		rooms[from] = true
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, i := range parsed.Imports {
			name, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				return err
			}
			// quiet_linux.go asks ALSA not to print.
			if name == "C" && from != "cbridge" && file != filepath.Join("audio", "quiet_linux.go") {
				t.Errorf("%s uses cgo; cbridge alone touches llama.cpp", file)
			}
			used, ours := strings.CutPrefix(name, "haltscribe/")
			if !ours {
				continue
			}
			to, _ := room(used)
			if to != from && !slices.Contains(arrows[from], to) {
				t.Errorf("%s imports %s: no arrow leads from %q to %q", file, name, from, to)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []string{"", "gui", "cli", "inference", "inference/engine", "audio", "cbridge", "models", "settings"} {
		if !rooms[r] {
			t.Errorf("no Go file was found in room %q", r)
		}
	}
}
