package audio

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Stream is a recording as mono float32 samples at a chosen rate, read from its file bit by bit: what it holds in
// memory does not grow with the file. One goroutine may use it at a time, and another one close it.
type Stream struct {
	mu     sync.Mutex // held while reading and closing
	closed atomic.Bool

	file io.Closer
	dec  decoder
	info Info
	rate int // Hz, of what Read gives

	mix       *mixer
	resampler *resampler // nil when the file has the asked-for rate already
	frames    []float32  // a block of interleaved frames
	mono      []float32  // the same block mixed
	ready     []float32  // the part of mono that Read still owes, without a resampler

	fed int64 // frames that were read, from the file's begin
	pos int64 // samples that were given, from the recording's begin
	end int64 // samples that the recording has; -1 until all frames were read
	err error // sticky
}

// minOutRate is the lowest rate that can be asked for, in Hz. It keeps the resampler's filter shorter than a block.
const minOutRate = 8000

// Open is [OpenContext] for a recording that is closed when it is not needed.
func Open(path string, rate int) (*Stream, error) {
	return OpenContext(context.Background(), path, rate)
}

// OpenContext opens a recording and gives it as mono float32 at rate Hz (16000 for the models). What the file is says
// its content, not its name. The error is the cause alone, one sentence without the path: a [FormatError] for what is
// no recording that can be read, [ErrNoAudio], a [TooShortError], or one of the operating system.
//
// How channels become one is at mixer, how rates are changed at resampler. A file of the asked-for rate and one
// channel is given exactly. The end of ctx ends the opening, which reads through some files, and the
// ffmpeg that reads foreign ones.
func OpenContext(ctx context.Context, path string, rate int) (*Stream, error) {
	if rate < minOutRate || rate > maxRate {
		return nil, fmt.Errorf("a rate of %d Hz was asked for; it must be between %d and %d", rate, minOutRate, maxRate)
	}
	// Looking first: opening a named pipe would wait for its other end.
	st, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, withoutPath(err)
	case st.IsDir():
		return nil, formatErrorf("it is a folder, not a recording")
	case !st.Mode().IsRegular():
		return nil, formatErrorf("it is not a regular file")
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, withoutPath(err)
	}
	s, err := openStream(ctx, f, st.Size(), path, rate)
	if err != nil {
		_ = f.Close()
		return nil, err
	}
	s.file = f
	return s, nil
}

// openStream is Open for content of size bytes.
func openStream(ctx context.Context, r io.ReaderAt, size int64, path string, rate int) (*Stream, error) {
	dec, err := openDecoder(ctx, r, size, path)
	if err != nil {
		return nil, err
	}
	s := &Stream{dec: dec, info: dec.info(), rate: rate, end: -1}
	if err := s.prepare(); err != nil {
		_ = s.closeDecoder()
		return nil, err
	}
	return s, nil
}

// prepare makes what is needed to read, once it is clear that there is enough to be read.
func (s *Stream) prepare() (err error) {
	if !s.info.Estimated {
		if s.info.Frames == 0 {
			return ErrNoAudio
		}
		if s.info.Frames < int64(s.info.SampleRate)*int64(MinDuration)/int64(time.Second) {
			return &TooShortError{Duration: s.info.Duration}
		}
	}
	s.frames = make([]float32, blockFrames*s.info.Channels)
	s.mono = make([]float32, blockFrames)
	if s.mix, err = newMixer(s.dec, s.frames); err != nil {
		return err
	}
	if s.info.SampleRate != s.rate {
		s.resampler = newResampler(s.info.SampleRate, s.rate, blockFrames)
	}
	return nil
}

// Info describes the file, not what Read gives. While it is estimated, it changes at the end of the file.
func (s *Stream) Info() Info { return s.info }

// Rate is that of the samples which Read gives, in Hz.
func (s *Stream) Rate() int { return s.rate }

// Len is how many samples Read gives in all; where Info is estimated, about that.
func (s *Stream) Len() int64 { return s.outputs(s.info.Frames) }

// Position is the number of the sample that Read gives next.
func (s *Stream) Position() int64 { return s.pos }

// Truncated reports whether the end of the recording is missing in its file.
func (s *Stream) Truncated() bool {
	_, t := s.dec.remarks()
	return t
}

// Warnings are sentences for the user on what is wrong with a file that is read nevertheless.
func (s *Stream) Warnings() []string {
	w, _ := s.dec.remarks()
	return w
}

// Close closes the file, and ends the ffmpeg that reads it. It may be called while another goroutine reads: that read then
// ends with an error.
func (s *Stream) Close() error {
	if s.closed.Swap(true) {
		return nil
	}
	if d, ok := s.dec.(interface{ interrupt() }); ok {
		d.interrupt()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.err = errClosed
	err := s.closeDecoder()
	if s.file != nil {
		err = errors.Join(err, withoutPath(s.file.Close()))
	}
	return err
}

var errClosed = errors.New("the recording is closed already")

func (s *Stream) closeDecoder() error {
	if d, ok := s.dec.(interface{ close() error }); ok {
		return d.close()
	}
	return nil
}

// Read fills dst with the next samples and returns how many it wrote: fewer than len(dst) only at the end or
// before an error. After the last sample it returns 0 and io.EOF. The samples are finite; full scale is ±1, and
// floating-point files may go beyond. Read allocates nothing but what go-audio/wav does.
func (s *Stream) Read(dst []float32) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.fill(dst)
}

// fill is Read with the lock held.
func (s *Stream) fill(dst []float32) (int, error) {
	n := 0
	for n < len(dst) && s.err == nil {
		if s.closed.Load() {
			s.err = errClosed
			break
		}
		m := s.take(dst[n:])
		n += m
		s.pos += int64(m)
		if m == 0 {
			s.err = s.advance()
		}
	}
	if n > 0 || len(dst) == 0 {
		return n, nil
	}
	return 0, s.err
}

// take gives what is there without reading the file.
func (s *Stream) take(dst []float32) int {
	if s.resampler == nil {
		n := copy(dst, s.ready)
		s.ready = s.ready[n:]
		return n
	}
	if s.end >= 0 {
		dst = dst[:min(int64(len(dst)), s.end-s.pos)]
	}
	return s.resampler.produce(dst)
}

// advance reads the next block of the file. At its end it lets the resampler's last samples out once, and then
// returns io.EOF.
func (s *Stream) advance() error {
	if s.end >= 0 {
		return io.EOF
	}
	n, err := s.dec.read(s.frames)
	if errors.Is(err, io.EOF) {
		if s.info.Estimated {
			s.info = s.dec.info()
		}
		s.end = s.outputs(s.fed)
		if s.resampler != nil {
			clear(s.mono)
			s.resampler.feed(s.mono[:min(s.resampler.tail(), len(s.mono))])
		}
		return nil
	}
	if err != nil {
		return err
	}
	mono := s.mono[:n]
	s.mix.mix(mono, s.frames[:n*s.info.Channels])
	s.fed += int64(n)
	if s.resampler == nil {
		s.ready = mono
	} else {
		s.resampler.feed(mono)
	}
	return nil
}

// outputs is how many samples n frames of the file become.
func (s *Stream) outputs(n int64) int64 {
	if s.resampler == nil {
		return n
	}
	return s.resampler.outputs(n)
}

// SeekTo makes the given sample, 0 to Len(), the one that Read gives next. The samples from there on are the same as
// when reading from the beginning (only channels that were silent at first may join the mix anew).
func (s *Stream) SeekTo(sample int64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if sample < 0 || sample > s.Len() {
		return fmt.Errorf("sample %d is outside of the recording's %d", sample, s.Len())
	}
	if s.err != nil && !errors.Is(s.err, io.EOF) {
		return s.err
	}
	// Output number k·up is at the time of input number k·down: begin at the last such one, with as much
	// history as its filter reaches back, and drop the outputs before the wanted one.
	from, frame := sample, sample
	if r := s.resampler; r != nil {
		k := sample / int64(r.up)
		from, frame = k*int64(r.up), k*int64(r.down)
		before := min(frame, int64(r.history()))
		frame -= before
		r.reset(int(before))
	}
	frame = min(frame, s.info.Frames)
	if err := s.dec.seek(frame); err != nil {
		return err
	}
	s.ready, s.fed, s.pos, s.end, s.err = nil, frame, from, -1, nil
	for s.pos < sample {
		n, err := s.fill(s.scratch(sample - s.pos))
		if err != nil {
			return err
		}
		if n == 0 {
			break
		}
	}
	return nil
}

// scratch is a place for up to n samples that nobody wants.
func (s *Stream) scratch(n int64) []float32 {
	return make([]float32, min(n, blockFrames))
}

// ReadAll reads a whole recording, which takes four bytes of memory a sample.
func ReadAll(path string, rate int) ([]float32, Info, error) {
	s, err := Open(path, rate)
	if err != nil {
		return nil, Info{}, err
	}
	defer func() { _ = s.Close() }()
	const most = 16 << 20 // samples that are made room for at once
	all := make([]float32, 0, min(s.Len(), most)+1)
	for {
		all = slices.Grow(all, blockFrames)
		n, err := s.Read(all[len(all):cap(all)])
		all = all[:len(all)+n]
		if errors.Is(err, io.EOF) {
			return all, s.info, nil
		}
		if err != nil {
			return nil, s.info, err
		}
	}
}
