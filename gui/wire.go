package gui

import (
	"fmt"

	"haltscribe/audio"
	"haltscribe/gui/sound"
)

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
