package gui

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"haltscribe/audio"
	"haltscribe/models"
)

func isRecording(path string) bool { return audio.NamedLikeRecording(path) }

// gathered is what came of dropped or opened paths.
type gathered struct {
	files   []string
	leftOut []string // names of files that are not recordings
	barren  []string // names of folders without recordings
	models  []string // folders with the files of a model
}

// gather takes recordings, and all recordings in folders, in the order of
// their names; folders with a model in them are told apart. It reads the disk: not for the main goroutine.
func gather(ctx context.Context, paths []string) gathered {
	var g gathered
	for _, path := range paths {
		about, err := os.Stat(path)
		switch {
		case err != nil || (!about.IsDir() && !isRecording(path)):
			g.leftOut = append(g.leftOut, filepath.Base(path))
		case about.IsDir():
			found, model := recordingsIn(ctx, path), models.HasFiles(path)
			if model {
				g.models = append(g.models, path)
			}
			if len(found) == 0 && !model {
				g.barren = append(g.barren, filepath.Base(path))
			}
			g.files = append(g.files, found...)
		default:
			g.files = append(g.files, path)
		}
	}
	return g
}

func recordingsIn(ctx context.Context, folder string) []string {
	var found []string
	// A folder that can't be read is passed over: the rest still counts.
	_ = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil && d != nil && d.IsDir():
			return fs.SkipDir
		case err != nil:
			return nil
		case d.Type().IsRegular() && isRecording(path):
			found = append(found, path)
		}
		return nil
	})
	return found
}

// notice is one sentence on what was not taken; "" where all was.
func (g gathered) notice(twice []string) string {
	var said []string
	switch len(g.leftOut) {
	case 0:
	case 1:
		said = append(said, trf(sayLeftOutOne, g.leftOut[0]))
	default:
		said = append(said, trf(sayLeftOutMany, len(g.leftOut), listed(g.leftOut)))
	}
	if len(g.barren) > 0 {
		said = append(said, trf(sayEmptyFolder, listed(g.barren)))
	}
	if len(twice) > 0 {
		said = append(said, trf(sayTwice, listed(twice)))
	}
	return strings.Join(said, " ")
}
