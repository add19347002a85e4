package replay

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

const published = 2.5e9 // multiply-adds between two checks

// graphs are recorded from the real library: cbridge's TestRecordedGraphs makes and
// compares them.
func graphs(t *testing.T) map[string][]Node {
	t.Helper()
	paths, err := filepath.Glob("testdata/*.json")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no recorded graphs: %v", err)
	}
	out := map[string][]Node{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var recorded [][]any // op, four sizes, shared, flags
		if err := json.Unmarshal(text, &recorded); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		var graph []Node
		for _, r := range recorded {
			n := Node{Product: r[0] == "MUL_MAT", Shared: int64(r[5].(float64)), Flags: int32(r[6].(float64))}
			for d := range n.Shape {
				n.Shape[d] = int64(r[1+d].(float64))
			}
			graph = append(graph, n)
		}
		out[filepath.Base(path)] = graph
	}
	return out
}

// inSplits cuts a graph as a scheduler with more than one back end does.
func inSplits(graph []Node, begins ...int) []Node {
	out := append([]Node(nil), graph...)
	for i := range out {
		for _, b := range begins {
			if i >= b {
				out[i].Split++
			}
		}
	}
	return out
}

func work(n Node) int64 {
	if !n.Product {
		return 0
	}
	return n.Shape[0] * n.Shape[1] * n.Shape[2] * n.Shape[3] * n.Shared
}

// boundaries are the nodes where a stretch of the budget ends.
func boundaries(graph []Node, budget int64) (at []int) {
	var sum int64
	for i, n := range graph {
		if sum += work(n); n.Product && sum >= budget {
			at = append(at, i)
			sum = 0
		}
	}
	return at
}

// In a step of speech synthesis the byte may be set at any node: the stop is at the
// first boundary from there on, never before the step's first one, and each later
// split has one check more.
func TestSpeechSteps(t *testing.T) {
	for name, whole := range graphs(t) {
		n := len(whole)
		for _, budget := range []int64{published, published / 50, published * 1000} {
			for splits, graph := range [][]Node{whole, inSplits(whole, n/3), inSplits(whole, n/4, n/2, n-1)} {
				ends := boundaries(graph, budget)
				if o := Run(Speech, budget, nil, graph, n); o.Stopped || o.Checks != len(ends) || o.Calls != n+len(ends) {
					t.Fatalf("%s, budget %d: an undisturbed step has %d checks and %d calls, want %d and %d",
						name, budget, o.Checks, o.Calls, len(ends), n+len(ends))
				}
				for set := -1; set < n; set += 1 + 6*min(1, splits) {
					o := Run(Speech, budget, nil, graph, set)
					speechStop(t, graph, ends, set, o)
					if t.Failed() {
						t.Fatalf("%s, budget %d, %d splits, byte set at node %d of %d: %+v", name, budget, splits, set, n, o)
					}
				}
			}
		}
	}
}

func speechStop(t *testing.T, graph []Node, ends []int, set int, o Outcome) {
	t.Helper()
	checks, stop := 0, -1
	for _, end := range ends {
		checks++
		if end >= set {
			stop = end
			break
		}
	}
	// A split that begins after the set, and after the step's first check, is asked for
	// node by node; its first node is the stop.
	for i := 1; i < len(graph); i++ {
		begins := graph[i].Split != graph[i-1].Split
		if begins && i > set && len(ends) > 0 && i > ends[0] && (stop < 0 || i < stop) {
			stop = i
			checks = 1
			for _, end := range ends {
				if end < i {
					checks++
				}
			}
			break
		}
	}
	if stop < 0 {
		if o.Stopped || o.Checks != len(ends) {
			t.Errorf("stopped %v after %d checks, want a whole step with %d", o.Stopped, o.Checks, len(ends))
		}
		return
	}
	later := graph[len(graph)-1].Split - graph[stop].Split
	if !o.Stopped || o.StopNode != stop || o.Checks != checks+later {
		t.Errorf("stop at node %d with %d checks, want %d with %d", o.StopNode, o.Checks, stop, checks+later)
	}
	for i, mark := range o.Marks {
		first := i == 0 || graph[i].Split != graph[i-1].Split
		want := i <= stop || first && graph[i].Split > graph[stop].Split
		if (mark&Computed != 0) != want {
			t.Errorf("node %d: computed %v, want %v", i, !want, want)
		}
	}
	if o.StopNode < ends[0] {
		t.Errorf("stopped at node %d, before the first boundary at %d", o.StopNode, ends[0])
	}
}

// A set byte before the begin costs two calls in the modes for encodes.
func TestStoppedBeforeTheBegin(t *testing.T) {
	for name, graph := range graphs(t) {
		for _, mode := range []Mode{EveryNode, Budget, Planned} {
			o := Run(mode, published, make([]byte, len(graph)), graph, -1)
			if o.Calls != 2 || o.Checks != 1 || !o.Stopped || o.StopNode != 0 {
				t.Errorf("%s, mode %d: %d calls, %d checks, stop at node %d", name, mode, o.Calls, o.Checks, o.StopNode)
			}
		}
	}
}

// Each mode checks exactly where it should, node by node.
func TestWhereChecksAre(t *testing.T) {
	for name, graph := range graphs(t) {
		plan := make([]byte, len(graph))
		for i := range plan {
			if i%7 == 3 {
				plan[i] = 1
			}
		}
		budget := map[int]bool{}
		for _, i := range boundaries(graph, published) {
			budget[i] = true
		}
		for mode, want := range map[Mode]func(i int) bool{
			EveryNode: func(int) bool { return true },
			Planned:   func(i int) bool { return plan[i] == 1 },
			Budget:    func(i int) bool { return budget[i] },
			Speech:    func(i int) bool { return budget[i] },
		} {
			o := Run(mode, published, plan, graph, len(graph))
			for i, mark := range o.Marks {
				if mark&Asked == 0 || mark&Computed == 0 || (mark&Checked != 0) != want(i) || (mark&Wanted != 0) != want(i) {
					t.Errorf("%s, mode %d, node %d: mark %b, want a check: %v", name, mode, i, mark, want(i))
				}
			}
		}
	}
}
