// Package catalogue lists the models that are known by name, and the kinds of models that are known by their
// projector, from catalogue.json. It is data; what is done with it is package models' business.
package catalogue

import (
	"bytes"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
)

//go:embed catalogue.json
var source []byte

// Catalogue is all that is known.
type Catalogue struct {
	Kinds  []Kind  `json:"kinds"`
	Models []Entry `json:"models"`
}

// Kind is how models with one type of projector are spoken to. The forms come from the models' own documentation and
// tests; see docs/models.md.
type Kind struct {
	Projector string `json:"projector"` // clip.audio.projector_type
	Title     string `json:"title"`
	Prompt    string `json:"prompt"`   // with {audio} once, and {context} and {language} where it has them
	Language  string `json:"language"` // what {language} is when one is chosen: with {name} or {code}; "" where it can't be chosen
	Answer    string `json:"answer"`   // "tagged": "language X<asr_text>words"; "plain": words
}

// Entry is a model that can be fetched.
type Entry struct {
	Name       string   `json:"name"`
	Title      string   `json:"title"`
	About      string   `json:"about"`
	Licence    string   `json:"licence"`
	Languages  []string `json:"languages"` // by their English names, sorted
	Projector  string   `json:"projector"` // names its Kind
	Repository string   `json:"repository"`
	Revision   string   `json:"revision"` // a commit, or a branch where none is known
	Text       File     `json:"text"`
	Mmproj     File     `json:"mmproj"`
	Tried      bool     `json:"tried"` // with its real weights, by whoever made this program
}

// File is one of a model's files. Size and hash are pins: other projects published them, nobody here has seen the
// files, and a download is held against them. What is not known is left out, never guessed.
type File struct {
	Name   string `json:"file"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// Pinned reports whether the contents of both files are known beforehand.
func (e Entry) Pinned() bool { return e.Text.SHA256 != "" && e.Mmproj.SHA256 != "" }

// Bytes is the size of both files; 0 where one is not known.
func (e Entry) Bytes() int64 {
	if e.Text.Bytes == 0 || e.Mmproj.Bytes == 0 {
		return 0
	}
	return e.Text.Bytes + e.Mmproj.Bytes
}

// Files are the two files.
func (e Entry) Files() []File { return []File{e.Text, e.Mmproj} }

// Read gives the program's catalogue.
func Read() (Catalogue, error) { return parse(source) }

func parse(data []byte) (Catalogue, error) {
	var c Catalogue
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&c); err != nil {
		return Catalogue{}, fmt.Errorf("reading the catalogue of models: %w", err)
	}
	if err := c.check(); err != nil {
		return Catalogue{}, fmt.Errorf("the catalogue of models: %w", err)
	}
	return c, nil
}

// Find gives the model of a name.
func (c Catalogue) Find(name string) (Entry, bool) {
	for _, e := range c.Models {
		if strings.EqualFold(e.Name, name) {
			return e, true
		}
	}
	return Entry{}, false
}

// Kind gives the kind of a projector.
func (c Catalogue) Kind(projector string) (Kind, bool) {
	for _, k := range c.Kinds {
		if k.Projector == projector {
			return k, true
		}
	}
	return Kind{}, false
}

// Names lists the models' names.
func (c Catalogue) Names() []string {
	names := make([]string, 0, len(c.Models))
	for _, e := range c.Models {
		names = append(names, e.Name)
	}
	return names
}

// check finds mistakes in the data, so that a test and not a user meets them.
func (c Catalogue) check() error {
	var errs []error
	for _, k := range c.Kinds {
		if strings.Count(k.Prompt, "{audio}") != 1 {
			errs = append(errs, fmt.Errorf("kind %s: the prompt must hold {audio} once", k.Projector))
		}
		if (k.Language != "") != strings.Contains(k.Prompt, "{language}") {
			errs = append(errs, fmt.Errorf("kind %s: {language} and the language's form go together", k.Projector))
		}
		if k.Answer != "tagged" && k.Answer != "plain" {
			errs = append(errs, fmt.Errorf("kind %s: answers are tagged or plain, not %q", k.Projector, k.Answer))
		}
	}
	for i, e := range c.Models {
		if _, ok := c.Kind(e.Projector); !ok {
			errs = append(errs, fmt.Errorf("%s: there is no kind %q", e.Name, e.Projector))
		}
		if e.Name == "" || e.Name != strings.ToLower(e.Name) || path.Base(e.Name) != e.Name || slices.Contains(c.Names()[:i], e.Name) {
			errs = append(errs, fmt.Errorf("%q can't be a name", e.Name))
		}
		if e.Title == "" || e.About == "" || e.Licence == "" || len(e.Languages) == 0 || e.Repository == "" || e.Revision == "" {
			errs = append(errs, fmt.Errorf("%s: something is left out", e.Name))
		}
		if !slices.IsSorted(e.Languages) {
			errs = append(errs, fmt.Errorf("%s: the languages are not sorted", e.Name))
		}
		for _, f := range e.Files() {
			if sum, err := hex.DecodeString(f.SHA256); err != nil || (len(sum) != 0 && len(sum) != 32) {
				errs = append(errs, fmt.Errorf("%s: %s: that is no SHA-256", e.Name, f.Name))
			}
			if path.Base(f.Name) != f.Name || path.Ext(f.Name) != ".gguf" || f.Bytes < 0 {
				errs = append(errs, fmt.Errorf("%s: %q can't be a file", e.Name, f.Name))
			}
		}
	}
	return errors.Join(errs...)
}
