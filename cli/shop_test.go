package cli

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/pem"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"haltscribe/models/gguf/gguftest"
)

// modelShop is a hub of models over TLS for the scripts: small stand-ins under the
// catalogue's names. Below /portal it is a network that asks for a login, and below
// /plain it leads away from encryption.
func modelShop(t *testing.T) (url, certificate string) {
	text, mmproj := gguftest.TextModel("lfm2", 64, 200_000), gguftest.Projector("lfm2a", 64)
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b := text
		if strings.HasPrefix(path.Base(r.URL.Path), "mmproj") {
			b = mmproj
		}
		sum := sha256.Sum256(b)
		w.Header().Set("X-Linked-Etag", `"`+hex.EncodeToString(sum[:])+`"`)
		w.Header().Set("ETag", `"`+hex.EncodeToString(sum[:4])+`"`)
		switch {
		case strings.HasPrefix(r.URL.Path, "/portal"):
			w.Header().Set("Content-Type", "text/html")
			_, _ = w.Write([]byte("<!DOCTYPE html><title>Welcome</title>"))
		case strings.HasPrefix(r.URL.Path, "/plain"):
			http.Redirect(w, r, "http://elsewhere.example/", http.StatusFound)
		default:
			http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(b))
		}
	}))
	t.Cleanup(server.Close)
	certificate = filepath.Join(t.TempDir(), "hub.pem")
	block := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	if err := os.WriteFile(certificate, block, 0o600); err != nil {
		t.Fatal(err)
	}
	return server.URL, certificate
}
