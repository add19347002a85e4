package e2e

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/pem"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"haltscribe/models/gguf/gguftest"
)

// modelShop is a hub for the window: it has small stand-ins of one model of the catalogue, whose files it sends to
// their half until it is let go on, and files of the wrong size of all others.
type modelShop struct {
	*httptest.Server
	certificate string        // a file
	half        chan struct{} // closed when half of the text model was sent
	goOn        chan struct{} // closed by the test, from when on files are sent whole
}

func newModelShop(t *testing.T) *modelShop {
	t.Helper()
	s := &modelShop{half: make(chan struct{}), goOn: make(chan struct{}), certificate: filepath.Join(t.TempDir(), "hub.pem")}
	text, projector := gguftest.TextModel("lfm2", 64, 20_000_000), gguftest.Projector("lfm2a", 64)
	var once sync.Once
	s.Server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b := text
		if strings.HasPrefix(path.Base(r.URL.Path), "mmproj") {
			b = projector
		}
		sum := sha256.Sum256(b)
		w.Header().Set("X-Linked-Etag", `"`+hex.EncodeToString(sum[:])+`"`)
		w.Header().Set("ETag", `"`+hex.EncodeToString(sum[:4])+`"`)
		select {
		case <-s.goOn:
			http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(b))
		default:
			w.Header().Set("Content-Length", strconv.Itoa(len(b)))
			_, _ = w.Write(b[:len(b)/2]) // the client may be gone
			_ = http.NewResponseController(w).Flush()
			if strings.HasPrefix(path.Base(r.URL.Path), "LFM2") {
				once.Do(func() { close(s.half) })
			}
			<-r.Context().Done()
		}
	}))
	t.Cleanup(s.Close)
	block := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw})
	if err := os.WriteFile(s.certificate, block, 0o600); err != nil {
		t.Fatal(err)
	}
	return s
}

// TestModels goes through the models' page with the mouse: a model is tried, others are fetched, well and badly, and
// the user's own are dropped on the window, also one that is broken. With HALTSCRIBE_PICTURES its pictures are the
// guide's, too.
func TestModels(t *testing.T) {
	shop := newModelShop(t)
	t.Setenv("HF_ENDPOINT", shop.URL)
	t.Setenv("SSL_CERT_FILE", shop.certificate)
	t.Setenv("HF_HUB_OFFLINE", "")
	own := t.TempDir()
	first, second, broken := filepath.Join(own, "my model"), filepath.Join(own, "another model"), filepath.Join(own, "broken.gguf")
	for _, folder := range []string{first, second} {
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		gguftest.Write(t, filepath.Join(folder, "text.gguf"), gguftest.TextModel("qwen3vl", 64, 500_000))
		gguftest.Write(t, filepath.Join(folder, "mmproj.gguf"), gguftest.Projector("qwen3a", 64))
	}
	gguftest.Write(t, broken, gguftest.TextModel("qwen3vl", 64, 500_000)[:100_000])

	screen := startDisplay(t)
	p := startProgram(t, screen, true, map[string]any{
		"version": 1, "theme": "dark", "window_width": windowWidth, "window_height": windowHeight,
	})
	shot := func(name string) {
		t.Helper()
		screen.screenshot("models-"+name, windowWidth, windowHeight)
		if folder := os.Getenv("HALTSCRIBE_PICTURES"); folder != "" {
			if !filepath.IsAbs(folder) {
				folder = filepath.Join("..", folder)
			}
			screen.screenshotTo(filepath.Join(folder, "models-"+name+".png"), windowWidth, windowHeight)
		}
	}
	click := func(x, y int) { t.Helper(); screen.xdotool("mousemove", fmt.Sprint(x), fmt.Sprint(y), "click", "1") }
	drawn := func() {
		t.Helper()
		p.await("the page on the screen", patience, func(e entry) bool { return e.Event == "drawn" && e.About == "models" })
	}
	// seen waits until the page shows a model so.
	seen := func(state string) {
		t.Helper()
		p.await(state, patience, func(e entry) bool { return e.Event == "models" && strings.Contains(e.Text, state+"\n") })
		drawn()
	}
	told := func(text string) {
		t.Helper()
		e := p.await("a banner that says "+text, patience, func(e entry) bool { return e.Event == "banner" && e.About == "model-came" })
		if !strings.Contains(e.Text, text) || strings.Count(e.Text, "\n") > 0 {
			t.Errorf("it says %q, want %q", e.Text, text)
		}
		t.Log(e.Text)
		drawn()
	}
	p.await("the demo model's banner", patience, func(e entry) bool { return e.Event == "banner" && e.About == "demo-model" })
	p.focus()
	before := screen.still(windowWidth, windowHeight)
	click(1092, 76) // the banner's cross
	screen.changed(before)
	screen.xdotool("key", "ctrl+4")
	p.await("the page", patience, func(e entry) bool { return e.Event == "page" && e.About == "Models" })
	seen("demo: built-in")
	shot("available")

	click(992, 161) // the demo model's Try
	seen("demo: built-in tried")
	shot("tried")

	click(1036, 296) // the first one's Get
	seen("qwen3-asr-0.6b: available failed")
	shot("failed")
	const lfm2 = 562 // where its buttons are after Page Down
	before = screen.still(windowWidth, windowHeight)
	screen.xdotool("key", "Next")
	screen.changed(before)
	click(1066, lfm2) // its Get
	seen("lfm2-audio-1.5b: available fetching")
	<-shop.half
	shot("fetching")
	click(1057, lfm2+14) // Pause: the card has grown
	seen("lfm2-audio-1.5b: begun")
	shot("paused")
	close(shop.goOn)
	click(1057, lfm2) // Go on
	told("LFM2-Audio 1.5B is here.")
	before = screen.still(windowWidth, windowHeight)
	screen.xdotool("key", "Prior", "Prior")
	screen.changed(before)
	shot("installed")

	screen.drop(middleX, middleY, filepath.Join(first, "text.gguf"))
	told("my model was added to your models.")
	screen.drop(middleX, middleY, second)
	told("another model was added to your models.")
	shot("added")
	screen.drop(middleX, middleY, broken)
	told("broken.gguf can't be used: it is cut off")
	shot("refused")
	if err := p.quit(); err != nil {
		t.Errorf("the program ended with %v", err)
	}
	if log, err := os.ReadFile(p.stderr); err != nil || strings.Contains(string(log), "Fyne error") || strings.Contains(string(log), "goroutine") {
		t.Errorf("its stderr (%v):\n%s", err, log)
	}
}
