package fetch

import (
	"encoding/json"
	"os"

	"haltscribe/atomicfile"
)

// state is what is noted beside a part: what it is a part of.
type state struct {
	URL    string `json:"url"`
	ETag   string `json:"etag"` // strong, or ""
	SHA256 string `json:"sha256"`
	Bytes  int64  `json:"bytes"`
}

// loadState reads the note of a file; the zero state where there is none that can be read.
func loadState(path string) state {
	var s state
	data, err := os.ReadFile(statePath(path))
	if err != nil || json.Unmarshal(data, &s) != nil {
		return state{}
	}
	return s
}

func (s state) save(path string) error {
	data, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return atomicfile.Write(statePath(path), data, 0o644)
}

// fits reports whether a part with this note can be gone on with for a file.
func (s state) fits(f File) bool {
	if s.SHA256 == "" || (f.Bytes != 0 && s.Bytes != f.Bytes) {
		return false
	}
	if f.SHA256 != "" {
		return s.SHA256 == f.SHA256
	}
	return s.URL == f.URL && s.ETag != ""
}
