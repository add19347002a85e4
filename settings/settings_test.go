package settings

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/adrg/xdg"
)

func file(t *testing.T, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "settings.json")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func content(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// full has a value of its own in every field, so that a test sees one that is forgotten.
func full() Settings {
	return Settings{
		Version: Version, Model: "qwen3-asr-0.6b", ModelDir: "/models", Language: "German", Context: "Haltscribe, ggml",
		Device: "metal", Threads: 3, LibraryDir: "/lib", AllowUntestedLibrary: true, Hook: "budget", TargetMS: 50, Budget: 77,
		IdleMinutes: 3, StopDeadlineMS: 700, Theme: "dark", TextSize: 150, Volume: 0.25, Speed: 1.5, KeepHistory: false, Formats: []string{"srt", "json"},
		WindowWidth: 1200, WindowHeight: 800.5, ExportDir: "/out", LastFolder: "/rec \"ü\" 日本",
	}
}

func TestDefaultsAreValid(t *testing.T) {
	if err := Default().Validate(); err != nil {
		t.Error(err)
	}
	if d := Default(); d.Model != "demo" || d.Device != "cpu" || d.Hook != DefaultHook || d.StopDeadlineMS != 1000 {
		t.Errorf("%+v", d)
	}
}

func TestSaveAndLoad(t *testing.T) {
	want := full()
	for i, v := 0, reflect.ValueOf(want); i < v.NumField()-1; i++ {
		if name := v.Type().Field(i).Name; name != "Version" && reflect.DeepEqual(v.Field(i).Interface(), reflect.ValueOf(Default()).Field(i).Interface()) {
			t.Errorf("this test doesn't try %s", name)
		}
	}
	path := filepath.Join(t.TempDir(), "new", "folder", "settings.json")
	if err := want.Save(path); err != nil {
		t.Fatal(err)
	}
	got, notice, err := Load(path)
	got.others = nil
	if err != nil || notice != "" || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %q, %v\nwant %+v", got, notice, err, want)
	}
	if runtime.GOOS != "windows" {
		if st, _ := os.Stat(path); st.Mode().Perm() != 0o600 {
			t.Errorf("mode %v", st.Mode())
		}
	}
	none := Default()
	none.Formats = nil // no format is a choice that is kept
	if err := none.Save(path); err != nil {
		t.Fatal(err)
	}
	if got, _, _ := Load(path); len(got.Formats) != 0 {
		t.Errorf("formats %v", got.Formats)
	}
}

func TestNoFile(t *testing.T) {
	s, notice, err := Load(filepath.Join(t.TempDir(), "none", "settings.json"))
	if err != nil || notice != "" || !reflect.DeepEqual(s, Default()) {
		t.Errorf("%+v, %q, %v", s, notice, err)
	}
}

func TestBrokenFileIsPutAside(t *testing.T) {
	now := time.Date(2026, 12, 1, 4, 50, 7, 0, time.UTC)
	for _, broken := range []string{"", "{", "null", "[]", "7", `{"version":1} trailing`, `{"version":"one"}`, `{"version":-1}`, "\x00\x00\x00", strings.Repeat(" ", maxSize) + "{}"} {
		path := file(t, broken)
		for _, aside := range []string{"settings.broken-20261201-045007.json", "settings.broken-20261201-045007-2.json"} {
			s, notice, err := load(path, migrations(), now)
			if err != nil || !reflect.DeepEqual(s, Default()) {
				t.Errorf("%.20q: %+v, %v", broken, s, err)
			}
			aside = filepath.Join(filepath.Dir(path), aside)
			if !strings.Contains(string(notice), aside) {
				t.Errorf("%.20q: the notice %q doesn't name %s", broken, notice, aside)
			}
			if content(t, aside) != broken {
				t.Errorf("%.20q is not kept", broken)
			}
			if _, err := os.Stat(path); err == nil {
				t.Errorf("%.20q is still there", broken)
			}
			_ = os.WriteFile(path, []byte(broken), 0o600) // again in the same second
		}
	}
}

func TestWrongValues(t *testing.T) {
	path := file(t, `{"version":1,"threads":-2,"hook":"sometimes","device":"cuda","budget":"many","text_size":null,"formats":["txt","txt"],"volume":7}`)
	s, notice, err := Load(path)
	want := Default()
	want.Device = "cuda"
	s.others = nil
	if err != nil || !reflect.DeepEqual(s, want) {
		t.Errorf("got %+v, %v", s, err)
	}
	for _, field := range []string{"threads", "hook", "budget", "text_size", "formats", "volume"} {
		if !strings.Contains(string(notice), field) {
			t.Errorf("the notice %q doesn't name %s", notice, field)
		}
	}
	if strings.Contains(string(notice), "device") {
		t.Errorf("the notice %q names what is right", notice)
	}
}

func TestSaveRefusesWrongValues(t *testing.T) {
	path := file(t, `{"version":1,"model":"mine"}`)
	before := content(t, path)
	for name, spoil := range map[string]func(*Settings){
		"hook":             func(s *Settings) { s.Hook = "Planned" },
		"threads":          func(s *Settings) { s.Threads = -1 },
		"model":            func(s *Settings) { s.Model = "" },
		"target_ms":        func(s *Settings) { s.TargetMS = 0 },
		"budget":           func(s *Settings) { s.Budget = 0 },
		"idle_minutes":     func(s *Settings) { s.IdleMinutes = -1 },
		"stop_deadline_ms": func(s *Settings) { s.StopDeadlineMS = 0 },
		"formats":          func(s *Settings) { s.Formats = []string{"doc"} },
		"theme":            func(s *Settings) { s.Theme = "" },
		"window_width":     func(s *Settings) { s.WindowWidth = -1 },
		"window_height":    func(s *Settings) { s.WindowHeight = math.NaN() },
		"text_size":        func(s *Settings) { s.TextSize = 1 },
	} {
		s := Default()
		spoil(&s)
		if err := s.Save(path); err == nil || !strings.Contains(err.Error(), name+" must be") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if content(t, path) != before {
		t.Error("the file was changed")
	}
}

func TestMigration(t *testing.T) {
	rename := func(from, to string) migration {
		return func(f fields) error {
			if v, ok := f[from]; ok {
				f[to] = v
				delete(f, from)
			}
			return nil
		}
	}
	steps := []migration{0: rename("gpu", "backend"), 1: rename("backend", "device"), 2: func(f fields) error {
		if string(f["threads"]) == "99" {
			return errors.New("99 threads")
		}
		return nil
	}}
	for version, old := range []string{`{"gpu":"metal"}`, `{"version":1,"backend":"metal"}`, `{"version":2,"device":"metal"}`, `{"version":3,"device":"metal"}`} {
		s, notice, err := load(file(t, old), steps, time.Now())
		if err != nil || notice != "" || s.Device != "metal" || s.Version != 3 || len(s.others) != 0 {
			t.Errorf("from %d: %+v, %q, %v", version, s, notice, err)
		}
	}
	path := file(t, `{"version":1,"threads":99}`)
	s, notice, err := load(path, steps, time.Now())
	if err != nil || !strings.Contains(string(notice), "99 threads") || s.Device != "cpu" {
		t.Errorf("a migration that fails: %+v, %q, %v", s, notice, err)
	}
	if got := len(migrations()); got != Version {
		t.Errorf("%d migrations lead to version %d", got, Version)
	}
}

func TestNewerVersionIsLeftAlone(t *testing.T) {
	newer := fmt.Sprintf(`{"version":%d,"device":{"kind":"metal"}}`, Version+1)
	path := file(t, newer)
	s, notice, err := Load(path)
	if err != nil || !strings.Contains(string(notice), "newer Haltscribe") || !reflect.DeepEqual(s, Default()) {
		t.Errorf("%+v, %q, %v", s, notice, err)
	}
	if err := s.Save(path); !errors.Is(err, ErrNewer) {
		t.Errorf("Save: %v", err)
	}
	if content(t, path) != newer {
		t.Error("the file was changed")
	}
}

func TestUnknownFieldsSurvive(t *testing.T) {
	path := file(t, `{"version":1,"device":"metal","future":{"a":[1,2.50,"x"]},"big":12345678901234567890}`)
	s, notice, err := Load(path)
	if err != nil || notice != "" {
		t.Fatal(notice, err)
	}
	c := s.Clone()
	c.Device = "cpu"
	c.Formats[0] = "srt"
	if s.Formats[0] != "txt" {
		t.Error("a clone shares its formats")
	}
	if err := c.Save(path); err != nil {
		t.Fatal(err)
	}
	var got map[string]json.RawMessage
	if err := json.Unmarshal([]byte(content(t, path)), &got); err != nil {
		t.Fatal(err)
	}
	plain := strings.NewReplacer(" ", "", "\n", "").Replace(string(got["future"]))
	if plain != `{"a":[1,2.50,"x"]}` || string(got["big"]) != "12345678901234567890" || string(got["device"]) != `"cpu"` {
		t.Errorf("saved %s", content(t, path))
	}
}

// TestConcurrentSaves: readers never see a file that is not whole.
func TestConcurrentSaves(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings.json")
	if err := Default().Save(path); err != nil {
		t.Fatal(err)
	}
	var writers, readers sync.WaitGroup
	done := make(chan struct{})
	for w := range 4 {
		writers.Go(func() {
			for i := range 20 {
				s := Default()
				s.Threads = w
				s.Context = strings.Repeat(fmt.Sprint(w), 1000*(i%5))
				if err := s.Save(path); err != nil {
					t.Error(err)
				}
			}
		})
	}
	readers.Go(func() {
		for {
			s, notice, err := Load(path)
			if err != nil || notice != "" || strings.Trim(s.Context, fmt.Sprint(s.Threads)) != "" {
				t.Errorf("%+v, %q, %v", s, notice, err)
			}
			select {
			case <-done:
				return
			default:
			}
		}
	})
	writers.Wait()
	close(done)
	readers.Wait()
	left, _ := os.ReadDir(filepath.Dir(path))
	if len(left) != 1 {
		t.Errorf("files are left over: %v", left)
	}
}

func TestSaveCannotWrite(t *testing.T) {
	path := filepath.Join(file(t, "I am a file"), "settings.json")
	if err := Default().Save(path); err == nil {
		t.Error("saved into a file as if it were a folder")
	}
	if _, _, err := Load(filepath.Dir(filepath.Dir(path))); err == nil {
		t.Error("a folder was read as settings")
	}
}

func TestSaveKeepsLink(t *testing.T) {
	target := file(t, `{"version":1}`)
	link := filepath.Join(t.TempDir(), "settings.json")
	if err := os.Symlink(target, link); err != nil {
		t.Skip(err)
	}
	if err := full().Save(link); err != nil {
		t.Fatal(err)
	}
	if st, _ := os.Lstat(link); st.Mode()&os.ModeSymlink == 0 {
		t.Error("the link was replaced")
	}
	if s, _, _ := Load(target); s.Device != "metal" {
		t.Error("the link's target was not written")
	}
}

func TestPath(t *testing.T) {
	dir := t.TempDir()
	t.Cleanup(xdg.Reload) // after the variable is back: last in, first out
	t.Setenv("XDG_CONFIG_HOME", dir)
	xdg.Reload()
	path, err := Path()
	if err != nil || path != filepath.Join(dir, "haltscribe", "settings.json") {
		t.Errorf("%s, %v", path, err)
	}
	if _, err := os.Stat(filepath.Dir(path)); err != nil {
		t.Error(err)
	}
}
