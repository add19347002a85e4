package fetch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestMisbehaviour: whatever the server does, the answer is a sentence, nothing stands under the final name, and the
// next try, with a server that behaves, goes on.
func TestMisbehaviour(t *testing.T) {
	good, other := content(300_000), content(300_000)
	other[250_000] ^= 1
	const half = 150_000
	page := "<!DOCTYPE html><title>Welcome to the hotel</title>"
	etag := `"` + hashOf(good)[:16] + `"`
	whenAsked := func(handler http.HandlerFunc) http.HandlerFunc { // only where something is resumed
		return func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Range") == "" {
				honest(good)(w, r)
				return
			}
			handler(w, r)
		}
	}
	for _, c := range []struct {
		name    string
		have    int // bytes of an earlier try
		unknown bool
		serve   http.HandlerFunc
		change  func(*Fetcher)
		want    string // "" goes well at once
		then    string // the Range headers of the next try; "*" for any
	}{
		{name: "a cut line at the first byte", serve: cutAfter(good, 0), want: "m.gguf is not complete: the connection was cut after 0 bytes of 300 kB"},
		{name: "a cut line in the middle", serve: cutAfter(good, half), want: "what has come is kept for the next try", then: "bytes=150000-"},
		{name: "a cut line at the last byte", serve: cutAfter(good, 299_999), want: "cut after 300 kB of 300 kB", then: "bytes=299999-"},
		{name: "a cut line, resumed", have: 1000, serve: cutAfter(good, half), want: "the connection was cut", then: "bytes=151000-"},
		{name: "cut lines, with more tries", serve: cutAfter(good, 100_001), change: func(f *Fetcher) { f.Tries = 2 }},
		{name: "Range is ignored", have: half, serve: func(w http.ResponseWriter, r *http.Request) { r.Header.Del("Range"); honest(good)(w, r) }},
		{
			name: "Range is answered with another place", have: half, serve: whenAsked(answers(206, map[string]string{"Content-Range": "bytes 0-299999/300000"}, string(good))),
			want: `asked for what follows byte 150000, the server sent "bytes 0-299999/300000"`, then: "bytes=150000-",
		},
		{name: "more came than there is", have: half, serve: whenAsked(answers(416, nil, "")), want: "begins again"},
		{
			name: "wrong hash", serve: func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(other) },
			want: "m.gguf is not what it should be: its SHA-256 is " + hashOf(other)[:12] + "…, and " + hashOf(good)[:12] + "… was expected; it was thrown away",
		},
		{name: "a damaged begin", have: half, serve: honest(good), change: func(f *Fetcher) {
			f.open = func(path string) (part, error) {
				p, err := os.OpenFile(path, os.O_RDWR, 0)
				if err == nil {
					_, err = p.WriteAt([]byte("?"), 1000)
				}
				return p, err
			}
		}, want: "it was thrown away, and the next try begins again"},
		{name: "the hub names another hash", serve: honest(other), want: "the server has another file (SHA-256 " + hashOf(other)[:12]},
		{name: "too short", serve: honest(good[:1000]), want: "the server has a file of 1000 bytes, and 300000 were expected"},
		{name: "too long", serve: honest(append(bytes.Clone(good), 0)), want: "a file of 300001 bytes, and 300000"},
		{name: "without end", serve: func(w http.ResponseWriter, r *http.Request) {
			_ = http.NewResponseController(w).Flush()
			for r.Context().Err() == nil {
				_, _ = w.Write(append(bytes.Clone(good[:299_999]), "and more"...))
			}
		}, want: "the server sends more than the 300000 bytes", then: "*"},
		{name: "a redirect to http", serve: func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://portal.example/login?next=x", http.StatusFound)
		}, want: "the way leads on to portal.example without encryption (http)"},
		{
			name: "in circles", serve: func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, r.URL.String(), http.StatusFound) },
			want: "round in circles",
		},
		{name: "a login page", serve: answers(200, map[string]string{"Content-Type": "text/html"}, page), want: "what came is a web page, not the file"},
		{name: "a login page, resumed", have: half, serve: answers(200, nil, page), want: "does this network ask for a login?", then: "bytes=150000-"},
		{name: "something else", serve: answers(200, nil, strings.Repeat("PK", 150_000)), want: "does not begin as such a file does"},
		{name: "nothing for long", serve: func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("ETag", etag)
			w.Header().Set("Content-Length", "300000")
			_, _ = w.Write(good[:half])
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		}, change: func(f *Fetcher) { f.Stall = 300 * time.Millisecond }, want: "nothing came for a while", then: "bytes=150000-"},
		{name: "no such file", serve: http.NotFound, want: "has no such file (404)"},
		{name: "a gated file", serve: answers(401, nil, ""), want: "set HF_TOKEN"},
		{name: "a busy server", serve: answers(503, nil, ""), want: "is too busy or has a fault (503)"},
		{name: "a teapot", serve: answers(418, nil, ""), want: "answered 418"},
		{
			name: "no hash anywhere", unknown: true, serve: func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Length", "300000")
				_, _ = w.Write(good)
			},
			want: "neither is its SHA-256 known here",
		},
		{name: "another file meanwhile", unknown: true, have: half, serve: whenAsked(answers(206, map[string]string{
			"Content-Range": "bytes 150000-299999/300000", "X-Linked-Etag": hashOf(other),
		}, string(other[half:]))), want: "is another file on the server now"},
		{name: "an unknown certificate", serve: honest(good), change: func(f *Fetcher) { f.Client = &http.Client{} }, want: "could not prove who it is"},
		{name: "a full disk", serve: honest(good), change: func(f *Fetcher) {
			f.open = func(path string) (part, error) {
				p, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
				return fullDisk{p, 100_000}, err
			}
		}, want: "the disk is full after ", then: "bytes=100000-"},
		{
			name: "no room", serve: honest(good), change: func(f *Fetcher) { f.free = func(string) (uint64, error) { return 1000, nil } },
			want: "has 1 kB free, and 300 kB are still to come",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHub(t, c.serve)
			file := File{URL: h.URL + "/m.gguf", Path: filepath.Join(t.TempDir(), "m.gguf"), Bytes: 300_000, SHA256: hashOf(good), Magic: "GGUF"}
			if c.have > 0 {
				put(t, file, good, c.have, etag)
			}
			if c.unknown {
				file.Bytes, file.SHA256 = 0, ""
			}
			f := h.fetcher()
			if c.change != nil {
				c.change(f)
			}
			_, err := f.Fetch(t.Context(), file)
			switch {
			case c.want == "":
				if err != nil {
					t.Error(err)
				}
				whole(t, file.Path, good)
				return
			case err == nil || !strings.Contains(err.Error(), c.want):
				t.Errorf("it says: %v\nwant: %s", err, c.want)
			case strings.Contains(err.Error(), "\n"):
				t.Errorf("more than a line: %v", err)
			}
			absent(t, file.Path)
			t.Log(err)

			h.become(honest(good))
			if _, err := h.fetcher().Fetch(t.Context(), file); err != nil {
				t.Errorf("the next try: %v", err)
			}
			whole(t, file.Path, good)
			got := h.asked()
			if got != c.then && c.then != "*" {
				t.Errorf("the next try asked for %q, want %q", got, c.then)
			}
			t.Logf("the next try asked for %q, and the file is whole", got)
		})
	}
}

// fullDisk has room for so many bytes.
type fullDisk struct {
	*os.File
	room int64
}

func (d fullDisk) WriteAt(b []byte, at int64) (int, error) {
	if at+int64(len(b)) <= d.room {
		return d.File.WriteAt(b, at)
	}
	n, _ := d.File.WriteAt(b[:max(0, d.room-at)], at)
	return n, &os.PathError{Op: "write", Path: d.Name(), Err: syscall.ENOSPC}
}

// TestWhatTheHubSaysIsHeldTo: without a pin the hash that the hub publishes counts, also where a redirect leads to a
// storage server that knows nothing of it.
func TestWhatTheHubSaysIsHeldTo(t *testing.T) {
	good := content(50_000)
	storage := newHub(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `"storage"`)
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(good))
	})
	h := newHub(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Linked-Etag", `"`+hashOf(good)+`"`)
		w.Header().Set("X-Linked-Size", "50000")
		http.Redirect(w, r, storage.URL+"/blob?signature=secret", http.StatusFound)
	})
	file := File{URL: h.URL + "/m.gguf", Path: filepath.Join(t.TempDir(), "m.gguf"), Magic: "GGUF"}
	got, err := h.fetcher().Fetch(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	if want := (Result{file.Path, 50_000, hashOf(good), false}); got[0] != want {
		t.Errorf("got %+v, want %+v", got[0], want)
	}

	bad := bytes.Clone(good)
	bad[40_000] ^= 1
	storage.become(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(bad) })
	file.Path += "2.gguf"
	if _, err := h.fetcher().Fetch(t.Context(), file); err == nil || !strings.Contains(err.Error(), "not what it should be") {
		t.Errorf("a storage server that sends something else: %v", err)
	}
	absent(t, file.Path)
}

// TestTheTokenStaysAtItsHost.
func TestTheTokenStaysAtItsHost(t *testing.T) {
	good := content(1000)
	leaked := make(chan string, 1)
	storage := newHub(t, func(w http.ResponseWriter, r *http.Request) {
		leaked <- r.Header.Get("Authorization")
		honest(good)(w, r)
	})
	h := newHub(t, func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Header.Get("Authorization") != "Bearer sesame":
			w.WriteHeader(http.StatusUnauthorized)
		case r.URL.Path == "/m.gguf":
			http.Redirect(w, r, "/moved", http.StatusTemporaryRedirect)
		default:
			http.Redirect(w, r, storage.URL, http.StatusFound)
		}
	})
	f := h.fetcher()
	f.Token, f.Host = "sesame", strings.TrimPrefix(h.URL, "https://")
	file := File{URL: h.URL + "/m.gguf", Path: filepath.Join(t.TempDir(), "m.gguf"), SHA256: hashOf(good), Bytes: 1000}
	if _, err := f.Fetch(t.Context(), file); err != nil {
		t.Error(err)
	}
	if got := <-leaked; got != "" {
		t.Errorf("the storage server was told %q", got)
	}
	file.URL, file.Path = storage.URL, file.Path+"2"
	if _, err := f.Fetch(t.Context(), file); err != nil {
		t.Error(err)
	}
	if got := <-leaked; got != "" {
		t.Errorf("another host was told %q", got)
	}
}

func TestPlainAddressesAreRefused(t *testing.T) {
	file := File{URL: "http://models.example/m.gguf", Path: filepath.Join(t.TempDir(), "m.gguf")}
	if _, err := new(Fetcher).Fetch(t.Context(), file); err == nil || !strings.Contains(err.Error(), "HTTPS alone") {
		t.Errorf("it says: %v", err)
	}
	t.Setenv("HF_ENDPOINT", "http://mirror.example")
	if _, err := HubFromEnv(); err == nil || !strings.Contains(err.Error(), "HF_ENDPOINT: http://mirror.example is not an https:// address") {
		t.Errorf("it says: %v", err)
	}
}

// TestCancelKeepsWhatHasCome: it ends at once, and the next try goes on.
func TestCancelKeepsWhatHasCome(t *testing.T) {
	good := content(200_000)
	ctx, cancel := context.WithCancel(t.Context())
	h := newHub(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `"e"`)
		w.Header().Set("Content-Length", "200000")
		_, _ = w.Write(good[:120_000])
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	file := File{URL: h.URL, Path: filepath.Join(t.TempDir(), "m.gguf"), Bytes: 200_000, SHA256: hashOf(good)}
	f := h.fetcher()
	f.now = ticking()
	f.Progress = func(p Progress) {
		if p.Done == 120_000 {
			cancel()
		}
	}
	if _, err := f.Fetch(ctx, file); !errors.Is(err, context.Canceled) {
		t.Errorf("it says: %v", err)
	}
	if got := Partial(file.Path); got != 120_000 {
		t.Errorf("%d bytes are kept", got)
	}
	h.become(honest(good))
	if _, err := h.fetcher().Fetch(t.Context(), file); err != nil {
		t.Error(err)
	}
	whole(t, file.Path, good)
	if got := h.asked(); got != "bytes=120000-" {
		t.Errorf("it asked for %q", got)
	}
}

// ticking is a clock on which every look is half a second later.
func ticking() func() time.Time {
	now := time.Unix(1e9, 0)
	return func() time.Time {
		now = now.Add(500 * time.Millisecond)
		return now
	}
}

func TestProgressTellsSpeedAndTimeLeft(t *testing.T) {
	var told []Progress
	m := newMeter(func(p Progress) { told = append(told, p) }, ticking())
	a, b := m.share(1000), m.share(0)
	a.at(100, 100)
	if last := told[len(told)-1]; last.Total != 0 || last.Left != 0 {
		t.Errorf("told %+v before the size was known", last)
	}
	b.size(3000)
	for n := int64(1); n <= 20; n++ {
		b.at(100*n, 100)
	}
	last := told[len(told)-1]
	if last.Done != 2100 || last.Total != 4000 || last.Speed != 200 || last.Left != 10*time.Second { // 1900 left at 200 a second
		t.Errorf("told %+v", last)
	}
	a.complete(1000)
	b.checks(true)
	if last := told[len(told)-1]; !last.Checking {
		t.Errorf("told %+v while the rest was hashed", last)
	}
}

// TestProgressKnowsAllFilesFromTheStart: the first transfers tell while the last are still being set up.
func TestProgressKnowsAllFilesFromTheStart(t *testing.T) {
	good := content(5000)
	h := newHub(t, honest(good))
	dir := t.TempDir()
	files := make([]File, 16)
	for i := range files {
		files[i] = File{URL: h.URL, Path: filepath.Join(dir, fmt.Sprintf("%02d.gguf", i)), Bytes: 5000, SHA256: hashOf(good)}
	}
	f := h.fetcher()
	told := 0
	f.Progress = func(p Progress) {
		told++
		if want := int64(len(files) * 5000); p.Total != want {
			t.Errorf("told of %d bytes in all, want %d", p.Total, want)
		}
	}
	if _, err := f.Fetch(t.Context(), files...); err != nil {
		t.Fatal(err)
	}
	if told == 0 {
		t.Error("told nothing")
	}
}

// TestWhatIsThereIsNotFetched, and what is there but wrong is replaced.
func TestWhatIsThereIsNotFetched(t *testing.T) {
	good := content(5000)
	h := newHub(t, honest(good))
	file := File{URL: h.URL, Path: filepath.Join(t.TempDir(), "m.gguf"), Bytes: 5000, SHA256: hashOf(good)}
	if err := os.WriteFile(file.Path, good, 0o600); err != nil {
		t.Fatal(err)
	}
	h.become(http.NotFound)
	if _, err := h.fetcher().Fetch(t.Context(), file); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(file.Path, good[:4999], 0o600); err != nil {
		t.Fatal(err)
	}
	h.become(honest(good))
	if _, err := h.fetcher().Fetch(t.Context(), file); err != nil {
		t.Error(err)
	}
	whole(t, file.Path, good)
}

// TestTwoAtOnce: a second Haltscribe leaves the file to the first.
func TestTwoAtOnce(t *testing.T) {
	good := content(5000)
	begun, goOn := make(chan struct{}), make(chan struct{})
	h := newHub(t, func(w http.ResponseWriter, r *http.Request) {
		close(begun)
		<-goOn
		honest(good)(w, r)
	})
	file := File{URL: h.URL, Path: filepath.Join(t.TempDir(), "m.gguf"), Bytes: 5000, SHA256: hashOf(good)}
	first := make(chan error)
	go func() {
		_, err := h.fetcher().Fetch(t.Context(), file)
		first <- err
	}()
	<-begun
	if _, err := h.fetcher().Fetch(t.Context(), file); err == nil || !strings.Contains(err.Error(), "is being fetched by another Haltscribe") {
		t.Errorf("it says: %v", err)
	}
	close(goOn)
	if err := <-first; err != nil {
		t.Error(err)
	}
	whole(t, file.Path, good)
}

// TestDiscard: nothing is left of a file that is not wanted any more.
func TestDiscard(t *testing.T) {
	file := File{Path: filepath.Join(t.TempDir(), "m.gguf")}
	put(t, file, content(100), 50, "")
	if err := Discard(file.Path); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(filepath.Dir(file.Path)); err != nil || len(left) != 0 {
		t.Errorf("left: %v (%v)", left, err)
	}
}

func TestContentRange(t *testing.T) {
	for s, want := range map[string]string{
		"bytes 5-9/10": "5 10 true", "bytes 5-9/*": "5 0 true", "bytes */10": "0 0 false", "lines 1-2/3": "0 0 false", "": "0 0 false",
		"bytes -5-9/10": "0 0 false", "bytes 5-9/ten": "5 0 false",
	} {
		from, total, ok := contentRange(s)
		if got := fmt.Sprint(from, total, ok); got != want {
			t.Errorf("%q is read as %s, want %s", s, got, want)
		}
	}
}

func TestSizes(t *testing.T) {
	for n, want := range map[int64]string{0: "0 bytes", 1: "1 byte", 999: "999 bytes", 1500: "2 kB", 214392480: "214 MB", 2165034944: "2.17 GB"} {
		if got := Size(n); got != want {
			t.Errorf("%d is written %s", n, got)
		}
	}
}

var _ io.ReaderAt = part(nil)
