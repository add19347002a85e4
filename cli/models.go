package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"haltscribe/inference/engine"
	"haltscribe/models"
)

type modelsCmd struct {
	Path  pathCmd  `cmd:"" help:"Print where a model's files are."`
	Synth synthCmd `cmd:"" help:"Write a model of random weights with a real model's shape, for measuring."`
}

type pathCmd struct {
	Name string `arg:"" help:"Name or folder of the model."`
}

func (c pathCmd) run(std streams) int {
	m, err := models.Resolve(c.Name)
	if err != nil {
		return std.fail(err)
	}
	fmt.Fprintln(std.out, filepath.Dir(m.Text))
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
