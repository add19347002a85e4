package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"haltscribe/inference"
	"haltscribe/inference/bench"
	"haltscribe/inference/engine"
)

type benchCmd struct {
	Model         string   `default:"demo" placeholder:"NAME|DIR" help:"Model: demo, or a folder with a GGUF pair."`
	Audio         string   `placeholder:"FILE" help:"Recording; its first 30 s are used (default: the sample)."`
	Device        []string `placeholder:"NAME" help:"Devices (repeatable; default: all that are available)."`
	Hook          []string `placeholder:"MODE" help:"Modes besides off: every-node, go-callback, budget, planned (repeatable; default: all)."`
	Runs          int      `default:"9" placeholder:"N" help:"Rounds (default: ${default})."`
	TargetMS      float64  `name:"target-ms" default:"${target}" placeholder:"MS" help:"Hook planned: longest wanted time between two checks (default: ${default})."`
	Budget        int64    `default:"${budget}" placeholder:"N" help:"Hook budget: multiply-adds between two checks (default: ${default})."`
	Threads       int      `placeholder:"N" help:"Threads (default: as many as suit machine and model)."`
	EndToEnd      bool     `help:"Whole transcriptions too."`
	JSON          bool     `xor:"format" help:"Print JSON."`
	CSV           bool     `xor:"format" help:"Print CSV."`
	GoBench       bool     `xor:"format" name:"gobench" help:"Print Go's benchmark format, for benchstat."`
	Plot          string   `placeholder:"FILE" help:"Draw a chart too, FILE.svg or FILE.png."`
	Library       string   `placeholder:"DIR" help:"Folder of another llama.cpp with libmtmd."`
	AllowUntested bool     `help:"Accept a llama.cpp version that Haltscribe was not tested with."`
	Quiet         bool     `help:"No progress."`
	Verbose       bool     `help:"Show the log of ggml too."`
}

func (c benchCmd) spec(sample func() (string, error)) (bench.Spec, error) {
	model, err := home().Resolve(c.Model)
	if err != nil {
		return bench.Spec{}, err
	}
	if c.Runs < 1 || c.TargetMS <= 0 || c.Budget <= 0 || c.Threads < 0 {
		return bench.Spec{}, usageError{errors.New("--runs, --target-ms, --budget and --threads take positive numbers")}
	}
	audio := c.Audio
	if audio == "" {
		audio, err = sample()
	} else {
		audio, err = filepath.Abs(audio)
	}
	if err != nil {
		return bench.Spec{}, fmt.Errorf("finding the recording: %w", err)
	}
	spec := bench.Spec{
		Setup: inference.Setup{
			Library: c.Library, AllowUntested: c.AllowUntested,
			Model: model.Text, Projector: model.Projector, ModelName: model.Name,
			Budget: c.Budget, TargetMS: c.TargetMS, Threads: c.Threads,
		},
		File: audio, Devices: c.Device, Runs: c.Runs, EndToEnd: c.EndToEnd,
	}
	for _, name := range c.Hook {
		if bench.GoCallback != inference.HookMode(name) {
			if _, err := inference.ParseHook(name); err != nil {
				return bench.Spec{}, usageError{err}
			}
		}
		spec.Hooks = append(spec.Hooks, inference.HookMode(name))
	}
	return spec, nil
}

func (c benchCmd) run(std streams, sample func() (string, error)) int {
	spec, err := c.spec(sample)
	if errors.As(err, &usageError{}) {
		return std.wrongUse("bench", err)
	}
	if err != nil {
		return std.fail(err)
	}
	if ext := strings.ToLower(filepath.Ext(c.Plot)); c.Plot != "" && ext != ".svg" && ext != ".png" {
		return std.wrongUse("bench", errors.New("--plot takes a file that ends in .svg or .png"))
	}
	spec.Setup.Library, spec.Setup.AllowUntested = remember(std, c.Quiet).library(c.Library, c.AllowUntested)
	client := engine.NewClient(engine.Config{Verbose: c.Verbose, Log: logWriter(c.Verbose)})
	defer client.Close()
	stop := watchSignals()
	defer stop.close()
	ctx, cancel := stop.context()
	defer cancel()
	line := newProgress(std.err, c.Audio, c.Quiet)
	report, err := client.Bench(ctx, spec, func(p bench.Progress) { line.show(p.What, p.Done) })
	line.clear()
	code := exitOK
	if err != nil {
		code = std.fail(err)
	} else if stop.asked() {
		code = exitCancelled
	}
	if len(report.Devices) == 0 {
		return code
	}
	if err := c.write(std.out, report); err != nil {
		return std.fail(err)
	}
	return code
}

func (c benchCmd) write(w io.Writer, r bench.Report) error {
	var err error
	switch {
	case c.JSON:
		err = json.NewEncoder(w).Encode(r)
	case c.CSV:
		err = r.WriteCSV(w)
	case c.GoBench:
		err = r.WriteGoBench(w)
	default:
		err = r.WriteTable(w)
	}
	if err != nil {
		return fmt.Errorf("writing the report: %w", err)
	}
	if c.Plot == "" {
		return nil
	}
	f, err := os.Create(c.Plot)
	if err != nil {
		return fmt.Errorf("writing the chart: %w", err)
	}
	format := strings.TrimPrefix(strings.ToLower(filepath.Ext(c.Plot)), ".")
	if err := errors.Join(r.WritePlot(f, format, bench.LightLook()), f.Close()); err != nil {
		return fmt.Errorf("writing the chart: %w", err)
	}
	return nil
}
