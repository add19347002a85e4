package audio

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math"

	goaudio "github.com/go-audio/audio"
	"github.com/go-audio/wav"
)

// blockFrames is how many frames are decoded at a time.
const blockFrames = 4096

// wavFile decodes a WAV file. Its header was read by readWAVLayout and is not read by anyone else; the samples
// between come from one of the sampleReaders below.
type wavFile struct {
	layout  *wavLayout
	samples sampleReader
	next    int64 // the frame that is read next
	frames  int64
}

// A sampleReader turns the bytes of a WAV file's samples, which are whole frames within the file, to float32.
type sampleReader interface {
	seek(byteOffset int64) error // from the first sample
	// read fills dst with samples that exist, one after the other whatever their channel.
	read(dst []float32) error
}

func newWAV(ctx context.Context, r io.ReaderAt, size int64) (decoder, error) {
	l, err := readWAVLayout(r, size)
	if err != nil {
		return nil, err
	}
	data := io.NewSectionReader(r, l.dataStart, l.dataBytes)
	if l.encoding == encMP3 {
		head := make([]byte, min(l.dataBytes, sniffSize))
		if _, err := data.ReadAt(head, 0); err != nil && err != io.EOF {
			return nil, withoutPath(err)
		}
		if k, start, err := sniff(data, l.dataBytes, head); err == nil && k == kindMPEG {
			return newMP3(ctx, data, l.dataBytes, start)
		}
		return nil, formatErrorf("it is a WAV file with MP3 inside, whose frames cannot be found")
	}
	f := &wavFile{layout: l, frames: l.dataBytes / int64(l.frameBytes())}
	if l.encoding == encInteger {
		f.samples = &integerReader{layout: l, data: data}
	} else {
		f.samples = &rawReader{layout: l, data: data}
	}
	return f, f.samples.seek(0)
}

func (f *wavFile) info() Info {
	l := f.layout
	var name string
	switch l.encoding {
	case encInteger:
		name = fmt.Sprintf("WAV, %d-bit PCM", l.bits)
	case encFloat:
		name = fmt.Sprintf("WAV, %d-bit float", l.bits)
	case encALaw:
		name = "WAV, A-law"
	case encMuLaw:
		name = "WAV, mu-law"
	}
	return Info{
		SampleRate: l.rate, Channels: l.channels, BitsPerSample: l.bits, Format: name,
		Frames: f.frames, Duration: framesToDuration(f.frames, l.rate),
	}
}

// glance: any place can be read at once.
func (f *wavFile) glance() (frames int64, blocks int) { return f.frames, maxAnalysisBlocks }

func (f *wavFile) read(dst []float32) (int, error) {
	n := min(int64(len(dst)/f.layout.channels), blockFrames, f.frames-f.next)
	if n <= 0 {
		return 0, io.EOF
	}
	if err := f.samples.read(dst[:int(n)*f.layout.channels]); err != nil {
		return 0, withoutPath(err)
	}
	f.next += n
	return int(n), nil
}

func (f *wavFile) seek(frame int64) error {
	if frame < 0 || frame > f.frames {
		return fmt.Errorf("the place %d is outside of the recording's %d frames", frame, f.frames)
	}
	if err := f.samples.seek(frame * int64(f.layout.frameBytes())); err != nil {
		return withoutPath(err)
	}
	f.next = frame
	return nil
}

func (f *wavFile) remarks() (warnings []string, truncated bool) {
	l := f.layout
	if l.partial {
		warnings = append(warnings, "the file ends in the middle of a sample")
	}
	if l.missing > 0 {
		s := float64(l.missing) / float64(l.frameBytes()) / float64(l.rate)
		warnings = append(warnings, fmt.Sprintf("the file is cut short: %.2f s that its header promises are missing", s))
	}
	if l.another {
		warnings = append(warnings, "another WAV file follows in the file, and is not read")
	}
	return warnings, len(warnings) > 0
}

// maxWindow is how many bytes of samples go-audio/wav is shown at a time: its sizes are those of a 32-bit
// header, and ints.
const maxWindow = 1 << 30

// integerReader decodes integer samples by go-audio/wav. That package trusts headers (a LIST chunk allocates
// what it claims, 0xFFFFFFFF bytes of data become 0, an odd size takes the pad byte for sound, RF64 is refused,
// float and extensible are read as integers), so it never sees the file's own header: it gets a plain one of 44
// bytes, made here, and after it a window of whole frames that are known to be in the file.
type integerReader struct {
	layout *wavLayout
	data   *io.SectionReader
	dec    *wav.Decoder
	window int64 // bytes left in the decoder's window
	next   int64 // offset after the window
	buf    goaudio.IntBuffer
}

func (r *integerReader) seek(offset int64) error {
	n := min(r.data.Size()-offset, maxWindow)
	n -= n % int64(r.layout.frameBytes())
	r.window, r.next = n, offset+n
	if n == 0 {
		r.dec = nil
		return nil
	}
	r.dec = wav.NewDecoder(&plainWAV{header: plainHeader(r.layout, n), data: io.NewSectionReader(r.data, offset, n)})
	if err := r.dec.FwdToPCM(); err != nil {
		return fmt.Errorf("the WAV decoder failed: %w", err)
	}
	return r.dec.Err()
}

func (r *integerReader) read(dst []float32) error {
	for len(dst) > 0 {
		if r.window == 0 {
			if err := r.seek(r.next); err != nil {
				return err
			}
			if r.window == 0 {
				return io.ErrUnexpectedEOF
			}
		}
		want := int(min(int64(len(dst)), r.window/int64(r.layout.sampleBytes)))
		if cap(r.buf.Data) < want {
			r.buf.Data = make([]int, want)
		}
		r.buf.Data = r.buf.Data[:want]
		n, err := r.dec.PCMBuffer(&r.buf)
		if err != nil {
			return err
		}
		if n != want { // the file became shorter since it was opened
			return io.ErrUnexpectedEOF
		}
		r.window -= int64(n * r.layout.sampleBytes)
		toFloat(dst[:n], r.buf.Data, r.layout.sampleBytes)
		dst = dst[n:]
	}
	return nil
}

// toFloat scales integers of the given width to ±1.
func toFloat(dst []float32, src []int, sampleBytes int) {
	zero := 0
	if sampleBytes == 1 {
		zero = 128 // 8-bit samples are unsigned
	}
	scale := 1 / float64(int64(1)<<(8*sampleBytes-1))
	for i, v := range src {
		dst[i] = float32(float64(v-zero) * scale)
	}
}

// plainHeader is the header of a WAV file with integer samples of the given size in bytes.
func plainHeader(l *wavLayout, dataBytes int64) []byte {
	le := binary.LittleEndian
	b := append(make([]byte, 0, 44), "RIFF"...)
	b = le.AppendUint32(b, uint32(36+dataBytes))
	b = append(b, "WAVEfmt "...)
	b = le.AppendUint32(b, 16)
	b = le.AppendUint16(b, tagPCM)
	b = le.AppendUint16(b, uint16(l.channels))
	b = le.AppendUint32(b, uint32(l.rate))
	b = le.AppendUint32(b, uint32(l.rate*l.frameBytes()))
	b = le.AppendUint16(b, uint16(l.frameBytes()))
	b = le.AppendUint16(b, uint16(8*l.sampleBytes))
	b = append(b, "data"...)
	return le.AppendUint32(b, uint32(dataBytes))
}

// plainWAV is the file that go-audio/wav sees.
type plainWAV struct {
	header []byte
	data   *io.SectionReader
}

func (p *plainWAV) Read(b []byte) (int, error) {
	if len(p.header) > 0 {
		n := copy(b, p.header)
		p.header = p.header[n:]
		return n, nil
	}
	return io.ReadFull(p.data, b)
}

// Seek is in the interface that go-audio/wav asks for. It seeks only to step back over chunks before "fmt ",
// and there are none.
func (p *plainWAV) Seek(int64, int) (int64, error) {
	return 0, fmt.Errorf("seeking is not needed here")
}

// maxMagnitude bounds float samples: some tools store integers as floats, but beyond 32 bits it is no sound.
const maxMagnitude = 1 << 31

// rawReader decodes what go-audio/wav would read as integers: float samples and G.711.
type rawReader struct {
	layout *wavLayout
	data   *io.SectionReader
	offset int64
	buf    []byte
}

func (r *rawReader) seek(offset int64) error {
	r.offset = offset
	return nil
}

func (r *rawReader) read(dst []float32) error {
	size := r.layout.sampleBytes
	if n := len(dst) * size; cap(r.buf) < n {
		r.buf = make([]byte, n)
	}
	b := r.buf[:len(dst)*size]
	if n, err := r.data.ReadAt(b, r.offset); n < len(b) {
		if err == io.EOF { // the file became shorter since it was opened
			err = io.ErrUnexpectedEOF
		}
		return err
	}
	switch {
	case r.layout.encoding == encALaw:
		for i, v := range b {
			dst[i] = decodeALaw(v)
		}
	case r.layout.encoding == encMuLaw:
		for i, v := range b {
			dst[i] = decodeMuLaw(v)
		}
	default:
		for i := range dst {
			var v float64
			if size == 4 {
				v = float64(math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:])))
			} else {
				v = math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:]))
			}
			if !(math.Abs(v) <= maxMagnitude) { // also true of NaN
				frame := r.offset/int64(r.layout.frameBytes()) + int64(i/r.layout.channels)
				return badSample(frame, r.layout.rate, v)
			}
			dst[i] = float32(v)
		}
	}
	r.offset += int64(len(b))
	return nil
}

// badSample is the error for a sample that cannot be one.
func badSample(frame int64, rate int, v float64) error {
	at := framesToDuration(frame, rate).Seconds()
	what := fmt.Sprintf("is %.3g, which is no sound", v)
	switch {
	case math.IsNaN(v):
		what = "is not a number"
	case math.IsInf(v, 0):
		what = "is infinite"
	}
	return formatErrorf("sample %d (at %.2f s) %s", frame, at, what)
}
