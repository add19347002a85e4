package history

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

var recording = Recording{Path: "/talks/first.wav", Size: 4711, Modified: time.Unix(1700000000, 123456789), Ends: "ab12"}

// at opens the history at a path and closes it with the test, if the test does not.
func at(t *testing.T, path string) *Store {
	t.Helper()
	s, notice, err := Open(t.Context(), path)
	if err != nil || notice != "" {
		t.Fatalf("opening: %q, %v", notice, err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func fresh(t *testing.T) *Store { return at(t, filepath.Join(t.TempDir(), "history.db")) }

// keep makes an entry with some texts, of ten seconds each.
func (s *Store) keep(t *testing.T, r Recording, texts ...string) int64 {
	t.Helper()
	id, err := s.Begin(r, "demo")
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range texts {
		if err := s.Add(id, Segment{Start: float64(10 * i), End: float64(10*i + 10), Text: text, Language: "English"}); err != nil {
			t.Fatal(err)
		}
	}
	return id
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestWhatIsKeptComesBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "folder %20?#ü", "history.db")
	s := at(t, path)
	id := s.keep(t, recording, "one two", "three")
	must(t, s.End(id, Outcome{Status: "ok", Duration: 21.5, Language: "English", Details: []byte(`{"a":1}`)}))
	must(t, s.Close())

	s = at(t, path)
	got, err := s.Load(t.Context(), id)
	must(t, err)
	if !got.Recording.Same(recording) || got.Status != "ok" || got.Duration != 21.5 || got.Language != "English" || got.Model != "demo" {
		t.Errorf("the entry is %+v", got.Entry)
	}
	want := []Segment{{0, 10, "one two", "English"}, {10, 20, "three", "English"}}
	if !slices.Equal(got.Text, want) || string(got.Details) != `{"a":1}` {
		t.Errorf("kept %+v and %s", got.Text, got.Details)
	}
	if got.Segments != 2 || got.Reached != 20 || got.Excerpt != "one two" || time.Since(got.Began) > time.Hour {
		t.Errorf("the entry is %+v", got.Entry)
	}
	if about, err := os.Stat(path); err != nil || about.Mode().Perm()&0o077 != 0 {
		t.Errorf("others may read it: %v, %v", about.Mode(), err)
	}
}

func TestTheNewestComeFirst(t *testing.T) {
	s := fresh(t)
	first, second := s.keep(t, recording, "a"), s.keep(t, recording, "b")
	all, err := s.List(t.Context(), 10)
	must(t, err)
	if len(all) != 2 || all[0].ID != second || all[1].ID != first {
		t.Errorf("listed %+v", all)
	}
	if all, err = s.List(t.Context(), 1); err != nil || len(all) != 1 || all[0].ID != second {
		t.Errorf("listed %+v, %v", all, err)
	}
}

func TestSearch(t *testing.T) {
	s := fresh(t)
	talk := s.keep(t, recording, "the quick brown fox", "jumps over the Café at noon", "and 100% more")
	other := s.keep(t, Recording{Path: "/fox/dog_story.wav"}, "今天天气很好", `he said "no way"`)
	for query, want := range map[string][]string{
		"quick":       {fmt.Sprint(talk, ":0")},
		"QUICK brown": {fmt.Sprint(talk, ":0")},
		"brown quick": {fmt.Sprint(talk, ":0")},
		"uick":        {fmt.Sprint(talk, ":0")},
		"cafe":        {fmt.Sprint(talk, ":1")},
		"at":          {fmt.Sprint(talk, ":1")},
		"0%":          {fmt.Sprint(talk, ":2")},
		"the at":      {fmt.Sprint(talk, ":1")},
		"天气":          {fmt.Sprint(other, ":0")},
		"天气很好":        {fmt.Sprint(other, ":0")},
		`"no`:         {fmt.Sprint(other, ":1")},
		"dog_s":       {fmt.Sprint(other)},
		"quick jumps": nil, // not in one segment
		"dogXs":       nil,
		"fox":         {fmt.Sprint(talk, ":0")}, // not by the folder's name
		"  ":          nil,
		"NEAR(":       nil,
		"-- '; DROP":  nil,
	} {
		found, err := s.Search(t.Context(), query)
		if err != nil {
			t.Errorf("%q: %v", query, err)
			continue
		}
		var got []string
		for _, f := range found {
			if len(f.Matches) == 0 {
				got = append(got, fmt.Sprint(f.ID))
			}
			for _, m := range f.Matches {
				got = append(got, fmt.Sprint(f.ID, ":", m.Number))
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q found %v, want %v", query, got, want)
		}
	}
	found, err := s.Search(t.Context(), "brown")
	must(t, err)
	if want := "the quick " + MatchBegin + "brown" + MatchEnd + " fox"; found[0].Matches[0].Snippet != want {
		t.Errorf("the snippet is %q", found[0].Matches[0].Snippet)
	}
}

func TestEditsAreSearchedAsTheyAre(t *testing.T) {
	s := fresh(t)
	id := s.keep(t, recording, "mispelled")
	must(t, s.SetText(id, 0, "well written"))
	if found, err := s.Search(t.Context(), "mispelled"); err != nil || len(found) != 0 {
		t.Errorf("the old text is found: %+v, %v", found, err)
	}
	if found, err := s.Search(t.Context(), "written"); err != nil || len(found) != 1 {
		t.Errorf("the new text is not found: %+v, %v", found, err)
	}
	if err := s.SetText(id, 1, "x"); !errors.Is(err, ErrGone) {
		t.Errorf("a segment that is not there was edited: %v", err)
	}
}

// What is deleted must not be in any of the database's files, nor what was edited away.
func TestDeletedIsGone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.db")
	s := at(t, path)
	var ids []int64
	for i := range 12 {
		ids = append(ids, s.keep(t, recording, strings.Repeat("filler text ", 30), fmt.Sprintf("secretword%d here", i)))
	}
	traces := func(word string) (in []string) {
		t.Helper()
		files, err := filepath.Glob(path + "*")
		must(t, err)
		for _, f := range files {
			raw, err := os.ReadFile(f)
			must(t, err)
			if bytes.Contains(bytes.ToLower(raw), []byte(word)) {
				in = append(in, filepath.Base(f))
			}
		}
		return in
	}
	if len(traces("secretword7 ")) == 0 {
		t.Fatal("the word should be there before")
	}
	must(t, s.SetText(ids[3], 1, "nothing to see"))
	must(t, s.Delete(ids[7]))
	for _, word := range []string{"secretword7 ", "secretword3 "} {
		if in := traces(word); len(in) > 0 {
			t.Errorf("%q is still in %v", word, in)
		}
	}
	if _, err := s.Load(t.Context(), ids[7]); !errors.Is(err, ErrGone) {
		t.Errorf("it can still be loaded: %v", err)
	}
	if found, err := s.Search(t.Context(), "secretword8"); err != nil || len(found) != 1 {
		t.Errorf("another is gone too: %+v, %v", found, err)
	}
	for _, id := range ids[8:] {
		must(t, s.End(id, Outcome{Status: "ok"}))
	}
	for _, id := range ids[:7] {
		must(t, s.End(id, Outcome{Status: "failed"}))
	}
	must(t, s.DeleteAll())
	if in := traces("secretword"); len(in) > 0 {
		t.Errorf("words are still in %v", in)
	}
	if in := traces("first.wav"); len(in) > 0 {
		t.Errorf("names of files are still in %v", in)
	}
	if all, err := s.List(t.Context(), 100); err != nil || len(all) != 0 {
		t.Errorf("%d entries are left, %v", len(all), err)
	}
}

func TestDeleteAllLeavesWhatIsBeingWorkedOn(t *testing.T) {
	s := fresh(t)
	id := s.keep(t, recording, "the begin")
	must(t, s.DeleteAll())
	must(t, s.Add(id, Segment{Start: 10, End: 20, Text: "the end"}))
	got, err := s.Load(t.Context(), id)
	if err != nil || len(got.Text) != 2 {
		t.Errorf("kept %+v, %v", got.Text, err)
	}
	must(t, s.Delete(id))
	if err := s.Add(id, Segment{Text: "late"}); !errors.Is(err, ErrGone) {
		t.Errorf("a segment of a deleted entry was kept: %v", err)
	}
}

func TestTwoWindows(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.db")
	first := at(t, path)
	id := first.keep(t, recording, "one")
	second := at(t, path) // must not take the first one's job for interrupted
	if all, err := second.Unfinished(t.Context()); err != nil || len(all) != 0 {
		t.Errorf("taken for interrupted: %+v, %v", all, err)
	}
	done := make(chan error, 2)
	for _, s := range []*Store{first, second} {
		go func() {
			var err error
			for range 20 {
				err = errors.Join(err, s.Add(id, Segment{Text: "x"}))
			}
			done <- err
		}()
	}
	must(t, errors.Join(<-done, <-done))
	got, err := second.Load(t.Context(), id)
	if err != nil || len(got.Text) != 41 {
		t.Errorf("%d segments, %v", len(got.Text), err)
	}
	must(t, first.Close())
	must(t, second.Close())
	third := at(t, path)
	all, err := third.Unfinished(t.Context())
	if err != nil || len(all) != 1 || all[0].ID != id || all[0].Reached != 10 {
		t.Errorf("unfinished: %+v, %v", all, err)
	}
}

func TestADamagedHistoryIsPutAside(t *testing.T) {
	for name, damage := range map[string]func(raw []byte) []byte{
		"no database": func([]byte) []byte { return []byte("this is a letter to somebody, not a database at all") },
		"cut off":     func(raw []byte) []byte { return raw[:len(raw)/2] },
		"overwritten": func(raw []byte) []byte {
			for i := 5000; i < len(raw); i++ {
				raw[i] = 0xA5
			}
			return raw
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "history.db")
			s := at(t, path)
			s.keep(t, recording, strings.Repeat("many words ", 2000))
			must(t, s.Close())
			raw, err := os.ReadFile(path)
			must(t, err)
			spoilt := damage(raw)
			must(t, os.WriteFile(path, spoilt, 0o600))

			s, notice, err := Open(t.Context(), path)
			must(t, err)
			defer s.Close()
			if !strings.Contains(notice, "damaged") || !strings.Contains(notice, filepath.Dir(path)) {
				t.Errorf("it says %q", notice)
			}
			aside, err := filepath.Glob(filepath.Join(filepath.Dir(path), "history.damaged-*.db"))
			if err != nil || len(aside) != 1 {
				t.Fatalf("put aside: %v, %v", aside, err)
			}
			if kept, err := os.ReadFile(aside[0]); err != nil || !bytes.Equal(kept, spoilt) {
				t.Errorf("what was put aside is not what was there: %v", err)
			}
			s.keep(t, recording, "works again")
		})
	}
}

func TestANewerHistoryIsLeftAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.db")
	must(t, at(t, path).Close())
	db, err := sql.Open("sqlite", source(path))
	must(t, err)
	_, err = db.Exec(fmt.Sprintf("PRAGMA user_version = %d", version()+1))
	must(t, errors.Join(err, db.Close()))
	before, err := os.ReadFile(path)
	must(t, err)
	if _, _, err := Open(t.Context(), path); err == nil || !strings.Contains(err.Error(), "newer Haltscribe") {
		t.Errorf("opened: %v", err)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Errorf("it was changed: %v", err)
	}
}

func TestIdentify(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.wav")
	content := bytes.Repeat([]byte{1, 2, 3, 4}, 100_000)
	write := func() Recording {
		t.Helper()
		must(t, os.WriteFile(path, content, 0o600))
		must(t, os.Chtimes(path, recording.Modified, recording.Modified))
		r, err := Identify(path)
		must(t, err)
		return r
	}
	first := write()
	if again := write(); !first.Same(again) || first.Size != 400_000 {
		t.Errorf("%+v and %+v differ", first, again)
	}
	for _, at := range []int{0, endBytes - 1, len(content) - endBytes, len(content) - 1} {
		content[at]++
		if other := write(); first.Same(other) {
			t.Errorf("a change of byte %d was not seen", at)
		}
		content[at]--
	}
	content = content[:100]
	if short := write(); short.Size != 100 || short.Ends == "" {
		t.Errorf("a short one is %+v", short)
	}
	if _, err := Identify(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
}
