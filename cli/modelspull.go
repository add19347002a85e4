package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"haltscribe/models"
	"haltscribe/models/fetch"
)

type pullCmd struct {
	Name  string `arg:"" help:"Name of a model that 'haltscribe models list' shows."`
	From  string `placeholder:"URL" help:"https:// folder that has the files, instead of Hugging Face (or HF_ENDPOINT)."`
	JSON  bool   `name:"json" help:"Print what was fetched as JSON, one line."`
	Quiet bool   `help:"No progress."`

	agent string // the User-Agent header
}

func (c pullCmd) run(std streams) int {
	stop := watchSignals()
	defer stop.close()
	ctx, cancel := stop.context()
	defer cancel()
	line := newProgress(std.err, c.Name, c.Quiet)
	pulled, err := home().Pull(ctx, c.Name, models.PullOptions{
		From: c.From, Agent: c.agent, Progress: func(p fetch.Progress) { line.say(progressWords(p)) },
	})
	line.clear()
	switch {
	case errors.Is(err, context.Canceled):
		if !c.Quiet {
			std.file(c.Name, "stopped; what has come is kept, and the same command goes on with it")
		}
		return exitCancelled
	case err != nil:
		return std.fail(err)
	}
	if pulled.Fetched && !pulled.Pinned && !c.Quiet {
		std.file(c.Name, "its hashes were not known beforehand; what came was held against those that the server publishes")
	}
	if c.JSON {
		return printJSON(std, struct {
			Name    string `json:"name"`
			Text    string `json:"text"`
			Mmproj  string `json:"mmproj"`
			Fetched bool   `json:"fetched"`
			Pinned  bool   `json:"pinned"`
		}{pulled.Model.Name, pulled.Model.Text, pulled.Model.Projector, pulled.Fetched, pulled.Pinned})
	}
	fmt.Fprintln(std.out, filepath.Dir(pulled.Model.Text))
	return exitOK
}

// progressWords is a download's progress in words: "43 % of 1.02 GB, 12 MB/s, 48 s left".
func progressWords(p fetch.Progress) string {
	if p.Checking {
		return "checking " + fetch.Size(p.Done)
	}
	s := fetch.Size(p.Done)
	if p.Total > 0 {
		s = fmt.Sprintf("%d %% of %s", p.Done*100/p.Total, fetch.Size(p.Total))
	}
	if p.Speed > 0 {
		s += ", " + fetch.Size(int64(p.Speed)) + "/s"
	}
	if p.Left > 0 {
		s += ", " + fetch.TimeLeft(p.Left) + " left"
	}
	return s
}

type verifyCmd struct {
	Name  string `arg:"" optional:"" help:"Name or folder of the model (default: all that are here)."`
	JSON  bool   `name:"json" help:"Print JSON, one line a model."`
	Quiet bool   `help:"No progress."`
}

// verified is a model in the JSON of verify.
type verified struct {
	Name  string            `json:"name"`
	OK    bool              `json:"ok"`
	Files map[string]string `json:"files"` // SHA-256 by path
	Error *string           `json:"error"`
}

func (c verifyCmd) run(std streams) int {
	h := home()
	names := []string{c.Name}
	if c.Name == "" {
		items, err := h.List()
		if err != nil {
			return std.fail(err)
		}
		names = nil
		for _, i := range items {
			if i.State != models.Available && i.State != models.Begun {
				names = append(names, i.Name)
			}
		}
	}
	stop := watchSignals()
	defer stop.close()
	ctx, cancel := stop.context()
	defer cancel()
	t := tally{}
	for _, name := range names {
		line := newProgress(std.err, name, c.Quiet)
		sums, err := h.Verify(ctx, name, func(path string, done int64) {
			line.say("checking " + filepath.Base(path) + ", " + fetch.Size(done))
		})
		line.clear()
		if ctx.Err() != nil {
			return exitCancelled
		}
		if err != nil {
			t.failed++
			std.fail(err)
		} else {
			t.whole++
		}
		if c.JSON {
			v := verified{Name: name, OK: err == nil, Files: sums}
			if err != nil {
				why := err.Error()
				v.Error, v.Files = &why, map[string]string{}
			}
			printJSON(std, v)
			continue
		}
		for _, path := range slices.Sorted(maps.Keys(sums)) {
			fmt.Fprintf(std.out, "%s: %s  %s\n", name, sums[path], path)
		}
	}
	return t.exitCode()
}
