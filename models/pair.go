package models

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"haltscribe/models/catalogue"
)

// Find makes a model of a folder of the user's, or of one GGUF file in it. The files are told apart by what they say of
// themselves; their names don't matter. Errors are sentences that name file and cause.
func Find(path string) (Model, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return Model{}, fmt.Errorf("finding the model: %w", err)
	}
	about, err := os.Stat(path)
	if err != nil {
		return Model{}, fmt.Errorf("the model %s can't be read: %w", path, unwrapPath(err))
	}
	folder := path
	if !about.IsDir() {
		folder = filepath.Dir(path)
	}
	s, err := survey(folder)
	if err != nil {
		return Model{}, err
	}
	if !about.IsDir() {
		s, err = s.around(path)
		if err != nil {
			return Model{}, err
		}
	}
	text, projector, err := s.pair()
	if err != nil {
		return Model{}, err
	}
	m := Model{Name: filepath.Base(folder), Text: text.Path, Projector: projector.Path}
	if m.Prompt, err = promptOf(projector); err != nil {
		return Model{}, err
	}
	return m, nil
}

// promptOf is how models with a projector are spoken to.
func promptOf(projector Facts) (Prompt, error) {
	c, err := catalogue.Read()
	if err != nil {
		return Prompt{}, err
	}
	k, ok := c.Kind(projector.Projector)
	if !ok {
		return Prompt{}, fmt.Errorf("%s can't be used: how models with its kind of projector (%s) are asked to transcribe is not known here",
			projector.Path, projector.Projector)
	}
	return Prompt{Form: k.Prompt, Language: k.Language, Answer: k.Answer}, nil
}

// HasFiles reports whether GGUF files lie in a folder, of whatever kind.
func HasFiles(folder string) bool {
	entries, err := os.ReadDir(folder)
	return err == nil && slices.ContainsFunc(entries, isGGUF)
}

func isGGUF(e os.DirEntry) bool {
	return !e.IsDir() && strings.EqualFold(filepath.Ext(e.Name()), ".gguf")
}

// found is what GGUF files there are in a folder.
type found struct {
	folder            string
	texts, projectors []Facts
	broken            []error
}

func survey(folder string) (found, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return found{}, fmt.Errorf("the model folder %s can't be read: %w", folder, unwrapPath(err))
	}
	s := found{folder: folder}
	for _, e := range entries {
		if !isGGUF(e) {
			continue
		}
		f, err := Inspect(filepath.Join(folder, e.Name()))
		switch {
		case err != nil:
			s.broken = append(s.broken, err)
		case f.Part:
		case f.IsProjector():
			s.projectors = append(s.projectors, f)
		default:
			s.texts = append(s.texts, f)
		}
	}
	return s, nil
}

// around keeps what may go with one file.
func (s found) around(path string) (found, error) {
	f, err := Inspect(path)
	if err != nil {
		return found{}, err
	}
	if f.IsProjector() {
		s.projectors = []Facts{f}
	} else {
		s.texts = []Facts{f}
	}
	s.broken = nil
	return s, nil
}

// pair finds the one pair, or says what is in the way of it.
func (s found) pair() (text, projector Facts, err error) {
	var why error
	pairs := 0
	for _, t := range s.texts {
		for _, p := range s.projectors {
			if err := agree(t, p); err != nil {
				if why == nil {
					why = err
				}
				continue
			}
			pairs++
			text, projector = t, p
		}
	}
	switch {
	case pairs == 1:
		return text, projector, nil
	case pairs > 1:
		return Facts{}, Facts{}, fmt.Errorf("%s holds %d text models and %d projectors that may go together; choose one of the files instead",
			s.folder, len(s.texts), len(s.projectors))
	case len(s.broken) > 0:
		return Facts{}, Facts{}, s.broken[0]
	case why != nil:
		return Facts{}, Facts{}, why
	}
	return Facts{}, Facts{}, fmt.Errorf("%s holds %s and %s (*.gguf); a model is one of each",
		s.folder, counted(len(s.texts), "text model"), counted(len(s.projectors), "projector (mmproj)"))
}

func counted(n int, what string) string {
	switch n {
	case 0:
		return "no " + what
	case 1:
		return "one " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
