package gui

import (
	"sync"

	"haltscribe/inference"
	"haltscribe/settings"
)

// SettingsIn keeps the window's choices in the settings file at path; what
// else is in the file stays as it is.
func SettingsIn(path string) Store { return &settingsStore{path: path} }

type settingsStore struct {
	path string
	mu   sync.Mutex
	all  settings.Settings
}

func (s *settingsStore) Load() (Choices, string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	all, notice, err := settings.Load(s.path)
	s.all = all
	said := string(notice)
	if err != nil {
		said = err.Error()
	}
	return Choices{
		Model: all.Model, Library: all.LibraryDir, AllowUntested: all.AllowUntestedLibrary,
		Device: all.Device, Hook: inference.HookMode(all.Hook), Budget: all.Budget, TargetMS: float64(all.TargetMS),
		Threads: all.Threads, Language: all.Language, Context: all.Context,
		Theme: all.Theme, Volume: all.Volume, Folder: all.LastFolder,
		Width: float32(all.WindowWidth), Height: float32(all.WindowHeight),
	}, said
}

func (s *settingsStore) Save(c Choices) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := &s.all
	a.Model, a.LibraryDir, a.AllowUntestedLibrary = c.Model, c.Library, c.AllowUntested
	a.Device, a.Hook, a.Budget, a.TargetMS = c.Device, string(c.Hook), c.Budget, int(c.TargetMS)
	a.Threads, a.Language, a.Context = c.Threads, c.Language, c.Context
	a.Theme, a.Volume, a.LastFolder = c.Theme, c.Volume, c.Folder
	a.WindowWidth, a.WindowHeight = float64(c.Width), float64(c.Height)
	return a.Save(s.path)
}
