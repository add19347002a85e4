package audio

import (
	"log"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
)

// haveFFmpeg tells whether the real ffmpeg is there. Where it isn't, what it would read must end in the sentence
// that says so, and the log says that nothing else of it was tested.
func haveFFmpeg(t *testing.T) bool {
	t.Helper()
	if _, ok := findFFmpeg(); ok {
		return true
	}
	t.Log("NOT COVERED: ffmpeg is not installed, so only the sentence that says so was tested")
	return false
}

// align finds how much later b is than a, within so many samples, and the SNR of b against a at that place.
func align(a, b []float32, within int) (shift int, db float64) {
	best := math.Inf(-1)
	for d := -within; d <= within; d++ {
		var sum float64
		for i := 4000; i < 12000 && i+d < len(b); i += 5 {
			if i+d >= 0 {
				sum += float64(a[i]) * float64(b[i+d])
			}
		}
		if sum > best {
			best, shift = sum, d
		}
	}
	var cross, energy, signal, diff float64
	for i, v := range a { // some encoders change the level
		if j := i + shift; j >= 0 && j < len(b) {
			cross += float64(v) * float64(b[j])
			energy += float64(b[j]) * float64(b[j])
		}
	}
	gain := cross / energy
	if math.Abs(gain-1) < 1e-4 {
		gain = 1
	}
	for i := 800; i < len(a)-800; i++ {
		if j := i + shift; j >= 0 && j < len(b) {
			e := gain*float64(b[j]) - float64(a[i])
			signal += float64(a[i]) * float64(a[i])
			diff += e * e
		}
	}
	return shift, 10 * math.Log10(signal/max(diff, 1e-20))
}

// TestFormats reads the speech of testdata/speech.wav from files of many formats.
func TestFormats(t *testing.T) {
	ffmpeg := haveFFmpeg(t)
	speech, _, err := ReadAll("testdata/speech.wav", 16000)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		file    string
		foreign bool    // read through ffmpeg
		db      float64 // least SNR against the original
		shift   int     // most samples that it may be off
	}{
		{"mono16.mp3", false, 12, 1},
		{"padded22.mp3", false, 8, 1},
		{"vbr44.mp3", false, 12, 1},
		{"cbr320.mp3", false, 30, 1},
		{"bare.mp3", false, 12, 1200}, // nothing tells the encoder's delay
		{"mp3-inside.wav", false, 12, 1200},
		{"mono16.flac", false, 200, 0},
		{"streamed.flac", false, 200, 0},
		{"stereo24.flac", false, 30, 1},
		{"voice24.flac", false, 30, 1},
		{"mono16.ogg", false, 8, 0},
		{"stereo44.ogg", false, 8, 1},
		{"mpeg25.mp3", true, 3, 1200},
		{"layer2.mp2", true, 8, 1200},
		{"flac.oga", true, 200, 0},
		{"speex.spx", true, -3, 400},
		{"opus.ogg", true, 3, 400},
		{"browser.webm", true, 3, 400},
		{"phone.m4a", true, 8, 1200},
		{"browser.mp4", true, 8, 1200},
		{"stream.aac", true, 8, 2100},
		{"lossless.m4a", true, 80, 0},
		{"video.mov", true, 8, 1200},
		{"two-tracks.mka", true, 8, 400},
		{"mac.aiff", true, 80, 0},
		{"unix.au", true, 80, 0},
		{"sony.w64", true, 80, 0},
		{"apple.caf", true, 80, 0},
		{"windows.wma", true, 6, 2100},
		{"adpcm.wav", true, 20, 0},
		{"adpcm-ms.wav", true, 20, 0},
		{"wavpack.wv", true, 80, 0},
		{"tv.ts", true, 8, 2100},
	} {
		t.Run(test.file, func(t *testing.T) {
			t.Parallel()
			got, info, err := ReadAll(filepath.Join("testdata", test.file), 16000)
			if test.foreign && !ffmpeg {
				if err == nil || !strings.Contains(err.Error(), "needs ffmpeg to be read, and ffmpeg was not found") {
					t.Errorf("without ffmpeg it ended in %v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			want := speech
			if len(got) < 20000 {
				want = speech[:16000]
			}
			shift, db := align(want, got, test.shift+20)
			t.Logf("%s, %d Hz, %d ch, %d frames: shift %d, %.1f dB, %d samples of %d", info.Format, info.SampleRate, info.Channels, info.Frames, shift, db, len(got), len(want))
			if db < test.db || max(shift, -shift) > test.shift {
				t.Errorf("%.1f dB at %d samples off", db, shift)
			}
			if info.Estimated || info.Frames == 0 {
				t.Errorf("%+v", info)
			}
		})
	}
}

// TestNothingIsLogged: a library must not write to the standard logger, as mewkiz/flac does for each frame of 24 kHz.
func TestNothingIsLogged(t *testing.T) {
	var said strings.Builder
	before := log.Writer()
	log.SetOutput(&said)
	t.Cleanup(func() { log.SetOutput(before) })
	if _, _, err := ReadAll("testdata/voice24.flac", 16000); err != nil {
		t.Fatal(err)
	}
	if said.Len() > 0 {
		t.Errorf("logged: %.200s", said.String())
	}
}

// TestSeekInFormats: reading from anywhere gives the samples that reading from the beginning gives, to the bit, in damaged
// files too.
func TestSeekInFormats(t *testing.T) {
	files := []string{"mono16.mp3", "padded22.mp3", "vbr44.mp3", "cbr320.mp3", "bare.mp3", "mono16.flac", "stereo24.flac", "streamed.flac", "voice24.flac", "mono16.ogg", "stereo44.ogg", "chained.ogg"}
	for i := range files {
		files[i] = filepath.Join("testdata", files[i])
	}
	for _, odd := range oddFiles {
		if strings.HasPrefix(odd.name, "hole.") || strings.Contains(odd.name, "-in-one.") || odd.name == "radio.mp3" || odd.name == "cut-from-stream.ogg" || odd.name == "bit.flac" {
			files = append(files, odd.write(t))
		}
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			all, _, err := ReadAll(file, 16000)
			if err != nil {
				t.Fatal(err)
			}
			s, err := Open(file, 16000)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if s.Len() != int64(len(all)) {
				t.Errorf("Len is %d, and %d samples came", s.Len(), len(all))
			}
			buf := make([]float32, 3000)
			r := rand.New(rand.NewPCG(1, 1))
			places := []int64{0, 1, int64(len(all)) - 1, int64(len(all)), 0}
			for range 8 {
				places = append(places, r.Int64N(int64(len(all))))
			}
			for _, at := range places {
				if err := s.SeekTo(at); err != nil {
					t.Fatalf("going to %d: %v", at, err)
				}
				n, _ := s.Read(buf)
				if want := min(3000, len(all)-int(at)); n != want {
					t.Fatalf("%d samples from %d, want %d", n, at, want)
				}
				for i, v := range buf[:n] {
					if v != all[int(at)+i] {
						t.Fatalf("sample %d+%d is %v, want %v", at, i, v, all[int(at)+i])
					}
				}
			}
		})
	}
}
