//go:build !headless

package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/adrg/xdg"

	"haltscribe/gui"
	"haltscribe/gui/queue"
	"haltscribe/history"
	"haltscribe/inference"
	"haltscribe/inference/engine"
	"haltscribe/models"
)

// window opens the window with files in its queue.
func window(files []string) int {
	if !gui.HasDisplay() {
		fmt.Fprintln(os.Stderr, "haltscribe: there is no display for the window; in a terminal use: haltscribe transcribe FILE…")
		return 2
	}
	// The garbage collector's usual freedom, as much again as is in use, would come and go with what the window takes.
	debug.SetGCPercent(50)
	store := openStore()
	client := engine.NewClient(engine.Config{
		StopDeadline: time.Duration(store.loaded.StopDeadlineMS) * time.Millisecond,
		Idle:         store.idleTime(),
		Background:   true,
	})
	store.idle = client.SetIdle
	home := modelHome{store}
	// Fyne's driver ends at these as well; this way those that post to it know before.
	ctx, release := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer release()
	err := gui.Run(ctx, gui.Deps{
		Version:      version,
		Files:        files,
		Engine:       windowEngine{client},
		ResolveModel: func(name string) (gui.Model, error) { return resolveModel(home, name) },
		Models:       home,
		Store:        store,
		SettingsFile: store.path,
		Sample:       samplePath,
		Comparisons:  filepath.Join(xdg.DataHome, "haltscribe", "comparisons"),
		OpenHistory: func(ctx context.Context) (*history.Store, string, error) {
			return history.Open(ctx, filepath.Join(xdg.DataHome, "haltscribe", "history.db"))
		},
		Outlines: filepath.Join(xdg.CacheHome, "haltscribe", "outlines"),
		Planned:  true,
	})
	if closeErr := client.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "haltscribe: %v\n", err)
		return 1
	}
	return 0
}

// windowEngine is the engine client as the window wants it.
type windowEngine struct{ *engine.Client }

func (e windowEngine) Start(job engine.Job, onEvent func(engine.Event)) queue.RunningJob {
	job.Setup.LeaveCore = true
	return e.Client.Start(job, onEvent)
}

func (e windowEngine) Try(ctx context.Context, job engine.Job, tell func(done float64)) (engine.Trial, error) {
	job.Setup.LeaveCore = true
	return e.Client.Try(ctx, job, tell)
}

func (e windowEngine) Bench(ctx context.Context, spec engine.BenchSpec, tell func(engine.BenchProgress)) (engine.BenchReport, error) {
	spec.Setup.LeaveCore = true
	return e.Client.Bench(ctx, spec, tell)
}

// resolveModel finds a model, with what is to be said of it: also that memory will be
// short, where it runs on the processor.
func resolveModel(home modelHome, name string) (gui.Model, error) {
	m, err := home.at().Resolve(name)
	if chosen, _ := home.store.Load(); err == nil && chosen.Device == inference.DeviceCPU {
		m.Note = strings.TrimSpace(m.Note + " " + models.ShortOf(m))
	}
	return gui.Model{
		Name: m.Name, Text: m.Text, Projector: m.Projector, Note: m.Note,
		Prompt: inference.Prompt(m.Prompt), LongestPiece: m.LongestPiece,
	}, err
}
