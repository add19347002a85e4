package audio

import (
	"bytes"
	"encoding/binary"
)

// oddOggs are Ogg files.
var oddOggs = []oddFile{
	{
		name: "half.ogg", from: "download that broke off", like: "mono16.ogg", expect: partly, share: 0.4, says: "the file is cut short: its last page is missing",
		make: func(g *oddGenerator) []byte { b := g.file("mono16.ogg"); return b[:len(b)*2/3] },
	},
	{
		name: "hole.ogg", from: "download with a block of zeros in it", like: "mono16.ogg", expect: partly, share: 0.3,
		make: func(g *oddGenerator) []byte { return hole(g.file("mono16.ogg"), 0.6, make([]byte, 500)) }, says: "the file is damaged at",
	},
	{
		name: "junk-between.ogg", from: "bytes between two pages", like: "mono16.ogg", expect: same, says: "5000 of its bytes are no Ogg pages",
		make: func(g *oddGenerator) []byte {
			b := g.file("mono16.ogg")
			at := bytes.LastIndex(b, []byte("OggS"))
			return cat(b[:at], g.junk(5000), b[at:])
		},
	},
	{
		name: "three-in-one.ogg", from: "voice notes put together", like: "mono16.ogg", expect: same, times: 3,
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
}
