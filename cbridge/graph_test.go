package cbridge

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// The graphs on which internal/replay tests the hook are the library's own. That of
// the demo model is compared here; HALTSCRIBE_RECORD=FOLDER writes the graph of any
// model with files named as "models synth" names them to graph.json there.
func TestRecordedGraphs(t *testing.T) {
	m := load(t, HookEveryNode, nil)
	got := recorded(t, m)
	path := filepath.Join("internal", "replay", "testdata", "demo-104.json")
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("the demo model's graph is no longer that of %s; it is now\n%s", path, got)
	}
	if folder := os.Getenv("HALTSCRIBE_RECORD"); folder != "" {
		other := load(t, HookEveryNode, func(p *LoadParams) {
			p.Text, p.Projector = filepath.Join(folder, "model.gguf"), filepath.Join(folder, "mmproj.gguf")
		})
		if err := os.WriteFile(filepath.Join(folder, "graph.json"), recorded(t, other), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// recorded is the graph of a chunk of 104 tokens: a line for each node with op, shape,
// what the product sums over, and flags.
func recorded(t *testing.T, m *Model) []byte {
	t.Helper()
	if err := m.Record(true); err != nil {
		t.Fatal(err)
	}
	c, audio := elevenSeconds(t, m)
	begin(t, m)
	encode(t, m, c, audio[0])
	graph := m.Graph()
	var text bytes.Buffer
	for i, n := range graph {
		line, err := json.Marshal([]any{n.Op, n.Shape[0], n.Shape[1], n.Shape[2], n.Shape[3], n.Shared, n.Flags})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&text, "%c%s\n", "[,"[min(i, 1)], line)
	}
	text.WriteString("]\n")
	return text.Bytes()
}

// A graph is recorded only where it was asked for, and forgotten when it is not.
func TestNothingIsRecordedUnasked(t *testing.T) {
	m := load(t, HookEveryNode, nil)
	c, audio := elevenSeconds(t, m)
	begin(t, m)
	encode(t, m, c, audio[0])
	if n := len(m.Graph()); n != 0 {
		t.Errorf("%d nodes were recorded unasked", n)
	}
	if err := m.Record(true); err != nil {
		t.Fatal(err)
	}
	encode(t, m, c, audio[0])
	if n := len(m.Graph()); n != demoNodes {
		t.Errorf("%d nodes were recorded, want %d", n, demoNodes)
	}
}

// The kind of each node agrees with its operation as ggml names it.
func TestKindsOfNodes(t *testing.T) {
	kinds := map[string]byte{"MUL_MAT": NodeProduct, "NONE": NodeView, "RESHAPE": NodeView, "VIEW": NodeView, "PERMUTE": NodeView, "TRANSPOSE": NodeView}
	m := load(t, HookEveryNode, nil)
	if err := m.Record(true); err != nil {
		t.Fatal(err)
	}
	c, audio := elevenSeconds(t, m)
	begin(t, m)
	encode(t, m, c, audio[0])
	_, got := m.NodeTimes()
	if len(got) != demoNodes {
		t.Fatalf("%d kinds, want %d", len(got), demoNodes)
	}
	for i, n := range m.Graph() {
		if got[i] != kinds[n.Op] {
			t.Errorf("node %d, %s: kind %d, want %d", i, n.Op, got[i], kinds[n.Op])
		}
	}
}
