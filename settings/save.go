package settings

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// ErrNewer is what Save wraps when the file is of a newer version of the program, which would lose by it.
var ErrNewer = errors.New("the settings are of a newer Haltscribe and are not changed by this one")

// Save writes the settings to path and makes its folder if need be. Whatever happens, the file holds either what it
// held or all of the new settings. Two that save at once don't disturb each other: one of the two is kept, whole.
// Values that may not be are refused.
func (s Settings) Save(path string) error {
	if err := s.Validate(); err != nil {
		return fmt.Errorf("the settings are not saved: %w", err)
	}
	if data, err := read(path); err == nil {
		if _, version, err := parse(data); err == nil && version > Version {
			return fmt.Errorf("%w: %s", ErrNewer, path)
		}
	}
	data, err := s.encode()
	if err != nil {
		return fmt.Errorf("the settings are not saved: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("the settings are not saved: %w", err)
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real // a link, as dotfile managers make them, stays one
	}
	if err := replaceFile(path, data); err != nil {
		return fmt.Errorf("the settings are not saved: %w", err)
	}
	return nil
}

// encode is the file's content: the known fields in their order, then those of others.
func (s Settings) encode() ([]byte, error) {
	if s.Formats == nil {
		s.Formats = []string{}
	}
	s.Version = Version
	data, err := json.MarshalIndent(s, "", "  ")
	if err != nil || len(s.others) == 0 {
		return append(data, '\n'), err
	}
	others, err := json.MarshalIndent(s.others, "", "  ")
	if err != nil {
		return nil, err
	}
	// Both are objects of at least one field: "{\n  …\n}".
	data = append(data[:len(data)-2], ',')
	return append(append(data, others[1:]...), '\n'), nil
}
