package inference

import (
	"fmt"
	"time"
)

// Phase is a stage of a transcription, as timed and as named to the user.
type Phase string

// The phases, in the order in which a piece passes through them.
const (
	PhaseLoad   Phase = "load"   // model and projector
	PhaseAudio  Phase = "audio"  // decoding, resampling, mel
	PhaseEncode Phase = "encode" // the audio encoder (clip) of each chunk
	PhaseEmbed  Phase = "embed"  // decoding of prompt and embeddings
	PhaseToken  Phase = "token"  // text tokens
)

// Phases lists every phase in order.
func Phases() []Phase {
	return []Phase{PhaseLoad, PhaseAudio, PhaseEncode, PhaseEmbed, PhaseToken}
}

// HookMode says when the eval callback asks to look at the cancel byte.
type HookMode string

// The hook modes.
const (
	HookOff       HookMode = "off"        // no callback: Cancel waits for the running encode
	HookEveryNode HookMode = "every-node" // after every node of the graph
	HookBudget    HookMode = "budget"     // after a MUL_MAT once Budget multiply-adds have passed
	HookPlanned   HookMode = "planned"    // where a plan of measured node times says
)

// DefaultHook is the mode where nothing else was chosen.
const DefaultHook = HookPlanned

// DefaultTargetMS is the longest wanted time between two checks (planned).
const DefaultTargetMS = 20

// DefaultBudget is the published work budget between two checks, in multiply-adds.
const DefaultBudget = 2_500_000_000

// Device names with a meaning of their own; any other name is a ggml device name
// such as "Vulkan0".
const (
	DeviceCPU    = "cpu"
	DeviceMetal  = "metal"
	DeviceVulkan = "vulkan"
	DeviceCUDA   = "cuda"
)

// Setup is everything that an engine must be started anew, or must load anew,
// to change. Two jobs with equal Setups share a loaded model.
type Setup struct {
	Library         string   `json:"library"`        // folder; "" takes the app's own
	AllowUntested   bool     `json:"allow_untested"` // accept a version that was not tested
	Model           string   `json:"model"`          // path of the text model's GGUF
	Projector       string   `json:"projector"`      // path of the mmproj GGUF
	ModelName       string   `json:"model_name"`     // for messages
	Device          string   `json:"device"`         // cpu, metal, vulkan, cuda or a ggml device name
	Hook            HookMode `json:"hook"`           //
	Budget          int64    `json:"budget"`         // multiply-adds between checks (budget)
	TargetMS        float64  `json:"target_ms"`      // longest wanted gap (planned)
	Threads         int      `json:"threads"`        // 0: as many as suit machine and model
	LeaveCore       bool     `json:"leave_core"`     // with Threads 0: keep a core free for the window
	SequencesAtOnce int      `json:"sequences"`      // pieces decoded together, at most; 0: as many as gain; fewer where memory is short
}

// Options are what may differ from job to job on one loaded model.
type Options struct {
	Language string `json:"language"` // "auto" or a language's English name
	Context  string `json:"context"`  // words to expect, for the system prompt
	// ResumeFrom is where to begin, in seconds: what lies before was finished by an
	// earlier job. Segments keep the recording's times.
	ResumeFrom float64 `json:"resume_from,omitempty"`
	Prompt     Prompt  `json:"prompt"` // how the model is asked
	// LongestPiece is how many seconds of speech the model takes well at a time; 0: 30.
	LongestPiece float64 `json:"longest_piece,omitempty"`
	// ForcedTokens, if not 0, is how many tokens each second of a recording gets, whatever
	// the model says: for measuring with random weights, which never end by themselves.
	ForcedTokens float64 `json:"forced_tokens,omitempty"`
}

// Prompt is how a model is asked to transcribe, and how its answer is read. The
// zero value is Qwen3-ASR's way.
type Prompt struct {
	Form     string `json:"form"`     // with {audio} once, and {context} and {language} where they belong
	Language string `json:"language"` // what {language} becomes where one is chosen: with {name} or {code}
	Answer   string `json:"answer"`   // AnswerTagged or AnswerPlain
}

// How answers are read.
const (
	AnswerTagged = "tagged" // "language X<asr_text>" before the words
	AnswerPlain  = "plain"  // the words alone
)

// CancelPlan makes the engine store the cancel byte itself, After the begin of
// the work or, with InPhase, of that phase. It is for measuring.
type CancelPlan struct {
	After   time.Duration `json:"after"`
	InPhase Phase         `json:"in_phase"`
}

// ParseHook reads a hook mode's name.
func ParseHook(name string) (HookMode, error) {
	switch m := HookMode(name); m {
	case HookOff, HookEveryNode, HookBudget, HookPlanned:
		return m, nil
	}
	return "", fmt.Errorf("there is no hook mode %q; choose off, every-node, budget or planned", name)
}
