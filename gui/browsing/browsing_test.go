package browsing

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func isWAV(path string) bool { return strings.HasSuffix(path, ".wav") }

func names(all []Entry) (n []string) {
	for _, e := range all {
		n = append(n, e.Name)
	}
	return n
}

func TestFoldersComeFirstAndWhatIsNotWantedNever(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"b.wav", "A.wav", "notes.txt", ".hidden.wav", "zoo/x.wav", ".git/x.wav"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("1234"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(dir, "zoo"), filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(dir, "gone"), filepath.Join(dir, "broken.wav")); err != nil {
		t.Fatal(err)
	}
	all, err := List(dir, isWAV)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"link", "zoo", "A.wav", "b.wav"}; !slices.Equal(names(all), want) {
		t.Errorf("listed %v, want %v", names(all), want)
	}
	if !all[0].Folder || all[2].Folder || all[2].Size != 4 {
		t.Errorf("they are %+v", all)
	}
	if _, err := List(filepath.Join(dir, "gone"), isWAV); err == nil || strings.Contains(err.Error(), dir) {
		t.Errorf("a folder that is not there gives %v", err)
	}
}

func TestMarks(t *testing.T) {
	var m Marks
	a, b, f := Entry{Path: "/a"}, Entry{Path: "/b"}, Entry{Path: "/f", Folder: true}
	m.Set(b, true)
	m.Set(f, true)
	m.Set(a, true)
	m.Set(b, true)
	m.Set(f, false)
	m.Set(f, false)
	if got := m.Paths(); !slices.Equal(got, []string{"/b", "/a"}) || m.Has("/f") || !m.Has("/a") {
		t.Errorf("marked %v", got)
	}
	m.Set(f, true)
	if files, folders := m.Count(); files != 2 || folders != 1 {
		t.Errorf("%d files, %d folders", files, folders)
	}
}

func TestStarting(t *testing.T) {
	all := []Entry{{Name: "Anna"}, {Name: "berta"}, {Name: "Bernd"}}
	for _, c := range []struct {
		begin string
		from  int
		want  int
	}{{"b", 0, 1}, {"B", 2, 2}, {"b", 3, 1}, {"ber", 0, 1}, {"bern", 0, 2}, {"a", 1, 0}, {"x", 0, -1}} {
		if got := Starting(all, c.begin, c.from); got != c.want {
			t.Errorf("%q from %d is %d, want %d", c.begin, c.from, got, c.want)
		}
	}
	if Starting(nil, "a", 0) != -1 {
		t.Error("found in nothing")
	}
}
