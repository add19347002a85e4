package models

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"

	"haltscribe/models/catalogue"
	"haltscribe/models/fetch"
)

// PullOptions are choices in fetching a model.
type PullOptions struct {
	From     string               // https:// folder with the files, instead of the hub; "" for the hub
	Agent    string               // the User-Agent header
	Client   *http.Client         // nil makes one
	Progress func(fetch.Progress) // may be nil; see fetch.Fetcher
}

// Pulled is a model that is there now.
type Pulled struct {
	Model   Model
	Fetched bool // something had to be fetched
	Pinned  bool // the hashes were known beforehand
}

// Pull makes sure that a model of the catalogue is on this machine: it is looked for, and what is missing is fetched.
// What an earlier try began is gone on with. Errors are sentences; a cancelled context's error is its own.
func (h Home) Pull(ctx context.Context, name string, o PullOptions) (Pulled, error) {
	e, err := h.entry(name)
	if err != nil {
		return Pulled{}, err
	}
	if m, err := h.use(e); err == nil {
		return Pulled{Model: m, Pinned: e.Pinned()}, nil
	}
	hub, err := fetch.HubFromEnv()
	if err != nil {
		return Pulled{}, err
	}
	if hub.Offline {
		return Pulled{}, fmt.Errorf("%s is not on this machine, and HF_HUB_OFFLINE forbids to fetch it", e.Name)
	}
	files, err := h.wanted(hub, e, o.From)
	if err != nil {
		return Pulled{}, err
	}
	f := &fetch.Fetcher{Client: o.Client, Token: hub.Token, Host: hub.Endpoint.Host, Agent: o.Agent, Progress: o.Progress}
	results, err := f.Fetch(ctx, files...)
	if err != nil {
		return Pulled{}, err
	}
	for _, r := range results {
		if err := h.remember(r.Path, r.SHA256); err != nil {
			return Pulled{}, fmt.Errorf("noting what came: %w", unwrapPath(err))
		}
	}
	m, err := h.use(e)
	if err != nil {
		return Pulled{}, err
	}
	return Pulled{Model: m, Fetched: true, Pinned: e.Pinned()}, nil
}

// entry finds a name in the catalogue.
func (h Home) entry(name string) (catalogue.Entry, error) {
	c, err := h.catalogue()
	if err != nil {
		return catalogue.Entry{}, err
	}
	e, ok := c.Find(name)
	switch {
	case ok:
		return e, nil
	case name == Demo:
		return catalogue.Entry{}, errors.New("the demo model is part of the program: it can neither be fetched nor removed")
	}
	return catalogue.Entry{}, fmt.Errorf("there is no model %q in the catalogue; it has %s", name, strings.Join(c.Names(), ", "))
}

// wanted lists the files of a model to fetch.
func (h Home) wanted(hub fetch.Hub, e catalogue.Entry, from string) ([]fetch.File, error) {
	var files []fetch.File
	for _, f := range e.Files() {
		path := filepath.Join(h.folder(e), f.Name)
		url := hub.URL(e.Repository, e.Revision, f.Name)
		if from != "" {
			base, err := fetch.Secure(from)
			if err != nil {
				return nil, err
			}
			url = base.JoinPath(f.Name).String()
		}
		sum := f.SHA256
		if known := h.noted(path); sum == "" && known != "" && h.fresh(path, known) {
			sum = known // one of the two came before
		}
		files = append(files, fetch.File{URL: url, Path: path, Bytes: f.Bytes, SHA256: sum, Magic: "GGUF"})
	}
	return files, nil
}

// Discard throws away what has come of a model that is not complete.
func (h Home) Discard(name string) error {
	e, err := h.entry(name)
	if err != nil {
		return err
	}
	var errs []error
	for _, f := range e.Files() {
		errs = append(errs, fetch.Discard(filepath.Join(h.folder(e), f.Name)))
	}
	_ = removeEmpty(h.folder(e))
	return errors.Join(errs...)
}
