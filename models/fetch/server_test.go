package fetch

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// content makes a file as the tests fetch it, always the same.
func content(size int) []byte {
	b := make([]byte, size)
	_, _ = rand.NewChaCha8([32]byte{7}).Read(b) // it never fails
	copy(b, "GGUF")
	return b
}

func hashOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// hub is a server over TLS whose ways can be changed between requests.
type hub struct {
	*httptest.Server
	mu     sync.Mutex
	serve  http.HandlerFunc
	ranges []string // the Range headers that came
}

func newHub(t *testing.T, serve http.HandlerFunc) *hub {
	h := &hub{serve: serve}
	h.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.mu.Lock()
		h.ranges = append(h.ranges, r.Header.Get("Range"))
		serve := h.serve
		h.mu.Unlock()
		serve(w, r)
	}))
	h.Config.ErrorLog = log.New(io.Discard, "", 0) // clients hang up, as they should
	h.StartTLS()
	t.Cleanup(h.Close)
	return h
}

func (h *hub) become(serve http.HandlerFunc) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.serve, h.ranges = serve, nil
}

func (h *hub) asked() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return strings.Join(h.ranges, ",")
}

// honest serves a file as the real hub does: with ranges, If-Range and the hash.
func honest(b []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `"`+hashOf(b)[:16]+`"`)
		w.Header().Set("X-Linked-Etag", `"`+hashOf(b)+`"`)
		w.Header().Set("X-Linked-Size", strconv.Itoa(len(b)))
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(b))
	}
}

// cutAfter sends n bytes of an answer and hangs up.
func cutAfter(b []byte, n int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `"`+hashOf(b)[:16]+`"`)
		w.Header().Set("X-Linked-Etag", `"`+hashOf(b)+`"`)
		from := 0
		if _, err := fmt.Sscanf(r.Header.Get("Range"), "bytes=%d-", &from); err == nil {
			w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, len(b)-1, len(b)))
		}
		w.Header().Set("Content-Length", strconv.Itoa(len(b)-from))
		if from > 0 {
			w.WriteHeader(http.StatusPartialContent)
		}
		_, _ = w.Write(b[from:min(len(b), from+n)]) // the client may be gone
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	}
}

func answers(code int, headers map[string]string, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for k, v := range headers {
			w.Header().Set(k, v)
		}
		w.WriteHeader(code)
		_, _ = w.Write([]byte(body)) // the client may be gone
	}
}

// fetcher makes one that trusts the hub and does not wait.
func (h *hub) fetcher() *Fetcher {
	return &Fetcher{
		Client: h.Client(), Tries: 1,
		wait: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	}
}

// put leaves the begin of a file as an earlier try would have.
func put(t *testing.T, f File, b []byte, n int, etag string) {
	t.Helper()
	s := state{URL: f.URL, ETag: etag, SHA256: hashOf(b), Bytes: int64(len(b))}
	if err := errors.Join(s.save(f.Path), os.WriteFile(partPath(f.Path), b[:n], 0o600)); err != nil {
		t.Fatal(err)
	}
}

// whole checks that a file is in place, and nothing else is left.
func whole(t *testing.T, path string, want []byte) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s has %d bytes, want %d (%v)", filepath.Base(path), len(got), len(want), err)
	}
	left, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(left) != 1 {
		t.Errorf("in its folder lie %v (%v)", left, err)
	}
}

func absent(t *testing.T, path string) {
	t.Helper()
	if _, err := os.Lstat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s is there (%v)", filepath.Base(path), err)
	}
}
