// Package fetch brings files over HTTPS to where they belong, whole or not at all.
//
// What has come stands in a hidden file beside the final name, and a later try, in this run of the program or another,
// goes on where the last one ended. The final name appears only after the SHA-256 of everything was right.
package fetch

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"
)

// File is what to fetch and what it must be.
type File struct {
	URL    string
	Path   string // the final name
	Bytes  int64  // 0 takes the server's word
	SHA256 string // in hex; "" takes the hash that the server publishes for the file, and fails where it publishes none
	Magic  string // what the content begins with, to tell a file from a login page; may be ""
}

// Result is a file that is in place.
type Result struct {
	Path   string
	Bytes  int64
	SHA256 string // of the whole content, computed here
	Pinned bool   // it was known beforehand, not learned from the server
}

// Progress is how far all files together are.
type Progress struct {
	Done, Total int64         // bytes; Total is 0 as long as it is not known
	Speed       float64       // bytes a second, over the last seconds; 0 at first
	Left        time.Duration // at that speed; 0 as long as it is not known
	Checking    bool          // nothing is coming any more: what has come is being hashed
}

// Fetcher fetches. Its fields may be set before the first use.
type Fetcher struct {
	Client   *http.Client   // nil makes one; its CheckRedirect is replaced
	Token    string         // sent to TokenHost alone; may be ""
	Host     string         // host (and port) that gets the token
	Agent    string         // the User-Agent header
	Tries    int            // after a cut line without any progress; 0 is 4
	Stall    time.Duration  // without a byte, after which a line counts as cut; 0 is 30 s
	Progress func(Progress) // called from any of the fetcher's goroutines, one at a time; may be nil

	free func(folder string) (uint64, error)              // nil asks the system
	wait func(ctx context.Context, d time.Duration) error // nil waits
	open func(path string) (part, error)                  // nil opens the file that collects
	now  func() time.Time                                 // nil is the clock
}

// part is a file in the making.
type part interface {
	ReadAt(b []byte, at int64) (int, error)
	WriteAt(b []byte, at int64) (int, error)
	Truncate(int64) error
	Sync() error
	Close() error
}

// Fetch brings all files, at the same time, and returns what they are, in their order. When one fails, the others stop
// too, and keep what they have. Errors are sentences.
func (f *Fetcher) Fetch(ctx context.Context, files ...File) ([]Result, error) {
	m := newMeter(f.Progress, f.clock())
	defer m.end()
	if err := f.room(files); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	results := make([]Result, len(files))
	errs := make([]error, len(files))
	client := f.client()
	// All shares are there before the first transfer tells anything: the total is that of all files from the start.
	transfers := make([]*transfer, len(files))
	for i, file := range files {
		transfers[i] = &transfer{Fetcher: f, http: client, file: file, share: m.share(file.Bytes)}
	}
	var all sync.WaitGroup
	for i, t := range transfers {
		all.Go(func() {
			results[i], errs[i] = t.run(ctx)
			if errs[i] != nil {
				cancel()
			}
		})
	}
	all.Wait()
	// What one file met is worth more than that the others were told to stop.
	for _, err := range errs {
		if err != nil && !errors.Is(err, context.Canceled) {
			return nil, err
		}
	}
	return results, errors.Join(errs...)
}

// Partial is how much of a file has come so far, in bytes.
func Partial(path string) int64 {
	about, err := os.Stat(partPath(path))
	if err != nil {
		return 0
	}
	return about.Size()
}

// Discard throws away what has come of a file that is not complete.
func Discard(path string) error {
	var errs []error
	for _, p := range []string{partPath(path), statePath(path), lockPath(path)} {
		if err := os.Remove(p); err != nil && !errors.Is(err, os.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("throwing away what has come of %s: %w", filepath.Base(path), err)
	}
	return nil
}

func partPath(path string) string {
	return filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".part")
}
func statePath(path string) string { return partPath(path) + ".json" }
func lockPath(path string) string  { return partPath(path) + ".lock" }

// room checks that the disk has room for what is still to come.
func (f *Fetcher) room(files []File) error {
	need := map[string]uint64{} // by folder
	for _, file := range files {
		if _, err := os.Stat(file.Path); err == nil {
			continue
		}
		need[filepath.Dir(file.Path)] += uint64(max(0, file.Bytes-Partial(file.Path)))
	}
	for folder, n := range need {
		if err := f.fits(folder, n); err != nil {
			return err
		}
	}
	return nil
}

// fits checks that a folder's disk has room for n more bytes, and some to spare for everybody else.
func (f *Fetcher) fits(folder string, n uint64) error {
	if n == 0 {
		return nil
	}
	ask := f.free
	if ask == nil {
		ask = freeSpace
	}
	free, err := ask(folder)
	if err != nil {
		return fmt.Errorf("finding out how much room the disk of %s has: %w", folder, err)
	}
	if free < n+spare {
		return fmt.Errorf("the disk of %s has %s free, and %s are still to come: make room and try again", folder, Size(int64(free)), Size(int64(n)))
	}
	return nil
}

// spare is what a download leaves free on the disk, in bytes.
const spare = 64 << 20

func (f *Fetcher) clock() func() time.Time {
	if f.now != nil {
		return f.now
	}
	return time.Now
}

// diskFull tells the error of a full disk on any system.
func diskFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, errDiskFull)
}

// TimeLeft says a time as one would of what is still to come.
func TimeLeft(d time.Duration) string {
	switch {
	case d >= time.Hour:
		return fmt.Sprintf("%d h %d min", int(d.Hours()), int(d.Minutes())%60)
	case d >= time.Minute:
		return fmt.Sprintf("%d min", int(d.Round(time.Minute).Minutes()))
	}
	return fmt.Sprintf("%d s", int(d.Seconds()))
}

// Size writes bytes for people, in decimal units as disks and networks have them.
func Size(n int64) string {
	switch {
	case n >= 1e9:
		return fmt.Sprintf("%.2f GB", float64(n)/1e9)
	case n >= 1e6:
		return fmt.Sprintf("%.0f MB", float64(n)/1e6)
	case n >= 1e3:
		return fmt.Sprintf("%.0f kB", float64(n)/1e3)
	}
	if n == 1 {
		return "1 byte"
	}
	return fmt.Sprintf("%d bytes", n)
}
