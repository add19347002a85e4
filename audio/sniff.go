package audio

import (
	"bytes"
	"io"
	"unicode/utf8"
)

// kind is what a file's content says it is. Its text fits after "it is".
type kind string

const (
	kindWAV  kind = "a WAV file"
	kindRIFX kind = "a big-endian WAV file (RIFX)"
	kindW64  kind = "a Sony Wave64 file"
	kindMP3  kind = "an MP3 file"
	kindFLAC kind = "a FLAC file"
	kindOgg  kind = "an Ogg file"
	kindMP4  kind = "an MP4 or M4A file"
	kindMKV  kind = "a WebM or Matroska file"
	kindAIFF kind = "an AIFF file"
	kindCAF  kind = "a CAF file"
	kindAAC  kind = "an AAC file"
	kindAMR  kind = "an AMR file"
	kindASF  kind = "a WMA or ASF file"
	kindAU   kind = "an AU file"
	kindAVI  kind = "an AVI file"
)

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
	{kindMKV, 0, "\x1a\x45\xdf\xa3", 0, ""},
	{kindAIFF, 0, "FORM", 8, "AIF"},
	{kindCAF, 0, "caff", 0, ""},
	{kindAMR, 0, "#!AMR", 0, ""},
	{kindASF, 0, "\x30\x26\xb2\x75\x8e\x66\xcf\x11", 0, ""},
	{kindAU, 0, ".snd", 0, ""},
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
	if hasAt(head, 0, "ID3") && len(head) >= 10 {
		// The size is four bytes of seven bits; the tag's own header is not counted in it.
		n := int64(head[6]&127)<<21 | int64(head[7]&127)<<14 | int64(head[8]&127)<<7 | int64(head[9]&127)
		start = 10 + n
		after := make([]byte, 12)
		if m, err := r.ReadAt(after, start); err != nil && err != io.EOF {
			return "", 0, withoutPath(err)
		} else if k := byMagic(after[:m]); k != "" {
			return k, start, nil
		}
		return kindMP3, 0, nil
	}
	if k := byMagic(head); k != "" {
		return k, 0, nil
	}
	if hasAt(head, 0, "RIFF") {
		return "", 0, formatErrorf("not a WAV file (its RIFF header is of another kind or cut off)")
	}
	if k := byMPEGHeader(head); k != "" {
		return k, 0, nil
	}
	switch {
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

// byMPEGHeader recognises a bare MPEG audio frame (MP3) or ADTS frame (AAC) by its header's fields.
func byMPEGHeader(b []byte) kind {
	if len(b) < 4 || b[0] != 0xFF || b[1]&0xE0 != 0xE0 {
		return ""
	}
	if b[1]&0xF6 == 0xF0 { // layer bits 0: ADTS
		return kindAAC
	}
	version, layer := b[1]>>3&3, b[1]>>1&3
	bitrate, rate := b[2]>>4, b[2]>>2&3
	if version == 1 || layer == 0 || bitrate == 15 || rate == 3 {
		return ""
	}
	return kindMP3
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
