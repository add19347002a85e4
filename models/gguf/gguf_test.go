package gguf_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"haltscribe/models/gguf"
	"haltscribe/models/gguf/gguftest"
	"haltscribe/tools/fuzz/limit"
)

func read(b []byte) (*gguf.File, error) { return gguf.Read(bytes.NewReader(b), int64(len(b))) }

func TestHeadOfAFile(t *testing.T) {
	f, err := read(gguftest.TextModel("qwen3vl", 64, 4096))
	if err != nil {
		t.Fatal(err)
	}
	width, ok := f.Uint("qwen3vl.embedding_length")
	if f.Text("general.architecture") != "qwen3vl" || width != 64 || !ok || f.Len("tokenizer.ggml.tokens") != 3 {
		t.Errorf("read %+v", f)
	}
	if _, ok := f.Uint("general.architecture"); ok {
		t.Error("a string was taken for a number")
	}
	if w, ok := f.Tensor("token_embd.weight"); !ok || w.Bytes != 64*3*4 || w.Dims[0] != 64 {
		t.Errorf("tensor %+v, %v", w, ok)
	}
}

// TestDemoModel reads files that llama.cpp reads too.
func TestDemoModel(t *testing.T) {
	for _, name := range []string{"demo.gguf", "mmproj-demo.gguf"} {
		f, err := gguf.Open(filepath.Join("..", "demo", name))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		end := int64(0)
		for _, t := range f.Tensors {
			end = max(end, f.DataStart+int64(t.Offset)+t.Bytes)
		}
		if f.Size-end < 0 || f.Size-end >= 32 {
			t.Errorf("%s has %d bytes, and its last tensor ends at %d", name, f.Size, end)
		}
	}
}

// TestEveryCutIsFound: a file that misses bytes at its end is refused, wherever it was cut.
func TestEveryCutIsFound(t *testing.T) {
	whole := gguftest.TextModel("qwen3vl", 8, 64)
	for n := range whole {
		if n > len(whole)-32 {
			break // the padding after the last tensor may be missing
		}
		if _, err := read(whole[:n]); err == nil {
			t.Fatalf("%d of %d bytes were taken for the whole", n, len(whole))
		}
	}
	_, err := read(whole[:len(whole)-64])
	if err == nil || !strings.Contains(err.Error(), "it is cut off") {
		t.Errorf("a cut file: %v", err)
	}
}

func TestRefusals(t *testing.T) {
	good := gguftest.TextModel("qwen3vl", 8, 64)
	with := func(at int, v any) []byte {
		b := bytes.Clone(good)
		var w bytes.Buffer
		_ = binary.Write(&w, binary.LittleEndian, v)
		copy(b[at:], w.Bytes())
		return b
	}
	huge := gguftest.Build(nil, []gguftest.Tensor{{Name: "w", Dims: []uint64{4}}})
	copy(huge[24+8+1+4:], []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f})
	for name, c := range map[string]struct {
		content []byte
		want    string
	}{
		"empty":           {nil, "not a GGUF file"},
		"a web page":      {[]byte("<!DOCTYPE html><html><body>Log in to go on</body></html>"), "not a GGUF file"},
		"version 1":       {with(4, uint32(1)), "GGUF version 1"},
		"big-endian":      {with(4, uint32(3<<24)), "other byte order"},
		"tensors":         {with(8, uint64(1)<<40), "which no model has"},
		"values":          {with(16, uint64(1)<<40), "which no model has"},
		"long name":       {with(24, uint64(1)<<62), "4611686018427387904 bytes long"},
		"unknown type":    {with(24+8+20, uint32(77)), "the format doesn't know (77)"},
		"twice":           {gguftest.Build([]gguftest.Value{{Key: "a", Is: true}, {Key: "a", Is: true}}, nil), "a is there twice"},
		"odd alignment":   {gguftest.Build([]gguftest.Value{{Key: "general.alignment", Is: uint32(3)}}, nil), "alignment is 3"},
		"no alignment":    {gguftest.Build([]gguftest.Value{{Key: "general.alignment", Is: "32"}}, nil), "alignment is not a number"},
		"beyond any file": {huge, "larger than any file"},
	} {
		_, err := read(c.content)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	if _, err := read([]byte("RIFF0000WAVEfmt 000000000000000")); !errors.Is(err, gguf.ErrForeign) {
		t.Errorf("a WAV file: %v", err)
	}
	if _, err := gguf.Open(t.TempDir()); err == nil {
		t.Error("a folder was read")
	}
}

// Limits for one file.
const (
	fuzzMemory = 1 << 20          // bytes allocated in all, and 200 for each byte of the file
	fuzzTime   = 10 * time.Second // of the processor
)

// FuzzRead: whatever the bytes, there is soon an answer, what it says lies within the file, and it takes no memory out of
// proportion.
func FuzzRead(f *testing.F) {
	f.Add(gguftest.TextModel("qwen3vl", 8, 64))
	f.Add(gguftest.Projector("qwen3a", 8))
	f.Add([]byte("GGUF\x03\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, b []byte) {
		var file *gguf.File
		var err error
		limit.Check(t, fuzzMemory+200*uint64(len(b)), fuzzTime, func() { file, err = read(b) })
		if err != nil {
			return
		}
		for _, w := range file.Tensors {
			if file.DataStart+int64(w.Offset)+w.Bytes > int64(len(b)) {
				t.Errorf("tensor %+v ends after byte %d", w, len(b))
			}
		}
	})
}
