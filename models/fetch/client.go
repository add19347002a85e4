package fetch

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"
)

const mostRedirects = 10

// client makes the client of one Fetch. Redirects stay on HTTPS, and the token stays with its host.
func (f *Fetcher) client() *http.Client {
	c := http.Client{}
	if f.Client != nil {
		c = *f.Client
	}
	if c.Transport == nil {
		t := http.DefaultTransport.(*http.Transport).Clone() // with the proxy of the environment
		t.DisableCompression = true                          // hashes and ranges are of the file itself
		t.ResponseHeaderTimeout = f.stall()
		t.OnProxyConnectResponse = refusedByProxy
		c.Transport = t
	}
	c.CheckRedirect = func(next *http.Request, via []*http.Request) error {
		switch {
		case next.URL.Scheme != "https":
			return plainError{next.URL.Host}
		case len(via) >= mostRedirects:
			return errors.New("the server sends the download round in circles")
		}
		if next.URL.Host != f.Host {
			next.Header.Del("Authorization")
		}
		return nil
	}
	return &c
}

// plainError is a redirect to a place without encryption.
type plainError struct{ host string }

func (e plainError) Error() string {
	return fmt.Sprintf("the way leads on to %s without encryption (http), and models come over HTTPS alone; "+
		"a network that asks for a login does that, too", e.host)
}

// published is what the servers on the way said of the file itself: the hub names size and hash before it sends the
// download on to a storage server, which names neither.
type published struct {
	sha256 string
	bytes  int64
}

// asked is an answered request, with what was said on the way to it.
type asked struct {
	*http.Response
	published published
}

// get asks for a file from byte at on.
func (t *transfer) get(ctx context.Context, at int64, etag string) (asked, error) {
	u, err := Secure(t.file.URL)
	if err != nil {
		return asked{}, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return asked{}, fmt.Errorf("asking for %s: %w", t.name(), err)
	}
	if t.Agent != "" {
		req.Header.Set("User-Agent", t.Agent)
	}
	req.Header.Set("Accept-Encoding", "identity")
	if t.Token != "" && u.Host == t.Host {
		req.Header.Set("Authorization", "Bearer "+t.Token)
	}
	if at > 0 {
		req.Header.Set("Range", fmt.Sprintf("bytes=%d-", at))
		if etag != "" {
			req.Header.Set("If-Range", etag)
		}
	}
	var said published
	client := *t.http
	onward := client.CheckRedirect
	client.CheckRedirect = func(next *http.Request, via []*http.Request) error {
		said.hear(next.Response)
		return onward(next, via)
	}
	response, err := client.Do(req)
	if err != nil {
		return asked{}, t.unreachable(u, err)
	}
	said.hear(response)
	return asked{response, said}, nil
}

// hear takes in what an answer says of the file; the first one that says something is the hub's.
func (p *published) hear(r *http.Response) {
	if r == nil {
		return
	}
	if sum := plainETag(r.Header.Get("X-Linked-Etag")); p.sha256 == "" && isSHA256(sum) {
		p.sha256 = sum
	}
	if n, ok := wholeNumber(r.Header.Get("X-Linked-Size")); ok && p.bytes == 0 {
		p.bytes = n
	}
}

// unreachable makes a sentence of what a request met. Those that may pass are wrapped in cutError.
func (t *transfer) unreachable(u *url.URL, err error) error {
	var plain plainError
	var unknown x509.UnknownAuthorityError
	var wrongHost x509.HostnameError
	var invalid x509.CertificateInvalidError
	var verify *tls.CertificateVerificationError
	var lookup *net.DNSError
	var inner *url.Error
	var refused proxyError
	var connect *net.OpError
	switch {
	case errors.As(err, &refused):
		return fmt.Errorf("%s can't be fetched: %w", t.name(), refused)
	case errors.As(err, &connect) && connect.Op == "proxyconnect":
		return cutError{fmt.Errorf("%s can't be fetched: the proxy %s, which HTTPS_PROXY names, can't be reached: %w", t.name(), proxyFor(u), root(connect))}
	case errors.As(err, &plain):
		return fmt.Errorf("%s can't be fetched: %w", t.name(), plain)
	case errors.As(err, &unknown), errors.As(err, &wrongHost), errors.As(err, &invalid), errors.As(err, &verify):
		return fmt.Errorf("%s can't be fetched: %s could not prove who it is; a network that asks for a login, or a proxy, may stand in between", t.name(), u.Host)
	case errors.Is(err, context.Canceled):
		return err
	case errors.As(err, &lookup):
		return cutError{fmt.Errorf("%s can't be fetched: %s was not found; is this machine connected?", t.name(), u.Host)}
	case errors.As(err, &inner):
		err = inner.Err // without the address, which may hold a signature
	}
	return cutError{fmt.Errorf("%s can't be fetched from %s: %w", t.name(), u.Host, err)}
}

// cutError is a failure that another try may overcome.
type cutError struct{ error }

func (e cutError) Unwrap() error { return e.error }

func (f *Fetcher) stall() time.Duration {
	if f.Stall > 0 {
		return f.Stall
	}
	return 30 * time.Second
}
