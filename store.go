//go:build !headless

package main

import (
	"slices"
	"sync"
	"time"

	"haltscribe/gui"
	"haltscribe/inference"
	"haltscribe/settings"
)

// store keeps the window's choices in the settings file, and leaves the rest of
// the settings as they are.
type store struct {
	path string              // "" keeps nothing
	idle func(time.Duration) // hears after what time without work the engine shall be let go; may be nil

	mu     sync.Mutex
	loaded settings.Settings
	notice string // a sentence for the user
}

// openStore reads the settings.
func openStore() *store {
	path, err := settings.Path()
	if err != nil {
		return &store{loaded: settings.Default(), notice: "Nothing will be remembered: " + err.Error() + "."}
	}
	loaded, told, err := settings.Load(path)
	if err != nil {
		return &store{loaded: loaded, notice: "Nothing will be remembered: " + err.Error() + "."}
	}
	return &store{path: path, loaded: loaded, notice: string(told)}
}

// Load gives the choices that were read at the start.
func (s *store) Load() (gui.Choices, string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	k := s.loaded
	return gui.Choices{
		Model: k.Model, ModelDir: k.ModelDir, Library: k.LibraryDir, AllowUntested: k.AllowUntestedLibrary,
		Device: k.Device, Hook: inference.HookMode(k.Hook), Budget: k.Budget, TargetMS: float64(k.TargetMS),
		StopDeadlineMS: k.StopDeadlineMS, IdleMinutes: k.IdleMinutes, TextSize: k.TextSize,
		Formats: slices.Clone(k.Formats), ExportDir: k.ExportDir, KeepHistory: k.KeepHistory,
		Threads: k.Threads, Language: k.Language, Context: k.Context,
		Theme: k.Theme, Volume: k.Volume, Speed: k.Speed, Folder: k.LastFolder,
		Width: float32(k.WindowWidth), Height: float32(k.WindowHeight),
	}, s.notice
}

// modelDir is where models are kept; "" for the program's own place.
func (s *store) modelDir() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.loaded.ModelDir
}

// idleTime is how long an engine stays without work; 0: for good.
func (s *store) idleTime() time.Duration { return time.Duration(s.loaded.IdleMinutes) * time.Minute }

// Save writes the choices.
func (s *store) Save(c gui.Choices) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	k := &s.loaded
	k.Model, k.Device, k.Hook, k.Budget = c.Model, c.Device, string(c.Hook), c.Budget
	k.LibraryDir, k.AllowUntestedLibrary = c.Library, c.AllowUntested
	k.Language, k.Context, k.Theme, k.Volume, k.Speed, k.LastFolder = c.Language, c.Context, c.Theme, c.Volume, c.Speed, c.Folder
	k.ModelDir, k.TargetMS, k.StopDeadlineMS, k.Threads = c.ModelDir, int(c.TargetMS), c.StopDeadlineMS, c.Threads
	k.TextSize, k.KeepHistory, k.Formats, k.ExportDir = c.TextSize, c.KeepHistory, slices.Clone(c.Formats), c.ExportDir
	k.WindowWidth, k.WindowHeight = float64(c.Width), float64(c.Height)
	if k.IdleMinutes != c.IdleMinutes {
		k.IdleMinutes = c.IdleMinutes
		if s.idle != nil {
			s.idle(s.idleTime())
		}
	}
	if s.path == "" {
		return nil
	}
	return k.Save(s.path)
}
