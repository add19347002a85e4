package cli

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"haltscribe/inference"
	"haltscribe/inference/engine"
)

// checkpoint keeps the finished segments of a run on disk, each before the next is
// begun, so that a run that was cancelled, killed or cut off by a power failure can be
// gone on with. It is a file of JSON lines: what was transcribed and how, then a line
// for each segment.
type checkpoint struct {
	path     string
	file     *os.File
	segments []inference.Segment // of the earlier run
	err      error               // the first that keeping met
}

// origin is what a checkpoint belongs to. Another file, or the same one changed, or
// another model, does not go on from it.
type origin struct {
	File     string    `json:"file"`
	Size     int64     `json:"size"`
	Modified time.Time `json:"modified"`
	Model    string    `json:"model"`
	Language string    `json:"language"`
	Context  string    `json:"context"`
}

// openCheckpoint begins the checkpoint of a job in a folder. With resume, what an
// earlier run left for the same job is taken over.
func openCheckpoint(folder string, job engine.Job, resume bool) (*checkpoint, error) {
	path, err := filepath.Abs(job.File)
	if err != nil {
		return nil, fmt.Errorf("finding %s: %w", job.File, err)
	}
	stat, err := os.Stat(path)
	if err != nil {
		return nil, nil //nolint:nilnil // the engine says what is wrong with the file
	}
	first, err := json.Marshal(origin{
		path, stat.Size(), stat.ModTime().UTC(), job.Setup.Model, job.Options.Language, job.Options.Context,
	})
	if err != nil {
		return nil, fmt.Errorf("keeping segments: %w", err)
	}
	sum := sha256.Sum256([]byte(path))
	c := &checkpoint{path: filepath.Join(folder, hex.EncodeToString(sum[:8])+".jsonl")}
	if resume {
		c.segments = readCheckpoint(c.path, first)
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("keeping segments: %w", err)
	}
	if c.file, err = os.OpenFile(c.path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600); err != nil {
		return nil, fmt.Errorf("keeping segments: %w", err)
	}
	c.line(first)
	for _, s := range c.segments {
		c.add(s)
	}
	return c, nil
}

// readCheckpoint gives the segments of a checkpoint that begins with the line first.
// A last line that was cut off in the writing counts as none.
func readCheckpoint(path string, first []byte) (segments []inference.Segment) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, len(text)+1)
	if !lines.Scan() || !bytes.Equal(lines.Bytes(), first) {
		return nil
	}
	for lines.Scan() {
		var s inference.Segment
		if json.Unmarshal(lines.Bytes(), &s) != nil {
			break
		}
		segments = append(segments, s)
	}
	return segments
}

// from is where to go on, in seconds.
func (c *checkpoint) from() float64 {
	if c == nil || len(c.segments) == 0 {
		return 0
	}
	return c.segments[len(c.segments)-1].End
}

// add keeps a segment; when it returns, the segment is on the disk.
func (c *checkpoint) add(s inference.Segment) {
	if c == nil {
		return
	}
	text, err := json.Marshal(s)
	if err != nil {
		c.fail(err)
		return
	}
	c.line(text)
}

func (c *checkpoint) line(text []byte) {
	if _, err := c.file.Write(append(text, '\n')); err != nil {
		c.fail(err)
		return
	}
	if err := c.file.Sync(); err != nil {
		c.fail(err)
	}
}

func (c *checkpoint) fail(err error) {
	if c.err == nil {
		c.err = fmt.Errorf("keeping finished segments: %w", err)
	}
}

// close ends the checkpoint. It is kept for a transcript that is not whole and has
// something worth going on from.
func (c *checkpoint) close(t inference.Transcript) error {
	if c == nil {
		return nil
	}
	if err := c.file.Close(); err != nil {
		c.fail(err)
	}
	again := t.Status == inference.StatusCancelled || t.Status == inference.StatusFailed
	if !again || len(t.Segments) == 0 {
		if err := os.Remove(c.path); err != nil {
			c.fail(err)
		}
	}
	return c.err
}

// join puts the earlier run's segments before those of this one.
func (c *checkpoint) join(t inference.Transcript) inference.Transcript {
	if c.from() == 0 {
		return t
	}
	t.Segments = append(c.segments[:len(c.segments):len(c.segments)], t.Segments...)
	t.Text = inference.JoinSegments(t.Segments)
	t.Language = t.Segments[0].Language
	if t.Status == inference.StatusNoSpeech {
		t.Status = inference.StatusOK // the earlier run found some
	}
	return t
}
