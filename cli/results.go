package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"haltscribe/atomicfile"
	"haltscribe/inference"
	"haltscribe/inference/export"
)

// results writes transcripts to standard output, or to files of a folder.
type results struct {
	out     io.Writer
	folder  string // "" is standard output
	formats []export.Format
	several bool
	written int
}

func newResults(std streams, folder string, formats []export.Format, files []string) (*results, error) {
	r := &results{out: std.out, folder: folder, formats: formats, several: len(files) > 1}
	if folder == "" {
		return r, nil
	}
	taken := map[string]string{}
	for _, f := range files {
		stem := r.stem(f)
		if other, ok := taken[stem]; ok && other != f {
			return nil, fmt.Errorf("%s and %s would both be written to %s.*; give them in two runs", other, f, stem)
		}
		taken[stem] = f
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, fmt.Errorf("making the folder for the results: %w", err)
	}
	return r, nil
}

func (r *results) stem(file string) string {
	base := filepath.Base(file)
	if file == standardInput {
		base = "stdin"
	}
	return filepath.Join(r.folder, strings.TrimSuffix(base, filepath.Ext(base)))
}

// write writes a transcript in all formats. What failed has no words to write, but
// its JSON says so.
func (r *results) write(t inference.Transcript) error {
	for _, f := range r.formats {
		nothing := t.Status == inference.StatusFailed && len(t.Segments) == 0 && f != export.JSON
		if nothing {
			continue
		}
		var b bytes.Buffer
		if r.folder == "" && r.several && f != export.JSON && f != export.CSV {
			if r.written > 0 {
				b.WriteByte('\n')
			}
			fmt.Fprintf(&b, "==> %s <==\n", t.File)
		}
		if err := export.Write(&b, f, t, r.folder != "" || r.written == 0); err != nil {
			return err
		}
		if err := r.put(t.File, f, b.Bytes()); err != nil {
			return err
		}
		r.written++
	}
	return nil
}

// put writes a transcript's text to where it belongs.
func (r *results) put(file string, f export.Format, text []byte) error {
	if r.folder == "" {
		if _, err := r.out.Write(text); err != nil {
			return fmt.Errorf("writing to standard output: %w", err)
		}
		return nil
	}
	path := r.stem(file) + "." + string(f)
	if err := atomicfile.Write(path, text, 0o644); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	return nil
}
