// Package models finds, fetches and checks models: the demo model, which is part of the program, those of the catalogue,
// and GGUF pairs in folders of the user's.
package models

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Demo is the name of the model that is part of the program.
const Demo = "demo"

// Model is a pair of files that llama.cpp can transcribe with.
type Model struct {
	Name      string
	Text      string // path of the text model's GGUF
	Projector string // path of the mmproj GGUF
	Note      string // what the user has to know of it; may be ""
	Prompt    Prompt // how it is asked; the zero value is Qwen3-ASR's way

	LongestPiece float64 // seconds of speech that it takes well at a time; 0: 30
}

// Prompt is how a model is asked to transcribe, and how its answer is read; see catalogue.Kind.
type Prompt struct{ Form, Language, Answer string }

// Resolve finds a model by its name, by the folder of its files, or by one of the files.
func (h Home) Resolve(name string) (Model, error) {
	if name == "" || name == Demo {
		return unpackDemo()
	}
	if strings.ContainsAny(name, "/"+string(filepath.Separator)) {
		return Find(name)
	}
	c, err := h.catalogue()
	if err != nil {
		return Model{}, err
	}
	if e, ok := c.Find(name); ok {
		return h.use(e)
	}
	if _, err := os.Stat(name); errors.Is(err, os.ErrNotExist) {
		return Model{}, fmt.Errorf("there is no model %q; choose %s, %s, or a folder with a GGUF pair", name, Demo, strings.Join(c.Names(), ", "))
	}
	return Find(name)
}

// Resolve finds a model where the program keeps models by default; see Home.Resolve.
func Resolve(name string) (Model, error) { return At("").Resolve(name) }

// unwrapPath takes the path out of an error whose sentence names it already.
func unwrapPath(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
