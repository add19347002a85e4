// Package settings keeps what the program remembers between runs in one JSON file, for people to read and edit too.
//
// Nothing is lost by a crash in the middle of saving, a file that can't be read is put aside and not overwritten, a
// file of an older version is migrated, one of a newer version is left alone, and what another version of the
// program wrote into it survives.
package settings

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/adrg/xdg"
)

// DefaultHook is the hook mode of a new user.
const DefaultHook = "planned"

// HookModes are the values of Settings.Hook: when the engine looks whether to stop within an encode.
func HookModes() []string { return []string{"off", "every-node", "budget", "planned"} }

// FormatNames are the values of Settings.Formats.
func FormatNames() []string { return []string{"txt", "srt", "vtt", "json", "csv"} }

// Themes are the values of Settings.Theme.
func Themes() []string { return []string{"system", "dark", "light"} }

// Settings is everything that is remembered. Copies made by assignment share their slices; use Clone.
type Settings struct {
	Version int `json:"version"` // of the file's format: Version

	Model    string `json:"model"`     // a name of the catalogue, or a folder
	ModelDir string `json:"model_dir"` // where models are kept; "" for the program's own place
	Language string `json:"language"`  // "auto", or a language's English name
	Context  string `json:"context"`   // words that help the model, may be ""

	Device               string `json:"device"`                 // cpu, metal, vulkan, cuda, or a device's own name
	Threads              int    `json:"threads"`                // 0: as many as suit the machine
	LibraryDir           string `json:"library_dir"`            // of another llama.cpp; "" for the program's own
	AllowUntestedLibrary bool   `json:"allow_untested_library"` // versions that were not tested

	Hook           string `json:"hook"`             // one of HookModes
	TargetMS       int    `json:"target_ms"`        // of planned: the longest time between two looks, in ms
	Budget         int64  `json:"budget"`           // of budget: multiply-adds between two looks
	IdleMinutes    int    `json:"idle_minutes"`     // without a job, after which the model is let go from memory; 0: never
	StopDeadlineMS int    `json:"stop_deadline_ms"` // an engine that doesn't stop in this time is killed, in ms

	Theme       string   `json:"theme"`        // one of Themes
	TextSize    int      `json:"text_size"`    // per cent of the theme's
	Volume      float64  `json:"volume"`       // of the player, 0 to 1
	Speed       float64  `json:"speed"`        // of the player, 0.5 to 2 times as fast as it was spoken
	KeepHistory bool     `json:"keep_history"` // transcripts stay in the database
	Formats     []string `json:"formats"`      // of exports, of FormatNames
	ExportDir   string   `json:"export_dir"`   // "" for the recording's folder
	LastFolder  string   `json:"last_folder"`  // where files were last chosen

	WindowWidth  float64 `json:"window_width"` // in Fyne's units; 0: the usual size
	WindowHeight float64 `json:"window_height"`

	// others are the file's fields that this version doesn't know, as they were.
	others map[string]json.RawMessage
}

// Default is what a new user has.
func Default() Settings {
	return Settings{
		Version:        Version,
		Model:          "demo",
		Language:       "auto",
		Device:         "cpu",
		Hook:           DefaultHook,
		TargetMS:       20,
		Budget:         2_500_000_000,
		IdleMinutes:    10,
		StopDeadlineMS: 1000,
		Theme:          "system",
		TextSize:       100,
		Volume:         1,
		Speed:          1,
		KeepHistory:    true,
		Formats:        []string{"txt"},
	}
}

// Clone is a copy that shares nothing.
func (s Settings) Clone() Settings {
	s.Formats = slices.Clone(s.Formats)
	s.others = maps.Clone(s.others)
	return s
}

// Path is where the settings of this user are, by the system's conventions. It makes the folder.
func Path() (string, error) {
	path, err := xdg.ConfigFile("haltscribe/settings.json")
	if err != nil {
		return "", fmt.Errorf("no place for the settings: %w", err)
	}
	return path, nil
}
