package audio

import (
	"bytes"
	"encoding/binary"
)

// oddFLACs are FLAC files.
var oddFLACs = []oddFile{
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
		name: "half.flac", from: "download that broke off", like: "mono16.flac", expect: partly, share: 0.4, says: "the file is cut short: 1.",
		make: func(g *oddGenerator) []byte { b := g.file("mono16.flac"); return b[:len(b)/2] },
	},
	{
		name: "hole.flac", from: "download with a block of zeros in it", like: "mono16.flac", expect: partly, share: 0.6, says: "the file is damaged at 1.",
		make: func(g *oddGenerator) []byte { return hole(g.file("mono16.flac"), 0.5, make([]byte, 3000)) },
	},
	{
		name: "bit.flac", from: "one bit that turned over", like: "mono16.flac", expect: partly, share: 0.85, says: "the file is damaged at 2.",
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
	{
		name: "two-in-one.flac", from: "two recordings put together by cat", like: "mono16.flac", expect: same, times: 2,
		make: func(g *oddGenerator) []byte { b := g.file("mono16.flac"); return cat(b, b) },
	},
	{
		name: "three-in-one.flac", from: "streamed recordings put together, each tagged by an MP3 tagger", like: "mono16.flac", expect: same, times: 3,
		make: func(g *oddGenerator) []byte {
			b := cat(id3(g.junk(700)), g.file("streamed.flac"))
			return cat(b, b, b)
		},
	},
	{
		name: "other-behind.flac", from: "two recordings of two recorders put together", like: "mono16.flac", expect: same,
		says: "another recording follows in the file, and is not read: it has another sample rate or other channels",
		make: func(g *oddGenerator) []byte { return cat(g.file("mono16.flac"), g.file("stereo24.flac")) },
	},
	{
		name: "header-behind.flac", from: "two recordings put together, of which the second never began", like: "mono16.flac", expect: same,
		make: func(g *oddGenerator) []byte {
			b := g.file("mono16.flac")
			return cat(b, b[:4], []byte{b[4] | 0x80}, b[5:42])
		},
	},
	{
		name: "bits-untold.flac", from: "recorder whose frames leave the bits to the header", like: "mono16.flac", expect: same,
		make: func(g *oddGenerator) []byte {
			return flacFrames(g.t, g.file("mono16.flac"), func(frame []byte) { frame[3] &^= 0x0E })
		},
	},
}
