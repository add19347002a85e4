// Package replay plays the scheduler's side of the eval callback over recorded graphs,
// so that every answer of the cancel hook can be tested node by node, also for graphs
// that no model here can make run. It compiles the hook's own source; nothing but tests
// imports it.
package replay

/*
#cgo CPPFLAGS: -I${SRCDIR}/../../../native/lib/include -I${SRCDIR}/../..
#cgo CXXFLAGS: -std=c++17 -O2 -Wall -Wextra
#include "bridge.h"
#include "replay.h"
*/
import "C"

import "unsafe"

// Mode is a hook mode.
type Mode int

// The hook modes that C answers.
const (
	EveryNode Mode = C.HS_HOOK_EVERY_NODE
	Budget    Mode = C.HS_HOOK_BUDGET
	Planned   Mode = C.HS_HOOK_PLANNED
	Speech    Mode = C.HS_HOOK_SPEECH
)

// Node is what the hook looks at of a graph's node.
type Node struct {
	Product bool // a MUL_MAT
	Shape   [4]int64
	Shared  int64 // what the product sums over
	Flags   int32
	Split   int // of the scheduler, counted from 0
}

// Mark is what became of a node.
type Mark uint8

// What can become of a node.
const (
	Asked    Mark = C.REPLAY_ASKED
	Wanted   Mark = C.REPLAY_WANTED
	Computed Mark = C.REPLAY_COMPUTED
	Checked  Mark = C.REPLAY_CHECKED
)

// Outcome is what became of a graph.
type Outcome struct {
	Marks         []Mark
	Calls, Checks int
	Stopped       bool
	StopNode      int
}

// Run computes a graph as ggml's scheduler does. The byte is set while node setAt is
// computed; -1: before the begin; len(graph) or more: never.
func Run(mode Mode, budget int64, plan []byte, graph []Node, setAt int) Outcome {
	nodes := make([]C.replay_node, len(graph))
	for i, n := range graph {
		nodes[i] = C.replay_node{shared: C.int64_t(n.Shared), flags: C.int32_t(n.Flags), split: C.int32_t(n.Split)}
		if n.Product {
			nodes[i].product = 1
		}
		for d, size := range n.Shape {
			nodes[i].shape[d] = C.int64_t(size)
		}
	}
	o := Outcome{Marks: make([]Mark, len(graph))}
	var c C.replay_outcome
	C.replay_run(C.int(mode), C.int64_t(budget), (*C.uint8_t)(unsafe.SliceData(plan)), C.size_t(len(plan)),
		unsafe.SliceData(nodes), C.size_t(len(nodes)), C.int64_t(setAt), (*C.uint8_t)(unsafe.Pointer(unsafe.SliceData(o.Marks))), &c)
	o.Calls, o.Checks, o.Stopped, o.StopNode = int(c.calls), int(c.checks), c.stopped != 0, int(c.stop_node)
	return o
}
