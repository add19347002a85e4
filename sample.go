package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"

	"github.com/adrg/xdg"

	"haltscribe/atomicfile"
)

//go:embed testdata/sample.wav
var sample []byte

// samplePath is where the recording lies that comes with the program. It is
// written there when it is asked for.
func samplePath() (string, error) {
	path := filepath.Join(xdg.CacheHome, "haltscribe", "sample.wav")
	if have, err := os.ReadFile(path); err == nil && bytes.Equal(have, sample) {
		return path, nil
	}
	err := os.MkdirAll(filepath.Dir(path), 0o700)
	if err == nil {
		err = atomicfile.Write(path, sample, 0o600)
	}
	if err != nil {
		return "", fmt.Errorf("putting the sample recording in place: %w", err)
	}
	return path, nil
}
