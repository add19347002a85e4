package models

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/adrg/xdg"

	"haltscribe/models/catalogue"
)

// Caches are the folders where other programs keep models. Nothing is ever written to them.
type Caches struct {
	Hub   string // Hugging Face's tools; newer versions of llama.cpp use it too
	Llama string // older versions of llama.cpp
}

// cachesFromEnv finds the caches as their owners do.
func cachesFromEnv() Caches {
	first := func(paths ...string) string {
		for _, p := range paths {
			if p != "" {
				return p
			}
		}
		return ""
	}
	under := func(variable, folder string) string {
		if root := os.Getenv(variable); root != "" {
			return filepath.Join(root, folder)
		}
		return ""
	}
	return Caches{
		Hub: first(os.Getenv("HF_HUB_CACHE"), under("HF_HOME", "hub"), under("XDG_CACHE_HOME", filepath.Join("huggingface", "hub")),
			filepath.Join(xdg.Home, ".cache", "huggingface", "hub")),
		Llama: first(os.Getenv("LLAMA_CACHE"), filepath.Join(xdg.CacheHome, "llama.cpp")),
	}
}

// The caches' names, for people.
const (
	hubCache   = "Hugging Face's cache"
	llamaCache = "llama.cpp's cache"
)

// places lists where a file of a repository would be in the caches.
func (c Caches) places(e catalogue.Entry, f catalogue.File) []place {
	var all []place
	snapshots := filepath.Join(c.Hub, "models--"+strings.ReplaceAll(e.Repository, "/", "--"), "snapshots")
	revisions := []string{e.Revision}
	if entries, err := os.ReadDir(snapshots); err == nil {
		for _, r := range entries {
			if !slices.Contains(revisions, r.Name()) {
				revisions = append(revisions, r.Name())
			}
		}
	}
	for _, r := range revisions {
		path := filepath.Join(snapshots, r, f.Name)
		sum := f.SHA256
		if sum == "" {
			sum = blobName(path)
		}
		all = append(all, place{path: path, sum: sum, of: hubCache})
	}
	flat := strings.ReplaceAll(e.Repository, "/", "_") + "_" + f.Name
	return append(all, place{path: filepath.Join(c.Llama, flat), sum: f.SHA256, of: llamaCache})
}

// blobName is the SHA-256 by which Hugging Face's cache stores a large file; "" where it isn't one.
func blobName(path string) string {
	to, err := filepath.EvalSymlinks(path)
	if name := filepath.Base(to); err == nil && len(name) == 64 && strings.Trim(name, "0123456789abcdef") == "" {
		return name
	}
	return ""
}
