package main

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// kept is the corpus in the repository: what reached new code in earlier runs.
const kept = "tools/fuzz/corpus.tar.gz"

func corpusOf(dir string) string { return filepath.Join(dir, "corpus") }

// unpackCorpus gives a new state the corpus that is kept.
func unpackCorpus(dir string) error {
	if _, err := os.Stat(corpusOf(dir)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	file, err := os.Open(kept)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("reading the corpus: %w", err)
	}
	defer file.Close()
	packed, err := gzip.NewReader(file)
	if err != nil {
		return fmt.Errorf("reading the corpus: %w", err)
	}
	fresh := filepath.Join(dir, "unpacking") // what a run that was stopped left of it begins anew
	if err := errors.Join(os.RemoveAll(fresh), os.MkdirAll(fresh, 0o700)); err != nil {
		return err
	}
	if err := unpack(tar.NewReader(packed), fresh); err != nil {
		return err
	}
	if err := os.Rename(corpusOf(fresh), corpusOf(dir)); err != nil {
		return fmt.Errorf("reading the corpus: %w", err)
	}
	return os.RemoveAll(fresh)
}

func unpack(archive *tar.Reader, dir string) error {
	root, err := os.OpenRoot(dir) // nothing is written outside it, whatever the archive says
	if err != nil {
		return err
	}
	defer root.Close()
	for {
		head, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("reading the corpus: %w", err)
		}
		if head.Typeflag != tar.TypeReg {
			continue
		}
		content, err := io.ReadAll(io.LimitReader(archive, 64<<20))
		if err != nil {
			return fmt.Errorf("reading the corpus: %w", err)
		}
		if err := root.MkdirAll(filepath.Dir(head.Name), 0o700); err != nil {
			return err
		}
		if err := root.WriteFile(head.Name, content, 0o600); err != nil {
			return err
		}
	}
}

// packCorpus keeps the corpus of a state: the same one gives the same bytes.
func packCorpus(dir string) (err error) {
	file, err := os.Create(kept)
	if err != nil {
		return fmt.Errorf("keeping the corpus: %w", err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	packed, err := gzip.NewWriterLevel(file, gzip.BestCompression)
	if err != nil {
		return err
	}
	archive := tar.NewWriter(packed)
	err = filepath.WalkDir(corpusOf(dir), func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		head := &tar.Header{Name: filepath.ToSlash(name), Mode: 0o600, Size: int64(len(content))}
		if err := archive.WriteHeader(head); err != nil {
			return err
		}
		_, err = archive.Write(content)
		return err
	})
	return errors.Join(err, archive.Close(), packed.Close())
}
