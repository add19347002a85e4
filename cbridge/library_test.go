package cbridge

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// libDir is a folder under native/lib, made by `make native`.
func libDir(t testing.TB, elem ...string) string {
	t.Helper()
	if len(elem) == 0 {
		arch := runtime.GOARCH
		if arch == "amd64" {
			arch = "x64"
		}
		elem = []string{runtime.GOOS + "-" + arch}
	}
	dir := filepath.Join(append([]string{"..", "native", "lib"}, elem...)...)
	if _, err := os.Stat(dir); err != nil {
		t.Fatalf("the native library is missing; run `make native`: %v", err)
	}
	return dir
}

func open(t testing.TB) *Library {
	t.Helper()
	lib, err := Open(libDir(t), OpenOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

func TestOpenAcceptsThePinnedLibrary(t *testing.T) {
	info := open(t).Info()
	if !strings.HasPrefix(info.Version, "0.4.") {
		t.Errorf("version %q, want 0.4.x", info.Version)
	}
	if info.Commit == "" {
		t.Error("no commit")
	}
	if !info.ChunkFunctions() {
		t.Errorf("missing chunk functions %v", info.MissingChunk)
	}
}

func TestOpenNamesMissingChunkFunctions(t *testing.T) {
	lib, err := Open(libDir(t, "variants", "no-chunk-functions"), OpenOptions{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"mtmd_encode_chunk", "mtmd_get_output_embd", "mtmd_helper_decode_image_chunk"}
	got := lib.Info().MissingChunk
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("missing %v, want %v", got, want)
	}
}

func TestOpenRefuses(t *testing.T) {
	empty := t.TempDir()
	text := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(text, []byte("hello"), 0o600); err != nil {
		t.Fatal(err)
	}
	broken := t.TempDir()
	if err := os.WriteFile(filepath.Join(broken, MTMDFileName()), []byte("not a library"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, folder, version, want string }{
		{"another version", libDir(t, "variants", "other-version"), "0.9", "0.4.x and 0.5.x"},
		{"an empty folder", empty, "", "there is no " + MTMDFileName()},
		{"no folder", filepath.Join(empty, "nowhere"), "", "can't be read"},
		{"a file", text, "", "not a folder"},
		{"no library", broken, "", "could not load it"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Open(c.folder, OpenOptions{})
			var refused *RefusedError
			if !errors.As(err, &refused) {
				t.Fatalf("got %v, want a RefusedError", err)
			}
			abs, _ := filepath.Abs(c.folder)
			for _, want := range []string{abs, c.version, c.want} {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%q does not contain %q", err, want)
				}
			}
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("more than one line: %q", err)
			}
		})
	}
}

func TestTestedVersions(t *testing.T) {
	for version, want := range map[string]bool{
		"0.4.0": true, "0.4.0-dev": true, "v0.4.7": true, "0.5.1": true,
		"0.6.0": false, "0.9.0": false, "1.4.0": false, "0.40.0": false, "": false, "b4567": false, "0": false,
	} {
		if got := tested(version); got != want {
			t.Errorf("tested(%q) = %v, want %v", version, got, want)
		}
	}
}

func TestDevicesListTheCPU(t *testing.T) {
	devices, err := open(t).Devices()
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range devices {
		if d.Type == DeviceCPU && d.Backend == "CPU" && d.Description != "" {
			return
		}
	}
	t.Errorf("no CPU among %+v", devices)
}

// C++ has no room for a tensor of 128 TiB, and says so by an exception.
func TestExceptionsBecomeErrors(t *testing.T) {
	g, err := open(t).NewGGUF()
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	g.Random("large", F32, 0, 1, 1<<45)
	if err := g.Err(); err == nil || err.Error() != "large: out of memory" {
		t.Errorf("got %v", err)
	}
}

func TestFlag(t *testing.T) {
	f := NewFlag()
	defer f.Free()
	if f.IsSet() {
		t.Error("a new flag is set")
	}
	f.Set()
	if !f.IsSet() {
		t.Error("a set flag is not set")
	}
	f.Clear()
	if f.IsSet() {
		t.Error("a cleared flag is set")
	}
	shared := make([]byte, 8)
	FlagAt(shared, 3).Set()
	if string(shared) != "\x00\x00\x00\x01\x00\x00\x00\x00" {
		t.Errorf("FlagAt wrote %v", shared)
	}
}
