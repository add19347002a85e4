package audio

import (
	"bytes"
	"io"
	"unicode/utf8"
)

// kind is what a file's content says it is. Its text fits after "it is".
type kind string

const (
	kindWAV    kind = "a WAV file"
	kindRIFX   kind = "a big-endian WAV file (RIFX)"
	kindW64    kind = "a Sony Wave64 file"
	kindMPEG   kind = "an MPEG audio file"
	kindFLAC   kind = "a FLAC file"
	kindOgg    kind = "an Ogg file"
	kindMP4    kind = "an MP4, M4A or QuickTime file"
	kindMKV    kind = "a WebM or Matroska file"
	kindAIFF   kind = "an AIFF file"
	kindCAF    kind = "a CAF file"
	kindAAC    kind = "an AAC file"
	kindAMR    kind = "an AMR file"
	kindASF    kind = "a WMA or ASF file"
	kindAU     kind = "an AU file"
	kindAVI    kind = "an AVI file"
	kindAC3    kind = "an AC-3 file"
	kindWV     kind = "a WavPack file"
	kindAPE    kind = "a Monkey's Audio file"
	kindTTA    kind = "a TTA file"
	kindFLV    kind = "a Flash video file"
	kindMPS    kind = "an MPEG program stream"
	kindMTS    kind = "an MPEG transport stream"
	kindDSS    kind = "a Digital Speech Standard file"
	kindSphere kind = "a NIST SPHERE file"
	kindVOC    kind = "a Creative Voice file"
	kindRM     kind = "a RealMedia file"
)

// demuxers are ffmpeg's names for the kinds that it reads for us. Naming the format to it keeps it from guessing: a text
// that it took for a playlist would make it open other files.
var demuxers = map[kind]string{
	kindWAV: "wav", kindRIFX: "wav", kindW64: "w64", kindMPEG: "mp3", kindFLAC: "flac", kindOgg: "ogg",
	kindMP4: "mov", kindMKV: "matroska", kindAIFF: "aiff", kindCAF: "caf", kindAAC: "aac", kindAMR: "amr",
	kindASF: "asf", kindAU: "au", kindAVI: "avi", kindAC3: "ac3", kindWV: "wv", kindAPE: "ape", kindTTA: "tta",
	kindFLV: "flv", kindMPS: "mpeg", kindMTS: "mpegts", kindDSS: "dss", kindSphere: "nistsphere",
	kindVOC: "voc", kindRM: "rm",
}

// sniffSize is how much of a file's beginning is looked at, in bytes.
const sniffSize = 4096

// magics are the fixed beginnings of files. An entry matches where its mask-free bytes are found at its
// offset, and also at second's, if it has one.
var magics = []struct {
	kind   kind
	at     int
	text   string
	at2    int
	second string
}{
	{kindWAV, 0, "RIFF", 8, "WAVE"},
	{kindWAV, 0, "RF64", 8, "WAVE"},
	{kindWAV, 0, "BW64", 8, "WAVE"},
	{kindRIFX, 0, "RIFX", 8, "WAVE"},
	{kindW64, 0, "riff\x2e\x91\xcf\x11", 0, ""},
	{kindAVI, 0, "RIFF", 8, "AVI "},
	{kindFLAC, 0, "fLaC", 0, ""},
	{kindOgg, 0, "OggS", 0, ""},
	{kindMP4, 4, "ftyp", 0, ""},
	{kindMP4, 4, "moov", 0, ""},
	{kindMP4, 4, "mdat", 0, ""},
	{kindMP4, 4, "wide", 0, ""},
	{kindMP4, 4, "free", 0, ""},
	{kindMP4, 4, "skip", 0, ""},
	{kindMKV, 0, "\x1a\x45\xdf\xa3", 0, ""},
	{kindAIFF, 0, "FORM", 8, "AIF"},
	{kindCAF, 0, "caff", 0, ""},
	{kindAMR, 0, "#!AMR", 0, ""},
	{kindASF, 0, "\x30\x26\xb2\x75\x8e\x66\xcf\x11", 0, ""},
	{kindAU, 0, ".snd", 0, ""},
	{kindAC3, 0, "\x0b\x77", 0, ""},
	{kindWV, 0, "wvpk", 0, ""},
	{kindAPE, 0, "MAC ", 0, ""},
	{kindTTA, 0, "TTA1", 0, ""},
	{kindFLV, 0, "FLV\x01", 0, ""},
	{kindMPS, 0, "\x00\x00\x01\xba", 0, ""},
	{kindDSS, 0, "\x02dss", 0, ""},
	{kindDSS, 0, "\x03dss", 0, ""},
	{kindSphere, 0, "NIST_1A", 0, ""},
	{kindVOC, 0, "Creative Voice File", 0, ""},
	{kindRM, 0, ".RMF", 0, ""},
	{kindMTS, 0, "G", 188, "G"},
}

// strangers are the beginnings of files that people take for recordings, with what they are.
var strangers = []struct{ text, what string }{
	{"PK\x03\x04", "a ZIP archive; unpack it first"},
	{"\x1f\x8b", "compressed with gzip; unpack it first"},
	{"7z\xbc\xaf\x27\x1c", "a 7-Zip archive; unpack it first"},
	{"Rar!", "a RAR archive; unpack it first"},
	{"%PDF", "a PDF document"},
	{"\x89PNG", "a picture"},
	{"\xff\xd8\xff", "a picture"},
	{"GIF8", "a picture"},
	{"MThd", "MIDI, notes without sound"},
	{"\x7fELF", "a program"},
	{"MZ", "a program"},
	{"bplist", "a property list"},
	{"<!DOCTYPE", "a web page, as failed downloads are"},
	{"<!doctype", "a web page, as failed downloads are"},
	{"<html", "a web page, as failed downloads are"},
	{"<?xml", "an XML text"},
	{"#EXTM3U", "a playlist, which only names recordings"},
	{"version https://git-lfs", "a Git LFS pointer; the recording itself was not fetched"},
}

func hasAt(b []byte, at int, text string) bool {
	return len(b) >= at+len(text) && string(b[at:at+len(text)]) == text
}

// sniff tells what a file is from its first bytes, never from its name, and where that begins: an ID3 tag may
// stand before any format. The error is a [FormatError] for what is no recording at all.
func sniff(r io.ReaderAt, size int64, head []byte) (k kind, start int64, err error) {
	if size == 0 {
		return "", 0, formatErrorf("the file is empty")
	}
	tagged := false
	for tag := head; hasAt(tag, 0, "ID3") && len(tag) >= 10; { // some taggers leave two
		// The size is four bytes of seven bits; the tag's own header is not counted in it.
		start += 10 + int64(tag[6]&127)<<21 + int64(tag[7]&127)<<14 + int64(tag[8]&127)<<7 + int64(tag[9]&127)
		tagged = true
		head = make([]byte, max(0, min(sniffSize, size-start)))
		if _, err := r.ReadAt(head, start); err != nil && err != io.EOF {
			return "", 0, withoutPath(err)
		}
		tag = head
	}
	if k := byMagic(head); k != "" {
		return k, start, nil
	}
	if hasAt(head, 0, "RIFF") {
		return "", 0, formatErrorf("not a WAV file (its RIFF header is of another kind or cut off)")
	}
	for _, s := range strangers {
		if hasAt(head, 0, s.text) {
			return "", 0, formatErrorf("not a recording (it is %s)", s.what)
		}
	}
	// MPEG audio and AAC have no header: a chain of frames, each where the one before ends, is what shows them. Radio
	// recordings begin in the middle of a frame, and taggers leave padding.
	for at, b := range head {
		if b != 0xFF {
			continue
		}
		if k := frameChain(r, size, start+int64(at)); k != "" {
			return k, start + int64(at), nil
		}
	}
	switch {
	case tagged:
		return "", 0, formatErrorf("not a recording (it has an MP3's tag and no MP3 after it)")
	case len(bytes.Trim(head, "\x00")) == 0:
		return "", 0, formatErrorf("not a recording (it begins with nothing but zeros, as unfinished downloads do)")
	case isText(head):
		return "", 0, formatErrorf("not a recording (it is text)")
	}
	return "", 0, formatErrorf("not a WAV file, nor any other recording that is known here")
}

func byMagic(b []byte) kind {
	for _, m := range magics {
		if hasAt(b, m.at, m.text) && hasAt(b, m.at2, m.second) {
			return m.kind
		}
	}
	return ""
}

// chainFrames is how many frames in a row show that bytes are MPEG audio or AAC, or fewer where the file ends.
const chainFrames = 4

// frameChain tells whether frames of MPEG audio or AAC follow each other from pos on.
func frameChain(r io.ReaderAt, size, pos int64) kind {
	var first, h mpegHeader
	var b [6]byte
	for n := range chainFrames {
		if m, err := r.ReadAt(b[:], pos); m < len(b) || err != nil {
			if n >= 2 || n == 1 && pos == size {
				break
			}
			return ""
		}
		var ok bool
		if h, ok = parseMPEGHeader(b[:]); !ok {
			if length := adtsLength(b[:]); n == 0 && length > 0 {
				return adtsChain(r, size, pos)
			}
			return ""
		}
		if n == 0 {
			first = h
		} else if !first.sameKind(h) {
			return ""
		}
		if pos += int64(h.size); h.size == 0 || pos > size {
			// A free-format frame's size is not in its header. A file of one frame that is cut off is no recording.
			if n == 0 {
				return ""
			}
			break
		}
	}
	return kindMPEG
}

// adtsChain tells whether frames of AAC follow each other from pos on.
func adtsChain(r io.ReaderAt, size, pos int64) kind {
	var b [6]byte
	for n := range chainFrames {
		if m, err := r.ReadAt(b[:], pos); m < len(b) || err != nil {
			if n >= 2 {
				break
			}
			return ""
		}
		length := adtsLength(b[:])
		if length == 0 {
			return ""
		}
		pos += int64(length)
	}
	return kindAAC
}

// adtsLength is the length of the AAC frame that b begins with, or 0.
func adtsLength(b []byte) int {
	if b[0] != 0xFF || b[1]&0xF6 != 0xF0 || b[2]>>2&15 > 12 {
		return 0
	}
	length := int(b[3]&3)<<11 | int(b[4])<<3 | int(b[5])>>5
	if length < 7 {
		return 0
	}
	return length
}

// isText reports whether b is the beginning of a text: valid UTF-8 (but for a last rune that is cut) without
// control characters.
func isText(b []byte) bool {
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n == 1 {
			return !utf8.FullRune(b)
		}
		if r < 0x20 && r != '\n' && r != '\r' && r != '\t' && r != '\f' {
			return false
		}
		b = b[n:]
	}
	return true
}
