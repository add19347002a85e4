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
	format, samples := sample(t)
	long := bytes.Repeat(samples, seconds*bytesPerSecond(format)/len(samples)+1)
	return recording(t, format, long)
}

// shortened is the sample's first seconds.
func shortened(t *testing.T, seconds int) string {
	t.Helper()
	format, samples := sample(t)
	return recording(t, format, samples[:seconds*bytesPerSecond(format)])
}

// sample is the format and the samples of the recording that comes with the program.
func sample(t *testing.T) (format, samples []byte) {
	t.Helper()
	raw, err := os.ReadFile(sampleWAV)
	if err != nil {
		t.Fatal(err)
	}
	return chunk(t, raw, "fmt "), chunk(t, raw, "data")
}

func bytesPerSecond(format []byte) int { return int(binary.LittleEndian.Uint32(format[8:])) }

func recording(t *testing.T, format, samples []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "long.wav")
	if err := os.WriteFile(path, append(wavHead(format, len(samples)), samples...), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// wavHead is what stands before so many bytes of samples in a WAV file.
func wavHead(format []byte, length int) []byte {
	var head bytes.Buffer
	put := func(id string, size int) {
		head.WriteString(id)
		_ = binary.Write(&head, binary.LittleEndian, uint32(size)) // a buffer takes all
	}
	put("RIFF", 4+8+len(format)+8+length)
	head.WriteString("WAVE")
	put("fmt ", len(format))
	head.Write(format)
	put("data", length)
	return head.Bytes()
}

// silence makes a recording of nothing, at 8 kHz, of which only the head takes room
// on the disk.
func silence(t *testing.T, path string, seconds int) {
	t.Helper()
	const rate, width = 8000, 2
	var format bytes.Buffer
	for _, field := range []any{uint16(1), uint16(1), uint32(rate), uint32(rate * width), uint16(width), uint16(8 * width)} {
		_ = binary.Write(&format, binary.LittleEndian, field) // a buffer takes all
	}
	head := wavHead(format.Bytes(), seconds*rate*width)
	if err := os.WriteFile(path, head, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, int64(len(head)+seconds*rate*width)); err != nil {
		t.Fatal(err)
	}
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
