package audio

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os/exec"
	"path/filepath"
)

// foreignFile decodes a file through an ffmpeg process, whose output it reads as it comes: the pipe between them holds
// 64 KB, so ffmpeg waits for whoever reads the samples. The process is killed when it is not needed any more; if this
// process is killed itself, ffmpeg ends at the broken pipe.
type foreignFile struct {
	ctx     context.Context
	cancel  context.CancelFunc
	tools   ffmpegTools
	path    string
	demuxer string
	track   foreignTrack
	inf     Info

	child *foreignChild
	pos   int64     // the frame that read gives next
	at    int64     // the frame that the child gives next
	head  []float32 // the file's begin, kept until it was read: what the mixer looks at
	exact bool      // inf.Frames is what was decoded

	warnings  []string
	truncated bool
	failed    string // why ffmpeg ended early
}

// foreignChild is a running ffmpeg.
type foreignChild struct {
	cancel context.CancelFunc
	cmd    *exec.Cmd
	out    *bufio.Reader
	said   *tail
	bytes  []byte
	waited bool
}

func newForeign(ctx context.Context, path string, k kind, what string) (*foreignFile, error) {
	tools, ok := findFFmpeg()
	if !ok || path == "" {
		return nil, &FormatError{Cause: (&foreignError{what: what}).Error()}
	}
	full, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	track, err := probeForeign(ctx, tools, full, demuxers[k])
	if err != nil {
		return nil, err
	}
	f := &foreignFile{tools: tools, path: full, demuxer: demuxers[k], track: track}
	f.ctx, f.cancel = context.WithCancel(ctx)
	n := framesOf(track.seconds, track.rate)
	f.inf = Info{
		SampleRate: track.rate, Channels: track.channels, BitsPerSample: 16,
		Format: track.codec + ", through ffmpeg",
		Frames: n, Duration: framesToDuration(n, track.rate), Estimated: true,
	}
	if err := f.readHead(); err != nil {
		_ = f.close()
		return nil, err
	}
	if track.tracks > 1 {
		f.warnings = append(f.warnings, fmt.Sprintf("the file has %d sound tracks; the first is read", track.tracks))
	}
	return f, nil
}

// headSeconds bounds what of a file's begin is decoded at once.
const headSeconds = 20

// readHead decodes the begin.
func (f *foreignFile) readHead() error {
	if err := f.startAt(0); err != nil {
		return err
	}
	n := min(headSeconds*f.track.rate, analysisSamples/f.track.channels)
	head := make([]float32, 0, n*f.track.channels)
	block := make([]float32, blockFrames*f.track.channels)
	for len(head) < cap(head) {
		m, err := f.read(block[:min(len(block), cap(head)-len(head))])
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		head = append(head, block[:m*f.track.channels]...)
	}
	if len(head) == 0 {
		if f.failed != "" {
			return formatErrorf("ffmpeg cannot read it: %s", f.failed)
		}
		return ErrNoAudio
	}
	f.head, f.pos = head, 0
	return nil
}

func (f *foreignFile) headFrames() int64 { return int64(len(f.head) / f.track.channels) }

// startAt starts ffmpeg anew.
func (f *foreignFile) startAt(frame int64) error {
	f.stop()
	ctx, cancel := context.WithCancel(f.ctx)
	c := &foreignChild{cancel: cancel, said: newTail(f.path)}
	c.cmd = ffmpegDecode(ctx, f.tools, f.path, f.demuxer, f.track, float64(frame)/float64(f.track.rate))
	c.cmd.Stderr = c.said
	out, err := c.cmd.StdoutPipe()
	if err == nil {
		err = c.cmd.Start()
	}
	if err != nil {
		cancel()
		return fmt.Errorf("starting ffmpeg: %w", withoutPath(err))
	}
	c.out = bufio.NewReaderSize(out, 64<<10)
	f.child, f.pos, f.at = c, frame, frame
	return nil
}

// stop ends the child, if there is one, and waits for it.
func (f *foreignFile) stop() {
	if c := f.child; c != nil {
		c.cancel()
		_ = c.wait()
		f.child = nil
	}
}

func (c *foreignChild) wait() error {
	if c.waited {
		return nil
	}
	c.waited = true
	defer c.cancel()
	return c.cmd.Wait()
}

// interrupt makes a read that waits for ffmpeg end. It may be called from any goroutine.
func (f *foreignFile) interrupt() { f.cancel() }

func (f *foreignFile) close() error {
	f.cancel()
	f.stop()
	f.head = nil
	return nil
}

func (f *foreignFile) info() Info { return f.inf }

// glance: only the begin is there without starting ffmpeg again.
func (f *foreignFile) glance() (frames int64, blocks int) { return f.headFrames(), maxAnalysisBlocks }

// seek is exact to a sample or so where the file is seekable at all; ffmpeg takes times, in microseconds.
func (f *foreignFile) seek(frame int64) error {
	if frame < 0 {
		return fmt.Errorf("the place %d is before the recording's begin", frame)
	}
	f.pos = frame
	return nil
}

func (f *foreignFile) read(dst []float32) (int, error) {
	ch := f.track.channels
	if head := f.headFrames(); f.pos < head {
		n := copy(dst[:len(dst)/ch*ch], f.head[int(f.pos)*ch:]) / ch
		f.pos += int64(n)
		return n, nil
	}
	f.head = nil
	if f.at != f.pos {
		if err := f.startAt(f.pos); err != nil {
			return 0, err
		}
	}
	n, err := f.child.read(f, dst)
	f.pos += int64(n)
	f.at = f.pos
	return n, err
}

func (c *foreignChild) read(f *foreignFile, dst []float32) (int, error) {
	if c.waited {
		return 0, io.EOF
	}
	ch := f.track.channels
	want := min(len(dst)/ch, blockFrames)
	if cap(c.bytes) < 4*want*ch {
		c.bytes = make([]byte, 4*want*ch)
	}
	b := c.bytes[:4*want*ch]
	m, err := io.ReadFull(c.out, b)
	n := m / (4 * ch)
	if n == 0 {
		if f.ctx.Err() != nil {
			return 0, f.ctx.Err()
		}
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return 0, fmt.Errorf("reading from ffmpeg: %w", withoutPath(err))
		}
		f.ended()
		return 0, io.EOF
	}
	for i := range n * ch {
		v := float64(math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:])))
		if !(math.Abs(v) <= maxMagnitude) { // also true of NaN
			return 0, badSample(f.pos+int64(i/ch), f.track.rate, v)
		}
		dst[i] = float32(v)
	}
	return n, nil
}

// ended notes how ffmpeg ended, once it has given all.
func (f *foreignFile) ended() {
	c := f.child
	err := c.wait()
	if err != nil {
		f.failed = c.said.reason(err)
	}
	if f.exact {
		return
	}
	f.exact = true
	claimed := f.inf.Frames
	f.inf.Frames, f.inf.Duration, f.inf.Estimated = f.pos, framesToDuration(f.pos, f.track.rate), false
	missing := float64(claimed-f.pos) / float64(f.track.rate)
	switch {
	case err != nil:
		f.truncated = true
		f.warnings = append(f.warnings, "ffmpeg could not read the rest of the file: "+f.failed)
	case missing > 1 && missing > 0.02*f.track.seconds:
		f.truncated = true
		f.warnings = append(f.warnings, fmt.Sprintf("the file is cut short: %.2f s that its header promises are missing", missing))
	case c.said.anything():
		f.warnings = append(f.warnings, "ffmpeg found damage in the file: "+c.said.reason(nil))
	}
}

func (f *foreignFile) remarks() ([]string, bool) { return f.warnings, f.truncated }
