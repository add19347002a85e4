package synth

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"haltscribe/cbridge"
)

func library(t *testing.T) *cbridge.Library {
	t.Helper()
	arch := map[string]string{"amd64": "x64"}[runtime.GOARCH]
	if arch == "" {
		arch = runtime.GOARCH
	}
	lib, err := cbridge.Open(filepath.Join("..", "..", "native", "lib", runtime.GOOS+"-"+arch), cbridge.OpenOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

func TestSmallShapeLoadsAndIsAlwaysTheSame(t *testing.T) {
	lib := library(t)
	shape, err := Named("small")
	if err != nil {
		t.Fatal(err)
	}
	first, second := t.TempDir(), t.TempDir()
	last := 0.0
	progress := func(done float64) {
		if done < last {
			t.Errorf("progress goes back from %v to %v", last, done)
		}
		last = done
	}
	if err := Write(lib, shape, first, progress); err != nil {
		t.Fatal(err)
	}
	if last < 0.99 || last > 1 {
		t.Errorf("progress ends at %v", last)
	}
	if err := Write(lib, shape, second, func(float64) {}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{TextFile, ProjectorFile} {
		a, err1 := os.ReadFile(filepath.Join(first, name))
		b, err2 := os.ReadFile(filepath.Join(second, name))
		if err := errors.Join(err1, err2); err != nil || !bytes.Equal(a, b) {
			t.Errorf("%s differs between two runs (%v)", name, err)
		}
	}

	m, err := lib.NewModel(cbridge.LoadParams{
		Text: filepath.Join(first, TextFile), Projector: filepath.Join(first, ProjectorFile),
		Device: cbridge.CPUOnly, Threads: 1, Context: 1024, Batch: 512, Sequences: 1, Hook: cbridge.HookEveryNode,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if err := m.Load(); err != nil {
		t.Fatal(err)
	}
	c, err := m.Tokenize([]cbridge.PromptPart{{Text: "<|im_start|>user\n", Special: true}, {Audio: true}}, noise(11*16000))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	var tokens []int
	for i, chunk := range c.List() {
		if !chunk.Audio {
			continue
		}
		tokens = append(tokens, chunk.Tokens)
		var r cbridge.EncodeResult
		if err := m.Encode(c, i, &r); err != nil {
			t.Fatal(err)
		}
		if r.Nodes != 173 {
			t.Errorf("%d nodes, want 173", r.Nodes)
		}
		out := make([]float32, chunk.Tokens*m.EmbeddingSize())
		if err := m.Embedding(out); err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(out, func(v float32) bool { return v != v || v > 1e4 || v < -1e4 }) {
			t.Error("the weights blow up")
		}
	}
	if !slices.Equal(tokens, []int{104, 52}) {
		t.Errorf("chunks of %v tokens, want 104 and 52", tokens)
	}
}

func noise(n int) []float32 {
	out := make([]float32, n)
	state := uint32(1)
	for i := range out {
		state = state*1664525 + 1013904223
		out[i] = float32(int32(state)) / (1 << 33)
	}
	return out
}

func TestUnknownShape(t *testing.T) {
	if _, err := Named("huge"); err == nil {
		t.Error("there is a huge shape")
	}
}

func TestVisionShapeEncodesImages(t *testing.T) {
	lib := library(t)
	shape, err := Named("small-vision")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := Write(lib, shape, folder, func(float64) {}); err != nil {
		t.Fatal(err)
	}
	m, err := lib.NewModel(cbridge.LoadParams{
		Text: filepath.Join(folder, TextFile), Projector: filepath.Join(folder, ProjectorFile),
		Device: cbridge.CPUOnly, Threads: 1, Context: 1024, Batch: 512, Sequences: 1, Hook: cbridge.HookEveryNode,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if err := m.Load(); err != nil {
		t.Fatal(err)
	}
	if !m.TakesImages() || m.SampleRate() != 16000 {
		t.Fatalf("takes images: %v, sample rate %d", m.TakesImages(), m.SampleRate())
	}
	if _, err := m.TokenizeImage([]cbridge.PromptPart{{Audio: true}}, make([]byte, 10), 448, 448); err == nil {
		t.Error("an image of another size was taken")
	}
	c, err := m.TokenizeImage([]cbridge.PromptPart{{Text: "see: "}, {Audio: true}}, make([]byte, 3*448*448), 448, 448)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	i := slices.IndexFunc(c.List(), func(c cbridge.Chunk) bool { return c.Image })
	if i < 0 || c.List()[i].Tokens != 14*14 {
		t.Fatalf("chunks %+v, want an image of 14 x 14 tokens", c.List())
	}
	var r cbridge.EncodeResult
	if err := m.Encode(c, i, &r); err != nil {
		t.Fatal(err)
	}
	out := make([]float32, c.List()[i].Tokens*m.EmbeddingSize())
	if err := m.Embedding(out); err != nil {
		t.Fatal(err)
	}
	if slices.ContainsFunc(out, func(v float32) bool { return v != v || v > 1e4 || v < -1e4 }) {
		t.Error("the weights blow up")
	}
	if r.Nodes < 200 || int(r.Checks) != r.Nodes {
		t.Errorf("%d nodes, %d checks", r.Nodes, r.Checks)
	}
}
