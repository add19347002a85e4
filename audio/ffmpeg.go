package audio

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// foreignError says that a file is a recording which only ffmpeg can read.
type foreignError struct{ what string } // fits after "it is"

func (e *foreignError) Error() string {
	return "it is " + e.what + ", which needs ffmpeg to be read, and ffmpeg was not found; install it, or convert the file to WAV"
}

// ffmpegTools are the two programs that read foreign files: one says what is in them, the other decodes it.
type ffmpegTools struct{ probe, decode string }

// findFFmpeg looks for the programs in PATH, and where macOS package managers put them, since a program started from the
// Dock does not get the shell's PATH.
func findFFmpeg() (t ffmpegTools, ok bool) {
	return ffmpegTools{probe: findProgram("ffprobe"), decode: findProgram("ffmpeg")}.complete()
}

func (t ffmpegTools) complete() (ffmpegTools, bool) { return t, t.probe != "" && t.decode != "" }

func findProgram(name string) string {
	if path, err := exec.LookPath(name); err == nil {
		return path
	}
	if runtime.GOOS == "darwin" {
		for _, dir := range []string{"/opt/homebrew/bin", "/usr/local/bin", "/opt/local/bin"} {
			path := filepath.Join(dir, name)
			if st, err := os.Stat(path); err == nil && st.Mode().IsRegular() {
				return path
			}
		}
	}
	return ""
}

// ffmpegInput are the arguments that name a file to either program: its format is not guessed, and it can make them open
// nothing but itself.
func ffmpegInput(path, demuxer string) []string {
	return []string{"-protocol_whitelist", "file", "-f", demuxer, "-i", "file:" + path}
}

// probePatience is how long a look into a file may take.
const probePatience = 30 * time.Second

// foreignTrack is the first sound track of a foreign file.
type foreignTrack struct {
	codec          string
	channels, rate int
	seconds        float64 // as the file claims; 0 when it doesn't
	tracks         int     // of sound, in all
}

// probeForeign asks what is in a file.
func probeForeign(ctx context.Context, tools ffmpegTools, path, demuxer string) (t foreignTrack, err error) {
	ctx, cancel := context.WithTimeout(ctx, probePatience)
	defer cancel()
	args := []string{
		"-hide_banner", "-loglevel", "error", "-of", "json", "-show_entries",
		"format=duration:stream=codec_type,codec_name,sample_rate,channels,duration",
	}
	cmd := exec.CommandContext(ctx, tools.probe, append(args, ffmpegInput(path, demuxer)...)...)
	hideWindow(cmd)
	cmd.WaitDelay = time.Second
	said := newTail(path)
	cmd.Stderr = said
	var out limitedBuffer
	cmd.Stdout = &out
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return t, fmt.Errorf("looking into it by ffprobe: %w", ctx.Err())
		}
		return t, formatErrorf("ffprobe cannot read it: %s", said.reason(err))
	}
	return readProbe(out.b)
}

// readProbe reads ffprobe's answer.
func readProbe(b []byte) (t foreignTrack, err error) {
	var answer struct {
		Streams []struct {
			Type     string `json:"codec_type"`
			Codec    string `json:"codec_name"`
			Rate     string `json:"sample_rate"`
			Channels int    `json:"channels"`
			Duration string `json:"duration"`
		} `json:"streams"`
		Format struct {
			Duration string `json:"duration"`
		} `json:"format"`
	}
	if err := json.Unmarshal(b, &answer); err != nil {
		return t, fmt.Errorf("reading what ffprobe tells of it: %w", err)
	}
	for _, s := range answer.Streams {
		if s.Type != "audio" {
			continue
		}
		if t.tracks++; t.tracks > 1 {
			continue
		}
		t.codec, t.channels = s.Codec, s.Channels
		t.rate, _ = strconv.Atoi(s.Rate)
		t.seconds = seconds(s.Duration)
		if t.seconds == 0 {
			t.seconds = seconds(answer.Format.Duration)
		}
	}
	switch {
	case t.tracks == 0:
		return t, ErrNoAudio
	case t.channels < 1 || t.channels > maxChannels:
		return t, formatErrorf("its header claims %d channels", t.channels)
	case t.rate < minRate || t.rate > maxRate:
		return t, formatErrorf("the sample rate in its header is %d Hz; %d to %d Hz can be read", t.rate, minRate, maxRate)
	}
	return t, nil
}

// seconds reads a number of seconds that can be true; 0 for others.
func seconds(text string) float64 {
	s, err := strconv.ParseFloat(text, 64)
	if err != nil || !(s > 0 && s < 365*24*3600) {
		return 0
	}
	return s
}

// ffmpegDecode is the command that gives a track's samples from a time on, interleaved 32-bit floats on its output.
func ffmpegDecode(ctx context.Context, tools ffmpegTools, path, demuxer string, t foreignTrack, from float64) *exec.Cmd {
	args := []string{"-nostdin", "-hide_banner", "-nostats", "-loglevel", "error"}
	if from > 0 {
		args = append(args, "-ss", strconv.FormatFloat(from, 'f', 6, 64))
	}
	args = append(args, ffmpegInput(path, demuxer)...)
	args = append(args, "-map", "0:a:0", "-map_metadata", "-1",
		// Sound is put at the time that the file says: silence where there is none, as at a browser's pauses.
		"-af", "aresample=async=1:first_pts=0",
		"-ac", strconv.Itoa(t.channels), "-ar", strconv.Itoa(t.rate), "-c:a", "pcm_f32le", "-f", "f32le", "pipe:1")
	cmd := exec.CommandContext(ctx, tools.decode, args...)
	hideWindow(cmd)
	cmd.WaitDelay = time.Second
	return cmd
}

// tail keeps the last lines of what a program says, each cut to a length that a sentence can have.
type tail struct {
	path  string // is left out
	lines []string
	rest  []byte
}

const (
	tailLines = 8
	tailWidth = 300
)

func newTail(path string) *tail { return &tail{path: path} }

func (t *tail) Write(b []byte) (int, error) {
	for _, c := range b {
		switch {
		case c == '\n' || c == '\r':
			t.end()
		case len(t.rest) < tailWidth:
			t.rest = append(t.rest, c)
		}
	}
	return len(b), nil
}

func (t *tail) end() {
	line := strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7F {
			return -1
		}
		return r
	}, strings.ToValidUTF8(string(t.rest), "?")))
	t.rest = t.rest[:0]
	// "[mov,mp4 @ 0x5581] cause" tells nobody more than "cause".
	if strings.HasPrefix(line, "[") {
		if _, after, ok := strings.Cut(line, "] "); ok {
			line = after
		}
	}
	line = strings.TrimPrefix(line, "file:"+t.path+": ")
	if line == "" {
		return
	}
	if t.lines = append(t.lines, line); len(t.lines) > tailLines {
		t.lines = t.lines[1:]
	}
}

func (t *tail) anything() bool {
	t.end()
	return len(t.lines) > 0
}

// reason is the first of the lines kept, the cause of the others as a rule, or the error if nothing was said.
func (t *tail) reason(err error) string {
	t.end()
	if len(t.lines) > 0 {
		return t.lines[0]
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return "it ended with " + exit.String()
	}
	return withoutPath(err).Error()
}

// limitedBuffer keeps what is written to it, up to a megabyte.
type limitedBuffer struct{ b []byte }

func (l *limitedBuffer) Write(b []byte) (int, error) {
	if len(l.b)+len(b) > 1<<20 {
		return 0, errors.New("the answer is too long")
	}
	l.b = append(l.b, b...)
	return len(b), nil
}

// framesOf is the number of frames that so many seconds have.
func framesOf(seconds float64, rate int) int64 { return int64(math.Round(seconds * float64(rate))) }
