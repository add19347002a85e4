package inference

import (
	"errors"
	"fmt"
	"io"

	"haltscribe/audio"
	"haltscribe/cbridge"
	"haltscribe/inference/plan"
)

// What a comparison of hook modes (package bench) needs besides whole
// transcriptions.

// Library is the open library.
func (r *Runner) Library() *cbridge.Library { return r.lib }

// LoadParams finds a Setup's device and says how its model is loaded.
func (r *Runner) LoadParams(s Setup) (cbridge.LoadParams, error) {
	device, err := r.device(s.Device)
	if err != nil {
		return cbridge.LoadParams{}, err
	}
	hook, err := nativeHook(s.Hook)
	if err != nil {
		return cbridge.LoadParams{}, err
	}
	return cbridge.LoadParams{
		Text: s.Model, Projector: s.Projector,
		Device: device.index, Threads: threads(s),
		Context: contextTokens, Batch: batchTokens, Sequences: 1, CacheLimit: cacheLimit(device),
		Hook: hook, Budget: s.Budget,
	}, nil
}

// Medium is what an encoder takes.
type Medium string

// What encoders take.
const (
	Audio Medium = "audio"
	Image Medium = "image"
)

// Plans has the plans of a model that LoadParams' parameters loaded, for encodes of a
// medium.
func (r *Runner) Plans(m *cbridge.Model, s Setup, medium Medium) (*plan.Keeper, error) {
	device, err := r.device(s.Device)
	if err != nil {
		return nil, err
	}
	return r.keeper(m, s, device, medium), nil
}

// FirstPiece is the samples of a recording's first piece, mono at rate.
func (r *Runner) FirstPiece(file string, rate int) ([]float32, error) {
	src, err := audio.Open(file, rate)
	if err != nil {
		return nil, err
	}
	c := &cutter{src: src, rate: rate}
	defer c.close()
	p, err := c.next(func() bool { return false })
	if errors.Is(err, io.EOF) {
		return nil, audio.ErrNoAudio
	}
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", file, err)
	}
	return p.samples, nil
}

// Prompt is the prompt's parts.
func (r *Runner) Prompt(o Options) []cbridge.PromptPart { return promptParts(o) }
