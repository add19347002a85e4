package audio

import (
	"context"
	"errors"
	"io"
	"time"
)

// Info describes a recording as it is in its file.
type Info struct {
	SampleRate    int           // Hz
	Channels      int           // 1 for mono
	BitsPerSample int           // of one channel's sample as stored
	Format        string        // for people: "WAV, 16-bit PCM"
	Frames        int64         // samples of each channel that are really there
	Duration      time.Duration // of Frames
	Estimated     bool          // Frames and Duration are what the file claims; they are exact once its end was read
}

// framesToDuration is n/rate without overflow for any length that a file can have.
func framesToDuration(n int64, rate int) time.Duration {
	r := int64(rate)
	return time.Duration(n/r)*time.Second + time.Duration(n%r*int64(time.Second)/r)
}

// A decoder gives one file's samples. To add a format: recognise it in sniff.go, implement this, or a codec and let
// blockDecoder do the rest, and add it to openDecoder. A decoder that holds more than memory also has a method close, and
// one whose read can wait for long a method interrupt, which may be called from any goroutine and makes read end.
type decoder interface {
	info() Info
	// read fills dst, whose length is a multiple of the channels, with interleaved frames and returns how many
	// frames it wrote; at the end 0 and io.EOF. Every sample it gives is finite.
	read(dst []float32) (frames int, err error)
	// seek makes the given frame, 0 to info().Frames, the next to be read.
	seek(frame int64) error
	// glance says how much of the file can be looked at before it is read, and in how many places at most.
	glance() (frames int64, blocks int)
	// remarks are what a user should know of a file that was read nevertheless, and whether its end is missing.
	remarks() (warnings []string, truncated bool)
}

// openDecoder finds the decoder for a file's content. r stays the caller's to close. What is not decoded here is
// given to ffmpeg, by its path. The end of ctx ends looking through a long file, and that ffmpeg.
func openDecoder(ctx context.Context, r io.ReaderAt, size int64, path string) (decoder, error) {
	head := make([]byte, min(size, sniffSize))
	if _, err := r.ReadAt(head, 0); err != nil && err != io.EOF {
		return nil, withoutPath(err)
	}
	k, start, err := sniff(r, size, head)
	if err != nil {
		return nil, err
	}
	content := io.NewSectionReader(r, start, size-start)
	var dec decoder
	switch k {
	case kindWAV:
		dec, err = newWAV(ctx, content, size-start)
	case kindMPEG:
		dec, err = newMP3(ctx, r, size, start)
	case kindFLAC:
		dec, err = newFLAC(ctx, content, size-start)
	case kindOgg:
		dec, err = newVorbis(ctx, content, size-start)
	case kindMP4:
		if mp4Unfinished(content, size-start) {
			return nil, formatErrorf("it is %s without its index: it is cut off, or the recording was never finished", k)
		}
		err = &foreignError{what: string(k)}
	default:
		err = &foreignError{what: string(k)}
	}
	var foreign *foreignError
	if errors.As(err, &foreign) {
		f, err := newForeign(ctx, path, k, foreign.what)
		if err != nil {
			return nil, err
		}
		if k == kindMP4 && mp4Followed(content, size-start) {
			f.warnings = append(f.warnings, "another recording follows in the file, and is not read")
		}
		return f, nil
	}
	return dec, err
}
