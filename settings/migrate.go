package settings

import (
	"encoding/json"
	"fmt"
)

// Version is of the file's format. Raise it, and add a migration, when a field changes its name or meaning; a
// new field needs neither.
const Version = 1

// fields are a file's, by name.
type fields map[string]json.RawMessage

// migration changes a file's fields from one version to the next. It doesn't touch "version".
type migration func(fields) error

// migrations has, at i, the way from version i to i+1.
func migrations() []migration {
	return []migration{
		// A file without a version was written by hand: its fields are those of version 1.
		0: func(fields) error { return nil },
	}
}

// migrate brings fields from a version to the newest that steps lead to.
func migrate(f fields, from int, steps []migration) error {
	for v := from; v < len(steps); v++ {
		if err := steps[v](f); err != nil {
			return fmt.Errorf("the settings of version %d cannot be brought to version %d: %w", v, v+1, err)
		}
	}
	return nil
}
