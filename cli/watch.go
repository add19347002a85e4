package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"

	"haltscribe/audio"
	"haltscribe/inference"
	"haltscribe/inference/export"
)

type watchCmd struct {
	transcribeFlags
	Settle time.Duration `default:"2s" placeholder:"DURATION" help:"How long a file must stay unchanged before it counts as complete (default: ${default})."`
	Folder string        `arg:"" help:"Folder whose recordings are transcribed: those without a result, then those that arrive."`
}

// run transcribes what is in the folder and what comes, until a signal ends it.
func (c watchCmd) run(std streams) int {
	formats, err := c.exportFormats()
	if err != nil {
		return std.wrongUse("watch", err)
	}
	if c.Settle <= 0 {
		return std.wrongUse("watch", errors.New("--settle takes a positive duration"))
	}
	work, code := c.begin(std, "watch")
	if work == nil {
		return code
	}
	defer work.close()
	ctx, cancel := work.stop.context()
	defer cancel()

	output := c.Output
	if output == "" {
		output = c.Folder
	}
	ready := make(chan string)
	ended := make(chan error, 1)
	go func() { ended <- arrivals(ctx, c.Folder, c.Settle, ready) }()
	for {
		select {
		case err := <-ended:
			if err != nil && ctx.Err() == nil {
				return std.fail(err)
			}
			return exitCancelled
		case file := <-ready:
			results, err := newResults(std, output, formats, []string{file})
			if err != nil {
				return std.fail(err)
			}
			if results.newer(file) {
				continue // it has its results already
			}
			t := work.one(file)
			if t.Status == inference.StatusCancelled {
				return exitCancelled
			}
			if err := results.write(t); err != nil {
				return std.fail(err)
			}
			if !c.Quiet && t.Error == nil {
				std.file(file, "transcribed to "+results.stem(file)+"."+string(formats[0]))
			}
		}
	}
}

// newer reports whether all results of a recording are there and not older than it:
// so nothing is done twice, also after a restart.
func (r *results) newer(file string) bool {
	recording, err := os.Stat(file)
	if err != nil {
		return false
	}
	return !slices.ContainsFunc(r.formats, func(f export.Format) bool {
		result, err := os.Stat(r.stem(file) + "." + string(f))
		return err != nil || result.ModTime().Before(recording.ModTime())
	})
}

// arrivals gives out the recordings of a folder, those that are there and those that
// come, each when it has not changed for the time settle. It ends with ctx.
func arrivals(ctx context.Context, folder string, settle time.Duration, ready chan<- string) error {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("watching %s: %w", folder, err)
	}
	defer w.Close()
	if err := w.Add(folder); err != nil {
		return fmt.Errorf("watching %s: %w", folder, err)
	}
	// Watched first, listed then: what comes between the two is seen twice, not never.
	entries, err := os.ReadDir(folder)
	if err != nil {
		return fmt.Errorf("reading %s: %w", folder, err)
	}
	pending := map[string]candidate{}
	for _, e := range entries {
		notice(pending, filepath.Join(folder, e.Name()))
	}
	tick := time.NewTicker(settle / 4)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case err := <-w.Errors:
			return fmt.Errorf("watching %s: %w", folder, err)
		case e := <-w.Events:
			if e.Has(fsnotify.Create) || e.Has(fsnotify.Write) {
				notice(pending, e.Name)
			}
		case <-tick.C:
			for _, path := range settled(pending, settle) {
				select {
				case ready <- path:
				case <-ctx.Done():
					return ctx.Err()
				}
			}
		}
	}
}

// candidate is a recording that may still be written to.
type candidate struct {
	size     int64
	modified time.Time
	since    time.Time // when it was first seen like this
}

// notice takes a path into the candidates, if it is a recording by its name. Hidden
// files are those that other programs are still writing.
func notice(pending map[string]candidate, path string) {
	if strings.HasPrefix(filepath.Base(path), ".") || !audio.NamedLikeRecording(path) {
		return
	}
	stat, err := os.Stat(path)
	if err != nil || !stat.Mode().IsRegular() {
		return
	}
	pending[path] = candidate{stat.Size(), stat.ModTime(), time.Now()}
}

// settled takes out those that have not changed for the time settle, in the order of
// their names. One that vanished is forgotten.
func settled(pending map[string]candidate, settle time.Duration) (paths []string) {
	for path, c := range pending {
		stat, err := os.Stat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			delete(pending, path)
		case err != nil:
		case stat.Size() != c.size || !stat.ModTime().Equal(c.modified):
			pending[path] = candidate{stat.Size(), stat.ModTime(), time.Now()}
		case time.Since(c.since) >= settle && stat.Size() > 0:
			delete(pending, path)
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return paths
}
