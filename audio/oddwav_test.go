package audio

import (
	"bytes"
)

// oddWAVs are WAV files.
var oddWAVs = []oddFile{
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
		name: "call.wav", from: "call recorder: A-law, one side in each channel", like: "speech.wav", expect: partly, share: 0.8,
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
		name: "hum-beside.wav", from: "unplugged cable: hum in the other channel", like: "speech.wav", expect: partly, share: 0.8,
		make: func(g *oddGenerator) []byte {
			x := g.speech()
			return wav16(16000, x, scaled(sine(50, 16000, len(x)), 0.003))
		},
	},
	{
		name: "offset.wav", from: "cheap sound card: an offset", like: "speech.wav", expect: partly, share: 0.9,
		make: func(g *oddGenerator) []byte {
			x := scaled(g.speech(), 0.5)
			for i := range x {
				x[i] += 0.2
			}
			return wav16(16000, x)
		},
	},
	{
		name: "loud.wav", from: "recorded far too loud", like: "speech.wav", expect: partly, share: 0.5,
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
		name: "old.wav", from: "PC of 1995: 8 bits", like: "speech.wav", expect: partly, share: 0.9,
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
		name: "preallocated.wav", from: "download of which the last third never came", like: "speech.wav", expect: partly, share: 0.6,
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
}
