package audio

// oddMP3s are MP3 files, by content.
var oddMP3s = []oddFile{
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
		name: "radio.mp3", from: "stream recording that begins in the middle of a frame", like: "bare.mp3", expect: partly, share: 0.95,
		make: func(g *oddGenerator) []byte { return g.file("bare.mp3")[333:] }, begins: 0.072,
	},
	{
		name: "icy.mp3", from: "stream recording with the station's titles in between", like: "bare.mp3", expect: partly, share: 0.75,
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
		name: "half.mp3", from: "download that broke off", like: "mono16.mp3", expect: partly, share: 0.45, says: "the file is cut short: 1.",
		make: func(g *oddGenerator) []byte { b := g.file("mono16.mp3"); return b[:len(b)/2] },
	},
	{
		name: "half-bare.mp3", from: "the same of a stream, which tells no length", like: "bare.mp3", expect: partly, share: 0.45, says: "the file ends in the middle of a frame",
		make: func(g *oddGenerator) []byte { b := g.file("bare.mp3"); return b[:len(b)/2+50] },
	},
	{
		name: "hole.mp3", from: "download with a block of zeros in it", like: "mono16.mp3", expect: partly, share: 0.8,
		make: func(g *oddGenerator) []byte { return hole(g.file("mono16.mp3"), 0.5, make([]byte, 2000)) }, says: "the file is damaged at 1.",
	},
	{
		name: "scratched.mp3", from: "disk errors inside the frames", like: "mono16.mp3", expect: partly, share: 0.5,
		make: func(g *oddGenerator) []byte {
			b := g.file("mono16.mp3")
			for range 12 {
				copy(b[600+g.r.IntN(len(b)-700):], g.junk(20))
			}
			return b
		},
	},
	{
		name: "two-in-one.mp3", from: "two recordings put together by cat", like: "mono16.mp3", expect: partly, share: 0.95, times: 2,
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
}
