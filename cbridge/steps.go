package cbridge

/*
#include <stdlib.h>
#include "bridge.h"
*/
import "C"

import (
	"errors"
	"unsafe"
)

// PromptPart is a stretch of the prompt: text, or the place of the samples or the
// image.
type PromptPart struct {
	Text    string
	Audio   bool // the samples, or the image, come here; Text is not looked at
	Special bool // whether "<|im_end|>" and the like are control tokens in Text
}

// Chunks are a tokenized prompt with its spectrograms.
type Chunks struct {
	p    *C.hs_chunks
	list []Chunk
}

// Chunk is one of them; text where it is neither audio nor image.
type Chunk struct {
	Audio     bool
	Image     bool
	Tokens    int
	Positions int
}

// Tokenize makes chunks of a prompt and mono samples at SampleRate. It computes
// the mel spectrogram. At least two samples are needed.
func (m *Model) Tokenize(parts []PromptPart, samples []float32) (*Chunks, error) {
	if len(samples) < 2 {
		return nil, errors.New("fewer than two samples")
	}
	cparts, free := nativeParts(parts)
	defer free()
	return m.chunks(C.hs_tokenize(m.p, cparts, C.size_t(len(parts)),
		(*C.float)(unsafe.Pointer(&samples[0])), C.size_t(len(samples)), &m.err))
}

// TokenizeImage makes chunks of a prompt and an image of width × height pixels,
// three bytes each: red, green, blue.
func (m *Model) TokenizeImage(parts []PromptPart, rgb []byte, width, height int) (*Chunks, error) {
	if width <= 0 || height <= 0 || len(rgb) != 3*width*height {
		return nil, errors.New("the image does not have the size that was said")
	}
	cparts, free := nativeParts(parts)
	defer free()
	return m.chunks(C.hs_tokenize_image(m.p, cparts, C.size_t(len(parts)),
		(*C.uint8_t)(unsafe.Pointer(&rgb[0])), C.uint32_t(width), C.uint32_t(height), &m.err))
}

// nativeParts are a prompt's parts in C memory, until free is called.
func nativeParts(parts []PromptPart) (cparts *C.hs_prompt_part, free func()) {
	memory := C.calloc(C.size_t(len(parts)), C.sizeof_hs_prompt_part)
	held := []unsafe.Pointer{memory}
	for i, part := range parts {
		if part.Audio {
			continue
		}
		text := C.CString(part.Text)
		held = append(held, unsafe.Pointer(text))
		unsafe.Slice((*C.hs_prompt_part)(memory), len(parts))[i] = C.hs_prompt_part{
			text: text, length: C.size_t(len(part.Text)), special: C.bool(part.Special),
		}
	}
	return (*C.hs_prompt_part)(memory), func() {
		for _, p := range held {
			C.free(p)
		}
	}
}

func (m *Model) chunks(p *C.hs_chunks) (*Chunks, error) {
	if p == nil {
		return nil, errors.New(C.GoString(&m.err.message[0]))
	}
	c := &Chunks{p: p}
	for i := range C.hs_chunks_count(p) {
		chunk := C.hs_chunks_get(p, i)
		c.list = append(c.list, Chunk{
			Audio: bool(chunk.audio), Image: bool(chunk.image), Tokens: int(chunk.tokens), Positions: int(chunk.positions),
		})
	}
	return c, nil
}

// List is the chunks in order.
func (c *Chunks) List() []Chunk { return c.list }

// Close frees the chunks.
func (c *Chunks) Close() {
	C.hs_chunks_free(c.p)
	c.p = nil
}

// EncodeResult tells what the eval callback saw during one encode.
type EncodeResult struct {
	ReturnedNS int64 // when the native call returned, on the clock of Now
	ElapsedNS  int64
	Returned   int   // by the native call: 0 is success, also when stopped
	Calls      int64 // of the callback
	Checks     int64 // of those, after a computed range
	Nodes      int   // asked about; of a whole encode, the graph's size
	LongestGap struct {
		NS   int64 // between two checks, the encode's begin and end included
		Op   string
		Node int
	}
	Stopped bool // the callback broke the encode off …
	Stop    struct {
		Node int // … after this node
		Op   string
		Name string
	}
}

func (m *Model) encodeResult(r *EncodeResult) {
	c := &m.result
	r.ReturnedNS, r.ElapsedNS = int64(c.returned_ns), int64(c.elapsed_ns)
	r.Returned = int(c.returned)
	r.Calls, r.Checks, r.Nodes = int64(c.calls), int64(c.checks), int(c.nodes)
	r.LongestGap.NS, r.LongestGap.Node = int64(c.longest_gap_ns), int(c.longest_gap_node)
	r.LongestGap.Op = C.GoString(&c.longest_gap_op[0])
	r.Stopped, r.Stop.Node = bool(c.stopped), int(c.stop_node)
	r.Stop.Op, r.Stop.Name = C.GoString(&c.stop_op[0]), C.GoString(&c.stop_name[0])
}

// Encode runs the encoder on audio or image chunk i. The embedding stays inside until
// Embed. ErrCancelled when the byte was seen before, during or right after;
// result is filled in any case.
func (m *Model) Encode(c *Chunks, i int, result *EncodeResult) error {
	m.result = C.hs_encode_result{}
	err := status(C.hs_encode(m.p, c.p, C.size_t(i), &m.result, &m.err), &m.err)
	m.encodeResult(result)
	return err
}

// Embedding copies the output of the last whole Encode into out, which must hold
// tokens × EmbeddingSize floats.
func (m *Model) Embedding(out []float32) error {
	if len(out) == 0 {
		return errors.New("no room for the embedding")
	}
	return status(C.hs_embedding(m.p, (*C.float)(unsafe.Pointer(&out[0])), C.size_t(len(out)), &m.err), &m.err)
}

// Leftovers copies whatever the last Encode left for chunk i, also one that was
// stopped: for showing that it must not be used.
func (m *Model) Leftovers(c *Chunks, i int, out []float32) error {
	if len(out) == 0 {
		return errors.New("no room for the leftovers")
	}
	return status(C.hs_leftovers(m.p, c.p, C.size_t(i), (*C.float)(unsafe.Pointer(&out[0])), C.size_t(len(out)), &m.err), &m.err)
}

// Embed decodes chunk i, text or the embedding of the last Encode, into a sequence
// at *position and moves *position on. logits: whether the next Sample follows its
// last token.
func (m *Model) Embed(c *Chunks, i, sequence int, logits bool, position *int32) error {
	m.pos = C.int32_t(*position)
	err := status(C.hs_embed(m.p, c.p, C.size_t(i), C.int32_t(sequence), C.bool(logits), &m.pos, &m.err), &m.err)
	*position = int32(m.pos)
	return err
}

// EvalAll encodes and decodes all chunks in one native call, for libraries without
// the chunk-level functions. The cancel byte is seen inside the encodes and, on the
// CPU, inside the decodes, but not between them.
func (m *Model) EvalAll(c *Chunks, sequence int, position *int32, result *EncodeResult) error {
	m.pos = C.int32_t(*position)
	m.result = C.hs_encode_result{}
	err := status(C.hs_eval_all(m.p, c.p, C.int32_t(sequence), &m.pos, &m.result, &m.err), &m.err)
	*position = int32(m.pos)
	m.encodeResult(result)
	return err
}

// Token is one token to decode.
type Token struct {
	Token    int32
	Position int32
	Sequence int
	Logits   bool // to be sampled after
}

// Decode runs one llama_decode for tokens of any sequences.
func (m *Model) Decode(tokens []Token) error {
	m.batch = m.batch[:0]
	for _, t := range tokens {
		m.batch = append(m.batch, C.hs_token{
			token: C.int32_t(t.Token), position: C.int32_t(t.Position), seq: C.int32_t(t.Sequence), logits: C.bool(t.Logits),
		})
	}
	return status(C.hs_decode(m.p, unsafe.SliceData(m.batch), C.size_t(len(m.batch)), &m.err), &m.err)
}

// Sample gives the most likely token after the i-th token of the last decode that
// asked for logits; -1 is the last one.
func (m *Model) Sample(i int) (int32, error) {
	err := status(C.hs_sample(m.p, C.int32_t(i), &m.token, &m.err), &m.err)
	return int32(m.token), err
}
