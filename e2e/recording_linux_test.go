package e2e

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"
)

const (
	sampleWAV = "../testdata/sample.wav"
	sampleTXT = "../testdata/sample.txt"
)

// lengthened is the sample over and over until it is that long: a recording
// that the engine works on for a while.
func lengthened(t *testing.T, seconds int) string {
	t.Helper()
	raw, err := os.ReadFile(sampleWAV)
	if err != nil {
		t.Fatal(err)
	}
	format, samples := chunk(t, raw, "fmt "), chunk(t, raw, "data")
	perSecond := int(binary.LittleEndian.Uint32(format[8:]))
	long := bytes.Repeat(samples, seconds*perSecond/len(samples)+1)

	var out bytes.Buffer
	put := func(id string, body []byte) {
		out.WriteString(id)
		_ = binary.Write(&out, binary.LittleEndian, uint32(len(body))) // a buffer takes all
		out.Write(body)
	}
	out.WriteString("RIFF")
	_ = binary.Write(&out, binary.LittleEndian, uint32(4+8+len(format)+8+len(long)))
	out.WriteString("WAVE")
	put("fmt ", format)
	put("data", long)
	path := filepath.Join(t.TempDir(), "long.wav")
	if err := os.WriteFile(path, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// chunk is a part of a WAV file.
func chunk(t *testing.T, wav []byte, id string) []byte {
	t.Helper()
	for at := 12; at+8 <= len(wav); {
		size := int(binary.LittleEndian.Uint32(wav[at+4:]))
		if at+8+size > len(wav) {
			break
		}
		if string(wav[at:at+4]) == id {
			return wav[at+8 : at+8+size]
		}
		at += 8 + size + size%2
	}
	t.Fatalf("%s has no %q chunk", sampleWAV, id)
	return nil
}
