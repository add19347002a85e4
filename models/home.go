package models

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/adrg/xdg"

	"haltscribe/models/catalogue"
)

// Home is where models are kept, and where else they may lie.
type Home struct {
	Dir    string // what was fetched, a folder for each model, and notes on it
	Caches Caches // of other programs, used in place
	Trials string // file that keeps what trials showed; "" keeps nothing

	known *catalogue.Catalogue // nil is the program's
}

// At makes a Home of a folder; "" is the place that the system has for such things.
func At(dir string) Home {
	if dir == "" {
		dir = filepath.Join(xdg.DataHome, "haltscribe", "models")
	}
	// Beside the models and not among them: those may be on a disk that other machines use, too.
	return Home{Dir: dir, Caches: cachesFromEnv(), Trials: filepath.Join(xdg.DataHome, "haltscribe", "trials.json")}
}

func (h Home) catalogue() (catalogue.Catalogue, error) {
	if h.known != nil {
		return *h.known, nil
	}
	return catalogue.Read()
}

// folder is where a model of the catalogue is fetched to.
func (h Home) folder(e catalogue.Entry) string { return filepath.Join(h.Dir, e.Name) }

// place is where a model's file was found.
type place struct {
	path string
	sum  string // the SHA-256 that it must have; "" where nothing is known
	of   string // whose it is: "" for ours, or a cache's name
}

// places lists where a file of a model may be, ours first. They exist, and have the right size as far as it is known.
func (h Home) places(e catalogue.Entry, f catalogue.File) []place {
	own := place{path: filepath.Join(h.folder(e), f.Name), sum: f.SHA256}
	if own.sum == "" {
		own.sum = h.noted(own.path)
	}
	var there []place
	for _, p := range append([]place{own}, h.Caches.places(e, f)...) {
		about, err := os.Stat(p.path)
		if err == nil && about.Mode().IsRegular() && (f.Bytes == 0 || about.Size() == f.Bytes) {
			there = append(there, p)
		}
	}
	return there
}

// ErrMissing is the error of a model of the catalogue that is not on this machine.
var ErrMissing = errors.New("is not on this machine")

// use makes a model of an entry of the catalogue, from wherever its files are, once their hashes were right.
func (h Home) use(e catalogue.Entry) (Model, error) {
	paths := make([]string, 0, 2)
	for _, f := range e.Files() {
		p, err := h.sound(context.Background(), e, f)
		if err != nil {
			return Model{}, err
		}
		paths = append(paths, p.path)
	}
	text, err := Inspect(paths[0])
	if err != nil {
		return Model{}, err
	}
	projector, err := Inspect(paths[1])
	if err != nil {
		return Model{}, err
	}
	if err := agree(text, projector); err != nil {
		return Model{}, err
	}
	prompt, err := promptOf(projector)
	if err != nil {
		return Model{}, err
	}
	return Model{Name: e.Name, Text: paths[0], Projector: paths[1], Prompt: prompt, Note: untried(e)}, nil
}

// untried is what has to be known of a model that nobody has tried here.
func untried(e catalogue.Entry) string {
	if e.Tried {
		return ""
	}
	return e.Title + " has not been tried with Haltscribe yet: look twice at what it writes."
}

// sound finds a file whose hash is right. Hashes that were computed before are remembered.
func (h Home) sound(ctx context.Context, e catalogue.Entry, f catalogue.File) (place, error) {
	places := h.places(e, f)
	var bad error
	for _, p := range places {
		if p.sum == "" {
			continue // nothing could tell whether it is right
		}
		err := h.check(ctx, p.path, p.sum, nil)
		if err == nil {
			return p, nil
		}
		if bad == nil {
			bad = err
		}
	}
	if bad != nil {
		return place{}, bad
	}
	return place{}, fmt.Errorf("the model %s %w; get it with: haltscribe models pull %s", e.Name, ErrMissing, e.Name)
}
