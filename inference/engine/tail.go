package engine

import (
	"io"
	"strings"
	"sync"
)

// tail keeps the end of what an engine wrote to standard error, and passes it on.
type tail struct {
	mu   sync.Mutex
	kept []byte
	also io.Writer // may be nil
}

const tailBytes = 32 << 10

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, b...)
	if over := len(t.kept) - tailBytes; over > 0 {
		t.kept = append(t.kept[:0], t.kept[over:]...)
	}
	if t.also != nil {
		// Whoever reads along must not be able to stop the engine.
		_, _ = t.also.Write(b)
	}
	return len(b), nil
}

// lastUseful is the line that best says why an engine died: the last one that
// tells of an assertion or an exception, else the last error, else the last line
// that is not of ggml's everyday log. "" when there is none.
func (t *tail) lastUseful() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := strings.Split(strings.TrimSpace(string(t.kept)), "\n")
	for _, useful := range []func(string) bool{fatal, isError, isNotLog} {
		for i := len(lines) - 1; i >= 0; i-- {
			if useful(lines[i]) {
				return strings.TrimSpace(lines[i])
			}
		}
	}
	return ""
}

func isError(line string) bool { return strings.HasPrefix(line, "[error]") }

func isNotLog(line string) bool { return !strings.HasPrefix(line, "[") }

// fatal knows the lines that ggml, the C++ runtime and Go's print when they end
// a process.
func fatal(line string) bool {
	for _, mark := range []string{"GGML_ASSERT", "GGML_ABORT", "terminate called", "what():", "panic:", "fatal error:", "std::bad_alloc"} {
		if strings.Contains(line, mark) {
			return true
		}
	}
	return false
}
