// Package waveform has the outlines of recordings made in the background, and
// keeps them between runs.
package waveform

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"

	"haltscribe/atomicfile"
	"haltscribe/audio"
)

// Cache keeps outlines in a folder. The zero Cache keeps nothing.
type Cache struct {
	Folder string
	Most   int // files; the oldest are deleted. 0 is 1000, of at most 8 KB each
}

// header is a file's begin; the outlines follow.
type header struct {
	Magic   [8]byte
	Check   uint32 // CRC-32 of all that follows
	Rate    int32
	Samples int64
	Stretch int64
	Count   int32
}

var magic = [8]byte{'H', 'S', 'W', 'A', 'V', 'E', '0', '1'}

const mostOutlines = 1 << 16

// name is a recording's file in the cache. A recording that was changed has
// another one.
func (c Cache) name(path string) (string, error) {
	about, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d\x00%d", path, about.Size(), about.ModTime().UnixNano()))
	return filepath.Join(c.Folder, hex.EncodeToString(sum[:16])+".outline"), nil
}

// Get returns the outline of a recording that is kept, and still is of that recording.
func (c Cache) Get(path string) (audio.Peaks, bool) {
	if c.Folder == "" {
		return audio.Peaks{}, false
	}
	name, err := c.name(path)
	if err != nil {
		return audio.Peaks{}, false
	}
	raw, err := os.ReadFile(name)
	if err != nil {
		return audio.Peaks{}, false
	}
	return decode(raw)
}

// Put keeps a recording's outline.
func (c Cache) Put(path string, p audio.Peaks) error {
	if c.Folder == "" {
		return nil
	}
	name, err := c.name(path)
	if err != nil {
		return fmt.Errorf("keeping an outline: %w", err)
	}
	if err := os.MkdirAll(c.Folder, 0o700); err != nil {
		return fmt.Errorf("keeping an outline: %w", err)
	}
	if err := atomicfile.Write(name, encode(p), 0o600); err != nil {
		return fmt.Errorf("keeping an outline: %w", err)
	}
	return c.prune()
}

// prune deletes the oldest files.
func (c Cache) prune() error {
	most := c.Most
	if most == 0 {
		most = 1000
	}
	files, err := filepath.Glob(filepath.Join(c.Folder, "*.outline"))
	if err != nil || len(files) <= most {
		return err
	}
	age := map[string]int64{}
	for _, f := range files {
		if about, err := os.Stat(f); err == nil {
			age[f] = about.ModTime().UnixNano()
		}
	}
	slices.SortFunc(files, func(a, b string) int { return int(min(1, max(-1, age[a]-age[b]))) })
	var failed []error
	for _, f := range files[:len(files)-most] {
		failed = append(failed, os.Remove(f))
	}
	return errors.Join(failed...)
}

func encode(p audio.Peaks) []byte {
	h := header{Magic: magic, Rate: int32(p.Rate), Samples: p.Samples, Stretch: p.Stretch, Count: int32(len(p.Outline))}
	body := func() []byte {
		var b bytes.Buffer
		_ = binary.Write(&b, binary.LittleEndian, h) // a buffer takes all
		_ = binary.Write(&b, binary.LittleEndian, p.Outline)
		return b.Bytes()
	}
	h.Check = crc32.ChecksumIEEE(body()[12:])
	return body()
}

func decode(raw []byte) (p audio.Peaks, ok bool) {
	var h header
	r := bytes.NewReader(raw)
	if binary.Read(r, binary.LittleEndian, &h) != nil || h.Magic != magic || crc32.ChecksumIEEE(raw[12:]) != h.Check {
		return p, false
	}
	if h.Count < 0 || h.Count > mostOutlines || h.Rate <= 0 || h.Stretch <= 0 || r.Len() != 2*int(h.Count) {
		return p, false
	}
	p = audio.Peaks{Rate: int(h.Rate), Samples: h.Samples, Stretch: h.Stretch, Outline: make([]audio.Outline, h.Count)}
	return p, binary.Read(r, binary.LittleEndian, p.Outline) == nil
}
