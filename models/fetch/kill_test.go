package fetch

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"
	"testing"
)

// The child of TestKilledAnywhere is this test binary; the variable holds its task.
const childVar = "HALTSCRIBE_FETCH_CHILD"

func TestMain(m *testing.M) {
	if url := os.Getenv(proxiedVar); url != "" {
		os.Exit(proxiedChild(url))
	}
	if url := os.Getenv(childVar); url != "" {
		if err := child(url, os.Getenv(childVar+"_PATH"), os.Getenv(childVar+"_SHA256"), os.Getenv(childVar+"_CA")); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func child(url, path, sum, ca string) error {
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM([]byte(ca))
	f := &Fetcher{Client: &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}}}}
	_, err := f.Fetch(context.Background(), File{URL: url, Path: path, SHA256: sum, Magic: "GGUF"})
	return err
}

// TestKilledAnywhere: a process that fetches is killed at 100 random moments. Never does a bad file stand under the
// final name, and again and again the file becomes complete.
func TestKilledAnywhere(t *testing.T) {
	t.Parallel() // it mostly waits for processes to start
	good := content(3 << 20)
	random := rand.New(rand.NewPCG(1, 2))
	reached := make(chan struct{}, 1)
	var sent, goal atomic.Int64 // bytes, since the child's begin
	h := newHub(t, func(w http.ResponseWriter, r *http.Request) {
		honest(good)(&counting{w, func(n int) {
			if sent.Add(int64(n)) >= goal.Load() {
				select {
				case reached <- struct{}{}:
				default:
				}
			}
		}}, r)
	})
	ca := string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: h.Certificate().Raw}))
	path := filepath.Join(t.TempDir(), "m.gguf")
	kills, completed, resumed := 0, 0, 0
	for kills < 100 {
		if Partial(path) > 0 {
			resumed++
		}
		sent.Store(0)
		goal.Store(1 + random.Int64N(2<<20))
		if kills%3 == 0 { // between the last byte and the final name
			goal.Store(int64(len(good)) - Partial(path))
		}
		select { // a word of the child before
		case <-reached:
		default:
		}
		cmd := exec.CommandContext(t.Context(), os.Args[0])
		cmd.Env = append(os.Environ(), childVar+"="+h.URL, childVar+"_PATH="+path, childVar+"_SHA256="+hashOf(good), childVar+"_CA="+ca)
		cmd.Stderr = os.Stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		var err error
		select {
		case <-reached:
			_ = cmd.Process.Kill() // it may have ended
			err = <-ended
		case err = <-ended:
		}
		if err != nil {
			kills++
		}
		switch got, readErr := os.ReadFile(path); {
		case readErr == nil && hashOf(got) == hashOf(good):
			completed++
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		case readErr == nil:
			t.Fatalf("after %d kills a bad file of %d bytes stands under the final name", kills, len(got))
		case err == nil:
			t.Fatalf("a fetch went well, and there is no file: %v", readErr)
		}
	}
	if completed == 0 || resumed == 0 {
		t.Errorf("in 100 kills the file was complete %d times, and %d times something was there to go on with", completed, resumed)
	}
	t.Logf("100 kills: %d times complete between them, %d times gone on with a part", completed, resumed)
}

// counting tells what was sent.
type counting struct {
	http.ResponseWriter
	count func(int)
}

func (c *counting) Write(b []byte) (int, error) {
	n, err := c.ResponseWriter.Write(b)
	c.count(n)
	return n, err
}
