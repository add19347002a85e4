package main

import (
	"bufio"
	"encoding/binary"
	"os"
)

// file is one that was made to harm its readers.
type file struct {
	name  string
	write func(path string) error
}

// The format's numbers of kinds of values.
const (
	kindUint8  = 0
	kindUint32 = 4
	kindString = 8
	kindArray  = 9
)

var files = []file{
	{"a string as long as 2^62 bytes", made(func(w *writer) {
		w.head(0, 1)
		w.key("general.name", kindString)
		w.number(1 << 62)
	})},
	{"an array of 2^40 numbers", made(func(w *writer) {
		w.head(0, 1)
		w.key("x.attention.head_count", kindArray)
		w.word(kindUint8)
		w.number(1 << 40)
	})},
	{"arrays in arrays, 8 million deep", made(func(w *writer) {
		w.head(0, 1)
		w.key("x.attention.head_count", kindArray)
		for range 8 << 20 {
			w.word(kindArray)
			w.number(1)
		}
		w.word(kindUint8)
		w.number(0)
	})},
	{"an array of 400 million bytes", made(func(w *writer) {
		w.head(0, 1)
		w.key("x.attention.head_count", kindArray)
		w.word(kindUint8)
		w.number(400e6)
		w.zeros(400e6)
	})},
	{"an alignment of 0", made(func(w *writer) {
		w.head(0, 1)
		w.key("general.alignment", kindUint32)
		w.word(0)
	})},
	{"an alignment that is a string", made(func(w *writer) {
		w.head(0, 1)
		w.key("general.alignment", kindString)
		w.text("32")
	})},
	{"a tensor of 2^32 dimensions", made(func(w *writer) {
		w.head(1, 0)
		w.text("w")
		w.word(1<<32 - 1)
		w.zeros(64)
	})},
	{"a tensor that lies behind the file's end", made(func(w *writer) {
		w.head(1, 0)
		w.text("w")
		w.word(1) // dimensions
		w.number(8)
		w.word(0)         // F32
		w.number(1 << 40) // offset
		w.zeros(128)
	})},
}

func made(content func(*writer)) func(path string) error {
	return func(path string) error {
		f, err := os.Create(path)
		if err != nil {
			return err
		}
		w := &writer{bufio.NewWriterSize(f, 1<<20)}
		content(w)
		if err := w.out.Flush(); err != nil {
			return err
		}
		return f.Close()
	}
}

// writer writes little-endian values. bufio keeps the first error for Flush.
type writer struct{ out *bufio.Writer }

func (w *writer) word(v uint32) { _, _ = w.out.Write(binary.LittleEndian.AppendUint32(nil, v)) }

func (w *writer) number(v uint64) { _, _ = w.out.Write(binary.LittleEndian.AppendUint64(nil, v)) }

func (w *writer) zeros(n int) {
	for range n {
		_ = w.out.WriteByte(0)
	}
}

func (w *writer) text(s string) {
	w.number(uint64(len(s)))
	_, _ = w.out.WriteString(s)
}

func (w *writer) key(name string, kind uint32) {
	w.text(name)
	w.word(kind)
}

func (w *writer) head(tensors, values uint64) {
	_, _ = w.out.WriteString("GGUF")
	w.word(3)
	w.number(tensors)
	w.number(values)
}
