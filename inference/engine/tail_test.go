package engine

import (
	"strings"
	"testing"
)

func TestLastUsefulLine(t *testing.T) {
	for _, c := range []struct{ name, log, want string }{
		{"nothing", "", ""},
		{"one line", "hello\n", "hello"},
		{"assertion before a trace", "[warn] x\n/src/a.cpp:7: GGML_ASSERT(n > 0) failed\n#1 0x00\n#2 0x01\n", "/src/a.cpp:7: GGML_ASSERT(n > 0) failed"},
		{"exception", "terminate called after throwing an instance of 'std::bad_alloc'\n  what():  std::bad_alloc\n", "what():  std::bad_alloc"},
		{"error before warnings", "[error] failed to map\n[warn] later\n", "[error] failed to map"},
		{"only warnings", "[warn] one\n[info] two\n", ""},
		{"Go", "panic: index out of range\n\ngoroutine 1 [running]:\n", "panic: index out of range"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var l tail
			_, _ = l.Write([]byte(c.log))
			if got := l.lastUseful(); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestTailIsBounded(t *testing.T) {
	var l tail
	for range 1000 {
		_, _ = l.Write([]byte(strings.Repeat("x", 999) + "\n"))
	}
	_, _ = l.Write([]byte("the end\n"))
	if len(l.kept) > tailBytes || cap(l.kept) > 4*tailBytes {
		t.Errorf("%d bytes kept in %d", len(l.kept), cap(l.kept))
	}
	if l.lastUseful() != "the end" {
		t.Errorf("last line %q", l.lastUseful())
	}
}
