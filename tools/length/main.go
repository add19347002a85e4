// Length shows that memory and speed don't depend on how long a recording is: it makes recordings of several lengths in
// several formats, has each transcribed by the app with the demo model, and prints the peak memory of every process that
// took part, the time, and the speed.
//
//	go run ./tools/length [--program bin/haltscribe] [--lengths 1m,1h,5h] [--formats wav,flac,mp3,ogg,m4a]
//
// The recordings repeat the sample, are written as they are made, and removed when they were read. It needs Linux's /proc,
// and ffmpeg for all but WAV.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "length:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	program := flag.String("program", "bin/haltscribe", "")
	lengths := flag.String("lengths", "1m,1h,5h", "of the recordings")
	formats := flag.String("formats", "wav,flac,mp3,ogg,m4a", "")
	work := flag.String("work", "", "folder for the recordings (default: the system's for temporary files)")
	flag.Parse()
	dir, err := os.MkdirTemp(*work, "haltscribe-length")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	fmt.Println("| recording | segments | command, MB | engine, MB | ffmpeg, MB | s | times real time |")
	fmt.Println("| --- | --- | --- | --- | --- | --- | --- |")
	for _, format := range strings.Split(*formats, ",") {
		for _, text := range strings.Split(*lengths, ",") {
			length, err := time.ParseDuration(text)
			if err != nil {
				return fmt.Errorf("reading --lengths: %w", err)
			}
			path := filepath.Join(dir, "recording."+format)
			fmt.Fprintf(os.Stderr, "%s, %s: making it\n", format, text)
			if err := makeRecording(ctx, path, format, length); err != nil {
				return err
			}
			fmt.Fprintf(os.Stderr, "%s, %s: transcribing it\n", format, text)
			r, err := transcribe(ctx, *program, path)
			if err := errors.Join(err, os.Remove(path)); err != nil {
				return err
			}
			fmt.Printf("| %s, %s | %d | %.1f | %.1f | %s | %.1f | %.0f |\n", strings.ToUpper(format), text, r.segments,
				mb(r.peaks[command]), mb(r.peaks[engine]), r.helper(), r.seconds, r.duration/r.seconds)
		}
	}
	return nil
}

func mb(kib int64) float64 { return float64(kib) / 1024 }

// result is what came of one recording.
type result struct {
	seconds  float64 // by the clock
	duration float64 // of the recording, in seconds
	segments int
	peaks    peaks
}

func (r result) helper() string {
	if kib := r.peaks[decoder]; kib > 0 {
		return fmt.Sprintf("%.1f", mb(kib))
	}
	return ""
}

func transcribe(ctx context.Context, program, path string) (r result, err error) {
	c := exec.CommandContext(ctx, program, "transcribe", "--model", "demo", "--format", "json", "--quiet", path)
	c.Cancel = func() error { return c.Process.Signal(os.Interrupt) }
	out, err := os.CreateTemp(filepath.Dir(path), "answer")
	if err != nil {
		return r, err
	}
	defer out.Close() // read from below
	c.Stdout, c.Stderr = out, os.Stderr
	begin := time.Now()
	if err := c.Start(); err != nil {
		return r, err
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	if r.peaks, err = watch(c.Process.Pid, ended); err != nil {
		return r, fmt.Errorf("transcribing %s: %w", filepath.Base(path), err)
	}
	r.seconds = time.Since(begin).Seconds()
	if _, err := out.Seek(0, 0); err != nil {
		return r, err
	}
	var answer struct {
		Status   string            `json:"status"`
		Duration float64           `json:"duration_s"`
		Segments []json.RawMessage `json:"segments"`
	}
	if err := json.NewDecoder(out).Decode(&answer); err != nil {
		return r, fmt.Errorf("reading the answer: %w", err)
	}
	if answer.Status != "ok" && answer.Status != "truncated" {
		return r, fmt.Errorf("%s ended as %q", filepath.Base(path), answer.Status)
	}
	r.duration, r.segments = answer.Duration, len(answer.Segments)
	return r, nil
}
