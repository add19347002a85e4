package models

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// Trial is what a short run of a model showed on this machine. There is one for each device and library that it was
// tried with.
type Trial struct {
	Device     string    `json:"device"`      // as users name it: cpu, metal, …
	DeviceName string    `json:"device_name"` // as its driver calls it
	Library    string    `json:"library"`     // llama.cpp's version and commit
	Threads    int       `json:"threads"`
	Status     string    `json:"status"`       // how it ended: ok, no-speech or truncated
	LoadMS     float64   `json:"load_ms"`      // until it was loaded
	Speed      float64   `json:"speed"`        // seconds of recording that are transcribed in a second
	Memory     int64     `json:"memory_bytes"` // most that the engine had resident; 0 where it can't be told
	At         time.Time `json:"at"`
}

// trialsVersion is of the file's format. Raise it when a field changes its meaning; a new field needs nothing.
const trialsVersion = 1

// trialsFile is what trials are kept in.
type trialsFile struct {
	Version int         `json:"version"`
	Trials  []keptTrial `json:"trials"`
}

// keptTrial is a trial with what it was of. It counts as long as the model's files are as they were.
type keptTrial struct {
	Model string      `json:"model"` // its Item.Name
	Files []trialFile `json:"files"`
	Trial
}

type trialFile struct {
	Path       string `json:"path"`
	Bytes      int64  `json:"bytes"`
	ModifiedNS int64  `json:"modified_ns"`
}

// stamp tells a file as it is now from what it may become.
func stamp(path string) (trialFile, error) {
	about, err := os.Stat(path)
	if err != nil {
		return trialFile{}, err
	}
	return trialFile{path, about.Size(), about.ModTime().UnixNano()}, nil
}

func (k keptTrial) fresh() bool {
	return !slices.ContainsFunc(k.Files, func(f trialFile) bool {
		now, err := stamp(f.Path)
		return err != nil || now != f
	})
}

// errNewerTrials is the error of a file that another version of the program needs as it is.
var errNewerTrials = errors.New("the file is of a newer Haltscribe")

// readTrials gives what is kept. A file that can't be understood counts as none: a trial is soon repeated.
func (h Home) readTrials() ([]keptTrial, error) {
	data, err := os.ReadFile(h.Trials)
	if h.Trials == "" || errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, unwrapPath(err)
	}
	var form struct {
		Version int `json:"version"`
	}
	var file trialsFile
	switch {
	case json.Unmarshal(data, &form) == nil && form.Version > trialsVersion:
		return nil, errNewerTrials
	case json.Unmarshal(data, &file) != nil:
		return nil, nil
	}
	return file.Trials, nil
}

// KeepTrial remembers what a trial of a model showed, instead of an earlier one with the same device and library. name
// is the model's in the list.
func (h Home) KeepTrial(name, text, projector string, t Trial) error {
	if err := h.keepTrial(name, text, projector, t); err != nil {
		return fmt.Errorf("keeping what the trial of %s showed in %s: %w", name, h.Trials, err)
	}
	return nil
}

func (h Home) keepTrial(name, text, projector string, t Trial) error {
	kept, err := h.readTrials()
	if err != nil || h.Trials == "" {
		return err
	}
	k := keptTrial{Model: name, Trial: t}
	for _, path := range []string{text, projector} {
		f, err := stamp(path)
		if err != nil {
			return err
		}
		k.Files = append(k.Files, f)
	}
	kept = slices.DeleteFunc(kept, func(old keptTrial) bool {
		same := old.Model == name && old.Device == t.Device && old.Library == t.Library
		return same || !old.fresh()
	})
	return writeJSON(h.Trials, trialsFile{trialsVersion, append(kept, k)})
}

// addTrials puts to each model what its trials showed, the newest first. Those of files that have changed are left out.
func (h Home) addTrials(items []Item) {
	kept, err := h.readTrials()
	if err != nil {
		return // only nothing is shown of trials
	}
	for i := range items {
		for _, k := range kept {
			if k.Model == items[i].Name && items[i].Usable() && k.fresh() {
				items[i].Trials = append(items[i].Trials, k.Trial)
			}
		}
		slices.SortFunc(items[i].Trials, func(a, b Trial) int { return b.At.Compare(a.At) })
	}
}

// TrialName is the name in the list of a model that was asked for by its name or path.
func (h Home) TrialName(name string) (string, error) {
	if name == "" {
		return Demo, nil
	}
	if c, err := h.catalogue(); err == nil {
		if _, ok := c.Find(name); ok || name == Demo {
			return name, nil
		}
	}
	path, err := filepath.Abs(name)
	if err != nil {
		return "", fmt.Errorf("finding the model: %w", err)
	}
	return path, nil
}
