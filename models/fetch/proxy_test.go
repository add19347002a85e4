package fetch

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// Go looks at the variables for proxies once in a process. So each case fetches in a child, which is this test binary;
// the variable names the server that stands for example.com.
const proxiedVar = "HALTSCRIBE_FETCH_PROXIED"

// proxiedChild fetches as the program does. Only who example.com is, it is told.
func proxiedChild(hub string) (code int) {
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM([]byte(os.Getenv(proxiedVar + "_CA")))
	usual := http.DefaultTransport.(*http.Transport)
	usual.TLSClientConfig = &tls.Config{RootCAs: roots}
	dial := usual.DialContext
	usual.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		if address == "example.com:443" {
			address = hub
		}
		return dial(ctx, network, address)
	}
	f := &Fetcher{Tries: 1}
	file := File{URL: "https://example.com/m.gguf", Path: os.Getenv(proxiedVar + "_PATH"), SHA256: os.Getenv(proxiedVar + "_SHA256"), Magic: "GGUF"}
	if _, err := f.Fetch(context.Background(), file); err != nil {
		fmt.Println(err)
		return 1
	}
	return 0
}

// connector is a proxy. It leads all that ask to one server.
type connector struct {
	*httptest.Server
	status int    // that it answers instead, if not 0
	login  string // that it wants; "" for none
	down   bool

	mu    sync.Mutex
	asked []string
}

func newConnector(t *testing.T, to string, change func(*connector)) *connector {
	c := &connector{}
	if change != nil {
		change(c)
	}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c.mu.Lock()
		c.asked = append(c.asked, r.Method+" "+r.Host)
		c.mu.Unlock()
		name, password, _ := (&http.Request{Header: http.Header{"Authorization": r.Header["Proxy-Authorization"]}}).BasicAuth()
		switch {
		case c.status != 0:
			w.WriteHeader(c.status)
		case c.login != "" && name+":"+password != c.login:
			w.Header().Set("Proxy-Authenticate", "Basic")
			w.WriteHeader(http.StatusProxyAuthRequired)
		default:
			tunnel(w, to)
		}
	}))
	t.Cleanup(c.Close)
	if c.down {
		c.Close()
	}
	return c
}

// tunnel passes bytes on, both ways, until one side ends.
func tunnel(w http.ResponseWriter, to string) {
	server, err := net.Dial("tcp", to)
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	defer server.Close()
	w.WriteHeader(http.StatusOK)
	client, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	defer client.Close()
	back := make(chan struct{})
	go func() {
		defer close(back)
		_, _ = io.Copy(client, server) // either may hang up
		_ = client.Close()
	}()
	_, _ = io.Copy(server, client)
	_ = server.Close()
	<-back
}

// TestProxies: the variables that people set for proxies are kept to, and a proxy that does not do its part is told of
// in a sentence, without the password.
func TestProxies(t *testing.T) {
	good := content(300_000)
	h := newHub(t, honest(good))
	hub := h.Listener.Addr().String()
	ca := string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: h.Certificate().Raw}))
	connects := []string{"CONNECT example.com:443"}
	for _, c := range []struct {
		name   string
		change func(*connector)
		env    []string // {} becomes the proxy's host and port
		want   string   // what is said, with {}; "" goes well
		asked  []string // of the proxy
	}{
		{name: "none"},
		{name: "HTTPS_PROXY", env: []string{"HTTPS_PROXY=http://{}"}, asked: connects},
		{name: "in small letters, without http", env: []string{"https_proxy={}"}, asked: connects},
		{name: "HTTP_PROXY is for http alone", env: []string{"HTTP_PROXY=http://{}"}},
		{name: "NO_PROXY", env: []string{"HTTPS_PROXY=http://{}", "NO_PROXY=localhost,example.com"}},
		{name: "NO_PROXY for all", env: []string{"HTTPS_PROXY=http://{}", "no_proxy=*"}},
		{name: "NO_PROXY for others", env: []string{"HTTPS_PROXY=http://{}", "NO_PROXY=.example.org"}, asked: connects},
		{
			name: "with a login", env: []string{"HTTPS_PROXY=http://me:secret@{}"}, change: func(c *connector) { c.login = "me:secret" },
			asked: connects,
		},
		{
			name: "with a wrong login", env: []string{"HTTPS_PROXY=http://me:secret@{}"}, change: func(c *connector) { c.login = "me:other" },
			want: "m.gguf can't be fetched: the proxy {} wants a name and a password that it knows: HTTPS_PROXY=http://NAME:PASSWORD@{}", asked: connects,
		},
		{
			name: "forbidden", env: []string{"HTTPS_PROXY=http://{}"}, change: func(c *connector) { c.status = http.StatusForbidden },
			want: "m.gguf can't be fetched: the proxy {}, which HTTPS_PROXY names, does not lead to example.com (403 Forbidden)", asked: connects,
		},
		{
			name: "down", env: []string{"HTTPS_PROXY=http://me:secret@{}"}, change: func(c *connector) { c.down = true },
			want: "m.gguf can't be fetched: the proxy {}, which HTTPS_PROXY names, can't be reached: " + syscall.ECONNREFUSED.Error(),
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			proxy := newConnector(t, hub, c.change)
			address := proxy.Listener.Addr().String()
			path := filepath.Join(t.TempDir(), "m.gguf")
			cmd := exec.CommandContext(t.Context(), os.Args[0])
			for _, v := range os.Environ() {
				if name, _, _ := strings.Cut(v, "="); !strings.HasSuffix(strings.ToLower(name), "_proxy") {
					cmd.Env = append(cmd.Env, v)
				}
			}
			cmd.Env = append(cmd.Env, proxiedVar+"="+hub, proxiedVar+"_CA="+ca, proxiedVar+"_PATH="+path, proxiedVar+"_SHA256="+hashOf(good))
			for _, v := range c.env {
				cmd.Env = append(cmd.Env, strings.ReplaceAll(v, "{}", address))
			}
			out, err := cmd.CombinedOutput()
			said := strings.TrimSpace(string(out))
			want := strings.ReplaceAll(c.want, "{}", address)
			if said != want || (err == nil) != (want == "") {
				t.Errorf("it says %q (%v), want %q", said, err, want)
			}
			if said != "" {
				t.Log(said)
			}
			if want == "" {
				whole(t, path, good)
			} else {
				absent(t, path)
			}
			proxy.mu.Lock()
			defer proxy.mu.Unlock()
			if !slices.Equal(proxy.asked, c.asked) {
				t.Errorf("the proxy was asked %q, want %q", proxy.asked, c.asked)
			}
		})
	}
}
