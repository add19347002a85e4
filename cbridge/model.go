package cbridge

/*
#include <stdlib.h>
#include "bridge.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"runtime/cgo"
	"slices"
	"time"
	"unsafe"
)

// HookMode says when the eval callback asks to look at the cancel byte.
type HookMode int

// The hook modes; design and costs are told in docs/cancelling.md.
const (
	HookOff       HookMode = C.HS_HOOK_OFF
	HookEveryNode HookMode = C.HS_HOOK_EVERY_NODE
	HookBudget    HookMode = C.HS_HOOK_BUDGET
	HookPlanned   HookMode = C.HS_HOOK_PLANNED
	HookGo        HookMode = C.HS_HOOK_GO     // as HookEveryNode, answered by a Go function
	HookSpeech    HookMode = C.HS_HOOK_SPEECH // as HookBudget, for the steps of speech synthesis
)

// Kinds of graph nodes.
const (
	NodeOther   byte = C.HS_NODE_OTHER
	NodeProduct byte = C.HS_NODE_PRODUCT // a MUL_MAT
	NodeView    byte = C.HS_NODE_VIEW    // computes nothing: RESHAPE, VIEW, PERMUTE, TRANSPOSE, NONE
)

// CPUOnly as LoadParams.Device keeps all work on the CPU.
const CPUOnly = -1

// LoadParams say what to load and how to run it.
type LoadParams struct {
	Text       string // path of the text model's GGUF
	Projector  string // path of the mmproj GGUF
	Device     int    // a Device's Index, or CPUOnly
	Threads    int
	Context    int   // tokens for each sequence
	Batch      int   // most tokens of one decode
	Sequences  int   // at most; fewer where CacheLimit says so; MakeRoom gets more
	CacheLimit int64 // bytes that the context's memory may take; 0: no limit
	Hook       HookMode
	Budget     int64 // multiply-adds between two checks (HookBudget)
	Cancel     Flag  // read while loading

	// ShareText loads a projector only, beside the text model of another Model,
	// which must be closed later than this one. Such a Model can only encode.
	ShareText *Model

	// Images takes a projector without an audio encoder too, if it has one for
	// images.
	Images bool
}

// Model is a text model, its projector and their contexts. It belongs to one
// goroutine at a time.
type Model struct {
	p         *C.hs_model
	cancel    Flag
	sequences int
	goEval    cgo.Handle // of this Model, for haltscribeGoEval; 0: none

	// Out-parameters of calls, kept so that the token loop allocates nothing.
	err    C.hs_error
	result C.hs_encode_result
	pos    C.int32_t
	token  C.int32_t
	text   [256]byte
	batch  []C.hs_token
}

// NewModel remembers what to load. Close it, whether Load succeeds or not.
func (l *Library) NewModel(p LoadParams) (*Model, error) {
	text, projector := C.CString(p.Text), C.CString(p.Projector)
	defer C.free(unsafe.Pointer(text))
	defer C.free(unsafe.Pointer(projector))
	var e C.hs_error
	// In C memory, since it holds pointers.
	params := (*C.hs_model_params)(C.calloc(1, C.sizeof_hs_model_params))
	defer C.free(unsafe.Pointer(params))
	*params = C.hs_model_params{
		text_path:      text,
		projector_path: projector,
		device:         C.int32_t(p.Device),
		threads:        C.int32_t(p.Threads),
		context:        C.int32_t(p.Context),
		batch:          C.int32_t(p.Batch),
		sequences:      C.int32_t(p.Sequences),
		cache_limit:    C.int64_t(p.CacheLimit),
		hook_mode:      C.int32_t(p.Hook),
		budget:         C.int64_t(p.Budget),
		cancel:         p.Cancel.p,
		images:         C.bool(p.Images),
	}
	if p.ShareText != nil {
		params.share_text = p.ShareText.p
	}
	m := C.hs_model_new(l.p, params, &e)
	if m == nil {
		return nil, errors.New(C.GoString(&e.message[0]))
	}
	return &Model{p: m, cancel: p.Cancel, sequences: p.Sequences, batch: make([]C.hs_token, 0, p.Sequences)}, nil
}

// Load reads the model. It gives ErrCancelled when the byte was seen set.
func (m *Model) Load() error { return status(C.hs_model_load(m.p, &m.err), &m.err) }

// Progress is the share of Load that is done, 0 to 1. Any goroutine, until Close.
func (m *Model) Progress() float64 { return float64(C.hs_model_progress(m.p)) }

// Close frees the sampler, the contexts and the model, in this order.
func (m *Model) Close() {
	C.hs_model_free(m.p)
	m.p = nil
	if m.goEval != 0 {
		m.goEval.Delete()
		m.goEval = 0
	}
}

// SampleRate is what the audio encoder wants, in Hz.
func (m *Model) SampleRate() int { return int(C.hs_model_sample_rate(m.p)) }

// EmbeddingSize is the number of floats of one audio token's embedding.
func (m *Model) EmbeddingSize() int { return int(C.hs_model_embedding_size(m.p)) }

// Sequences is how many the context has memory for.
func (m *Model) Sequences() int { return int(C.hs_model_sequences(m.p)) }

// MakeRoom makes the context anew where it has memory for fewer sequences than these;
// all sequences are cleared then. Where memory is short, it has fewer (Sequences), and
// that is no error. Not while sequences run.
func (m *Model) MakeRoom(sequences int) error {
	if err := status(C.hs_model_make_room(m.p, C.int32_t(sequences), &m.err), &m.err); err != nil {
		return fmt.Errorf("making room for %d sequences: %w", sequences, err)
	}
	m.batch = slices.Grow(m.batch[:0], sequences)
	return nil
}

// TakesImages reports whether the projector has an encoder for images.
func (m *Model) TakesImages() bool { return bool(C.hs_model_takes_images(m.p)) }

// Begin makes flag the cancel byte of the job that starts and forgets what was
// latched for the last one.
func (m *Model) Begin(flag Flag) {
	m.cancel = flag
	C.hs_model_begin(m.p, flag.p)
}

// Stopped reads the cancel byte; once seen set, it stays so until Begin.
func (m *Model) Stopped() bool { return bool(C.hs_model_stopped(m.p)) }

// SetHook changes the hook mode between two encodes; not from or to HookOff, since
// the callback is fixed when the projector is loaded.
func (m *Model) SetHook(mode HookMode, budget int64) error {
	if mode == HookGo && m.goEval == 0 {
		m.goEval = cgo.NewHandle(m)
		C.hs_model_set_go(m.p, C.uintptr_t(m.goEval))
	}
	return status(C.hs_model_set_hook(m.p, C.int(mode), C.int64_t(budget), &m.err), &m.err)
}

// LastDecode is what the last llama_decode returned: 2 when the abort callback
// ended it.
func (m *Model) LastDecode() int { return int(C.hs_model_last_decode(m.p)) }

// AbortCalls counts the calls of llama's abort callback since Begin.
func (m *Model) AbortCalls() int64 { return int64(C.hs_model_abort_calls(m.p)) }

// SetPlan says node by node whether HookPlanned checks after it; nodes past the
// plan's end are all checked. Between encodes only.
func (m *Model) SetPlan(checks []byte) error {
	var first *C.uint8_t
	if len(checks) > 0 {
		first = (*C.uint8_t)(unsafe.Pointer(&checks[0]))
	}
	if err := status(C.hs_model_set_plan(m.p, first, C.size_t(len(checks)), &m.err), &m.err); err != nil {
		return fmt.Errorf("setting the plan: %w", err)
	}
	return nil
}

// NodeTimes is what the last Encode measured, if it was whole and every node was
// checked (HookEveryNode, or HookPlanned without a plan): each node's time, the
// synchronisation after it included, and its kind (NodeOther, NodeProduct, NodeView).
func (m *Model) NodeTimes() (times []time.Duration, kinds []byte) {
	const most = 8192
	ns, kinds := make([]int64, most), make([]byte, most)
	n := int(C.hs_model_node_times(m.p, (*C.int64_t)(unsafe.Pointer(&ns[0])), (*C.uint8_t)(unsafe.Pointer(&kinds[0])), most))
	for _, t := range ns[:n] {
		times = append(times, time.Duration(t))
	}
	return times, kinds[:n]
}

// Node is how many graph nodes the running encode has come to. Any goroutine,
// between Load and Close.
func (m *Model) Node() int { return int(C.hs_model_node(m.p)) }

// IsEnd reports whether a token ends the answer.
func (m *Model) IsEnd(token int32) bool { return bool(C.hs_token_is_end(m.p, C.int32_t(token))) }

// Text is the bytes of a token, which need not be whole UTF-8 characters. The
// slice is valid until the next call.
func (m *Model) Text(token int32) []byte {
	n := C.hs_token_text(m.p, C.int32_t(token), (*C.char)(unsafe.Pointer(&m.text[0])), C.int32_t(len(m.text)))
	if n >= 0 {
		return m.text[:n]
	}
	long := make([]byte, -n)
	n = C.hs_token_text(m.p, C.int32_t(token), (*C.char)(unsafe.Pointer(&long[0])), C.int32_t(len(long)))
	return long[:max(n, 0)]
}

// Clear forgets what a sequence has in the context's memory.
func (m *Model) Clear(sequence int) { C.hs_sequence_clear(m.p, C.int32_t(sequence)) }

// Keep forgets what a sequence has behind its first positions. It reports whether
// these are all there; if not, the sequence has nothing left.
func (m *Model) Keep(sequence int, positions int32) bool {
	return bool(C.hs_sequence_keep(m.p, C.int32_t(sequence), C.int32_t(positions)))
}
