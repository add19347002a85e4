package audio

// oddForeign are what ffmpeg reads.
var oddForeign = []oddFile{
	{
		name: "closed-tab.webm", from: "browser recording whose tab was closed", like: "browser.webm", expect: partly, share: 0.4, ffmpeg: true,
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
		name: "half.aac", from: "stream recording that broke off", like: "stream.aac", expect: partly, share: 0.4, ffmpeg: true,
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
	{
		name: "two-notes.ogg", from: "two voice notes put together by cat", like: "opus.ogg", expect: partly, share: 0.95, times: 2, ffmpeg: true,
		make: func(g *oddGenerator) []byte { b := g.file("opus.ogg"); return cat(b, b) },
	},
	{
		name: "two-memos.m4a", from: "two phone memos put together by cat", like: "phone.m4a", expect: same, says: "another recording follows in the file, and is not read", ffmpeg: true,
		make: func(g *oddGenerator) []byte { b := g.file("phone.m4a"); return cat(b, b) },
	},
}
