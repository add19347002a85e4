package cli

import (
	"fmt"
	"time"

	"haltscribe/settings"
)

// remembered is what the command line takes from the settings where no flag says
// otherwise: the library, and how patient a cancel is. All else that the window
// remembers is the window's own, so that a command does the same for everybody.
type remembered struct{ settings.Settings }

func remember(std streams, quiet bool) remembered {
	path, err := settings.Path()
	if err != nil {
		return remembered{settings.Default()}
	}
	s, notice, err := settings.Load(path)
	if err != nil {
		notice = settings.Notice(err.Error())
	}
	if notice != "" && !quiet {
		fmt.Fprintf(std.err, "haltscribe: warning: %s\n", notice)
	}
	return remembered{s}
}

func (r remembered) library(folder string, untested bool) (string, bool) {
	if folder == "" {
		folder = r.LibraryDir
	}
	return folder, untested || r.AllowUntestedLibrary
}

func (r remembered) stopDeadline() time.Duration {
	return time.Duration(r.StopDeadlineMS) * time.Millisecond
}
