package gui

import (
	"context"
	"os"
	"path/filepath"

	"fyne.io/fyne/v2"
)

// dropped takes files and folders that were dropped on the window.
func (w *mainWindow) dropped(uris []fyne.URI) {
	paths := make([]string, 0, len(uris))
	for _, u := range uris {
		if u.Scheme() == "file" {
			paths = append(paths, u.Path())
		}
	}
	if others := w.takeModels(paths); len(others) > 0 {
		w.take(others, true)
	}
}

// queueNamed queues what the command line names: files as they are, since
// somebody asked for them, and the recordings of folders. They wait.
func (w *mainWindow) queueNamed(paths []string) {
	var files, folders []string
	for _, path := range paths {
		if whole, err := filepath.Abs(path); err == nil {
			path = whole
		}
		if about, err := os.Stat(path); err == nil && about.IsDir() {
			folders = append(folders, path)
		} else {
			files = append(files, path)
		}
	}
	w.queueFiles(files)
	if len(folders) > 0 {
		w.take(folders, false)
	}
}

// take adds recordings to the queue, and starts it if it shall.
func (w *mainWindow) take(paths []string, start bool) {
	w.files.give(func(ctx context.Context) {
		g := gather(ctx, paths)
		w.inbox.put(func() {
			w.addModels(g.models)
			files, ended := w.known(g.files)
			twice := w.queueFiles(files)
			if notice := g.notice(twice); notice != "" {
				w.putBanner(banner{about: bannerIntake, text: notice})
			} else {
				w.banners.drop(bannerIntake)
			}
			if start && len(files) > len(twice) {
				w.queue.Start()
			}
			if len(ended) > 0 {
				w.askAgain(ended)
			}
		})
	})
}

// queueFiles adds recordings and returns the names of those that are there already.
func (w *mainWindow) queueFiles(files []string) (twice []string) {
	ids := w.queue.Add(files...)
	for i, id := range ids {
		if id == 0 {
			twice = append(twice, filepath.Base(files[i]))
			continue
		}
		if w.chosen == 0 {
			w.chosen = id
		}
		w.findLength(id, files[i])
	}
	return twice
}

// findLength reads a recording's length for the list, when there is time.
func (w *mainWindow) findLength(id int, file string) {
	if w.deps.Length == nil {
		return
	}
	w.files.give(func(context.Context) {
		if seconds, err := w.deps.Length(file); err == nil {
			w.queue.SetDuration(id, seconds)
		}
	})
}
