package gui

import (
	"context"

	"haltscribe/gui/comparison"
	"haltscribe/gui/modelshelf"
	"haltscribe/gui/queue"
	"haltscribe/gui/sound"
	"haltscribe/history"
	"haltscribe/inference"
	"haltscribe/inference/engine"
)

// Model is a model that can be used, by the paths of its two files.
type Model struct {
	Name      string
	Text      string
	Projector string
	Note      string // a sentence on its limits; empty for a real one
	Prompt    inference.Prompt

	LongestPiece float64 // seconds; 0: the usual
}

// Engine is what transcribes. It lives in a process of its own.
type Engine interface {
	queue.Transcriber
	comparison.Bencher
	Inventory(ctx context.Context, library string, allowUntested bool) (inference.Inventory, error)
	// Try transcribes a short recording to see how a model does; see engine.Client.
	Try(ctx context.Context, job engine.Job, tell func(done float64)) (engine.Trial, error)
}

// Choices is what the window remembers between runs.
type Choices struct {
	Model          string // "demo", or a folder
	ModelDir       string // where models are kept; "" is the program's own place
	Library        string // a folder; "" is the app's own
	AllowUntested  bool
	Device         string
	Hook           inference.HookMode
	Budget         int64
	TargetMS       float64
	StopDeadlineMS int // an engine that takes longer to stop is ended
	IdleMinutes    int // without work, after which the model is let go; 0 keeps it
	Threads        int // 0: as many as suit
	Language       string
	Context        string
	Theme          string   // system, dark or light
	TextSize       int      // per cent
	Volume         float64  // of the player, 0 to 1
	Speed          float64  // of the player, times as fast as it was spoken
	Folder         string   // where recordings were opened last
	Formats        []string // of exports; a new slice for each change
	ExportDir      string   // "" is the recording's folder
	KeepHistory    bool
	Width, Height  float32
}

// Store keeps the choices.
type Store interface {
	// Load returns what is kept, always usable; notice is a sentence for the
	// user where something could not be read.
	Load() (c Choices, notice string)
	Save(Choices) error
}

// Deps is what the window needs from the rest of the program.
type Deps struct {
	Version      string
	Files        []string // put into the queue at the start
	Engine       Engine
	ResolveModel func(nameOrDir string) (Model, error)
	Store        Store
	SettingsFile string                                                             // where that keeps them, to be shown; may be ""
	Models       modelshelf.Shelf                                                   // nil: no page for models
	OpenPlayer   func() (sound.Player, error)                                       // nil takes the machine's sound device
	Length       func(path string) (seconds float64, err error)                     // from a file's header; nil reads WAV
	Sample       func() (path string, err error)                                    // of a recording that comes with the program
	OpenHistory  func(context.Context) (s *history.Store, notice string, err error) // nil keeps none
	Outlines     string                                                             // folder that keeps outlines of recordings; "" keeps none
	Comparisons  string                                                             // folder that keeps comparisons; "" keeps none
	Planned      bool                                                               // the planned hook mode can be had
	Journal      string                                                             // file that gets a JSON line for each change; "" for none
}
