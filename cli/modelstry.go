package cli

import (
	"context"
	"errors"
	"fmt"

	"haltscribe/inference"
	"haltscribe/inference/engine"
	"haltscribe/models"
	"haltscribe/models/fetch"
)

type tryCmd struct {
	Name          string `arg:"" placeholder:"NAME|DIR" help:"Name or folder of the model."`
	Device        string `default:"cpu" placeholder:"NAME" help:"Device: cpu, metal, vulkan, cuda, or a name that 'haltscribe devices' lists."`
	Threads       int    `placeholder:"N" help:"Threads (default: as many as suit machine and model)."`
	Library       string `placeholder:"DIR" help:"Folder of another llama.cpp with libmtmd."`
	AllowUntested bool   `help:"Accept a llama.cpp version that Haltscribe was not tested with."`
	JSON          bool   `name:"json" help:"Print what was measured as JSON, one line."`
	Quiet         bool   `help:"No progress and no warnings."`
	Verbose       bool   `help:"Show the log of ggml too."`
}

// run transcribes the sample with a model, and keeps how that went for the list.
func (c tryCmd) run(std streams, sample func() (string, error)) int {
	setup, model, err := engineFlags{
		Model: c.Name, Device: c.Device, Hook: string(inference.DefaultHook), TargetMS: inference.DefaultTargetMS,
		Budget: inference.DefaultBudget, Threads: c.Threads,
	}.setup()
	if errors.As(err, &usageError{}) {
		return std.wrongUse("models try", err)
	}
	if err != nil {
		return std.fail(err)
	}
	file, err := sample()
	if err != nil {
		return std.fail(err)
	}
	remembered := remember(std, c.Quiet)
	setup.Library, setup.AllowUntested = remembered.library(c.Library, c.AllowUntested)
	if note := memoryNote(setup, model); note != "" && !c.Quiet {
		std.file(c.Name, "warning: "+note)
	}
	client := engine.NewClient(engine.Config{
		Verbose: c.Verbose, Log: logWriter(c.Verbose), StopDeadline: remembered.stopDeadline(),
	})
	defer client.Close()
	stop := watchSignals()
	defer stop.close()
	ctx, cancel := stop.context()
	defer cancel()
	line := newProgress(std.err, c.Name, c.Quiet)
	job := engine.Job{File: file, Setup: setup, Options: inference.Options{Language: "auto", Prompt: inference.Prompt(model.Prompt), LongestPiece: model.LongestPiece}}
	measured, err := client.Try(ctx, job, func(done float64) { line.show("trying", done) })
	line.clear()
	switch {
	case errors.Is(err, context.Canceled):
		return exitCancelled
	case err != nil:
		std.file(c.Name, err.Error())
		return exitFailed
	}
	trial, h := models.Trial(measured), home()
	name, err := h.TrialName(c.Name)
	if err == nil {
		err = h.KeepTrial(name, model.Text, model.Projector, trial)
	}
	if err != nil && !c.Quiet {
		std.file(c.Name, "warning: "+err.Error())
	}
	if c.JSON {
		return printJSON(std, struct {
			Name string `json:"name"`
			models.Trial
		}{name, trial})
	}
	fmt.Fprintf(std.out, "%s: %s\n", c.Name, trialSentence(trial))
	return exitOK
}

// trialSentence says what a trial showed.
func trialSentence(t models.Trial) string {
	s := fmt.Sprintf("%s times real time on %s (%s)", timesWord(t.Speed), t.Device, t.DeviceName)
	if t.Memory > 0 {
		s += fmt.Sprintf(", %s of memory", fetch.Size(t.Memory))
	}
	s += fmt.Sprintf(", loads in %.1f s", t.LoadMS/1000)
	switch inference.Status(t.Status) {
	case inference.StatusTruncated:
		s += "; but it did not come to an end by itself, so don't trust its words"
	case inference.StatusNoSpeech:
		s += "; but it heard no speech where there is some, so don't trust its words"
	}
	return s
}

// timesWord is a speed with as many digits as say something.
func timesWord(speed float64) string {
	if speed >= 9.95 {
		return fmt.Sprintf("%.0f", speed)
	}
	return fmt.Sprintf("%.1f", speed)
}

// trialWord is a model's newest trial in the table.
func trialWord(trials []models.Trial) string {
	if len(trials) == 0 {
		return "-"
	}
	t := trials[0]
	return fmt.Sprintf("%sx on %s, %s", timesWord(t.Speed), t.Device, sizeWord(t.Memory))
}
