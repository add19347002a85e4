package cut

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"haltscribe/audio"
)

// repeated writes a recording of about the given length by writing one again and again, behind a header.
func repeated(t testing.TB, name string, header, body []byte, bodySeconds float64, length time.Duration) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriterSize(f, 1<<20)
	_, _ = w.Write(header)
	for s := 0.0; s < length.Seconds(); s += bodySeconds {
		_, _ = w.Write(body)
	}
	if err := errors.Join(w.Flush(), f.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

func read(t testing.TB, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// long makes a recording of a length in a format.
func long(t testing.TB, format string, length time.Duration) string {
	switch format {
	case "mp3":
		return repeated(t, "long.mp3", nil, read(t, "../testdata/bare.mp3"), 3.1, length)
	case "flac":
		return repeated(t, "long.flac", nil, read(t, "../testdata/mono16.flac"), 3, length)
	case "ogg":
		return repeated(t, "long.ogg", nil, read(t, "../testdata/mono16.ogg"), 3, length)
	default:
		wav := read(t, "../../testdata/sample.wav")
		at := bytes.Index(wav, []byte("data")) + 8
		header := bytes.Clone(wav[:at])
		binary.LittleEndian.PutUint32(header[at-4:], 0xFFFFFFFF) // as of a stream
		return repeated(t, "long.wav", header, wav[at:], 9.4455, length)
	}
}

// cutAll cuts a recording and tells how many pieces it has, and the most memory that was in use at the end of one.
func cutAll(t testing.TB, path string) (count int, peak uint64) {
	t.Helper()
	s, err := audio.Open(path, rate)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	c := New(s, rate, 0)
	var m runtime.MemStats
	for {
		_, err := c.Next()
		if errors.Is(err, io.EOF) {
			return count, peak
		}
		if err != nil {
			t.Fatal(err)
		}
		if count++; count%10 == 1 {
			runtime.GC()
			runtime.ReadMemStats(&m)
			peak = max(peak, m.HeapAlloc)
		}
	}
}

// TestLongRecordingsTakeNoMoreMemory: a minute takes what a quarter of one takes, in every format that is decoded here bit by bit.
func TestLongRecordingsTakeNoMoreMemory(t *testing.T) {
	for _, format := range []string{"wav", "flac", "mp3", "ogg"} {
		_, short := cutAll(t, long(t, format, time.Minute/4))
		n, tall := cutAll(t, long(t, format, time.Minute))
		if n < 2 || tall > short+2<<20 {
			t.Errorf("%s: %d pieces; %d KB in use, and %d KB with a quarter of one", format, n, tall>>10, short>>10)
		}
	}
}

// BenchmarkLong is the table of docs/formats.md:
//
//	go test ./audio/cut -run - -bench Long -benchtime 1x
func BenchmarkLong(b *testing.B) {
	for _, format := range []string{"wav", "flac", "mp3", "ogg"} {
		for _, length := range []time.Duration{time.Minute, time.Hour, 5 * time.Hour} {
			b.Run(format+"/"+length.String(), func(b *testing.B) {
				path := long(b, format, length)
				var peak uint64
				for b.Loop() {
					_, peak = cutAll(b, path)
				}
				b.ReportMetric(length.Seconds()*float64(b.N)/b.Elapsed().Seconds(), "x-real-time")
				b.ReportMetric(float64(peak)/(1<<20), "MB-in-use")
			})
		}
	}
}
