package audio

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// The outcomes of an odd file.
const (
	same   = "same"   // the speech, as it is in the file's plain kin
	close_ = "close"  // the speech, but for what is said
	silent = "silent" // samples, but no speech in them
	fails  = "error"  // one sentence
)

// oddFile is a file as recorders, browsers, phones, audio editors and broken downloads make them.
type oddFile struct {
	name   string
	from   string // whose file it is
	like   string // the file of testdata that its samples must be like
	make   func(g *oddGenerator) []byte
	expect string
	says   string  // in the error, or in the warnings
	from_s float64 // seconds of the kin that it begins with
	share  float64 // for close: how much of the speech must be there, 0 to 1
	ffmpeg bool    // is read through ffmpeg, or refused with the sentence that says so
}

// oddGenerator makes odd files of good ones, always the same.
type oddGenerator struct {
	t *testing.T
	r *rand.Rand
}

func (g *oddGenerator) file(name string) []byte {
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		g.t.Fatal(err)
	}
	return b
}

func (g *oddGenerator) junk(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(g.r.Uint32())
	}
	return b
}

// speech is the samples of speech.wav.
func (g *oddGenerator) speech() []float32 {
	x, _, err := ReadAll("testdata/speech.wav", 16000)
	if err != nil {
		g.t.Fatal(err)
	}
	return x
}

// hole overwrites a part of b, given in shares of it.
func hole(b []byte, from float64, with []byte) []byte {
	copy(b[int(from*float64(len(b))):], with)
	return b
}

func id3(body []byte) []byte {
	n := len(body)
	return append([]byte{'I', 'D', '3', 4, 0, 0, byte(n >> 21 & 127), byte(n >> 14 & 127), byte(n >> 7 & 127), byte(n & 127)}, body...)
}

func cat(parts ...[]byte) []byte { return bytes.Join(parts, nil) }

// flacBlock is a metadata block that is not the last.
func flacBlock(kind byte, body []byte) []byte {
	return append([]byte{kind, byte(len(body) >> 16), byte(len(body) >> 8), byte(len(body))}, body...)
}

// afterStreamInfo puts bytes behind the first metadata block of a FLAC file.
func afterStreamInfo(b, more []byte) []byte { return cat(b[:42], more, b[42:]) }

// oggPages calls f with each page of an Ogg file, and puts together what it returns, its checksums made anew.
func oggPages(b []byte, f func(n int, page []byte) []byte) (out []byte) {
	for n := 0; len(b) >= oggHeader; n++ {
		size := oggHeader + int(b[26])
		for _, l := range b[oggHeader:size] {
			size += int(l)
		}
		page := f(n, bytes.Clone(b[:size]))
		if len(page) > 0 {
			clear(page[22:26])
			binary.LittleEndian.PutUint32(page[22:], crc32Ogg(page))
		}
		out = append(out, page...)
		b = b[size:]
	}
	return out
}

func wav16(rate uint32, channels ...[]float32) []byte {
	h := header{tag: 1, channels: uint16(len(channels)), rate: rate, bits: 16}
	return riffFile(h.chunk(), chunk("data", encode(interleave(channels...), 2)))
}

var oddFiles = []oddFile{
	// MP3
	{
		name: "cover.mp3", from: "podcast with a cover of 300 KB in its tag", like: "mono16.mp3", expect: same,
		make: func(g *oddGenerator) []byte { return cat(id3(g.junk(300_000)), g.file("mono16.mp3")) },
	},
	{
		name: "two-tags.mp3", from: "tagged by two programs, with padding", like: "bare.mp3", expect: same,
		make: func(g *oddGenerator) []byte {
			return cat(id3([]byte("TIT2 first")), id3(make([]byte, 2000)), make([]byte, 700), g.file("bare.mp3"))
		},
	},
	{
		name: "tags-behind.mp3", from: "APE, Lyrics3 and ID3v1 tags at the end", like: "mono16.mp3", expect: same,
		make: func(g *oddGenerator) []byte {
			ape := append([]byte("APETAGEX\xd0\x07\x00\x00\x20\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x80"), make([]byte, 8+32)...)
			return cat(g.file("mono16.mp3"), ape, []byte("LYRICSBEGINLYR00007la la laLYRICS200"), []byte("TAG"), make([]byte, 125))
		},
	},
	{
		name: "radio.mp3", from: "stream recording that begins in the middle of a frame", like: "bare.mp3", expect: close_, share: 0.95,
		make: func(g *oddGenerator) []byte { return g.file("bare.mp3")[333:] }, from_s: 0.072,
	},
	{
		name: "icy.mp3", from: "stream recording with the station's titles in between", like: "bare.mp3", expect: close_, share: 0.75,
		make: func(g *oddGenerator) (out []byte) {
			b := g.file("bare.mp3")
			for len(b) > 8192 {
				out = append(append(out, b[:8192]...), "\x02StreamTitle='The News';\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"...)
				b = b[8192:]
			}
			return append(out, b...)
		},
	},
	{
		name: "half.mp3", from: "download that broke off", like: "mono16.mp3", expect: close_, share: 0.45, says: "the file is cut short: 1.",
		make: func(g *oddGenerator) []byte { b := g.file("mono16.mp3"); return b[:len(b)/2] },
	},
	{
		name: "half-bare.mp3", from: "the same of a stream, which tells no length", like: "bare.mp3", expect: close_, share: 0.45, says: "the file ends in the middle of a frame",
		make: func(g *oddGenerator) []byte { b := g.file("bare.mp3"); return b[:len(b)/2+50] },
	},
	{
		name: "hole.mp3", from: "download with a block of zeros in it", like: "mono16.mp3", expect: close_, share: 0.8,
		make: func(g *oddGenerator) []byte { return hole(g.file("mono16.mp3"), 0.5, make([]byte, 2000)) }, says: "the file is damaged at 1.",
	},
	{
		name: "scratched.mp3", from: "disk errors inside the frames", like: "mono16.mp3", expect: close_, share: 0.5,
		make: func(g *oddGenerator) []byte {
			b := g.file("mono16.mp3")
			for range 12 {
				copy(b[600+g.r.IntN(len(b)-700):], g.junk(20))
			}
			return b
		},
	},
	{
		name: "two-in-one.mp3", from: "two recordings put together by cat", like: "mono16.mp3", expect: close_, share: 0.95,
		make: func(g *oddGenerator) []byte { return cat(g.file("mono16.mp3"), g.file("mono16.mp3")) },
	},
	{
		name: "junk-behind.mp3", from: "rest of an older file on a card", like: "mono16.mp3", expect: same, says: "of its bytes are no MP3 of this kind",
		make: func(g *oddGenerator) []byte { return cat(g.file("mono16.mp3"), make([]byte, 100), g.junk(9000)) },
	},
	{
		name: "named.wav", from: "MP3 that was renamed", like: "mono16.mp3", expect: same,
		make: func(g *oddGenerator) []byte { return g.file("mono16.mp3") },
	},
	{
		name: "dictaphone.wav", from: "dictaphone: MP3 frames in a WAV file", like: "mp3-inside.wav", expect: same,
		make: func(g *oddGenerator) []byte { return g.file("mp3-inside.wav") },
	},
	{
		name: "tag-only.mp3", from: "upload that broke off after the tag", expect: fails, says: "it has an MP3's tag and no MP3 after it",
		make: func(g *oddGenerator) []byte { return id3(make([]byte, 4000)) },
	},
	{
		name: "login.mp3", from: "download of a login page", expect: fails, says: "it is a web page, as failed downloads are",
		make: func(g *oddGenerator) []byte {
			return []byte("<!DOCTYPE html><html><body>Please log in</body></html>")
		},
	},

	// FLAC
	{
		name: "id3.flac", from: "FLAC tagged by an MP3 tagger", like: "mono16.flac", expect: same,
		make: func(g *oddGenerator) []byte { return cat(id3(g.junk(5000)), g.file("mono16.flac")) },
	},
	{
		name: "cover.flac", from: "a cover of 2 MB", like: "mono16.flac", expect: same,
		make: func(g *oddGenerator) []byte {
			return afterStreamInfo(g.file("mono16.flac"), flacBlock(6, g.junk(2_000_000)))
		},
	},
	{
		name: "unknown-block.flac", from: "metadata of a kind that nobody knows", like: "mono16.flac", expect: same,
		make: func(g *oddGenerator) []byte {
			return afterStreamInfo(g.file("mono16.flac"), flacBlock(77, g.junk(50)))
		},
	},
	{
		name: "half.flac", from: "download that broke off", like: "mono16.flac", expect: close_, share: 0.4, says: "the file is cut short: 1.",
		make: func(g *oddGenerator) []byte { b := g.file("mono16.flac"); return b[:len(b)/2] },
	},
	{
		name: "hole.flac", from: "download with a block of zeros in it", like: "mono16.flac", expect: close_, share: 0.6, says: "the file is damaged at 1.",
		make: func(g *oddGenerator) []byte { return hole(g.file("mono16.flac"), 0.5, make([]byte, 3000)) },
	},
	{
		name: "bit.flac", from: "one bit that turned over", like: "mono16.flac", expect: close_, share: 0.85, says: "the file is damaged at 2.",
		make: func(g *oddGenerator) []byte {
			b := g.file("mono16.flac")
			b[len(b)*4/5] ^= 4
			return b
		},
	},
	{
		name: "lying-length.flac", from: "recorder whose header claims hours", like: "mono16.flac", expect: same, says: "the file is cut short: 268432.",
		make: func(g *oddGenerator) []byte {
			b := g.file("mono16.flac")
			b[21] |= 0 // the upper four bits of 36 stand there
			binary.BigEndian.PutUint32(b[22:], 0xFFFFFFFF)
			return b
		},
	},
	{
		name: "junk-behind.flac", from: "rest of an older file on a card", like: "mono16.flac", expect: same,
		make: func(g *oddGenerator) []byte { return cat(g.file("mono16.flac"), g.junk(30_000)) },
	},
	{
		name: "header-only.flac", from: "recorder that lost its power at once", expect: fails, says: ErrNoAudio.Error(),
		make: func(g *oddGenerator) []byte {
			b := bytes.Clone(g.file("mono16.flac")[:42])
			b[4] |= 0x80
			return b
		},
	},
	{
		name: "lying-block.flac", from: "metadata that claims more than the file", expect: fails, says: "its FLAC header is damaged",
		make: func(g *oddGenerator) []byte {
			return cat(g.file("mono16.flac")[:42], []byte{1, 0xFF, 0xFF, 0xFF, 0, 0})
		},
	},

	// Ogg
	{
		name: "half.ogg", from: "download that broke off", like: "mono16.ogg", expect: close_, share: 0.4, says: "the file is cut short: its last page is missing",
		make: func(g *oddGenerator) []byte { b := g.file("mono16.ogg"); return b[:len(b)*2/3] },
	},
	{
		name: "hole.ogg", from: "download with a block of zeros in it", like: "mono16.ogg", expect: close_, share: 0.3,
		make: func(g *oddGenerator) []byte { return hole(g.file("mono16.ogg"), 0.6, make([]byte, 500)) }, says: "the file is damaged at",
	},
	{
		name: "junk-between.ogg", from: "bytes between two pages", like: "mono16.ogg", expect: same, says: "5000 of its bytes are no Ogg pages",
		make: func(g *oddGenerator) []byte {
			return oggPages(g.file("mono16.ogg"), func(n int, page []byte) []byte { return page })
		},
	},
	{
		name: "three-in-one.ogg", from: "voice notes put together", like: "mono16.ogg", expect: close_, share: 0.95,
		make: func(g *oddGenerator) []byte { b := g.file("mono16.ogg"); return cat(b, b, b) },
	},
	{
		name: "cut-from-stream.ogg", from: "stream recording: its time begins after an hour", like: "mono16.ogg", expect: same,
		make: func(g *oddGenerator) []byte {
			return oggPages(g.file("mono16.ogg"), func(n int, page []byte) []byte {
				if at := binary.LittleEndian.Uint64(page[6:]); at > 0 && at < 1<<40 {
					binary.LittleEndian.PutUint64(page[6:], at+3600*16000)
				}
				return page
			})
		},
	},
	{
		name: "no-end.ogg", from: "recorder that was killed: the last page is not marked", like: "mono16.ogg", expect: same, says: "its last page is missing",
		make: func(g *oddGenerator) []byte {
			return oggPages(g.file("mono16.ogg"), func(n int, page []byte) []byte { page[5] &^= oggLast; return page })
		},
	},
	{
		name: "first-page.ogg", from: "upload that broke off at once", expect: fails, says: "ends within its header",
		make: func(g *oddGenerator) []byte { return g.file("mono16.ogg")[:58] },
	},
	{
		name: "voice-note.ogg", from: "messenger: Opus in Ogg", like: "opus.ogg", expect: same, ffmpeg: true,
		make: func(g *oddGenerator) []byte { return g.file("opus.ogg") },
	},

	// What ffmpeg reads
	{
		name: "closed-tab.webm", from: "browser recording whose tab was closed", like: "browser.webm", expect: close_, share: 0.4, ffmpeg: true,
		make: func(g *oddGenerator) []byte { b := g.file("browser.webm"); return b[:len(b)/2] },
	},
	{
		name: "fragments.mp4", from: "browser recording in fragments", like: "browser.mp4", expect: same, ffmpeg: true,
		make: func(g *oddGenerator) []byte { return g.file("browser.mp4") },
	},
	{
		name: "memo.m4a", from: "phone memo", like: "phone.m4a", expect: same, ffmpeg: true,
		make: func(g *oddGenerator) []byte { return g.file("phone.m4a") },
	},
	{
		name: "unfinished.m4a", from: "phone memo whose index was never written", expect: fails, says: "file without its index: it is cut off, or the recording was never finished",
		make: func(g *oddGenerator) []byte { return g.file("phone.m4a")[:15000] },
	},
	{
		name: "memo.mp3", from: "phone memo that was renamed", like: "phone.m4a", expect: same, ffmpeg: true,
		make: func(g *oddGenerator) []byte { return g.file("phone.m4a") },
	},
	{
		name: "mute.mp4", from: "screen recording without sound", expect: fails, says: ErrNoAudio.Error(), ffmpeg: true,
		make: func(g *oddGenerator) []byte { return g.file("mute.mp4") },
	},
	{
		name: "two-tracks.mka", from: "screen recorder: microphone and system on two tracks", like: "two-tracks.mka", expect: same, says: "the file has 2 sound tracks; the first is read", ffmpeg: true,
		make: func(g *oddGenerator) []byte { return g.file("two-tracks.mka") },
	},
	{
		name: "half.aac", from: "stream recording that broke off", like: "stream.aac", expect: close_, share: 0.4, ffmpeg: true,
		make: func(g *oddGenerator) []byte { b := g.file("stream.aac"); return b[:len(b)/2] },
	},
	{
		name: "dictation.wav", from: "dictaphone: IMA ADPCM", like: "adpcm.wav", expect: same, ffmpeg: true,
		make: func(g *oddGenerator) []byte { return g.file("adpcm.wav") },
	},
	{
		name: "voicemail.wav", from: "voicemail: GSM 6.10", like: "gsm.wav", expect: same, ffmpeg: true,
		make: func(g *oddGenerator) []byte { return g.file("gsm.wav") },
	},
	{
		name: "playlist.mp4", from: "playlist that names other files", expect: fails, says: "it is a playlist, which only names recordings",
		make: func(g *oddGenerator) []byte { return []byte("#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n") },
	},

	// WAV
	{
		name: "field.wav", from: "field recorder: bext, iXML, padding, four channels of which one is used", like: "speech.wav", expect: same,
		make: func(g *oddGenerator) []byte {
			x := g.speech()
			z := make([]float32, len(x))
			h := header{tag: 1, channels: 4, rate: 16000, bits: 24}
			return riffFile(chunk("bext", make([]byte, 858)), chunk("iXML", []byte("<BWFXML/>\n")), h.chunk(), chunk("PAD ", make([]byte, 31_000)),
				chunk("data", encode(interleave(z, z, x, z), 3)))
		},
	},
	{
		name: "phone.wav", from: "phone recorder: a filler chunk up to 4096 bytes", like: "speech.wav", expect: same,
		make: func(g *oddGenerator) []byte {
			return riffFile(mono16.chunk(), chunk("FLLR", make([]byte, 4044)), chunk("data", encode(g.speech(), 2)))
		},
	},
	{
		name: "session.wav", from: "audio editor: its own chunks before and behind", like: "speech.wav", expect: same,
		make: func(g *oddGenerator) []byte {
			return riffFile(chunk("minf", make([]byte, 16)), chunk("elm1", g.junk(214)), mono16.chunk(), chunk("data", encode(g.speech(), 2)),
				chunk("regn", g.junk(92)), chunk("umid", g.junk(24)), chunk("id3 ", id3(g.junk(300))), chunk("cue ", make([]byte, 28)))
		},
	},
	{
		name: "call.wav", from: "call recorder: A-law, one side in each channel", like: "speech.wav", expect: close_, share: 0.8,
		make: func(g *oddGenerator) []byte {
			x := g.speech()
			left, right := bytes.Clone(nil), bytes.Clone(nil)
			for i, v := range encodeG711(x, decodeALaw) {
				quiet := byte(0xD5)
				if i/16000%2 == 0 {
					left, right = append(left, v), append(right, quiet)
				} else {
					left, right = append(left, quiet), append(right, v)
				}
			}
			var both []byte
			for i := range left {
				both = append(both, left[i], right[i])
			}
			return riffFile(header{tag: 6, channels: 2, rate: 16000, bits: 8}.chunk(), chunk("data", both))
		},
	},
	{
		name: "balanced.wav", from: "balanced cable in a stereo input: the channels are opposite", like: "speech.wav", expect: same,
		make: func(g *oddGenerator) []byte { x := g.speech(); return wav16(16000, x, scaled(x, -1)) },
	},
	{
		name: "hum-beside.wav", from: "unplugged cable: hum in the other channel", like: "speech.wav", expect: close_, share: 0.8,
		make: func(g *oddGenerator) []byte {
			x := g.speech()
			return wav16(16000, x, scaled(sine(50, 16000, len(x)), 0.003))
		},
	},
	{
		name: "offset.wav", from: "cheap sound card: an offset", like: "speech.wav", expect: close_, share: 0.9,
		make: func(g *oddGenerator) []byte {
			x := scaled(g.speech(), 0.5)
			for i := range x {
				x[i] += 0.2
			}
			return wav16(16000, x)
		},
	},
	{
		name: "loud.wav", from: "recorded far too loud", like: "speech.wav", expect: close_, share: 0.5,
		make: func(g *oddGenerator) []byte {
			x := scaled(g.speech(), 8)
			for i := range x {
				x[i] = max(-1, min(1, x[i]))
			}
			return wav16(16000, x)
		},
	},
	{
		name: "over.wav", from: "audio editor: float samples beyond full scale", like: "speech.wav", expect: same,
		make: func(g *oddGenerator) []byte {
			return riffFile(header{tag: 3, channels: 1, rate: 16000, bits: 32}.chunk(), chunk("data", encode32(scaled(g.speech(), 12))))
		},
	},
	{
		name: "old.wav", from: "PC of 1995: 8 bits", like: "speech.wav", expect: close_, share: 0.9,
		make: func(g *oddGenerator) []byte {
			return riffFile(header{tag: 1, channels: 1, rate: 16000, bits: 8}.chunk(), chunk("data", encode(g.speech(), 1)))
		},
	},
	{
		name: "power-cut.wav", from: "recorder that lost its power: sizes of an hour", like: "speech.wav", expect: same, says: "the file is cut short: 3597.",
		make: func(g *oddGenerator) []byte {
			return riffFile(mono16.chunk(), lyingChunk("data", 3600*32000, encode(g.speech(), 2)))
		},
	},
	{
		name: "preallocated.wav", from: "download of which the last third never came", like: "speech.wav", expect: close_, share: 0.6,
		make: func(g *oddGenerator) []byte {
			b := wav16(16000, g.speech())
			clear(b[len(b)*2/3:])
			return b
		},
	},
	{
		name: "second-half.wav", from: "download that began in the middle", expect: fails, says: "nor any other recording that is known here",
		make: func(g *oddGenerator) []byte { return g.file("speech.wav")[50_000:] },
	},
	{
		name: "two-in-one.wav", from: "two recordings put together by cat", like: "speech.wav", expect: same, says: "another WAV file follows in the file, and is not read",
		make: func(g *oddGenerator) []byte { return cat(g.file("speech.wav"), g.file("speech.wav")) },
	},
	{
		name: "bom.wav", from: "sent through a text editor", expect: fails, says: "nor any other recording that is known here",
		make: func(g *oddGenerator) []byte { return cat([]byte("\xef\xbb\xbf"), g.file("speech.wav")) },
	},
	{
		name: "packed.wav", from: "download that the server packed", expect: fails, says: "it is compressed with gzip; unpack it first",
		make: func(g *oddGenerator) []byte {
			var b bytes.Buffer
			w := gzip.NewWriter(&b)
			_, _ = w.Write(g.file("speech.wav"))
			_ = w.Close()
			return b.Bytes()
		},
	},
	{
		name: "archive.wav", from: "mail attachment", expect: fails, says: "it is a ZIP archive; unpack it first",
		make: func(g *oddGenerator) []byte { return append([]byte("PK\x03\x04"), g.junk(500)...) },
	},
	{
		name: "pointer.wav", from: "repository without its large files", expect: fails, says: "it is a Git LFS pointer",
		make: func(g *oddGenerator) []byte {
			return []byte("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n")
		},
	},
	{
		name: "zeros.wav", from: "download that only reserved its space", expect: fails, says: "nothing but zeros",
		make: func(g *oddGenerator) []byte { return make([]byte, 100_000) },
	},
	{
		name: "muted.wav", from: "muted microphone: dither", expect: silent,
		make: func(g *oddGenerator) []byte { return wav16(44100, noise(10*44100, 2.0/32768, 3)) },
	},
	{
		name: "muted.mp3", from: "muted microphone, as MP3", expect: silent,
		make: func(g *oddGenerator) (out []byte) {
			frame := make([]byte, 144) // 32 kbit/s, 32 kHz, mono, and no main data
			copy(frame, "\xff\xfb\x18\xc4")
			return bytes.Repeat(frame, 200)
		},
	},
	{
		name: "picture.wav", from: "wrong file", expect: fails, says: "it is a picture",
		make: func(g *oddGenerator) []byte { return append([]byte("\x89PNG\r\n\x1a\n"), g.junk(500)...) },
	},
	{
		name: "notes.mid", from: "MIDI", expect: fails, says: "it is MIDI, notes without sound",
		make: func(g *oddGenerator) []byte { return append([]byte("MThd\x00\x00\x00\x06"), g.junk(100)...) },
	},
}

var writeDocs = flag.Bool("write-docs", false, "write the table of odd files into docs/formats.md")

// TestOddFiles opens every odd file and looks at what comes of it, and that it takes no memory out of proportion.
func TestOddFiles(t *testing.T) {
	ffmpeg := haveFFmpeg(t)
	for i, odd := range oddFiles {
		t.Run(odd.name, func(t *testing.T) {
			g := &oddGenerator{t: t, r: rand.New(rand.NewPCG(uint64(i), 5))}
			content := odd.make(g)
			if odd.name == "junk-between.ogg" {
				at := bytes.LastIndex(content, []byte("OggS"))
				content = cat(content[:at], g.junk(5000), content[at:])
			}
			path := writeFile(t, odd.name, content)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			got, warnings, err := openAll(path)
			runtime.ReadMemStats(&after)
			if used := after.TotalAlloc - before.TotalAlloc; used > 120<<20 {
				t.Errorf("%d MB were allocated", used>>20)
			}
			if odd.ffmpeg && !ffmpeg {
				if err == nil || !strings.Contains(err.Error(), "needs ffmpeg to be read") {
					t.Errorf("without ffmpeg it ended in %v", err)
				}
				return
			}
			if odd.expect == fails {
				if err == nil || !strings.Contains(err.Error(), odd.says) || strings.ContainsAny(err.Error(), "\n\x00") || strings.Contains(err.Error(), path) {
					t.Errorf("error %q, want %q", err, odd.says)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if w := strings.Join(warnings, "; "); odd.says != "" && !strings.Contains(w, odd.says) || odd.says == "" && odd.expect == same && w != "" {
				t.Errorf("warnings %q, want %q", w, odd.says)
			}
			if odd.expect == silent {
				if !Silent(got) {
					t.Error("it is not silent")
				}
				return
			}
			want, _, err := ReadAll(filepath.Join("testdata", odd.like), 16000)
			if err != nil {
				t.Fatal(err)
			}
			share := likeness(got, want[int(odd.from_s*16000):])
			least := 0.995
			if odd.expect == close_ {
				least = odd.share
			}
			t.Logf("%.3f of the speech, %d samples of %d; %q", share, len(got), len(want), warnings)
			if share < least {
				t.Errorf("%.3f of the speech is there, want %.3f", share, least)
			}
			if odd.expect == same && len(got) != len(want) {
				t.Errorf("%d samples, want %d", len(got), len(want))
			}
		})
	}
}

// openAll reads a file's samples and what was said of it.
func openAll(path string) ([]float32, []string, error) {
	s, err := Open(path, 16000)
	if err != nil {
		return nil, nil, err
	}
	defer s.Close()
	var got []float32
	buf := make([]float32, 16000)
	for {
		n, err := s.Read(buf)
		got = append(got, buf[:n]...)
		if errors.Is(err, io.EOF) {
			return got, s.Warnings(), nil
		}
		if err != nil {
			return nil, nil, err
		}
	}
}

// likeness is the share of 50 ms windows with sound in want in which got has the same, whatever its level and sign.
func likeness(got, want []float32) float64 {
	const window = 800
	same, all := 0.0, 0.0
	shift := 0
	best := -1.0
	for d := -1200; d <= 1200; d += 1 {
		var sum float64
		for i := 2000; i < min(len(want), len(got)-1300)-1300 && i < 20000; i += 7 {
			if i+d >= 0 {
				sum += float64(want[i]) * float64(got[i+d])
			}
		}
		if math.Abs(sum) > best {
			best, shift = math.Abs(sum), d
		}
	}
	for i := 0; i+window <= len(want); i += window {
		var a, b, ab float64
		var ma, mb float64
		for j := i; j < i+window; j++ {
			ma += float64(want[j]) / window
			if k := j + shift; k >= 0 && k < len(got) {
				mb += float64(got[k]) / window
			}
		}
		for j := i; j < i+window; j++ {
			x, y := float64(want[j])-ma, 0.0
			if k := j + shift; k >= 0 && k < len(got) {
				y = float64(got[k]) - mb
			}
			a, b, ab = a+x*x, b+y*y, ab+x*y
		}
		if a < window*1e-6 {
			continue
		}
		all++
		if math.Abs(ab) > 0.95*math.Sqrt(a*b) {
			same++
		}
	}
	return same / math.Max(1, all)
}

// TestOddFilesAreInTheDocs keeps the table of docs/formats.md.
func TestOddFilesAreInTheDocs(t *testing.T) {
	var table strings.Builder
	table.WriteString("| file | whose | outcome | what is said |\n| --- | --- | --- | --- |\n")
	for _, odd := range oddFiles {
		outcome := map[string]string{same: "the speech", close_: fmt.Sprintf("at least %.0f %% of the speech", 100*odd.share), silent: "no speech", fails: "error"}[odd.expect]
		if odd.ffmpeg {
			outcome += " (ffmpeg)"
		}
		fmt.Fprintf(&table, "| %s | %s | %s | %s |\n", odd.name, odd.from, outcome, odd.says)
	}
	const begin, end = "<!-- odd files -->\n", "<!-- end of odd files -->\n"
	path := filepath.Join("..", "docs", "formats.md")
	doc, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(doc), begin)
	old, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatal("docs/formats.md has no place for the table")
	}
	if old == table.String() {
		return
	}
	if !*writeDocs {
		t.Fatal("the table in docs/formats.md is another; run: go test ./audio -run InTheDocs -write-docs")
	}
	if err := os.WriteFile(path, []byte(before+begin+table.String()+end+after), 0o644); err != nil {
		t.Fatal(err)
	}
}
