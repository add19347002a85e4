package fetch

import (
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
)

// Hub is where models come from: Hugging Face, or a mirror of it. The variables are those of its own tools.
type Hub struct {
	Endpoint *url.URL
	Token    string
	Offline  bool
}

// HubFromEnv reads HF_ENDPOINT, HF_TOKEN and HF_HUB_OFFLINE.
func HubFromEnv() (Hub, error) {
	h := Hub{Token: strings.TrimSpace(os.Getenv("HF_TOKEN"))}
	h.Offline = slices.Contains([]string{"1", "on", "yes", "true"}, strings.ToLower(os.Getenv("HF_HUB_OFFLINE")))
	endpoint := os.Getenv("HF_ENDPOINT")
	if endpoint == "" {
		endpoint = "https://huggingface.co"
	}
	u, err := Secure(endpoint)
	if err != nil {
		return Hub{}, fmt.Errorf("HF_ENDPOINT: %w", err)
	}
	h.Endpoint = u
	return h, nil
}

// URL is where a file of a repository is.
func (h Hub) URL(repository, revision, file string) string {
	return h.Endpoint.JoinPath(repository, "resolve", revision, file).String()
}

// Secure parses an address and refuses all but HTTPS.
func Secure(address string) (*url.URL, error) {
	u, err := url.Parse(address)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%q is no address", address)
	case u.Scheme != "https" || u.Host == "":
		return nil, fmt.Errorf("%s is not an https:// address, and models come over HTTPS alone", u.Redacted())
	}
	return u, nil
}
