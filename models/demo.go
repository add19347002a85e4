package models

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/adrg/xdg"

	"haltscribe/atomicfile"
)

// DemoNote is what the program says of the demo model wherever it is chosen.
const DemoNote = "The demo model understands a few hundred English words, best as numbers, playing cards and set phrases, and errs on all else. " +
	"For real use get a model such as Qwen3-ASR 0.6B (haltscribe models pull qwen3-asr-0.6b, or Models in the window)."

//go:embed demo/demo.gguf demo/mmproj-demo.gguf
var demoFiles embed.FS

// demoLongestPiece: of longer pieces the demo model gets two words in three wrong, of these one in five (docs/demo-model.md).
const demoLongestPiece = 8

const (
	demoText      = "demo.gguf"
	demoProjector = "mmproj-demo.gguf"
)

// unpackDemo puts the embedded pair where llama.cpp can map it into memory. Files
// that are there already are used after their content was checked.
func unpackDemo() (Model, error) {
	return unpackDemoTo(filepath.Join(xdg.CacheHome, "haltscribe", "models"))
}

func unpackDemoTo(cache string) (Model, error) {
	text, err1 := demoFiles.ReadFile("demo/" + demoText)
	projector, err2 := demoFiles.ReadFile("demo/" + demoProjector)
	if err := errors.Join(err1, err2); err != nil {
		return Model{}, fmt.Errorf("reading the demo model: %w", err)
	}
	// The folder is named after the content, so that two versions of the program
	// don't fight over it.
	sum := sha256.New()
	sum.Write(text)
	sum.Write(projector)
	folder := filepath.Join(cache, Demo+"-"+hex.EncodeToString(sum.Sum(nil)[:6]))
	m := Model{
		Name: Demo, Note: DemoNote, LongestPiece: demoLongestPiece,
		Text: filepath.Join(folder, demoText), Projector: filepath.Join(folder, demoProjector),
	}
	if err := errors.Join(unpack(m.Text, text), unpack(m.Projector, projector)); err != nil {
		return Model{}, fmt.Errorf("unpacking the demo model: %w", err)
	}
	return m, nil
}

// demoBytes is the size of the embedded pair.
func demoBytes() int64 {
	total := int64(0)
	for _, name := range []string{demoText, demoProjector} {
		if f, err := demoFiles.Open("demo/" + name); err == nil {
			if about, err := f.Stat(); err == nil {
				total += about.Size()
			}
			_ = f.Close() // memory alone
		}
	}
	return total
}

// unpack makes path hold content; another process never sees half of it.
func unpack(path string, content []byte) error {
	if have, err := os.ReadFile(path); err == nil && bytes.Equal(have, content) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return atomicfile.Write(path, content, 0o600)
}
