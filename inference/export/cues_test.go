package export

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/asticode/go-astisub"
	"github.com/rivo/uniseg"

	"haltscribe/inference"
)

const speech = "Well, I never thought that it would come to this. We had been walking for three hours, through rain and mud, " +
	"when somebody said: is that a light over there? It was. It was the house that we had been looking for since the morning, and " +
	"Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft was written over its door & nobody <laughed> --> then."

func longTalk() inference.Transcript {
	return inference.Transcript{File: "talk.wav", Status: inference.StatusOK, Segments: []inference.Segment{
		{Start: 0, End: 28.37, Text: speech, Language: "English"},
		{Start: 28.37, End: 29, Text: "Short.", Language: "English"},
		{Start: 29, End: 29, Text: strings.Repeat("no time at all for this ", 20), Language: "English"},
		{Start: 29, End: 58, Text: strings.Repeat("今天天气很好，我们去公园散步吧。", 12), Language: "Chinese"},
		{Start: 58, End: 60, Text: "  \n\n ", Language: "English"},
		{Start: 60.0004, End: 3661.0006, Text: "line one\n\nline two", Language: "English"},
	}}
}

func parse(t *testing.T, f Format, text string) *astisub.Subtitles {
	t.Helper()
	read := astisub.ReadFromSRT
	if f == VTT {
		read = func(r io.Reader) (*astisub.Subtitles, error) { return astisub.ReadFromWebVTT(r) }
	}
	got, err := read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func squeeze(s string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(s, "-->", "->")), "")
}

// What players accept: read back by a library of its own, every cue has at most
// two lines of 42 columns, and all are in order, none overlaps, none is empty.
func TestCuesArePlayable(t *testing.T) {
	tr := longTalk()
	for _, f := range []Format{SRT, VTT} {
		t.Run(string(f), func(t *testing.T) {
			got := parse(t, f, write(t, f, tr))
			var behind time.Duration
			var text strings.Builder
			for i, c := range got.Items {
				if c.StartAt < behind || c.EndAt <= c.StartAt {
					t.Errorf("cue %d is from %v to %v, behind %v", i, c.StartAt, c.EndAt, behind)
				}
				behind = c.EndAt
				if len(c.Lines) < 1 || len(c.Lines) > 2 {
					t.Errorf("cue %d has %d lines", i, len(c.Lines))
				}
				for _, l := range c.Lines {
					if w := uniseg.StringWidth(l.String()); w > 42 || w == 0 {
						t.Errorf("cue %d has a line of %d columns: %q", i, w, l)
					}
					text.WriteString(l.String())
				}
			}
			var said string
			for _, s := range tr.Segments {
				said += s.Text
			}
			if squeeze(text.String()) != squeeze(said) {
				t.Errorf("the words are\n%s\nwere\n%s", squeeze(text.String()), squeeze(said))
			}
			if first := got.Items[0]; first.StartAt != 0 || first.EndAt < 2*time.Second || first.EndAt > 6*time.Second {
				t.Errorf("the first cue is from %v to %v", first.StartAt, first.EndAt)
			}
		})
	}
}

func TestCuesBreakWhereAReaderWould(t *testing.T) {
	got := cut("Well, I never thought that it would come to this. We had been walking for three hours through the rain. Yes.")
	want := [][]string{
		{"Well, I never thought that", "it would come to this."},
		{"We had been walking for three", "hours through the rain."},
		{"Yes."},
	}
	if len(got) != len(want) {
		t.Fatalf("got %q", got)
	}
	for i := range want {
		if strings.Join(got[i], "|") != strings.Join(want[i], "|") {
			t.Errorf("cue %d is %q, want %q", i, got[i], want[i])
		}
	}
}

// ffmpeg reads them as well, where it is installed.
func TestFFmpegReadsThem(t *testing.T) {
	ffmpeg, err := exec.LookPath("ffmpeg")
	if err != nil {
		t.Log("ffmpeg is not installed; go-astisub alone has read the files back")
		return
	}
	for _, f := range []Format{SRT, VTT} {
		talk := longTalk()
		for i, s := range talk.Segments { // ffmpeg itself writes < as it is, and nobody can read that back
			talk.Segments[i].Text = strings.NewReplacer("<", "(", "-->", "-", ">", ")").Replace(s.Text)
		}
		text := write(t, f, talk)
		path := filepath.Join(t.TempDir(), "talk."+string(f))
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(ffmpeg, "-v", "warning", "-i", path, "-f", "webvtt", "-").Output()
		if err != nil {
			t.Fatalf("%s: %v", f, err)
		}
		want, got := parse(t, f, text), parse(t, VTT, string(out))
		if len(got.Items) != len(want.Items) {
			t.Fatalf("%s: ffmpeg found %d cues of %d", f, len(got.Items), len(want.Items))
		}
		for i, c := range got.Items {
			if c.StartAt != want.Items[i].StartAt || c.EndAt != want.Items[i].EndAt || squeeze(c.String()) != squeeze(want.Items[i].String()) {
				t.Errorf("%s: cue %d is %v %v %q, want %v %v %q", f, i, c.StartAt, c.EndAt, c, want.Items[i].StartAt, want.Items[i].EndAt, want.Items[i])
			}
		}
	}
}
