package cbridge

/*
#include "bridge.h"
*/
import "C"

import "fmt"

// Node is a node of an encoder's graph, as the eval callback was asked about it.
type Node struct {
	Op, Name string
	Shape    [4]int64 // innermost dimension first
	Shared   int64    // innermost dimension of the first source: what a matrix product sums over
	Flags    int32    // ggml's tensor flags
}

// Record turns on or off that encodes record their nodes. It does nothing without a
// callback (HookOff). Between encodes only.
func (m *Model) Record(on bool) error {
	if err := status(C.hs_model_record(m.p, C.bool(on), &m.err), &m.err); err != nil {
		return fmt.Errorf("recording the graph: %w", err)
	}
	return nil
}

// Graph is the nodes of the last recorded Encode, in the order in which they run; of
// one that was stopped, as many as were asked about.
func (m *Model) Graph() []Node {
	var nodes []Node
	var n C.hs_node
	for i := 0; bool(C.hs_model_node_info(m.p, C.size_t(i), &n)); i++ {
		node := Node{Op: C.GoString(&n.op[0]), Name: C.GoString(&n.name[0]), Shared: int64(n.shared), Flags: int32(n.flags)}
		for d, size := range n.shape {
			node.Shape[d] = int64(size)
		}
		nodes = append(nodes, node)
	}
	return nodes
}
