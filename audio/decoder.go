package audio

import (
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
}

// framesToDuration is n/rate without overflow for any length that a file can have.
func framesToDuration(n int64, rate int) time.Duration {
	r := int64(rate)
	return time.Duration(n/r)*time.Second + time.Duration(n%r*int64(time.Second)/r)
}

// A decoder gives one file's samples. To add a format: recognise it in sniff.go, implement this, and add
// it to openDecoder.
type decoder interface {
	info() Info
	// read fills dst, whose length is a multiple of the channels, with interleaved frames and returns how many
	// frames it wrote; at the end 0 and io.EOF. Every sample it gives is finite.
	read(dst []float32) (frames int, err error)
	// seek makes the given frame, 0 to info().Frames, the next to be read.
	seek(frame int64) error
	// remarks are what a user should know of a file that was read nevertheless, and whether its end is missing.
	remarks() (warnings []string, truncated bool)
}

// openDecoder finds the decoder for a file's content. r stays the caller's to close.
func openDecoder(r io.ReaderAt, size int64) (decoder, error) {
	head := make([]byte, min(size, sniffSize))
	if _, err := r.ReadAt(head, 0); err != nil && err != io.EOF {
		return nil, withoutPath(err)
	}
	k, start, err := sniff(r, size, head)
	if err != nil {
		return nil, err
	}
	if k == kindWAV {
		return newWAV(io.NewSectionReader(r, start, size-start), size-start)
	}
	return nil, formatErrorf("it is %s, which is not decoded yet; convert it to WAV for now", k)
}
