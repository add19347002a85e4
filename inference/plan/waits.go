package plan

import "time"

// waits tells how long the host waits busily for a range of nodes.
//
// ggml's Vulkan back end (ggml_vk_wait_for_fence) sleeps until the first node of a
// range's last fifth is done, and from there on asks the device again and again, so
// as to lose no time once it is. That costs nothing beside a real GPU. Beside a
// device that computes on the same processor it takes a core from it; and a range of
// fewer than ten nodes has no last fifth, so all of it is waited for like that.
type waits struct {
	until []time.Duration // from the begin to each node
	next  []int           // the first node from each on that computes something
}

func newWaits(times []time.Duration, kinds []byte) *waits {
	n := len(times)
	w := &waits{make([]time.Duration, n+1), make([]int, n+1)}
	for i, t := range times {
		w.until[i+1] = w.until[i] + t
	}
	w.next[n] = n
	for i := n - 1; i >= 0; i-- {
		if w.next[i] = i; kinds[i] == View {
			w.next[i] = w.next[i+1]
		}
	}
	return w
}

// busy is how long it waits so for a range from node first to node last.
func (w *waits) busy(first, last int) time.Duration {
	if n := last + 1 - first; n >= 10 {
		// The node that it sleeps for is the first with less than a fifth to come.
		if node := w.next[last+2-n/5]; node <= last {
			return w.until[last+1] - w.until[node+1]
		}
	}
	return w.until[last+1] - w.until[first]
}
