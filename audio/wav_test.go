package audio

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

var mono16 = header{tag: 1, channels: 1, rate: 16000, bits: 16}

// TestKinds opens files as recorders, browsers, editors and broken downloads make them. Each must end as is said
// here: with the voice's samples to within an SNR, or with one sentence.
func TestKinds(t *testing.T) {
	t.Setenv("PATH", "") // no ffmpeg: what needs it says so
	x := speech(16000)
	d16 := encode(x, 2)
	zeros := make([]float32, len(x))
	stereo16 := header{tag: 1, channels: 2, rate: 16000, bits: 16}
	withNaN, withInf := append([]float32(nil), x...), append([]float32(nil), x...)
	withNaN[997], withInf[8000] = float32(math.NaN()), float32(math.Inf(-1))
	list := chunk("LIST", []byte("INFOISFT\x0d\x00\x00\x00Lavf60.16.100\x00"))
	ds64 := func(data uint64) []byte {
		b := binary.LittleEndian.AppendUint64(nil, 0)
		b = binary.LittleEndian.AppendUint64(b, data)
		return chunk("ds64", append(b, make([]byte, 12)...))
	}
	stereo := func(rate int) []float32 { v := speech(rate); return interleave(v, v) }
	const same16 = 80 // dB: 16-bit samples rounded once

	tests := []struct {
		name    string
		content []byte
		snr     float64 // least, in dB; 0 for an error
		says    string  // in the error or, without one, in the warnings
	}{
		{"plain.wav", riffFile(mono16.chunk(), chunk("data", d16)), same16, ""},
		{"UPPER.WAV", riffFile(mono16.chunk(), chunk("data", d16)), same16, ""},
		{"name #1 ü 日本 🎧.wav", riffFile(mono16.chunk(), chunk("data", d16)), same16, ""},
		{"no-extension", riffFile(mono16.chunk(), chunk("data", d16)), same16, ""},
		{"wav-named.mp3", riffFile(mono16.chunk(), chunk("data", d16)), same16, ""},
		{"no_samples.wav", riffFile(mono16.chunk(), chunk("data", nil)), 0, "has no audio in it"},
		{"no_samples_then_list.wav", riffFile(mono16.chunk(), chunk("data", nil), list), 0, "has no audio in it"},
		{"no_data.wav", riffFile(mono16.chunk(), list), 0, "has no audio in it"},
		{"one_sample.wav", riffFile(mono16.chunk(), chunk("data", []byte{32, 0})), 0, "too short (0.0625 ms"},
		{"one_byte.wav", riffFile(mono16.chunk(), lyingChunk("data", 2, []byte{32})), 0, "has no audio in it"},
		{"ten_ms.wav", riffFile(mono16.chunk(), chunk("data", d16[:320])), 0, "too short (10 ms"},
		{"just_long_enough.wav", riffFile(mono16.chunk(), chunk("data", d16[:1600])), 70, ""},
		{"just_too_short.wav", riffFile(mono16.chunk(), chunk("data", d16[:1598])), 0, "too short (49.9 ms"},
		{"float32.wav", riffFile(header{tag: 3, channels: 1, rate: 16000, bits: 32}.chunk(), chunk("fact", make([]byte, 4)), chunk("data", encode32(x))), math.Inf(1), ""},
		{"float64.wav", riffFile(header{tag: 3, channels: 1, rate: 16000, bits: 64}.chunk(), chunk("data", encode64(x))), math.Inf(1), ""},
		{"float16.wav", riffFile(header{tag: 3, channels: 1, rate: 16000, bits: 16}.chunk(), chunk("data", d16)), 0, "16 bits a sample"},
		{"float_extensible.wav", riffFile(header{tag: 0xFFFE, channels: 1, rate: 16000, bits: 32, extra: extensible(3, 32)}.chunk(), chunk("data", encode32(x))), math.Inf(1), ""},
		{"nan.wav", riffFile(header{tag: 3, channels: 1, rate: 16000, bits: 32}.chunk(), chunk("data", encode32(withNaN))), 0, "sample 997 (at 0.06 s) is not a number"},
		{"inf.wav", riffFile(header{tag: 3, channels: 1, rate: 16000, bits: 64}.chunk(), chunk("data", encode64(withInf))), 0, "sample 8000 (at 0.50 s) is infinite"},
		{"nan_stereo.wav", riffFile(header{tag: 3, channels: 2, rate: 16000, bits: 32}.chunk(), chunk("data", encode32(interleave(x, withNaN)))), 0, "sample 997 (at 0.06 s) is not a number"},
		{"huge_float.wav", riffFile(header{tag: 3, channels: 1, rate: 16000, bits: 32}.chunk(), chunk("data", encode32(scaled(x, 1e30)))), 0, "which is no sound"},
		{"extensible_24_stereo_48k.wav", riffFile(header{tag: 0xFFFE, channels: 2, rate: 48000, bits: 24, extra: extensible(1, 24)}.chunk(), chunk("data", encode(stereo(48000), 3))), 70, ""},
		{"extensible_20_in_24.wav", riffFile(header{tag: 0xFFFE, channels: 1, rate: 16000, bits: 24, extra: extensible(1, 20)}.chunk(), chunk("data", encode(x, 3))), 120, ""},
		{"24_in_32.wav", riffFile(header{tag: 1, channels: 1, rate: 16000, bits: 24, align: 4}.chunk(), chunk("data", encode(x, 4))), 120, ""},
		{"extensible_unknown.wav", riffFile(header{tag: 0xFFFE, channels: 1, rate: 16000, bits: 16, extra: make([]byte, 24)}.chunk(), chunk("data", d16)), 0, "encoding that is not known"},
		{"extensible_cut.wav", riffFile(header{tag: 0xFFFE, channels: 1, rate: 16000, bits: 16}.chunk(), chunk("data", d16)), 0, "encoding that is not known"},
		{"unsigned8.wav", riffFile(header{tag: 1, channels: 1, rate: 16000, bits: 8}.chunk(), chunk("data", encode(x, 1))), 35, ""},
		{"pcm24.wav", riffFile(header{tag: 1, channels: 1, rate: 16000, bits: 24}.chunk(), chunk("data", encode(x, 3))), 120, ""},
		{"pcm32.wav", riffFile(header{tag: 1, channels: 1, rate: 16000, bits: 32}.chunk(), chunk("data", encode(x, 4))), 140, ""},
		{"pcm64.wav", riffFile(header{tag: 1, channels: 1, rate: 16000, bits: 64}.chunk(), chunk("data", encode64(x))), 0, "64 bits a sample"},
		{"pcm4.wav", riffFile(header{tag: 1, channels: 1, rate: 16000, bits: 4}.chunk(), chunk("data", d16)), 0, "4 bits a sample"},
		{"bits0.wav", riffFile(header{tag: 1, channels: 1, rate: 16000, bits: 0}.chunk(), chunk("data", d16)), 0, "0 bits a sample"},
		{"wrong_align.wav", riffFile(header{tag: 1, channels: 1, rate: 16000, bits: 16, align: 1}.chunk(), chunk("data", d16)), same16, ""},
		{"mulaw.wav", riffFile(header{tag: 7, channels: 1, rate: 16000, bits: 8}.chunk(), chunk("data", encodeG711(x, decodeMuLaw))), 30, ""},
		{"alaw.wav", riffFile(header{tag: 6, channels: 1, rate: 16000, bits: 8}.chunk(), chunk("data", encodeG711(x, decodeALaw))), 30, ""},
		{"adpcm.wav", riffFile(header{tag: 0x11, channels: 1, rate: 16000, bits: 4}.chunk(), chunk("data", d16)), 0, "IMA ADPCM inside"},
		{"mp3_inside.wav", riffFile(header{tag: 0x55, channels: 1, rate: 16000}.chunk(), chunk("data", d16)), 0, "MP3 inside, whose frames cannot be found"},
		{"unknown_inside.wav", riffFile(header{tag: 0x1234, channels: 1, rate: 16000, bits: 16}.chunk(), chunk("data", d16)), 0, "0x1234"},
		{"odd_list_before_fmt.wav", riffFile(chunk("LIST", []byte("INFOISFT\x05\x00\x00\x00Lavf\x00")), mono16.chunk(), chunk("data", d16)), same16, ""},
		{"odd_chunk_without_pad.wav", riffFile(mono16.chunk(), lyingChunk("junk", 3, []byte{1, 2, 3}), chunk("data", d16)), same16, ""},
		{"bext_before_fmt.wav", riffFile(chunk("bext", make([]byte, 602)), chunk("JUNK", make([]byte, 28)), mono16.chunk(), chunk("data", d16)), same16, ""},
		{"data_before_fmt.wav", riffFile(chunk("data", d16), mono16.chunk()), same16, ""},
		{"empty_data_then_data.wav", riffFile(mono16.chunk(), chunk("data", nil), chunk("data", d16)), same16, ""},
		{"two_data.wav", riffFile(mono16.chunk(), chunk("data", d16), chunk("data", encode(zeros, 2))), same16, ""},
		{"two_fmt.wav", riffFile(mono16.chunk(), mono16.chunk(), chunk("data", d16)), same16, ""},
		{"list_after_data_lies.wav", riffFile(mono16.chunk(), chunk("data", d16), lyingChunk("LIST", 0xC0000000, []byte("INFO"))), same16, ""},
		{"list_before_data_lies.wav", riffFile(mono16.chunk(), lyingChunk("LIST", 0xC0000000, []byte("INFO")), chunk("data", d16)), 0, `"LIST" chunk claims 3221225472 bytes`},
		{"junk_after_data.wav", append(riffFile(mono16.chunk(), chunk("data", d16)), "TAGtrailing junk\x00\xff\xff\xff\xff"...), same16, ""},
		{"ffmpeg_pipe.wav", withRIFFSize(0xFFFFFFFF, riffFile(mono16.chunk(), list, lyingChunk("data", 0xFFFFFFFF, d16))), same16, ""},
		{"sox_pipe.wav", withRIFFSize(0x7FFFFFFF, riffFile(mono16.chunk(), lyingChunk("data", 0x7FFFFFDB, d16))), same16, ""},
		{"arecord_pipe.wav", withRIFFSize(0x80000024, riffFile(mono16.chunk(), lyingChunk("data", 0x80000000, d16))), same16, ""},
		{"sizes_zero.wav", withRIFFSize(0, riffFile(mono16.chunk(), lyingChunk("data", 0, d16))), same16, ""},
		{"sizes_of_an_empty_file.wav", withRIFFSize(36, riffFile(mono16.chunk(), lyingChunk("data", 0, d16))), same16, ""},
		{"riff_size_zero.wav", withRIFFSize(0, riffFile(mono16.chunk(), chunk("data", d16))), same16, ""},
		{"rf64.wav", withID("RF64", withRIFFSize(0xFFFFFFFF, riffFile(ds64(uint64(len(d16))), mono16.chunk(), lyingChunk("data", 0xFFFFFFFF, d16), list))), same16, ""},
		{"rf64_unfinished.wav", withID("RF64", withRIFFSize(0xFFFFFFFF, riffFile(ds64(0), mono16.chunk(), lyingChunk("data", 0xFFFFFFFF, d16)))), same16, ""},
		{"rf64_absurd.wav", withID("RF64", withRIFFSize(0xFFFFFFFF, riffFile(ds64(math.MaxUint64), mono16.chunk(), lyingChunk("data", 0xFFFFFFFF, d16)))), same16, ""},
		{"bw64.wav", withID("BW64", riffFile(ds64(uint64(len(d16))), mono16.chunk(), lyingChunk("data", 0xFFFFFFFF, d16))), same16, ""},
		{"cut_short.wav", riffFile(mono16.chunk(), chunk("data", d16))[:44+16001], same16, "the file ends in the middle of a sample; the file is cut short: 0.50 s"},
		{"cut_between_samples.wav", riffFile(mono16.chunk(), chunk("data", d16))[:44+16000], same16, "the file is cut short: 0.50 s"},
		{"cut_in_header.wav", riffFile(mono16.chunk(), chunk("data", d16))[:30], 0, "its format header claims 16 bytes"},
		{"cut_after_riff.wav", []byte("RIFF\x00\x00"), 0, "not a WAV file"},
		{"fmt_size_huge.wav", riffFile(lyingChunk("fmt ", 0xFFFFFFFF, make([]byte, 49))), 0, "its format header claims 4294967295 bytes"},
		{"fmt_size_small.wav", riffFile(chunk("fmt ", make([]byte, 8)), chunk("data", d16)), 0, "its format header has 8 bytes"},
		{"no_fmt.wav", riffFile(chunk("data", d16)), 0, "it has no format header"},
		{"zero_channels.wav", riffFile(header{tag: 1, rate: 16000, bits: 16}.chunk(), chunk("data", d16)), 0, "the number of channels in its header is 0"},
		{"65535_channels.wav", riffFile(header{tag: 1, channels: 65535, rate: 16000, bits: 16}.chunk(), chunk("data", d16)), 0, "65535 channels"},
		{"zero_rate.wav", riffFile(header{tag: 1, channels: 1, bits: 16}.chunk(), chunk("data", d16)), 0, "the sample rate in its header is 0"},
		{"one_hertz.wav", riffFile(header{tag: 1, channels: 1, rate: 1, bits: 16}.chunk(), chunk("data", d16)), 0, "is 1 Hz"},
		{"absurd_rate.wav", riffFile(header{tag: 1, channels: 1, rate: 0xFFFFFFFF, bits: 16}.chunk(), chunk("data", d16)), 0, "is 4294967295 Hz"},
		{"many_chunks.wav", riffFile(mono16.chunk(), make([]byte, 8*maxChunks)), 0, "more than 10000 chunks"},
		{"left_only.wav", riffFile(stereo16.chunk(), chunk("data", encode(interleave(x, zeros), 2))), same16, ""},
		{"right_only.wav", riffFile(stereo16.chunk(), chunk("data", encode(interleave(zeros, x), 2))), same16, ""},
		{"phase_inverted.wav", riffFile(stereo16.chunk(), chunk("data", encode(interleave(x, scaled(x, -1)), 2))), same16, ""},
		{"eight_channels.wav", riffFile(header{tag: 1, channels: 8, rate: 16000, bits: 16}.chunk(), chunk("data", encode(interleave(zeros, zeros, zeros, x, zeros, zeros, zeros, zeros), 2))), same16, ""},
		{"odd_mono8_size.wav", riffFile(header{tag: 1, channels: 1, rate: 16000, bits: 8}.chunk(), chunk("data", encode(x[:15999], 1))), 35, ""},
		{"rate_44100.wav", riffFile(header{tag: 1, channels: 1, rate: 44100, bits: 16}.chunk(), chunk("data", encode(speech(44100), 2))), 70, ""},
		{"rate_8000.wav", riffFile(header{tag: 1, channels: 1, rate: 8000, bits: 16}.chunk(), chunk("data", encode(speech(8000), 2))), 50, ""},
		{"rate_11025.wav", riffFile(header{tag: 1, channels: 1, rate: 11025, bits: 16}.chunk(), chunk("data", encode(speech(11025), 2))), 70, ""},
		{"rate_192000.wav", riffFile(header{tag: 1, channels: 1, rate: 192000, bits: 16}.chunk(), chunk("data", encode(speech(192000), 2))), 70, ""},
		{"rate_44056.wav", riffFile(header{tag: 1, channels: 1, rate: 44056, bits: 16}.chunk(), chunk("data", encode(speech(44056), 2))), 70, ""},
		{"id3_before_riff.wav", append([]byte("ID3\x04\x00\x00\x00\x00\x00\x05tags!"), riffFile(mono16.chunk(), chunk("data", d16))...), same16, ""},
		{"mp3_named.wav", append([]byte("ID3\x04\x00\x00\x00\x00\x00\x00"), d16...), 0, "an MP3's tag and no MP3 after it"},
		{"bare_mp3.wav", append([]byte{0xFF, 0xFB, 0x90, 0x64}, d16...), 0, "nor any other recording"},
		{"flac.wav", []byte("fLaC\x00\x00\x00\x22"), 0, "its FLAC header is damaged"},
		{"ogg.wav", []byte("OggS\x00\x02\x00\x00"), 0, "its Ogg pages are damaged"},
		{"m4a.wav", []byte(fakeMagic), 0, "it is an MP4, M4A or QuickTime file, which needs ffmpeg to be read, and ffmpeg was not found; install it, or convert the file to WAV"},
		{"webm.wav", []byte("\x1a\x45\xdf\xa3\x01\x00\x00\x00"), 0, "it is a WebM or Matroska file"},
		{"rifx.wav", withID("RIFX", riffFile(mono16.chunk(), chunk("data", d16))), 0, "big-endian"},
		{"aiff.wav", []byte("FORM\x00\x00\x00\x10AIFFCOMM"), 0, "it is an AIFF file"},
		{"avi.wav", []byte("RIFF\x00\x00\x00\x10AVI LIST"), 0, "it is an AVI file"},
		{"webp.wav", []byte("RIFF\x00\x00\x00\x10WEBPVP8 "), 0, "not a WAV file"},
		{"text.wav", []byte(strings.Repeat("hello, this is no audio\n", 40)), 0, "it is text"},
		{"text_ü.wav", []byte(strings.Repeat("größer\n", 800)), 0, "it is text"},
		{"zeros.wav", make([]byte, 9000), 0, "nothing but zeros"},
		{"random.wav", append([]byte{1, 2, 200, 3}, d16...), 0, "nor any other recording"},
		{"empty.wav", nil, 0, "the file is empty"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			path := writeFile(t, test.name, test.content)
			got, warnings, err := readFileForTest(path)
			if test.snr == 0 {
				if err == nil || !strings.Contains(err.Error(), test.says) {
					t.Fatalf("error %q, want one that says %q", err, test.says)
				}
				if strings.Contains(err.Error(), "\n") || strings.Contains(err.Error(), filepath.Dir(path)) {
					t.Errorf("%q is not a cause alone on one line", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			want := x
			if len(got) != len(x) {
				t.Logf("%d samples", len(got))
				want = x[:len(got)] // tests of cut files say how much is missing
			}
			if db := snr(got, want); !(db >= test.snr) {
				t.Errorf("%.1f dB from the voice, want %.0f", db, test.snr)
			}
			if w := strings.Join(warnings, "; "); !strings.HasPrefix(w, test.says) || (test.says == "") != (w == "") {
				t.Errorf("warnings %q, want %q", w, test.says)
			}
		})
	}
}

func readFileForTest(path string) ([]float32, []string, error) {
	s, err := Open(path, 16000)
	if err != nil {
		return nil, nil, err
	}
	defer s.Close()
	got, _, err := ReadAll(path, 16000)
	if s.Truncated() != (len(s.Warnings()) > 0) {
		return nil, nil, fmt.Errorf("truncated %v with warnings %q", s.Truncated(), s.Warnings())
	}
	return got, s.Warnings(), err
}

// encodeG711 finds the nearest code by trying all.
func encodeG711(xs []float32, decode func(byte) float32) []byte {
	out := make([]byte, len(xs))
	for i, x := range xs {
		best := math.Inf(1)
		for c := range 256 {
			if d := math.Abs(float64(decode(byte(c)) - x)); d < best {
				best, out[i] = d, byte(c)
			}
		}
	}
	return out
}

// TestG711 has values of the standard's tables, as 16-bit samples.
func TestG711(t *testing.T) {
	for _, c := range []struct {
		decode func(byte) float32
		code   byte
		want   float32
	}{
		{decodeMuLaw, 0x00, -32124},
		{decodeMuLaw, 0x80, 32124},
		{decodeMuLaw, 0xFF, 0},
		{decodeMuLaw, 0x7F, 0},
		{decodeMuLaw, 0xFE, 8},
		{decodeALaw, 0x2A, -32256},
		{decodeALaw, 0xAA, 32256},
		{decodeALaw, 0xD5, 8},
		{decodeALaw, 0x55, -8},
		{decodeALaw, 0xC5, 264},
	} {
		if got := c.decode(c.code) * 32768; got != c.want {
			t.Errorf("code %#02x is %v, want %v", c.code, got, c.want)
		}
	}
}

func TestInfo(t *testing.T) {
	h := header{tag: 1, channels: 2, rate: 48000, bits: 24}
	path := writeFile(t, "a.wav", riffFile(h.chunk(), chunk("data", make([]byte, 6*72000))))
	_, info, err := ReadAll(path, 16000)
	want := Info{SampleRate: 48000, Channels: 2, BitsPerSample: 24, Format: "WAV, 24-bit PCM", Frames: 72000, Duration: 1.5e9}
	if err != nil || info != want {
		t.Errorf("got %+v, %v, want %+v", info, err, want)
	}
}

func TestOpenErrors(t *testing.T) {
	dir := t.TempDir()
	if _, err := Open(filepath.Join(dir, "none.wav"), 16000); !errors.Is(err, fs.ErrNotExist) || strings.Contains(err.Error(), dir) {
		t.Errorf("no file: %v", err)
	}
	if _, err := Open(dir, 16000); err == nil || err.Error() != "it is a folder, not a recording" {
		t.Errorf("folder: %v", err)
	}
	if runtime.GOOS != "windows" {
		if _, err := Open(os.DevNull, 16000); err == nil || err.Error() != "it is not a regular file" {
			t.Errorf("device: %v", err)
		}
	}
	short := writeFile(t, "s.wav", riffFile(mono16.chunk(), chunk("data", make([]byte, 100))))
	var tooShort *TooShortError
	if _, err := Open(short, 16000); !errors.Is(err, ErrTooShort) || !errors.As(err, &tooShort) {
		t.Errorf("short: %v", err)
	}
	var format *FormatError
	if _, err := Open(writeFile(t, "t.wav", []byte("text")), 16000); !errors.As(err, &format) {
		t.Errorf("text: %v", err)
	}
	if _, err := Open(short, 0); err == nil {
		t.Error("a rate of 0 was accepted")
	}
}

// TestFileShrinks: a file that becomes shorter while it is read is an error, not noise.
func TestFileShrinks(t *testing.T) {
	for _, h := range []header{mono16, {tag: 3, channels: 1, rate: 16000, bits: 32}} {
		path := writeFile(t, "a.wav", riffFile(h.chunk(), chunk("data", make([]byte, 400000))))
		s, err := Open(path, 16000)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		buf := make([]float32, 200000)
		if _, err := s.Read(buf[:100]); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, 44+20*blockFrames); err != nil { // where a read would have ended anyway
			t.Skip(err) // Windows keeps open files as they are
		}
		_, _ = s.Read(buf)
		if n, err := s.Read(buf); err == nil || n != 0 || err.Error() == "EOF" {
			t.Errorf("read %d samples and %v of a file that is gone", n, err)
		}
	}
}

// TestMemory: what is held does not depend on a file's length or on what its header claims.
func TestMemory(t *testing.T) {
	const gigabytes = 6
	head := withID("RF64", withRIFFSize(0xFFFFFFFF, riffFile(
		chunk("ds64", append(binary.LittleEndian.AppendUint64(make([]byte, 8), gigabytes<<30), make([]byte, 12)...)),
		header{tag: 1, channels: 2, rate: 48000, bits: 16}.chunk(), lyingChunk("data", 0xFFFFFFFF, nil))))
	long := writeFile(t, "long.wav", head)
	if err := os.Truncate(long, int64(len(head))+gigabytes<<30); err != nil {
		t.Skip("no sparse file of 6 GB can be made here: ", err)
	}
	liar := writeFile(t, "liar.wav", riffFile(mono16.chunk(), lyingChunk("data", 0xF0000000, encode(speech(16000), 2))))

	for _, path := range []string{long, liar} {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		s, err := Open(path, 16000)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		buf := make([]float32, 16000)
		for range 20 {
			_, _ = s.Read(buf)
		}
		if path == long {
			// The windows that go-audio/wav is shown end at 1 GiB: step over one such end, and to the file's.
			for _, at := range []int64{maxWindow/4/3 - 8000, s.Len() - 8000} {
				if err := s.SeekTo(at); err != nil {
					t.Fatal(err)
				}
				if n, err := s.Read(buf); n != int(min(16000, s.Len()-at)) || err != nil {
					t.Errorf("at %d: %d samples, %v", at, n, err)
				}
			}
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 2<<20 {
			t.Errorf("%s: %d KB are held", filepath.Base(path), grown>>10)
		}
		if used := int64(after.TotalAlloc - before.TotalAlloc); used > 200<<20 {
			t.Errorf("%s: %d MB were used", filepath.Base(path), used>>20)
		}
		runtime.KeepAlive(s)
	}
}
