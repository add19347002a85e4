package audio

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/mewkiz/flac"
	"github.com/mewkiz/flac/frame"
)

// flacFile decodes one FLAC recording. It looks for the frames by itself and has them decoded by mewkiz/flac, which on its own
// ends at a damaged frame, and seeks by decoding everything once.
type flacFile struct {
	r    io.ReaderAt
	size int64
	flacLayout
	claimed int64 // samples that the header promises, 0 where it doesn't
	samples int64 // that are there

	pos  int64 // where the next frame is looked for
	next int64 // the sample that it should begin with
	in   *flacFrameReader
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

// readFLAC reads the header and finds the end. Several files may share in, as long as they are read one after the other.
func readFLAC(r io.ReaderAt, size int64, in *flacFrameReader) (*flacFile, error) {
	counted := &countingReader{r: io.NewSectionReader(r, 0, size)}
	buffered := bufio.NewReader(counted)
	stream, err := openFLAC(buffered)
	if err != nil {
		return nil, formatErrorf("its FLAC header is damaged")
	}
	si := stream.Info
	f := &flacFile{r: r, size: size, in: in, claimed: int64(si.NSamples)}
	f.channels, f.rate, f.bits = int(si.NChannels), int(si.SampleRate), int(si.BitsPerSample)
	f.blockSize = int(si.BlockSizeMax)
	if f.rate < minRate || f.rate > maxRate {
		return nil, formatErrorf("the sample rate in its header is %d Hz; %d to %d Hz can be read", f.rate, minRate, maxRate)
	}
	if bitsCode(f.bits) == 0 {
		return nil, &foreignError{what: fmt.Sprintf("a FLAC file of %d bits a sample", f.bits)}
	}
	f.dataStart = counted.n - int64(buffered.Buffered())
	if f.dataStart, _, err = f.find(f.dataStart, f.size); errors.Is(err, io.EOF) {
		return nil, ErrNoAudio
	} else if err != nil {
		return nil, err
	}
	if f.samples, err = f.lastSample(); err != nil {
		return nil, err
	}
	return f, nil
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

// find gives the first frame header from pos on that begins before limit.
func (f *flacFile) find(pos, limit int64) (at int64, h flacHeader, err error) {
	var header [flacHeaderMax]byte
	if n, _ := f.r.ReadAt(header[:], pos); n > 0 && pos < limit {
		if h, ok := f.parseHeader(header[:n]); ok { // as it is after a whole frame
			return pos, h, nil
		}
	}
	b := make([]byte, flacSearch)
	for pos < limit {
		n, err := f.r.ReadAt(b, pos)
		if err != nil && !errors.Is(err, io.EOF) {
			return 0, h, withoutPath(err)
		}
		if n < flacHeaderMax && pos+int64(n) < f.size {
			return 0, h, io.ErrUnexpectedEOF
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
				return pos + int64(i), h, nil
			}
			i++
		}
		if pos+int64(n) >= f.size {
			break
		}
		pos += int64(n - flacHeaderMax + 1)
	}
	return 0, h, io.EOF
}

// lastSample is where the recording ends: after the latest frame that is whole, among the last ones in the file.
func (f *flacFile) lastSample() (int64, error) {
	type place struct{ at, end int64 }
	for back := int64(flacSearch); ; back *= 4 {
		from := max(f.dataStart, f.size-back)
		var places []place
		for pos := from; ; {
			at, h, err := f.find(pos, f.size)
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				return 0, err
			}
			// Each byte of a file can stand for thousands of samples, of silence, but not for more than a frame has.
			if end := h.sample + int64(h.block); end <= f.size*4700 {
				places = append(places, place{at, end})
			}
			pos = at + 1
		}
		slices.SortStableFunc(places, func(a, b place) int { return cmp.Compare(b.end, a.end) })
		for _, p := range places {
			if _, _, err := f.decode(p.at); err == nil {
				return p.end, nil
			}
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
		at, h, err := f.find(mid, hi)
		switch {
		case errors.Is(err, io.EOF):
			hi = mid
		case err != nil:
			return 0, err
		case h.sample > sample:
			hi = mid
		default:
			lo, begin = at, h.sample
			if at+1 > hi {
				hi = at + 1
			}
		}
	}
	if begin < 0 {
		at, h, err := f.find(lo, f.size)
		if err != nil {
			return 0, err
		}
		lo, begin = at, h.sample
	}
	f.pos = lo
	f.next = min(begin, sample)
	return f.next, nil
}

// block decodes the next frame that is whole and not before its time.
func (f *flacFile) block() ([]float32, int64, error) {
	for {
		at, h, err := f.find(f.pos, f.size)
		if err != nil {
			return nil, 0, err
		}
		passed := at - f.pos
		f.pos = at + 1
		if h.sample < f.next || h.sample-f.next > silenceAllowance(f.rate, passed+flacSearch) {
			continue // no frame, but bytes that look like one
		}
		fr, n, err := f.decode(at)
		if err != nil {
			continue
		}
		f.pos = at + n
		missing := h.sample - f.next
		f.next = h.sample + int64(fr.BlockSize)
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

// decode decodes the frame at an offset and tells how many bytes it has.
func (f *flacFile) decode(at int64) (fr *frame.Frame, n int64, err error) {
	f.in.reset(io.NewSectionReader(f.r, at, f.size-at), &f.flacLayout)
	fr, err = parseFLACFrame(f.in)
	if !f.in.whole() { // where it is, the error was about the checksum, which is wrong for what the reader makes of a header
		return nil, 0, fmt.Errorf("decoding a FLAC frame: it is damaged (%w)", err)
	}
	if fr == nil || fr.BlockSize == 0 || len(fr.Subframes) != f.channels {
		return nil, 0, errors.New("decoding a FLAC frame: it is of another kind")
	}
	for _, s := range fr.Subframes {
		if s == nil || len(s.Samples) != int(fr.BlockSize) {
			return nil, 0, errors.New("decoding a FLAC frame: it is not whole")
		}
	}
	return fr, f.in.given, nil
}

// parseFLACFrame reads a frame as far as it can be; a panic is an error like others.
func parseFLACFrame(in *flacFrameReader) (fr *frame.Frame, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("decoding a FLAC frame: %v", p)
		}
	}()
	return frame.Parse(in)
}
