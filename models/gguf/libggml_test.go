package gguf_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"haltscribe/cbridge"
	"haltscribe/models/gguf"
)

// library is the real one.
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

// stored are the types of tensors that the bridge writes, as ggml numbers them, and how many bytes n numbers take.
var stored = []struct {
	is     cbridge.TensorType
	number uint32
	bytes  func(n int64) int64
}{
	{cbridge.F32, 0, func(n int64) int64 { return 4 * n }},
	{cbridge.F16, 1, func(n int64) int64 { return 2 * n }},
	{cbridge.Q8, 8, func(n int64) int64 { return n / 32 * 34 }},
}

// TestReadsWhatLibggmlWrites has libggml's own functions write files of random content, and reads them: every value, and
// where each tensor lies.
func TestReadsWhatLibggmlWrites(t *testing.T) {
	lib := library(t)
	for seed := range uint64(40) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 1))
			path := filepath.Join(t.TempDir(), "random.gguf")
			wanted := writeRandom(t, lib, r, path)
			f, err := gguf.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, holds := range wanted {
				if said := holds(f); said != "" {
					t.Error(said)
				}
			}
			// libggml pads behind the last tensor, and nothing else follows.
			last := f.Tensors[len(f.Tensors)-1]
			end := f.DataStart + int64(last.Offset) + last.Bytes
			if padded := (end + 31) &^ 31; f.Size != padded {
				t.Errorf("the file has %d bytes, and its last tensor ends at %d", f.Size, end)
			}
			// Cut before its last byte of weights it is a file that was cut off.
			if err := os.Truncate(path, end-1); err != nil {
				t.Fatal(err)
			}
			if _, err := gguf.Open(path); err == nil || !strings.Contains(err.Error(), "it is cut off") {
				t.Errorf("cut by a byte: %v", err)
			}
		})
	}
}

// writeRandom writes a file, and returns what has to hold of its head: each function says what does not.
func writeRandom(t *testing.T, lib *cbridge.Library, r *rand.Rand, path string) (wanted []func(*gguf.File) string) {
	t.Helper()
	g, err := lib.NewGGUF()
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	holds := func(is func(*gguf.File) string) { wanted = append(wanted, is) }
	for i := range r.IntN(20) {
		key := fmt.Sprintf("key.%d", i)
		switch r.IntN(7) {
		case 0:
			text := randomText(r)
			g.String(key, text)
			holds(func(f *gguf.File) string { return differs(key, f.Text(key), text) })
		case 1:
			yes := r.IntN(2) == 1
			g.Bool(key, yes)
			holds(func(f *gguf.File) string { return differs(key, f.Bool(key), yes) })
		case 2:
			n := r.Uint32() >> 1
			g.Uint(key, int(n))
			holds(func(f *gguf.File) string {
				got, ok := f.Uint(key)
				return differs(key, fmt.Sprint(got, ok), fmt.Sprint(n, true))
			})
		case 3:
			g.Float(key, r.Float32())
			holds(func(f *gguf.File) string {
				_, ok := f.Uint(key)
				return differs(key+" as a whole number", ok, false)
			})
		case 4:
			all := make([]int32, 1+r.IntN(3000))
			g.Ints(key, all)
			holds(func(f *gguf.File) string { return differs(key, f.Len(key), uint64(len(all))) })
		case 5:
			all := make([]float32, 1+r.IntN(3000))
			g.Floats(key, all)
			holds(func(f *gguf.File) string { return differs(key, f.Len(key), uint64(len(all))) })
		case 6:
			all := make([]string, 1+r.IntN(3000))
			for i := range all {
				all[i] = randomText(r)
			}
			g.Strings(key, all)
			holds(func(f *gguf.File) string { return differs(key, f.Len(key), uint64(len(all))) })
		}
	}
	at := int64(0)
	for i := range 1 + r.IntN(30) {
		name := fmt.Sprintf("tensor.%d.weight", i)
		as := stored[r.IntN(len(stored))]
		shape := []int64{32 * (1 + r.Int64N(8))}
		n := shape[0]
		for range r.IntN(4) {
			d := 1 + r.Int64N(4)
			shape = append(shape, d)
			n *= d
		}
		g.Random(name, as.is, 0, 1, shape...)
		offset := at
		at += (as.bytes(n) + 31) &^ 31
		holds(func(f *gguf.File) string {
			got, _ := f.Tensor(name)
			var dims []int64
			for _, d := range got.Dims {
				dims = append(dims, int64(d))
			}
			// libggml leaves out trailing dimensions of 1.
			shape := shape
			for len(shape) > 1 && shape[len(shape)-1] == 1 {
				shape = shape[:len(shape)-1]
			}
			return differs(name, fmt.Sprint(got.Type, dims, got.Offset, got.Bytes), fmt.Sprint(as.number, shape, offset, as.bytes(n)))
		})
	}
	if err := g.Write(path); err != nil {
		t.Fatal(err)
	}
	return wanted
}

// randomText is text without zero bytes, which the bridge's lists end with.
func randomText(r *rand.Rand) string {
	letters := []rune("abc äöß 漢字 \n{}%")
	var b strings.Builder
	for range r.IntN(40) {
		b.WriteRune(letters[r.IntN(len(letters))])
	}
	return b.String()
}

func differs[T comparable](what string, got, want T) string {
	if got == want {
		return ""
	}
	return fmt.Sprintf("%s: read %v, and libggml wrote %v", what, got, want)
}
