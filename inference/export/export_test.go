package export

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/asticode/go-astisub"

	"haltscribe/inference"
)

func transcript() inference.Transcript {
	return inference.Transcript{
		File: "talk, two.wav", Status: inference.StatusOK, Duration: 61.5, Language: "English",
		Text: `he said "no", twice ünd so`,
		Segments: []inference.Segment{
			{Start: 0, End: 30, Text: `he said "no", twice`, Language: "English"},
			{Start: 30, End: 61.5, Text: "ünd so", Language: "German"},
		},
		Warnings: []string{},
	}
}

func write(t *testing.T, f Format, tr inference.Transcript) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, f, tr, true); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Each format is read back by a reader of its own.
func TestFormatsReadBack(t *testing.T) {
	want := transcript()
	t.Run("txt", func(t *testing.T) {
		if got := write(t, TXT, want); got != "he said \"no\", twice\nünd so\n" {
			t.Errorf("got %q", got)
		}
	})
	t.Run("json", func(t *testing.T) {
		s := write(t, JSON, want)
		var got inference.Transcript
		if err := json.Unmarshal([]byte(s), &got); err != nil {
			t.Fatal(err)
		}
		if got.Text != want.Text || len(got.Segments) != 2 || got.Segments[1] != want.Segments[1] || strings.Count(s, "\n") != 1 {
			t.Errorf("got %+v", got)
		}
	})
	t.Run("csv", func(t *testing.T) {
		rows, err := csv.NewReader(strings.NewReader(write(t, CSV, want))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		if len(rows) != 3 || strings.Join(rows[1], "|") != `talk, two.wav|0.000|30.000|English|he said "no", twice` {
			t.Errorf("rows %q", rows)
		}
	})
	for _, f := range []Format{SRT, VTT} {
		t.Run(string(f), func(t *testing.T) {
			read := astisub.ReadFromSRT
			if f == VTT {
				read = func(r io.Reader) (*astisub.Subtitles, error) { return astisub.ReadFromWebVTT(r) }
			}
			got, err := read(strings.NewReader(write(t, f, want)))
			if err != nil {
				t.Fatal(err)
			}
			if len(got.Items) != 2 || got.Items[1].StartAt != 30*time.Second || got.Items[1].EndAt != 61500*time.Millisecond || got.Items[1].String() != "ünd so" {
				t.Errorf("items %v", got.Items)
			}
		})
	}
}

func TestNothingSpokenHasNoCues(t *testing.T) {
	silent := inference.Transcript{File: "a.wav", Status: inference.StatusNoSpeech, Segments: []inference.Segment{}}
	for f, want := range map[Format]string{TXT: "", SRT: "", VTT: "WEBVTT\n"} {
		if got := write(t, f, silent); got != want {
			t.Errorf("%s: %q, want %q", f, got, want)
		}
	}
	if got := write(t, JSON, silent); !strings.Contains(got, `"status":"no-speech"`) {
		t.Errorf("json: %q", got)
	}
}

func TestParse(t *testing.T) {
	for _, f := range Formats() {
		if got, err := Parse(strings.ToUpper(string(f))); err != nil || got != f {
			t.Errorf("Parse(%q): %v %v", f, got, err)
		}
	}
	if _, err := Parse("docx"); err == nil {
		t.Error("docx was taken")
	}
}
