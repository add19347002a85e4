// Package gguf reads what a GGUF file says of itself: its metadata, and where its tensors lie. It loads no weights.
//
// Files come from anywhere, so nothing in them is trusted: counts and lengths are bounded, memory is taken for what is
// kept alone, and no more than the head of the file is read.
package gguf

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"os"
)

// The bounds. The largest vocabularies have a few hundred thousand words, the largest models a few thousand tensors.
const (
	maxValues     = 8192
	maxTensors    = 65536
	maxName       = 1024     // bytes of a key's or a tensor's name
	maxString     = 4 << 20  // bytes of a string that is kept, such as a chat template
	maxKept       = 16 << 20 // bytes of all strings that are kept
	maxElements   = 16 << 20 // of an array
	maxHead       = 512 << 20
	maxDimensions = 4
)

// ErrForeign is the error of a file that is something else than GGUF.
var ErrForeign = errors.New("it is not a GGUF file")

// File is the head of a GGUF file.
type File struct {
	Version   uint32
	Size      int64 // bytes of the whole file
	DataStart int64 // where the tensors' bytes begin
	Tensors   []Tensor

	values map[string]value
}

// Tensor is one entry of the tensor table.
type Tensor struct {
	Name   string
	Dims   []uint64 // the innermost first; 1 to 4
	Type   uint32   // ggml's number
	Offset uint64   // from DataStart, in bytes
	Bytes  int64    // 0 where the type is not known
}

// value is a scalar or a string. Of arrays only the length is kept.
type value struct {
	kind uint32
	text string
	bits uint64 // numbers, as the file has them, widened
	len  uint64 // of an array
}

// The kinds of values, by the format's numbers.
const (
	kindUint8 = iota
	kindInt8
	kindUint16
	kindInt16
	kindUint32
	kindInt32
	kindFloat32
	kindBool
	kindString
	kindArray
	kindUint64
	kindInt64
	kindFloat64
)

// Open reads the head of the file at path. The errors do not name the file.
func Open(path string) (*File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, withoutPath(err)
	}
	defer f.Close() // only read from
	about, err := f.Stat()
	if err != nil {
		return nil, withoutPath(err)
	}
	if !about.Mode().IsRegular() {
		return nil, errors.New("it is not a file")
	}
	return Read(f, about.Size())
}

func withoutPath(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// Read reads the head of a file of size bytes.
func Read(from io.ReaderAt, size int64) (*File, error) {
	limit := min(size, maxHead)
	r := &reader{in: bufio.NewReaderSize(io.NewSectionReader(from, 0, limit), 1<<16), left: limit, whole: limit == size}
	f, err := r.file(size)
	if err == nil {
		err = r.err
	}
	if err != nil {
		return nil, err
	}
	if err := f.complete(); err != nil {
		return nil, err
	}
	return f, nil
}

// reader reads little-endian values. The first error sticks; what is read after it is zero.
type reader struct {
	in    *bufio.Reader
	left  int64
	whole bool // left reaches to the file's end
	kept  int
	err   error
}

func (r *reader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

// take accounts for n bytes that are about to be read.
func (r *reader) take(n uint64) bool {
	switch {
	case r.err != nil:
		return false
	case n > uint64(r.left) && r.whole:
		r.fail(errors.New("it is cut off: it ends inside its own table of contents"))
		return false
	case n > uint64(r.left):
		r.fail(fmt.Errorf("its table of contents is over %d MiB long, which no model has", maxHead>>20))
		return false
	}
	r.left -= int64(n)
	return true
}

func (r *reader) number(size int) uint64 {
	if !r.take(uint64(size)) {
		return 0
	}
	var b [8]byte
	if _, err := io.ReadFull(r.in, b[:size]); err != nil {
		r.fail(fmt.Errorf("it can't be read: %w", withoutPath(err)))
		return 0
	}
	return binary.LittleEndian.Uint64(b[:])
}

func (r *reader) skip(n uint64) {
	for n > 0 && r.take(min(n, 1<<30)) {
		step := int(min(n, 1<<30))
		if _, err := r.in.Discard(step); err != nil {
			r.fail(fmt.Errorf("it can't be read: %w", withoutPath(err)))
			return
		}
		n -= uint64(step)
	}
}

// text reads a string of at most most bytes.
func (r *reader) text(most int, what string) string {
	n := r.number(8)
	if r.err == nil && n > uint64(most) {
		r.fail(fmt.Errorf("%s is said to be %d bytes long, which no model has", what, n))
	}
	if r.kept += int(min(n, maxKept)); r.kept > maxKept {
		r.fail(errors.New("its metadata is longer than any model's"))
	}
	if !r.take(n) {
		return ""
	}
	b := make([]byte, n)
	if _, err := io.ReadFull(r.in, b); err != nil {
		r.fail(fmt.Errorf("it can't be read: %w", withoutPath(err)))
		return ""
	}
	return string(b)
}

func (r *reader) file(size int64) (*File, error) {
	if size < 24 {
		return nil, ErrForeign
	}
	if magic := r.number(4); r.err == nil && magic != 0x46554747 { // "GGUF"
		return nil, ErrForeign
	}
	f := &File{Size: size, Version: uint32(r.number(4)), values: map[string]value{}}
	switch {
	case r.err != nil:
		return nil, r.err
	case bits.ReverseBytes32(f.Version) == 2 || bits.ReverseBytes32(f.Version) == 3:
		return nil, errors.New("it was written for machines with the other byte order")
	case f.Version != 2 && f.Version != 3:
		return nil, fmt.Errorf("its format is GGUF version %d, and only 2 and 3 can be read", f.Version)
	}
	tensors, values := r.number(8), r.number(8)
	if tensors > maxTensors || values > maxValues {
		return nil, fmt.Errorf("it claims %d tensors and %d metadata values, which no model has", tensors, values)
	}
	for range values {
		r.value(f)
		if r.err != nil {
			return nil, r.err
		}
	}
	for range tensors {
		r.tensor(f)
		if r.err != nil {
			return nil, r.err
		}
	}
	alignment, ok := f.Uint("general.alignment")
	if _, there := f.values["general.alignment"]; !there {
		alignment = 32
	} else if !ok {
		return nil, errors.New("its alignment is not a number")
	}
	if alignment == 0 || alignment&(alignment-1) != 0 || alignment > 1<<20 {
		return nil, fmt.Errorf("its alignment is %d, which is none", alignment)
	}
	at := uint64(min(size, maxHead) - r.left)
	f.DataStart = int64((at + alignment - 1) &^ (alignment - 1))
	return f, nil
}

// sizeOf is the size of a scalar of a kind, in bytes; 0 for other kinds.
func sizeOf(kind uint32) int {
	switch kind {
	case kindUint8, kindInt8, kindBool:
		return 1
	case kindUint16, kindInt16:
		return 2
	case kindUint32, kindInt32, kindFloat32:
		return 4
	case kindUint64, kindInt64, kindFloat64:
		return 8
	}
	return 0
}

func (r *reader) value(f *File) {
	key := r.text(maxName, "the name of a metadata value")
	v := value{kind: uint32(r.number(4))}
	switch size := sizeOf(v.kind); {
	case r.err != nil:
		return
	case size > 0:
		v.bits = r.number(size)
	case v.kind == kindString:
		v.text = r.text(maxString, key)
	case v.kind == kindArray:
		v.len = r.array(key)
	default:
		r.fail(fmt.Errorf("%s has a type that the format doesn't know (%d)", key, v.kind))
	}
	if _, twice := f.values[key]; twice {
		r.fail(fmt.Errorf("%s is there twice", key))
	}
	f.values[key] = v
}

// array passes over an array and returns its length.
func (r *reader) array(key string) uint64 {
	kind, n := uint32(r.number(4)), r.number(8)
	switch size := sizeOf(kind); {
	case r.err != nil:
	case n > maxElements:
		r.fail(fmt.Errorf("%s is said to have %d elements, which no model has", key, n))
	case size > 0:
		r.skip(n * uint64(size))
	case kind == kindString:
		for i := uint64(0); i < n && r.err == nil; i++ {
			r.skip(r.number(8))
		}
	default:
		r.fail(fmt.Errorf("%s is an array of a type that the format doesn't know (%d)", key, kind))
	}
	return n
}

func (r *reader) tensor(f *File) {
	t := Tensor{Name: r.text(maxName, "the name of a tensor")}
	dims := r.number(4)
	if dims > maxDimensions {
		r.fail(fmt.Errorf("tensor %s has %d dimensions, and there are 4 at most", t.Name, dims))
		return
	}
	elements := uint64(1)
	for range dims {
		d := r.number(8)
		high, low := bits.Mul64(elements, d)
		if high != 0 || low > math.MaxInt64 {
			r.fail(fmt.Errorf("tensor %s is said to be larger than any file", t.Name))
			return
		}
		elements = low
		t.Dims = append(t.Dims, d)
	}
	t.Type, t.Offset = uint32(r.number(4)), r.number(8)
	if block, ok := blocks[t.Type]; ok {
		high, bytes := bits.Mul64(elements/block.elements, block.bytes)
		if high != 0 || bytes > math.MaxInt64 {
			r.fail(fmt.Errorf("tensor %s is said to be larger than any file", t.Name))
			return
		}
		t.Bytes = int64(bytes)
	}
	f.Tensors = append(f.Tensors, t)
}

// complete checks that every tensor lies within the file.
func (f *File) complete() error {
	for _, t := range f.Tensors {
		end := uint64(f.DataStart) + t.Offset + uint64(t.Bytes)
		if t.Offset > math.MaxInt64 || end > math.MaxInt64 {
			return fmt.Errorf("tensor %s is said to lie beyond any file's end", t.Name)
		}
		if int64(end) > f.Size {
			return fmt.Errorf("it is cut off: it has %d bytes, and tensor %s ends at byte %d", f.Size, t.Name, end)
		}
	}
	return nil
}

// Text is a string of the metadata; "" where it is not there, or no string.
func (f *File) Text(key string) string {
	v := f.values[key]
	if v.kind != kindString {
		return ""
	}
	return v.text
}

// Uint is a whole number of the metadata that is not negative. Arrays have none.
func (f *File) Uint(key string) (uint64, bool) {
	v, ok := f.values[key]
	if !ok {
		return 0, false
	}
	signed := int64(0)
	switch v.kind {
	case kindUint8, kindUint16, kindUint32, kindUint64:
		return v.bits, true
	case kindInt8:
		signed = int64(int8(v.bits))
	case kindInt16:
		signed = int64(int16(v.bits))
	case kindInt32:
		signed = int64(int32(v.bits))
	case kindInt64:
		signed = int64(v.bits)
	default:
		return 0, false
	}
	return uint64(max(signed, 0)), signed >= 0
}

// Bool is a truth value of the metadata; false where it is not there.
func (f *File) Bool(key string) bool {
	v := f.values[key]
	return v.kind == kindBool && v.bits != 0
}

// Len is the length of an array of the metadata.
func (f *File) Len(key string) uint64 { return f.values[key].len }

// Tensor finds a tensor by its name.
func (f *File) Tensor(name string) (Tensor, bool) {
	for _, t := range f.Tensors {
		if t.Name == name {
			return t, true
		}
	}
	return Tensor{}, false
}
