package audio

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/mewkiz/flac"
	"github.com/mewkiz/flac/frame"
)

// flacFile decodes a FLAC file. It looks for the frames by itself and has them decoded by mewkiz/flac, which on its own ends
// at a damaged frame, and seeks by decoding everything once.
type flacFile struct {
	r    io.ReaderAt
	size int64
	flacLayout

	pos  int64 // where the next frame is looked for
	next int64 // the sample that it should begin with
	buf  *bufio.Reader
	out  []float32
}

// flacLayout is what a FLAC file's header tells.
type flacLayout struct {
	channels, rate, bits int
	blockSize            int   // of all frames but the last, where frames are numbered and not samples
	dataStart            int64 // offset of the first frame
}

// flacSearch is how many bytes are searched for a frame at a time; frames are smaller, but for some of many channels.
const flacSearch = 64 << 10

func newFLAC(r io.ReaderAt, size int64) (decoder, error) {
	counted := &countingReader{r: io.NewSectionReader(r, 0, size)}
	buffered := bufio.NewReader(counted)
	stream, err := openFLAC(buffered)
	if err != nil {
		return nil, formatErrorf("its FLAC header is damaged")
	}
	si := stream.Info
	f := &flacFile{r: r, size: size, buf: bufio.NewReaderSize(nil, 16<<10)}
	f.channels, f.rate, f.bits = int(si.NChannels), int(si.SampleRate), int(si.BitsPerSample)
	f.blockSize = int(si.BlockSizeMax)
	if f.rate < minRate || f.rate > maxRate {
		return nil, formatErrorf("the sample rate in its header is %d Hz; %d to %d Hz can be read", f.rate, minRate, maxRate)
	}
	switch f.bits {
	case 8, 12, 16, 20, 24:
	default:
		return nil, &foreignError{what: fmt.Sprintf("a FLAC file of %d bits a sample", f.bits)}
	}
	f.dataStart = counted.n - int64(buffered.Buffered())
	if f.dataStart, _, err = f.find(f.dataStart, f.size); errors.Is(err, io.EOF) {
		return nil, ErrNoAudio
	} else if err != nil {
		return nil, err
	}

	end, err := f.lastSample()
	if err != nil {
		return nil, err
	}
	total, claimed := end, int64(si.NSamples)
	d, err := newBlockDecoder(Info{
		SampleRate: f.rate, Channels: f.channels, BitsPerSample: f.bits, Format: fmt.Sprintf("FLAC, %d-bit", f.bits),
		Frames: total, Duration: framesToDuration(total, f.rate),
	}, f, size)
	if err != nil {
		return nil, err
	}
	if claimed > total {
		d.truncated = true
		d.warnings = append(d.warnings, fmt.Sprintf("the file is cut short: %.2f s that its header promises are missing",
			float64(claimed-total)/float64(f.rate)))
	}
	return d, nil
}

// openFLAC reads the header; a panic is an error like others.
func openFLAC(r io.Reader) (s *flac.Stream, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("reading a FLAC header: %v", p)
		}
	}()
	return flac.New(r)
}

type countingReader struct {
	r io.Reader
	n int64
}

func (c *countingReader) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.n += int64(n)
	return n, err
}

// find gives the first frame header from pos on that begins before limit, and the sample that the frame begins with.
func (f *flacFile) find(pos, limit int64) (at, sample int64, err error) {
	var header [flacHeaderMax]byte
	if n, _ := f.r.ReadAt(header[:], pos); n > 0 && pos < limit {
		if h, ok := f.parseHeader(header[:n]); ok { // as it is after a whole frame
			return pos, h.sample, nil
		}
	}
	b := make([]byte, flacSearch)
	for pos < limit {
		n, err := f.r.ReadAt(b, pos)
		if err != nil && !errors.Is(err, io.EOF) {
			return 0, 0, withoutPath(err)
		}
		if n < flacHeaderMax && pos+int64(n) < f.size {
			return 0, 0, io.ErrUnexpectedEOF
		}
		for i := 0; i < n; {
			j := bytes.IndexByte(b[i:n], 0xFF)
			if j < 0 || pos+int64(i+j) >= limit {
				i = n
				break
			}
			i += j
			if n-i < flacHeaderMax && pos+int64(n) < f.size {
				break
			}
			if h, ok := f.parseHeader(b[i:n]); ok {
				return pos + int64(i), h.sample, nil
			}
			i++
		}
		if pos+int64(n) >= f.size {
			break
		}
		pos += int64(n - flacHeaderMax + 1)
	}
	return 0, 0, io.EOF
}

// lastSample is where the recording ends: after the last frame that is whole, or as good as that.
func (f *flacFile) lastSample() (int64, error) {
	for back := int64(flacSearch); ; back *= 4 {
		from := max(f.dataStart, f.size-back)
		var end int64
		for pos := from; ; {
			at, _, err := f.find(pos, f.size)
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				return 0, err
			}
			if fr, n, err := f.decode(at); err == nil {
				end = max(end, f.sampleOf(fr)+int64(fr.BlockSize))
				pos = at + n
			} else {
				pos = at + 1
			}
		}
		// Each byte of a file can stand for thousands of samples, of silence, but not for more than a frame has.
		if end > 0 && end <= f.size*4700 {
			return end, nil
		}
		if from == f.dataStart {
			return 0, formatErrorf("none of its FLAC frames is whole")
		}
	}
}

// start looks for the frame by halves.
func (f *flacFile) start(sample int64) (int64, error) {
	lo, hi := f.dataStart, f.size
	begin := int64(-1)
	for hi-lo > flacSearch/2 {
		mid := lo + (hi-lo)/2
		at, s, err := f.find(mid, hi)
		switch {
		case errors.Is(err, io.EOF):
			hi = mid
		case err != nil:
			return 0, err
		case s > sample:
			hi = mid
		default:
			lo, begin = at, s
			if at+1 > hi {
				hi = at + 1
			}
		}
	}
	if begin < 0 {
		at, s, err := f.find(lo, f.size)
		if err != nil {
			return 0, err
		}
		lo, begin = at, s
	}
	f.pos = lo
	f.next = min(begin, sample)
	return f.next, nil
}

// block decodes the next frame that is whole and not before its time.
func (f *flacFile) block() ([]float32, int64, error) {
	for {
		at, sample, err := f.find(f.pos, f.size)
		if err != nil {
			return nil, 0, err
		}
		passed := at - f.pos
		f.pos = at + 1
		if sample < f.next || sample-f.next > silenceAllowance(f.rate, passed+flacSearch) {
			continue // no frame, but bytes that look like one
		}
		fr, n, err := f.decode(at)
		if err != nil {
			continue
		}
		f.pos = at + n
		missing := sample - f.next
		f.next = sample + int64(fr.BlockSize)
		f.out = f.out[:0]
		scale := 1 / float32(int64(1)<<(f.bits-1))
		for i := range int(fr.BlockSize) {
			for _, s := range fr.Subframes {
				f.out = append(f.out, float32(s.Samples[i])*scale)
			}
		}
		return f.out, missing, nil
	}
}

func (f *flacFile) sampleOf(fr *frame.Frame) int64 {
	if fr.HasFixedBlockSize {
		return int64(fr.Num) * int64(f.blockSize)
	}
	return int64(fr.Num)
}

// decode decodes the frame at an offset and tells how many bytes it has. A panic is an error like others.
func (f *flacFile) decode(at int64) (fr *frame.Frame, n int64, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("decoding a FLAC frame: %v", p)
		}
	}()
	c := &countingReader{r: io.NewSectionReader(f.r, at, f.size-at)}
	f.buf.Reset(c)
	if fr, err = frame.Parse(f.buf); err != nil {
		return nil, 0, err
	}
	if fr.BlockSize == 0 || len(fr.Subframes) != f.channels || int(fr.BitsPerSample) != f.bits {
		return nil, 0, errors.New("decoding a FLAC frame: it is of another kind")
	}
	for _, s := range fr.Subframes {
		if len(s.Samples) != int(fr.BlockSize) {
			return nil, 0, errors.New("decoding a FLAC frame: it is not whole")
		}
	}
	return fr, c.n - int64(f.buf.Buffered()), nil
}
