package models

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"haltscribe/models/catalogue"
	"haltscribe/models/fetch"
)

// State is how much of a model is on this machine.
type State string

// The states.
const (
	Available State = "available" // can be fetched
	Begun     State = "begun"     // a download was begun and stopped
	Installed State = "installed" // fetched, or the user's own
	Cached    State = "cached"    // in another program's cache
	Built     State = "built-in"  // part of the program
)

// Item is a model in the list of all.
type Item struct {
	Name      string // for Resolve; a path for the user's own
	Title     string
	About     string
	State     State
	Folder    string // where it is; "" where it isn't
	Of        string // whose cache it is in
	Have      int64  // bytes that are there, of Bytes
	Bytes     int64  // 0 where it is not known
	Memory    int64  // that using it takes at least, about, in bytes; 0 where it is not known
	Languages []string
	Licence   string
	Pinned    bool // its contents are known beforehand
	Tried     bool // with this program, by its makers
	Own       bool // the user's: never deleted, only forgotten
	Problem   string
	Trials    []Trial // what trials on this machine showed, the newest first
}

// Usable reports whether the model can be chosen.
func (i Item) Usable() bool { return i.State != Available && i.State != Begun && i.Problem == "" }

// List tells of all models that are known: the demo, the catalogue's, and those that the user has added. It hashes
// nothing.
func (h Home) List() ([]Item, error) {
	c, err := h.catalogue()
	if err != nil {
		return nil, err
	}
	items := []Item{{
		Name: Demo, Title: "Demo", About: "A few hundred English words; comes with the program.", State: Built,
		Languages: []string{"English"}, Licence: "MIT", Pinned: true, Tried: true, Memory: memoryOfDemo,
		Bytes: demoBytes(),
	}}
	for _, e := range c.Models {
		items = append(items, h.item(e))
	}
	for _, path := range h.added() {
		items = append(items, ownItem(path))
	}
	h.addTrials(items)
	return items, nil
}

func (h Home) item(e catalogue.Entry) Item {
	i := Item{
		Name: e.Name, Title: e.Title, About: e.About, State: Installed, Bytes: e.Bytes(), Languages: e.Languages,
		Licence: e.Licence, Pinned: e.Pinned(), Tried: e.Tried,
	}
	var texts, projectors Facts
	for n, f := range e.Files() {
		places := slices.DeleteFunc(h.places(e, f), func(p place) bool { return p.sum == "" })
		if len(places) == 0 {
			i.State = Available
			i.Have += fetch.Partial(filepath.Join(h.folder(e), f.Name))
			continue
		}
		p := places[0]
		about, err := os.Stat(p.path)
		if err != nil {
			i.State = Available
			continue
		}
		i.Have += about.Size()
		if p.of != "" {
			i.Of = p.of
		}
		i.Folder = filepath.Dir(p.path)
		facts, err := Inspect(p.path)
		if err != nil {
			i.Problem = err.Error()
		}
		if n == 0 {
			texts = facts
		} else {
			projectors = facts
		}
	}
	switch {
	case i.State == Available && i.Have > 0 && i.Of == "":
		i.State, i.Folder = Begun, ""
	case i.State == Available:
		i.Folder, i.Have, i.Of = "", 0, ""
	case i.Of != "":
		i.State = Cached
	}
	if i.State == Installed || i.State == Cached {
		i.Bytes = i.Have
		i.Memory = Need(texts, projectors).Total()
	} else if i.Bytes > 0 {
		i.Memory = i.Bytes + usualContext + workingMemory
	}
	return i
}

func ownItem(path string) Item {
	i := Item{Name: path, State: Installed, Folder: path, Own: true}
	if about, err := os.Stat(path); err == nil && !about.IsDir() {
		i.Folder = filepath.Dir(path)
	}
	i.Title = filepath.Base(i.Folder)
	m, err := Find(path)
	if err != nil {
		i.Problem = err.Error()
		return i
	}
	text, err1 := Inspect(m.Text)
	projector, err2 := Inspect(m.Projector)
	if err := errors.Join(err1, err2); err != nil {
		i.Problem = err.Error()
		return i
	}
	i.About = filepath.Base(m.Text) + ", " + filepath.Base(m.Projector)
	i.Bytes, i.Memory = text.Size+projector.Size, Need(text, projector).Total()
	i.Have = i.Bytes
	return i
}

// Verify hashes the files of a model and holds them against what they should be, however often that was done before. It
// returns the hashes, by path. Models of the user's own have nothing to be held against: of them the heads are checked.
func (h Home) Verify(ctx context.Context, name string, progress func(path string, done int64)) (map[string]string, error) {
	if progress == nil {
		progress = func(string, int64) {}
	}
	c, err := h.catalogue()
	if err != nil {
		return nil, err
	}
	e, ok := c.Find(name)
	if !ok {
		m, err := h.Resolve(name)
		if err != nil {
			return nil, err
		}
		sums := map[string]string{}
		for _, path := range []string{m.Text, m.Projector} {
			sum, err := fetch.SHA256(ctx, path, func(n int64) { progress(path, n) })
			if err != nil {
				return nil, fmt.Errorf("%s can't be read: %w", path, unwrapPath(err))
			}
			sums[path] = sum
		}
		return sums, nil
	}
	sums := map[string]string{}
	for _, f := range e.Files() {
		places := slices.DeleteFunc(h.places(e, f), func(p place) bool { return p.sum == "" })
		if len(places) == 0 {
			return nil, fmt.Errorf("the model %s %w", e.Name, ErrMissing)
		}
		p := places[0]
		if err := h.checkNow(ctx, p.path, p.sum, func(n int64) { progress(p.path, n) }); err != nil {
			return nil, err
		}
		sums[p.path] = p.sum
	}
	_, err = h.use(e)
	return sums, err
}

// Remove deletes the files of a model that was fetched, and what has come of one that is not complete. A model of the
// user's own is only forgotten.
func (h Home) Remove(name string) error {
	if added := h.added(); slices.Contains(added, name) {
		return h.writeAdded(slices.DeleteFunc(added, func(p string) bool { return p == name }))
	}
	e, err := h.entry(name)
	if err != nil {
		return err
	}
	removed := false
	errs, paths := []error{}, []string{}
	for _, f := range e.Files() {
		path := filepath.Join(h.folder(e), f.Name)
		removed = removed || fetch.Partial(path) > 0
		errs = append(errs, fetch.Discard(path))
		err := os.Remove(path)
		removed = removed || err == nil
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			errs = append(errs, fmt.Errorf("removing %s: %w", path, unwrapPath(err)))
			continue
		}
		paths = append(paths, path)
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	_ = removeEmpty(h.folder(e))
	if removed {
		return h.forget(paths...)
	}
	if i := h.item(e); i.State == Cached {
		return fmt.Errorf("%s is in %s, which only its owner clears: %s", e.Name, i.Of, i.Folder)
	}
	return fmt.Errorf("the model %s %w", e.Name, ErrMissing)
}

// removeEmpty removes a folder that nothing is in any more.
func removeEmpty(folder string) error { return os.Remove(folder) }

// Add puts a folder of the user's, or one GGUF file, on the list. It must hold a model that can be used.
func (h Home) Add(path string) (Model, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return Model{}, fmt.Errorf("finding the model: %w", err)
	}
	m, err := Find(path)
	if err != nil {
		return Model{}, err
	}
	added := h.added()
	if slices.Contains(added, path) {
		return m, nil
	}
	return m, h.writeAdded(append(added, path))
}

func (h Home) addedPath() string { return filepath.Join(h.Dir, "added.json") }

// added are the paths that the user has added.
func (h Home) added() []string {
	var paths []string
	if data, err := os.ReadFile(h.addedPath()); err == nil && json.Unmarshal(data, &paths) != nil {
		return nil
	}
	return paths
}

func (h Home) writeAdded(paths []string) error {
	if err := writeJSON(h.addedPath(), paths); err != nil {
		return fmt.Errorf("remembering the models of your own: %w", unwrapPath(err))
	}
	return nil
}
