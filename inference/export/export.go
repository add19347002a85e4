// Package export writes transcripts in the formats that people use elsewhere.
package export

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/asticode/go-astisub"

	"haltscribe/inference"
)

// Format is the name of a format, which is its file extension too.
type Format string

// The formats.
const (
	TXT  Format = "txt"  // the words, one segment a line
	SRT  Format = "srt"  // SubRip subtitles
	VTT  Format = "vtt"  // WebVTT subtitles
	JSON Format = "json" // everything, one object a recording, one line each
	CSV  Format = "csv"  // file, start, end (seconds), language, text
)

// Formats lists every format.
func Formats() []Format { return []Format{TXT, SRT, VTT, JSON, CSV} }

// Parse reads a format's name.
func Parse(name string) (Format, error) {
	if f := Format(strings.ToLower(name)); slices.Contains(Formats(), f) {
		return f, nil
	}
	return "", fmt.Errorf("there is no format %q; choose txt, srt, vtt, json or csv", name)
}

// Write writes one transcript. For CSV, header says whether the names of the
// columns come first.
func Write(w io.Writer, f Format, t inference.Transcript, header bool) error {
	var err error
	switch f {
	case TXT:
		err = writeText(w, t)
	case SRT:
		err = writeSubtitles(w, t, "", writeSRT)
	case VTT:
		err = writeSubtitles(w, t, "WEBVTT\n", func(s *astisub.Subtitles, w io.Writer) error { return s.WriteToWebVTT(w) })
	case JSON:
		err = json.NewEncoder(w).Encode(t)
	case CSV:
		err = writeCSV(w, t, header)
	default:
		err = fmt.Errorf("there is no format %q", f)
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", f, err)
	}
	return nil
}

func writeText(w io.Writer, t inference.Transcript) error {
	for _, s := range t.Segments {
		if _, err := fmt.Fprintln(w, s.Text); err != nil {
			return err
		}
	}
	return nil
}

func writeCSV(w io.Writer, t inference.Transcript, header bool) error {
	out := csv.NewWriter(w)
	if header {
		_ = out.Write([]string{"file", "start", "end", "language", "text"})
	}
	for _, s := range t.Segments {
		_ = out.Write([]string{t.File, seconds(s.Start), seconds(s.End), s.Language, s.Text})
	}
	out.Flush()
	return out.Error()
}

func seconds(s float64) string { return strconv.FormatFloat(s, 'f', 3, 64) }

// writeSubtitles uses astisub, which knows the formats as players read them. It
// refuses to write a file without cues, which for a recording without speech is
// the truth: empty is what such a file is then.
func writeSubtitles(w io.Writer, t inference.Transcript, empty string, write func(*astisub.Subtitles, io.Writer) error) error {
	cues := cuesOf(t.Segments)
	if len(cues) == 0 {
		_, err := io.WriteString(w, empty)
		return err
	}
	subtitles := astisub.NewSubtitles()
	for _, c := range cues {
		item := &astisub.Item{StartAt: c.start, EndAt: c.end}
		for _, l := range c.lines {
			item.Lines = append(item.Lines, astisub.Line{Items: []astisub.LineItem{{Text: l}}})
		}
		subtitles.Items = append(subtitles.Items, item)
	}
	return write(subtitles, w)
}

// writeSRT leaves an ampersand as it is: SubRip has no entities, and players show
// what astisub makes of it.
func writeSRT(s *astisub.Subtitles, w io.Writer) error {
	var b bytes.Buffer
	if err := s.WriteToSRT(&b); err != nil {
		return err
	}
	_, err := w.Write(bytes.ReplaceAll(b.Bytes(), []byte("&amp;"), []byte("&")))
	return err
}

func duration(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
