package fetch

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// proxyError is a proxy's refusal to lead on.
type proxyError struct {
	proxy  string // host and port
	to     string
	status string
	login  bool // it wants a name and a password
}

func (e proxyError) Error() string {
	if e.login {
		return fmt.Sprintf("the proxy %s wants a name and a password that it knows: HTTPS_PROXY=http://NAME:PASSWORD@%s", e.proxy, e.proxy)
	}
	return fmt.Sprintf("the proxy %s, which HTTPS_PROXY names, does not lead to %s (%s)", e.proxy, e.to, e.status)
}

// refusedByProxy is asked what to make of a proxy's answer.
func refusedByProxy(_ context.Context, proxy *url.URL, asked *http.Request, answer *http.Response) error {
	if answer.StatusCode == http.StatusOK {
		return nil
	}
	return proxyError{proxy.Host, strings.TrimSuffix(asked.Host, ":443"), answer.Status, answer.StatusCode == http.StatusProxyAuthRequired}
}

// proxyFor is the proxy that leads to an address, without the password that may be in it.
func proxyFor(u *url.URL) string {
	proxy, err := http.ProxyFromEnvironment(&http.Request{URL: u})
	if err != nil || proxy == nil {
		return "?"
	}
	return proxy.Host
}

// root is the innermost cause, without the addresses and calls around it.
func root(err error) error {
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return err
		}
		err = inner
	}
}
