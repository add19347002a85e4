package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"haltscribe/inference/engine"
	"haltscribe/models"
	"haltscribe/settings"
)

type modelsCmd struct {
	List   listCmd   `cmd:"" help:"List the models: those that are here, and those that can be fetched."`
	Pull   pullCmd   `cmd:"" help:"Fetch a model, or go on with one that was begun."`
	Try    tryCmd    `cmd:"" help:"Transcribe the sample with a model, and say how fast that is here and what it takes."`
	Verify verifyCmd `cmd:"" help:"Hash the files of a model, or of all, and hold them against what they should be."`
	Remove removeCmd `cmd:"" help:"Delete a model that was fetched."`
	Path   pathCmd   `cmd:"" help:"Print where a model's files are."`
	Synth  synthCmd  `cmd:"" help:"Write a model of random weights with a real model's shape, for measuring."`
}

// home is where models are kept, by the settings. What is wrong with those, other
// parts of the command tell.
func home() models.Home {
	path, err := settings.Path()
	if err != nil {
		return models.At("")
	}
	s, _, err := settings.Load(path)
	if err != nil {
		return models.At("")
	}
	return models.At(s.ModelDir)
}

type pathCmd struct {
	Name string `arg:"" help:"Name or folder of the model."`
}

func (c pathCmd) run(std streams) int {
	m, err := home().Resolve(c.Name)
	if err != nil {
		return std.fail(err)
	}
	fmt.Fprintln(std.out, filepath.Dir(m.Text))
	return exitOK
}

type removeCmd struct {
	Name string `arg:"" help:"Name of the model."`
}

func (c removeCmd) run(std streams) int {
	if err := home().Remove(c.Name); err != nil {
		return std.fail(err)
	}
	return exitOK
}

type synthCmd struct {
	Shape         string `required:"" placeholder:"NAME" help:"Shape: qwen3-asr-0.6b or small."`
	Out           string `required:"" placeholder:"DIR" help:"Folder to write the pair to."`
	Library       string `placeholder:"DIR" help:"Folder of another llama.cpp with libmtmd."`
	AllowUntested bool   `help:"Accept a llama.cpp version that Haltscribe was not tested with."`
	Quiet         bool   `help:"No progress."`
}

func (c synthCmd) run(std streams) int {
	folder, untested := remember(std, c.Quiet).library(c.Library, c.AllowUntested)
	client := engine.NewClient(engine.Config{})
	defer client.Close()
	stop := watchSignals()
	defer stop.close()
	ctx, cancel := stop.context()
	defer cancel()
	line := newProgress(std.err, c.Shape, c.Quiet)
	err := client.Synth(ctx, folder, untested, c.Shape, c.Out, func(done float64) { line.show("writing", done) })
	line.clear()
	switch {
	case errors.Is(err, context.Canceled):
		return exitCancelled
	case err != nil:
		return std.fail(err)
	}
	return exitOK
}
