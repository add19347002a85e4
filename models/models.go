// Package models finds models: the demo model, which is part of the program, and
// GGUF pairs in folders of the user's.
package models

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
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
}

// Resolve finds a model by its name or by the folder of its files.
func Resolve(nameOrDir string) (Model, error) {
	if nameOrDir == "" || nameOrDir == Demo {
		return unpackDemo()
	}
	stat, err := os.Stat(nameOrDir)
	switch {
	case errors.Is(err, os.ErrNotExist) && !strings.ContainsRune(nameOrDir, filepath.Separator):
		return Model{}, fmt.Errorf("there is no model %q; name a folder with a GGUF pair, or %q", nameOrDir, Demo)
	case err != nil:
		return Model{}, fmt.Errorf("the model folder %s can't be read: %w", nameOrDir, unwrapPath(err))
	case !stat.IsDir():
		return Model{}, fmt.Errorf("%s is not a folder; a model is a folder with a text model and its mmproj file", nameOrDir)
	}
	return inFolder(nameOrDir)
}

// inFolder picks the pair of a folder: one GGUF whose name has "mmproj" in it, as
// llama.cpp's own converters write it, and one other.
func inFolder(folder string) (Model, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return Model{}, fmt.Errorf("finding the model folder: %w", err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return Model{}, fmt.Errorf("the model folder %s can't be read: %w", folder, unwrapPath(err))
	}
	var texts, projectors []string
	for _, e := range entries {
		name := strings.ToLower(e.Name())
		switch {
		case e.IsDir() || filepath.Ext(name) != ".gguf":
		case strings.Contains(name, "mmproj"):
			projectors = append(projectors, filepath.Join(folder, e.Name()))
		default:
			texts = append(texts, filepath.Join(folder, e.Name()))
		}
	}
	slices.Sort(texts)
	slices.Sort(projectors)
	if len(texts) != 1 || len(projectors) != 1 {
		return Model{}, fmt.Errorf("%s holds %d text models and %d mmproj files (*.gguf); one of each is needed",
			folder, len(texts), len(projectors))
	}
	return Model{Name: filepath.Base(folder), Text: texts[0], Projector: projectors[0]}, nil
}

// unwrapPath takes the path out of an error whose sentence names it already.
func unwrapPath(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
