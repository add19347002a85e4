//go:build !headless

package main

import (
	"context"

	"haltscribe/models"
)

// modelHome is the models' home where the settings have it at the moment.
type modelHome struct{ store *store }

func (m modelHome) at() models.Home { return models.At(m.store.modelDir()) }

func (m modelHome) List() ([]models.Item, error) { return m.at().List() }

func (m modelHome) Pull(ctx context.Context, name string, o models.PullOptions) (models.Pulled, error) {
	return m.at().Pull(ctx, name, o)
}

func (m modelHome) Discard(name string) error { return m.at().Discard(name) }

func (m modelHome) Remove(name string) error { return m.at().Remove(name) }

func (m modelHome) KeepTrial(name, text, projector string, t models.Trial) error {
	return m.at().KeepTrial(name, text, projector, t)
}

func (m modelHome) Add(path string) (models.Model, error) { return m.at().Add(path) }
