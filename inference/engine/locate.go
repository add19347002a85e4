package engine

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"haltscribe/cbridge"
)

// FindLibrary gives the folder to load llama.cpp from: the asked one, or, for "",
// the first of the app's own and the system's that has libmtmd. Folders are
// absolute: nothing is ever loaded from the working directory by chance.
func FindLibrary(asked string) (string, error) {
	if asked != "" {
		folder, err := filepath.Abs(asked)
		if err != nil {
			return "", fmt.Errorf("finding the library folder: %w", err)
		}
		return folder, nil
	}
	candidates := append(ownFolders(), systemFolders()...)
	for _, folder := range candidates {
		if _, err := os.Stat(filepath.Join(folder, cbridge.MTMDFileName())); err == nil {
			return folder, nil
		}
	}
	return "", errors.New("no llama.cpp library with " + cbridge.MTMDFileName() + " was found in " +
		strings.Join(candidates, ", ") + "; run `make native`, or name a folder with --library or in the settings")
}

// Platform is this system's name in native/lib, such as linux-x64 or darwin-arm64.
func Platform() string {
	arch := runtime.GOARCH
	if arch == "amd64" {
		arch = "x64"
	}
	return runtime.GOOS + "-" + arch
}

// ownFolders are where a build tree and a package keep the libraries, from the
// program's own place.
func ownFolders() []string {
	exe, err := os.Executable()
	if err != nil {
		return nil
	}
	if real, err := filepath.EvalSymlinks(exe); err == nil {
		exe = real
	}
	dir := filepath.Dir(exe)
	return []string{
		filepath.Join(dir, "..", "native", "lib", Platform()),
		filepath.Join(dir, "..", "lib", "haltscribe"),
		filepath.Join(dir, "..", "Frameworks"),
		filepath.Join(dir, "lib"),
	}
}

func systemFolders() []string {
	switch runtime.GOOS {
	case "darwin":
		return []string{"/opt/homebrew/lib", "/usr/local/lib"}
	case "linux":
		return []string{"/usr/local/lib", "/usr/lib/" + multiarch(), "/usr/lib64", "/usr/lib"}
	}
	return nil
}

func multiarch() string {
	if runtime.GOARCH == "arm64" {
		return "aarch64-linux-gnu"
	}
	return "x86_64-linux-gnu"
}
