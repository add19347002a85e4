package models

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"haltscribe/models/catalogue"
	"haltscribe/models/fetch"
	"haltscribe/models/gguf/gguftest"
)

func hashOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// shop is a server with two models: one whose hashes are known beforehand, one of which only the server knows them.
type shop struct {
	*httptest.Server
	text, mmproj []byte
	asked        atomic.Int64
	spoil        atomic.Bool // the text model is another than it should be
}

func newShop(t *testing.T) (*shop, Home) {
	s := &shop{text: gguftest.TextModel("qwen3vl", 64, 50_000), mmproj: gguftest.Projector("qwen3a", 64)}
	s.Server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.asked.Add(1)
		b := s.text
		if strings.HasPrefix(path.Base(r.URL.Path), "mmproj") {
			b = s.mmproj
		}
		sum := hashOf(b)
		if s.spoil.Load() && len(b) == len(s.text) {
			b = append(b[:len(b)-1:len(b)-1], 1)
		}
		if strings.Contains(r.URL.Path, "unpinned") {
			w.Header().Set("X-Linked-Etag", `"`+sum+`"`)
		}
		http.ServeContent(w, r, "", testTime, strings.NewReader(string(b)))
	}))
	t.Cleanup(s.Close)
	t.Setenv("HF_ENDPOINT", s.URL)
	t.Setenv("HF_HUB_OFFLINE", "")
	c, err := catalogue.Read()
	if err != nil {
		t.Fatal(err)
	}
	pinned, unpinned := c.Models[0], c.Models[0]
	pinned.Name, pinned.Repository = "pinned", "org/pinned"
	pinned.Text = catalogue.File{Name: "text.gguf", Bytes: int64(len(s.text)), SHA256: hashOf(s.text)}
	pinned.Mmproj = catalogue.File{Name: "mmproj.gguf", Bytes: int64(len(s.mmproj)), SHA256: hashOf(s.mmproj)}
	unpinned.Name, unpinned.Repository = "unpinned", "org/unpinned"
	unpinned.Text, unpinned.Mmproj = catalogue.File{Name: "text.gguf"}, catalogue.File{Name: "mmproj.gguf"}
	c.Models = []catalogue.Entry{pinned, unpinned}
	root := t.TempDir()
	return s, Home{
		Dir: filepath.Join(root, "home"), known: &c,
		Caches: Caches{Hub: filepath.Join(root, "hub"), Llama: filepath.Join(root, "llama")},
	}
}

func (s *shop) pull(h Home, name string) (Pulled, error) {
	return h.Pull(context.Background(), name, PullOptions{Client: s.Client()})
}

func state(t *testing.T, h Home, name string) Item {
	t.Helper()
	items, err := h.List()
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range items {
		if i.Name == name {
			return i
		}
	}
	t.Fatalf("%s is not on the list", name)
	return Item{}
}

func TestPulledModelsAreUsedVerifiedAndRemoved(t *testing.T) {
	s, h := newShop(t)
	for _, name := range []string{"pinned", "unpinned"} {
		if i := state(t, h, name); i.State != Available || i.Usable() {
			t.Errorf("%s is %+v", name, i)
		}
		p, err := s.pull(h, name)
		if err != nil || !p.Fetched || p.Pinned != (name == "pinned") || p.Model.Name != name {
			t.Fatalf("%s: %+v, %v", name, p, err)
		}
		if !strings.Contains(p.Model.Note, "has not been tried") {
			t.Errorf("nothing is said of %s being untried: %q", name, p.Model.Note)
		}
		asked := s.asked.Load()
		if p, err = s.pull(h, name); err != nil || p.Fetched || s.asked.Load() != asked {
			t.Errorf("%s was fetched again: %+v, %v", name, p, err)
		}
		i := state(t, h, name)
		if i.State != Installed || !i.Usable() || i.Bytes != int64(len(s.text)+len(s.mmproj)) || i.Memory <= i.Bytes {
			t.Errorf("%s is %+v", name, i)
		}
		sums, err := h.Verify(t.Context(), name, nil)
		if err != nil || sums[p.Model.Text] != hashOf(s.text) {
			t.Errorf("%s: %v, %v", name, sums, err)
		}

		// A byte that turned on the disk is found, by verify and by the next use.
		spoiled := append(s.text[:len(s.text)-1:len(s.text)-1], 7)
		gguftest.Write(t, p.Model.Text, spoiled)
		if _, err := h.Verify(t.Context(), name, nil); err == nil || !strings.Contains(err.Error(), "is not what it should be") {
			t.Errorf("%s, spoiled: %v", name, err)
		}
		if _, err := h.Resolve(name); err == nil || !strings.Contains(err.Error(), "is not what it should be") {
			t.Errorf("%s, spoiled, was used: %v", name, err)
		}
		if _, err := s.pull(h, name); err != nil {
			t.Errorf("%s was not fetched anew: %v", name, err)
		}

		if err := h.Remove(name); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(filepath.Join(h.Dir, name)); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("something is left of %s: %v", name, err)
		}
		if err := h.Remove(name); !errors.Is(err, ErrMissing) {
			t.Errorf("%s was removed twice: %v", name, err)
		}
	}
}

// TestStoppedDownloadsShow: one half is there, the list says how much, and it can be thrown away.
func TestStoppedDownloadsShow(t *testing.T) {
	s, h := newShop(t)
	s.spoil.Store(true)
	if _, err := s.pull(h, "pinned"); err == nil || !strings.Contains(err.Error(), "not what it should be") {
		t.Errorf("a spoiled file: %v", err)
	}
	part := filepath.Join(h.Dir, "pinned", ".text.gguf.part")
	if err := os.MkdirAll(filepath.Dir(part), 0o755); err != nil {
		t.Fatal(err)
	}
	gguftest.Write(t, part, s.text[:20_000])
	if i := state(t, h, "pinned"); i.State != Begun || i.Have < 20_000 || i.Usable() {
		t.Errorf("it is %+v", i)
	}
	if err := h.Discard("pinned"); err != nil {
		t.Error(err)
	}
	if fetch.Partial(filepath.Join(h.Dir, "pinned", "text.gguf")) != 0 {
		t.Error("the part is still there")
	}
}

func TestOfflineAndUnknown(t *testing.T) {
	s, h := newShop(t)
	t.Setenv("HF_HUB_OFFLINE", "1")
	for name, want := range map[string]string{
		"pinned": "HF_HUB_OFFLINE forbids", "whisper": `no model "whisper" in the catalogue; it has pinned, unpinned`, "demo": "part of the program",
	} {
		if _, err := s.pull(h, name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if n := s.asked.Load(); n != 0 {
		t.Errorf("%d requests were made", n)
	}
	if err := h.Remove("demo"); err == nil {
		t.Error("the demo was removed")
	}
}

// TestCachesAreUsedInPlace, once the hash was right; never are they written to.
func TestCachesAreUsedInPlace(t *testing.T) {
	s, h := newShop(t)
	put := func(name string, content []byte) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		gguftest.Write(t, name, content)
	}
	// llama.cpp's old cache has the text model, Hugging Face's the projector: a link to a file named by its hash.
	put(filepath.Join(h.Caches.Llama, "org_pinned_text.gguf"), s.text)
	repo := filepath.Join(h.Caches.Hub, "models--org--pinned")
	put(filepath.Join(repo, "blobs", hashOf(s.mmproj)), s.mmproj)
	link := filepath.Join(repo, "snapshots", "0123abc", "mmproj.gguf")
	if err := errors.Join(os.MkdirAll(filepath.Dir(link), 0o755), os.Symlink(filepath.Join("..", "..", "blobs", hashOf(s.mmproj)), link)); err != nil {
		t.Fatal(err)
	}
	if i := state(t, h, "pinned"); i.State != Cached || !i.Usable() {
		t.Errorf("it is %+v", i)
	}
	p, err := s.pull(h, "pinned")
	if err != nil || p.Fetched || p.Model.Projector != link || s.asked.Load() != 0 {
		t.Errorf("%+v, %v", p, err)
	}
	if err := h.Remove("pinned"); err == nil || !strings.Contains(err.Error(), "which only its owner clears") {
		t.Errorf("removed from a cache: %v", err)
	}

	// Without a pin, Hugging Face's own name for the file is what it is held against.
	repo = filepath.Join(h.Caches.Hub, "models--org--unpinned")
	for name, content := range map[string][]byte{"text.gguf": s.text, "mmproj.gguf": s.mmproj} {
		put(filepath.Join(repo, "blobs", hashOf(content)), content)
		link := filepath.Join(repo, "snapshots", "main", name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(link), 0o755), os.Symlink(filepath.Join("..", "..", "blobs", hashOf(content)), link)); err != nil {
			t.Fatal(err)
		}
	}
	if p, err = s.pull(h, "unpinned"); err != nil || p.Fetched {
		t.Errorf("%+v, %v", p, err)
	}

	// A spoiled file in a cache is passed over, and the right one fetched.
	put(filepath.Join(h.Caches.Llama, "org_pinned_text.gguf"), append(s.text[:len(s.text)-1:len(s.text)-1], 7))
	if p, err = s.pull(h, "pinned"); err != nil || !p.Fetched || filepath.Dir(p.Model.Text) != filepath.Join(h.Dir, "pinned") {
		t.Errorf("%+v, %v", p, err)
	}
}

// TestHashesAreRemembered: a file that is as it was is not hashed again, one that was touched is.
func TestHashesAreRemembered(t *testing.T) {
	_, h := newShop(t)
	file := filepath.Join(t.TempDir(), "a")
	gguftest.Write(t, file, []byte("abc"))
	sum := hashOf([]byte("abc"))
	if h.fresh(file, sum) {
		t.Error("it was said to be checked")
	}
	if err := h.check(t.Context(), file, sum, nil); err != nil {
		t.Fatal(err)
	}
	if !h.fresh(file, sum) || h.fresh(file, hashOf(nil)) {
		t.Error("it is not remembered, or with another hash")
	}
	if err := os.Chtimes(file, testTime, testTime); err != nil {
		t.Fatal(err)
	}
	if h.fresh(file, sum) {
		t.Error("it was touched, and still counts as checked")
	}
}

func TestOwnModelsAreListedAndForgottenNotDeleted(t *testing.T) {
	_, h := newShop(t)
	folder := fill(t, map[string][]byte{"t.gguf": gguftest.TextModel("qwen3vl", 64, 1000), "p.gguf": gguftest.Projector("qwen3a", 64)})
	for range 2 {
		if _, err := h.Add(folder); err != nil {
			t.Fatal(err)
		}
	}
	if i := state(t, h, folder); !i.Own || !i.Usable() || i.Title != filepath.Base(folder) {
		t.Errorf("it is %+v", i)
	}
	if _, err := h.Add(t.TempDir()); err == nil {
		t.Error("an empty folder was added")
	}
	if err := os.Remove(filepath.Join(folder, "p.gguf")); err != nil {
		t.Fatal(err)
	}
	if i := state(t, h, folder); i.Usable() || !strings.Contains(i.Problem, "no projector") {
		t.Errorf("with half of it gone it is %+v", i)
	}
	if err := h.Remove(folder); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(folder, "t.gguf")); err != nil {
		t.Errorf("it was deleted: %v", err)
	}
	if items, err := h.List(); err != nil || len(items) != 3 {
		t.Errorf("the list has %d, %v", len(items), err)
	}
}
