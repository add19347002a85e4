package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"haltscribe/gui"
	"haltscribe/gui/queue"
	"haltscribe/inference/engine"
	"haltscribe/models"
)

// window opens the window with files in its queue.
func window(files []string) int {
	if !gui.HasDisplay() {
		fmt.Fprintln(os.Stderr, "haltscribe: there is no display for the window; in a terminal use: haltscribe transcribe FILE…")
		return 2
	}
	store := openStore()
	client := engine.NewClient(engine.Config{
		StopDeadline: time.Duration(store.loaded.StopDeadlineMS) * time.Millisecond,
	})
	err := gui.Run(context.Background(), gui.Deps{
		Version:      version,
		Files:        files,
		Engine:       windowEngine{client},
		ResolveModel: resolveModel,
		Store:        store,
		Planned:      true,
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

func resolveModel(nameOrDir string) (gui.Model, error) {
	m, err := models.Resolve(nameOrDir)
	return gui.Model(m), err
}
