package audio

import (
	"bytes"
	"compress/gzip"
)

// oddStrangers are no recordings, or nobody speaks in them.
var oddStrangers = []oddFile{
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
