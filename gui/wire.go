package gui

import (
	"context"
	"fmt"

	"haltscribe/audio"
	"haltscribe/gui/queue"
	"haltscribe/gui/sound"
	"haltscribe/inference"
	"haltscribe/inference/engine"
)

// EngineOf makes an engine's client what the window works with.
func EngineOf(c *engine.Client) Engine { return clientEngine{c} }

type clientEngine struct{ client *engine.Client }

func (e clientEngine) Start(job engine.Job, onEvent func(engine.Event)) queue.RunningJob {
	return e.client.Start(job, onEvent)
}

func (e clientEngine) Inventory(ctx context.Context, library string, allowUntested bool) (inference.Inventory, error) {
	return e.client.Inventory(ctx, library, allowUntested)
}

// openPlayer opens the machine's sound device.
func openPlayer() (sound.Player, error) {
	p, err := audio.NewPlayer()
	if err != nil {
		return nil, err
	}
	return p, nil
}

// lengthRate is any rate: only the ratio of samples to it matters.
const lengthRate = 16000

// lengthOf reads a recording's length from its header.
func lengthOf(path string) (float64, error) {
	s, err := audio.Open(path, lengthRate)
	if err != nil {
		return 0, err
	}
	defer s.Close() // only read from
	if s.Len() <= 0 {
		return 0, fmt.Errorf("the length of %s is not known before its end", path)
	}
	return float64(s.Len()) / lengthRate, nil
}

// withParts fills in what the caller left out.
func (d Deps) withParts() Deps {
	if d.OpenPlayer == nil {
		d.OpenPlayer = openPlayer
	}
	if d.Length == nil {
		d.Length = lengthOf
	}
	return d
}
