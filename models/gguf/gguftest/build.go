// Package gguftest makes small GGUF files for tests.
package gguftest

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"testing"
)

// Value is an entry of the metadata: a string, a bool, a uint32 or a []string.
type Value struct {
	Key string
	Is  any
}

// Tensor is a tensor of float32 zeros.
type Tensor struct {
	Name string
	Dims []uint64
}

// Build makes a GGUF file of version 3.
func Build(values []Value, tensors []Tensor) []byte {
	var b bytes.Buffer
	put := func(v any) { _ = binary.Write(&b, binary.LittleEndian, v) } // a Buffer takes all
	text := func(s string) {
		put(uint64(len(s)))
		b.WriteString(s)
	}
	b.WriteString("GGUF")
	put(uint32(3))
	put(uint64(len(tensors)))
	put(uint64(len(values)))
	for _, v := range values {
		text(v.Key)
		switch is := v.Is.(type) {
		case string:
			put(uint32(8))
			text(is)
		case bool:
			put(uint32(7))
			put(is)
		case uint32:
			put(uint32(4))
			put(is)
		case []string:
			put(uint32(9))
			put(uint32(8))
			put(uint64(len(is)))
			for _, s := range is {
				text(s)
			}
		default:
			panic(fmt.Sprintf("gguftest: no values of type %T", v.Is))
		}
	}
	offset := uint64(0)
	for _, t := range tensors {
		text(t.Name)
		put(uint32(len(t.Dims)))
		bytes := uint64(4)
		for _, d := range t.Dims {
			put(d)
			bytes *= d
		}
		put(uint32(0))
		put(offset)
		offset += pad(bytes)
	}
	b.Write(make([]byte, pad(uint64(b.Len()))-uint64(b.Len())+offset))
	return b.Bytes()
}

func pad(n uint64) uint64 { return (n + 31) &^ 31 }

// TextModel is a text model of an architecture and width, with so many bytes of weights.
func TextModel(arch string, width uint32, weights uint64) []byte {
	return Build([]Value{
		{"general.architecture", arch},
		{"general.name", "A " + arch + " model"},
		{arch + ".embedding_length", width},
		{arch + ".block_count", uint32(2)},
		{arch + ".attention.head_count", uint32(4)},
		{arch + ".attention.head_count_kv", uint32(2)},
		{"tokenizer.ggml.tokens", []string{"a", "b", "c"}},
	}, []Tensor{{"token_embd.weight", []uint64{uint64(width), 3}}, {"weights", []uint64{weights / 4}}})
}

// Projector is an mmproj of an audio type ("" for one of pictures alone), for text models of a width.
func Projector(audio string, width uint32) []byte {
	values := []Value{
		{"general.architecture", "clip"},
		{"general.name", "A projector"},
		{"clip.has_vision_encoder", audio == ""},
		{"clip.has_audio_encoder", audio != ""},
	}
	if audio != "" {
		values = append(values, Value{"clip.audio.projector_type", audio}, Value{"clip.audio.projection_dim", width})
	} else {
		values = append(values, Value{"clip.projector_type", "mlp"}, Value{"clip.vision.projection_dim", width})
	}
	return Build(values, []Tensor{{"mm.a.mlp.2.weight", []uint64{16, uint64(width)}}})
}

// Write writes a file, for a test.
func Write(t testing.TB, path string, content []byte) {
	t.Helper()
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}
