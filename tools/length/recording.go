package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

const (
	sample = "testdata/sample.wav"
	rate   = 16000
)

// codecs are ffmpeg's settings for each format but WAV.
var codecs = map[string][]string{
	"flac": {"-c:a", "flac"},
	"mp3":  {"-c:a", "libmp3lame", "-b:a", "48k"},
	"ogg":  {"-c:a", "libvorbis", "-q:a", "3"},
	"m4a":  {"-c:a", "aac", "-b:a", "48k"},
	"opus": {"-c:a", "libopus", "-b:a", "24k"},
}

// makeRecording writes the sample again and again until the length is reached.
func makeRecording(ctx context.Context, path, format string, length time.Duration) error {
	wav, err := os.ReadFile(sample)
	if err != nil {
		return err
	}
	at := bytes.Index(wav, []byte("data")) + 8
	if at < 44 || binary.LittleEndian.Uint32(wav[24:]) != rate || binary.LittleEndian.Uint16(wav[22:]) != 1 {
		return fmt.Errorf("%s is no plain WAV file of %d Hz", sample, rate)
	}
	size := int64(length.Seconds()*rate) * 2
	if format == "wav" {
		header := bytes.Clone(wav[:at])
		binary.LittleEndian.PutUint32(header[4:], uint32(int64(at)-8+size))
		binary.LittleEndian.PutUint32(header[at-4:], uint32(size))
		f, err := os.Create(path)
		if err != nil {
			return err
		}
		_, err = f.Write(header)
		return errors.Join(err, repeat(f, wav[at:], size), f.Close())
	}
	codec, ok := codecs[format]
	if !ok {
		return fmt.Errorf("no way to make %s is known", format)
	}
	args := append([]string{"-hide_banner", "-loglevel", "error", "-y", "-f", "s16le", "-ar", fmt.Sprint(rate), "-ac", "1", "-i", "pipe:0"}, codec...)
	c := exec.CommandContext(ctx, "ffmpeg", append(args, path)...)
	c.Stderr = os.Stderr
	in, err := c.StdinPipe()
	if err != nil {
		return err
	}
	if err := c.Start(); err != nil {
		return err
	}
	err = errors.Join(repeat(in, wav[at:], size), in.Close(), c.Wait())
	if err != nil {
		return fmt.Errorf("making %s: %w", format, err)
	}
	return nil
}

// repeat writes size bytes of body, one after the other.
func repeat(to io.Writer, body []byte, size int64) error {
	w := bufio.NewWriterSize(to, 1<<20)
	for size > 0 {
		n, err := w.Write(body[:min(int64(len(body)), size)])
		if err != nil {
			return err
		}
		size -= int64(n)
	}
	return w.Flush()
}
