package cbridge

/*
#include <stdlib.h>
#include "bridge.h"
*/
import "C"

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"unsafe"
)

// LogLevel says which of ggml's log lines go to stderr.
type LogLevel int

// The levels are ggml's own.
const (
	LogDebug LogLevel = 1
	LogInfo  LogLevel = 2
	LogWarn  LogLevel = 3
	LogError LogLevel = 4
)

// OpenOptions are the choices in opening a library.
type OpenOptions struct {
	// AllowUntested accepts a version that this program was not tested with.
	AllowUntested bool
	// Log is the least level that goes to stderr; 0 is LogWarn.
	Log LogLevel
}

// LibraryInfo is what a library says of itself.
type LibraryInfo struct {
	Folder          string
	Version         string   // llama.cpp's, such as "0.4.0-dev"; "" if it does not tell
	GGMLVersion     string   //
	Commit          string   // ggml's
	MissingChunk    []string // chunk-level functions that it lacks
	MissingOptional []string
}

// ChunkFunctions reports whether encode and embedding decode can be called apart.
func (i LibraryInfo) ChunkFunctions() bool { return len(i.MissingChunk) == 0 }

// RefusedError says why a library is not used. Info holds what was learnt of it.
type RefusedError struct {
	Info   LibraryInfo
	Reason string
}

func (e *RefusedError) Error() string {
	version := ""
	if e.Info.Version != "" {
		version = " (version " + e.Info.Version + ")"
	}
	return fmt.Sprintf("the llama.cpp library in %s%s can't be used: %s", e.Info.Folder, version, e.Reason)
}

// Library is a loaded llama.cpp with libmtmd. It is never unloaded: GPU drivers
// do not survive that.
type Library struct {
	p    *C.hs_library
	info LibraryInfo
}

// Open loads the library in folder, after checking that its version, functions
// and struct layouts fit. What does not fit gives a *RefusedError.
func Open(folder string, options OpenOptions) (*Library, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return nil, fmt.Errorf("finding the library folder: %w", err)
	}
	info := LibraryInfo{Folder: folder}
	refuse := func(reason string) error { return &RefusedError{Info: info, Reason: reason} }

	path, reason := findMTMD(folder)
	if path == "" {
		return nil, refuse(reason)
	}
	var e C.hs_error
	cpath := C.CString(path)
	defer C.free(unsafe.Pointer(cpath))
	p := C.hs_library_open(cpath, &e)
	if p == nil {
		return nil, refuse("the system could not load it: " + C.GoString(&e.message[0]))
	}
	info.Version = C.GoString(C.hs_library_version(p))
	info.GGMLVersion = C.GoString(C.hs_library_ggml_version(p))
	info.Commit = C.GoString(C.hs_library_commit(p))
	info.MissingChunk = missing(p, C.HS_CHUNK)
	info.MissingOptional = missing(p, C.HS_OPTIONAL)

	if !tested(info.Version) && !options.AllowUntested {
		return nil, refuse("Haltscribe was tested with 0.4.x and 0.5.x only; a setting allows others at your own risk")
	}
	if names := missing(p, C.HS_REQUIRED); len(names) > 0 {
		return nil, refuse("it lacks " + strings.Join(names, ", "))
	}
	if err := status(C.hs_library_check_layout(p, &e), &e); err != nil {
		return nil, refuse(err.Error())
	}
	level := options.Log
	if level == 0 {
		level = LogWarn
	}
	cfolder := C.CString(folder)
	defer C.free(unsafe.Pointer(cfolder))
	if err := status(C.hs_library_start(p, cfolder, C.int(level), &e), &e); err != nil {
		return nil, refuse(err.Error())
	}
	return &Library{p: p, info: info}, nil
}

// Info is what the library says of itself.
func (l *Library) Info() LibraryInfo { return l.info }

// MTMDFileName is libmtmd's file name on this system.
func MTMDFileName() string {
	switch runtime.GOOS {
	case "darwin":
		return "libmtmd.dylib"
	case "windows":
		return "mtmd.dll"
	default:
		return "libmtmd.so"
	}
}

func findMTMD(folder string) (path, reason string) {
	switch stat, err := os.Stat(folder); {
	case err != nil:
		return "", "the folder can't be read"
	case !stat.IsDir():
		return "", "it is not a folder"
	}
	path = filepath.Join(folder, MTMDFileName())
	if _, err := os.Stat(path); err != nil {
		return "", "there is no " + MTMDFileName() + " in the folder"
	}
	return path, ""
}

func missing(p *C.hs_library, class C.int) []string {
	var names []string
	for i := C.size_t(0); ; i++ {
		name := C.hs_library_missing(p, class, i)
		if name == nil {
			return names
		}
		names = append(names, C.GoString(name))
	}
}

// tested reports whether a version such as "0.4.0-dev" is of a release line that
// this program was tested with.
func tested(version string) bool {
	parts := strings.SplitN(strings.TrimPrefix(version, "v"), ".", 3)
	if len(parts) < 2 {
		return false
	}
	major, err1 := strconv.Atoi(parts[0])
	minor, err2 := strconv.Atoi(parts[1])
	return err1 == nil && err2 == nil && major == 0 && (minor == 4 || minor == 5)
}
