package audio

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestMain also is the ffmpeg and the ffprobe of the tests below, when it is called by their names.
func TestMain(m *testing.M) {
	switch strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe") {
	case "ffprobe":
		os.Exit(fakeProgram(true))
	case "ffmpeg":
		os.Exit(fakeProgram(false))
	}
	os.Exit(m.Run())
}

// fakeScript is what the fake programs do with a file. It stands in the file itself, behind what shows its format.
type fakeScript struct {
	Probe      string // what ffprobe answers
	ProbeExit  int
	ProbeHangs bool

	Frames int // that ffmpeg gives: frame i is i/1e6 in each channel
	NaN    int // the frame that is no number, if not 0
	Says   string
	Floods int // bytes of complaints
	Exit   int
	Hangs  bool // after the frames
}

const fakeMagic = "\x00\x00\x00\x0cftypM4A \x00\x00\x00\x00moov"

func (s fakeScript) file(t *testing.T, name string) string {
	b, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return writeFile(t, name, append([]byte(fakeMagic), b...))
}

// fakeProgram does what the script of its input file says, and notes beside the file how it was called.
func fakeProgram(probe bool) int {
	args := os.Args[1:]
	after := func(flag string) string {
		if i := slices.Index(args, flag); i >= 0 {
			return args[i+1]
		}
		return ""
	}
	path := strings.TrimPrefix(after("-i"), "file:")
	b, err := os.ReadFile(path)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	var s fakeScript
	if err := json.Unmarshal(b[len(fakeMagic):], &s); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	if after("-protocol_whitelist") != "file" || after("-f") != "mov" {
		fmt.Fprintln(os.Stderr, "called with", args)
		return 1
	}
	if probe {
		if s.ProbeHangs {
			time.Sleep(time.Hour) // until it is killed
		}
		fmt.Print(s.Probe)
		fmt.Fprint(os.Stderr, s.Says)
		return s.ProbeExit
	}
	if f, err := os.OpenFile(path+".calls", os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600); err == nil {
		fmt.Fprintln(f, os.Getpid(), after("-ss"))
		_ = f.Close()
	}
	fmt.Fprint(os.Stderr, s.Says)
	for n := 0; n < s.Floods; n += 1000 {
		fmt.Fprint(os.Stderr, strings.Repeat("complaint ", 100))
	}
	channels, _ := strconv.Atoi(after("-ac"))
	rate, _ := strconv.Atoi(after("-ar"))
	from, _ := strconv.ParseFloat(after("-ss"), 64)
	var out []byte
	for i := int(math.Round(from * float64(rate))); i < s.Frames; i++ {
		v := float32(float64(i) / 1e6)
		if i == s.NaN && i > 0 {
			v = float32(math.NaN())
		}
		for range channels {
			out = binary.LittleEndian.AppendUint32(out, math.Float32bits(v))
		}
		if len(out) > 100_000 {
			if _, err := os.Stdout.Write(out); err != nil {
				return 1
			}
			out = out[:0]
		}
	}
	if _, err := os.Stdout.Write(out); err != nil {
		return 1
	}
	if s.Hangs {
		time.Sleep(time.Hour)
	}
	return s.Exit
}

// fakeTools puts the fake programs, or those of them that are named, where Open looks.
func fakeTools(t *testing.T, names ...string) {
	t.Helper()
	if len(names) == 0 {
		names = []string{"ffmpeg", "ffprobe"}
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, name := range names {
		if runtime.GOOS == "windows" {
			name += ".exe"
		}
		if err := os.Link(self, filepath.Join(dir, name)); err != nil {
			b, err := os.ReadFile(self)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, name), b, 0o700); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Setenv("PATH", dir)
}

// probed is ffprobe's answer for one track.
func probed(channels, rate int, duration string) string {
	return fmt.Sprintf(`{"programs":[],"streams":[{"codec_type":"video"},{"codec_name":"aac","codec_type":"audio","sample_rate":"%d","channels":%d,"duration":%q}],"format":{}}`,
		rate, channels, duration)
}

// TestForeign: what becomes of what ffmpeg does.
func TestForeign(t *testing.T) {
	fakeTools(t)
	mono := func(seconds string) string { return probed(1, 16000, seconds) }
	for _, test := range []struct {
		name   string
		script fakeScript
		frames int    // that come; -1 for an error
		says   string // in the error, or in the warnings
	}{
		{"whole", fakeScript{Probe: mono("2.0"), Frames: 32000}, 32000, ""},
		{"longer than the head that is decoded first", fakeScript{Probe: mono("60.0"), Frames: 960000}, 960000, ""},
		{"a few samples less than claimed", fakeScript{Probe: mono("2.0"), Frames: 31000}, 31000, ""},
		{"more than claimed", fakeScript{Probe: mono("1.0"), Frames: 32000}, 32000, ""},
		{"no claim", fakeScript{Probe: mono("N/A"), Frames: 32000}, 32000, ""},
		{"an absurd claim", fakeScript{Probe: mono("1e300"), Frames: 32000}, 32000, ""},
		{"half is missing", fakeScript{Probe: mono("60.0"), Frames: 480000}, 480000, "the file is cut short: 30.00 s that its header promises are missing"},
		{
			"it ends with an error",
			fakeScript{Probe: mono("60.0"), Frames: 480000, Says: "[aac @ 0x5581] channel element 3.7 is not allocated\nlast words\n", Exit: 1},
			480000,
			"ffmpeg could not read the rest of the file: channel element 3.7 is not allocated",
		},
		{"it is killed without a word", fakeScript{Probe: mono("60.0"), Frames: 480000, Exit: 137}, 480000, "ffmpeg could not read the rest of the file: it ended with exit status 137"},
		{"damage", fakeScript{Probe: mono("2.0"), Frames: 32000, Says: "[mov @ 0x1] \x1b[31mframe 7\tis bad\n"}, 32000, "ffmpeg found damage in the file: [31mframe 7is bad"},
		{"ten megabytes of complaints", fakeScript{Probe: mono("2.0"), Frames: 32000, Floods: 10 << 20}, 32000, "ffmpeg found damage in the file: complaint complaint"},
		{"nothing, and an error", fakeScript{Probe: mono("2.0"), Says: "moov atom not found\n", Exit: 1}, -1, "ffmpeg cannot read it: moov atom not found"},
		{"nothing", fakeScript{Probe: mono("2.0")}, -1, ErrNoAudio.Error()},
		{"ten milliseconds", fakeScript{Probe: mono("0.01"), Frames: 160}, -1, "too short (10 ms"},
		{"not a number", fakeScript{Probe: mono("60.0"), Frames: 960000, NaN: 500000}, -1, "sample 500000 (at 31.25 s) is not a number"},
		{"pictures only", fakeScript{Probe: `{"streams":[{"codec_type":"video"}],"format":{"duration":"2.0"}}`}, -1, ErrNoAudio.Error()},
		{"three tracks", fakeScript{Probe: strings.ReplaceAll(mono("2.0"), `{"codec_type":"video"}`, strings.Repeat(`{"codec_name":"aac","codec_type":"audio","sample_rate":"16000","channels":1},`, 2)+`{"codec_type":"data"}`), Frames: 32000}, 32000, "the file has 3 sound tracks; the first is read"},
		{"no channels", fakeScript{Probe: probed(0, 16000, "2")}, -1, "its header claims 0 channels"},
		{"too many channels", fakeScript{Probe: probed(1000, 16000, "2")}, -1, "its header claims 1000 channels"},
		{"no rate", fakeScript{Probe: probed(1, 0, "2")}, -1, "the sample rate in its header is 0 Hz"},
		{"ffprobe refuses", fakeScript{ProbeExit: 1, Says: "error reading header\n"}, -1, "ffprobe cannot read it: error reading header"},
		{"ffprobe talks nonsense", fakeScript{Probe: "<html>"}, -1, "reading what ffprobe tells of it"},
		{"ffprobe does not end talking", fakeScript{Probe: strings.Repeat("x", 2<<20)}, -1, "ffprobe cannot read it"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel() // the environment is that of the whole test
			path := test.script.file(t, "-odd name; $(x) 'ü.m4a")
			s, err := Open(path, 16000)
			var n int
			if err == nil {
				defer s.Close()
				buf := make([]float32, 12345)
				for {
					m, readErr := s.Read(buf)
					for i, v := range buf[:m] {
						if want := float32(float64(n+i) / 1e6); v != want {
							t.Fatalf("sample %d is %v, want %v", n+i, v, want)
						}
					}
					n += m
					if errors.Is(readErr, io.EOF) {
						break
					}
					if err = readErr; err != nil {
						break
					}
				}
			}
			if test.frames < 0 {
				if err == nil || !strings.Contains(err.Error(), test.says) || strings.Contains(err.Error(), "\n") {
					t.Errorf("error %v, want %q", err, test.says)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			warnings := strings.Join(s.Warnings(), "; ")
			if !strings.HasPrefix(warnings, test.says) || (warnings == "") != (test.says == "") || len(warnings) > 400 {
				t.Errorf("warnings %q, want %q", warnings, test.says)
			}
			if s.Truncated() != (strings.Contains(test.says, "cut short") || strings.Contains(test.says, "the rest")) {
				t.Errorf("truncated: %v", s.Truncated())
			}
			info := s.Info()
			if n != test.frames || info.Frames != int64(n) || info.Estimated || s.Len() != int64(n) {
				t.Errorf("%d samples came, want %d; %+v", n, test.frames, info)
			}
		})
	}
}

// TestForeignChannels: several channels come apart again.
func TestForeignChannels(t *testing.T) {
	fakeTools(t)
	path := fakeScript{Probe: probed(6, 48000, "1.0"), Frames: 48000}.file(t, "a.m4a")
	got, info, err := ReadAll(path, 48000)
	if err != nil || len(got) != 48000 || info.Channels != 6 || math.Abs(float64(got[40000])-0.04) > 1e-6 {
		t.Errorf("%d samples, %+v, %v", len(got), info, err)
	}
}

// calls is how ffmpeg was called for a file: process numbers and start times.
func calls(t *testing.T, path string) (pids []int, from []string) {
	t.Helper()
	b, err := os.ReadFile(path + ".calls")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		fields := strings.Fields(line + " 0")
		pid, err := strconv.Atoi(fields[0])
		if err != nil {
			t.Fatal(err)
		}
		pids, from = append(pids, pid), append(from, fields[1])
	}
	return pids, from
}

// TestForeignSeek: going elsewhere starts ffmpeg there, but for the begin, which is kept until it was read.
func TestForeignSeek(t *testing.T) {
	fakeTools(t)
	path := fakeScript{Probe: probed(1, 16000, "60"), Frames: 960000}.file(t, "a.m4a")
	s, err := Open(path, 16000)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	buf := make([]float32, 20000)
	for _, at := range []int64{100, 310000, 500000, 200, 950000} {
		if err := s.SeekTo(at); err != nil {
			t.Fatal(err)
		}
		n, err := s.Read(buf)
		if want := int(min(20000, 960000-at)); n != want || err != nil {
			t.Fatalf("%d samples and %v at %d", n, err, at)
		}
		for i, v := range buf[:n] {
			if v != float32(float64(at+int64(i))/1e6) {
				t.Fatalf("sample %d+%d is %v", at, i, v)
			}
		}
	}
	if _, from := calls(t, path); !slices.Equal(from, []string{"0", "31.250000", "0.012500", "59.375000"}) {
		t.Errorf("started at %q", from)
	}
}

// TestForeignEnds: a read that waits for ffmpeg ends when the stream is closed or the context is over, and the process
// is gone then.
func TestForeignEnds(t *testing.T) {
	fakeTools(t)
	for _, how := range []string{"close", "cancel"} {
		t.Run(how, func(t *testing.T) {
			path := fakeScript{Probe: probed(1, 16000, "60"), Frames: 400000, Hangs: true}.file(t, "a.m4a")
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			s, err := OpenContext(ctx, path, 16000)
			if err != nil {
				t.Fatal(err)
			}
			started := make(chan struct{})
			ended := make(chan error)
			go func() {
				buf := make([]float32, 400000-8192)
				if _, err := s.Read(buf); err != nil {
					t.Error(err)
				}
				close(started)
				_, err := s.Read(make([]float32, 100000))
				if err == nil { // what was still in the pipe
					_, err = s.Read(make([]float32, 100000))
				}
				ended <- err
			}()
			<-started
			if how == "close" {
				_ = s.Close()
			} else {
				cancel()
			}
			select {
			case err := <-ended:
				if err == nil || errors.Is(err, io.EOF) {
					t.Errorf("the read ended with %v", err)
				}
			case <-time.After(30 * time.Second):
				t.Fatal("the read still waits")
			}
			_ = s.Close()
			pids, _ := calls(t, path)
			if runtime.GOOS == "linux" {
				if _, err := os.Stat(fmt.Sprintf("/proc/%d", pids[0])); err == nil {
					t.Errorf("ffmpeg, process %d, is still there", pids[0])
				}
			}
		})
	}
	t.Run("cancel while ffprobe hangs", func(t *testing.T) {
		path := fakeScript{ProbeHangs: true}.file(t, "a.m4a")
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := OpenContext(ctx, path, 16000); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	})
}

// TestForeignMissing: the sentence where ffmpeg, or half of it, is not installed.
func TestForeignMissing(t *testing.T) {
	for _, installed := range []string{"none", "ffmpeg", "ffprobe"} {
		fakeTools(t, installed)
		_, err := Open("testdata/phone.m4a", 16000)
		if err == nil || err.Error() != "it is an MP4, M4A or QuickTime file, which needs ffmpeg to be read, and ffmpeg was not found; install it, or convert the file to WAV" {
			t.Errorf("with %s alone: %v", installed, err)
		}
	}
}
