// Package bench measures what the cancel hook costs on a device: the same encodes
// with each hook mode, interleaved, and what a stop takes in each.
package bench

import (
	"slices"

	"haltscribe/inference"
)

// GoCallback is the hook mode of the comparison that answers every node in Go: what
// a binding pays that calls back into its own language.
const GoCallback inference.HookMode = "go-callback"

// Modes are the hook modes that are compared, the baseline first.
func Modes() []inference.HookMode {
	return []inference.HookMode{
		inference.HookOff, inference.HookEveryNode, GoCallback, inference.HookBudget, inference.HookPlanned,
	}
}

// Spec says what to measure.
type Spec struct {
	Setup    inference.Setup      `json:"setup"` // Device and Hook are not looked at
	File     string               `json:"file"`
	Devices  []string             `json:"devices"` // empty: all that are available
	Hooks    []inference.HookMode `json:"hooks"`   // besides off; empty: all
	Runs     int                  `json:"runs"`
	EndToEnd bool                 `json:"end_to_end"`
}

// hooks are the modes to measure, off first.
func (s Spec) hooks() []inference.HookMode {
	if len(s.Hooks) == 0 {
		return Modes()
	}
	hooks := []inference.HookMode{inference.HookOff}
	for _, h := range Modes()[1:] {
		if slices.Contains(s.Hooks, h) {
			hooks = append(hooks, h)
		}
	}
	return hooks
}

// Report is what was measured; its JSON form is the command line's contract.
type Report struct {
	Library    Library  `json:"library"`
	Host       Host     `json:"host"`
	Model      string   `json:"model"`
	Audio      string   `json:"audio"`
	Date       string   `json:"date"`
	Threads    int      `json:"threads"`
	Runs       int      `json:"runs"`
	TargetMS   float64  `json:"target_ms"`
	Partial    bool     `json:"partial"` // it was cancelled or failed before its end
	Devices    []Device `json:"devices"`
	Conclusion string   `json:"conclusion"`
	Warnings   []string `json:"warnings"`
}

// Library is the llama.cpp that was measured.
type Library struct {
	Version        string `json:"version"`
	Commit         string `json:"commit"`
	ChunkFunctions bool   `json:"chunk_functions"`
}

// Host is the machine. Load1 is its load average when the run began.
type Host struct {
	OS    string  `json:"os"`
	CPU   string  `json:"cpu"`
	Cores int     `json:"cores"`
	Load1 float64 `json:"load1"`
}

// Device is what was measured on one device.
type Device struct {
	Device   string     `json:"device"`
	Name     string     `json:"device_name"`
	Backend  string     `json:"backend"`
	Error    string     `json:"error,omitempty"`
	Chunks   []Chunk    `json:"chunks"`
	Reuse    *Reuse     `json:"reuse"`
	Abort    *Abort     `json:"abort_callback"`
	EndToEnd []EndToEnd `json:"end_to_end,omitempty"`
}

// Chunk is one chunk shape of the recording.
type Chunk struct {
	Medium        string   `json:"medium"` // "audio" or "image"
	Tokens        int      `json:"tokens"`
	Nodes         int      `json:"nodes"`
	LongestNodeMS float64  `json:"longest_node_ms"`
	LongestNodeOp string   `json:"longest_node_op"`
	Full          []Full   `json:"full"`
	StoppedBefore []Before `json:"stopped_before"`
	StoppedDuring []During `json:"stopped_during"`
}

// Spread is of times in ms. Each is every one of them, in the order of the runs.
type Spread struct {
	Min    float64   `json:"min"`
	Median float64   `json:"median"`
	Max    float64   `json:"max"`
	Each   []float64 `json:"each,omitempty"`
}

// Full is whole encodes in one hook mode.
type Full struct {
	Hook         inference.HookMode `json:"hook"`
	MS           Spread             `json:"ms"`
	Ratio        float64            `json:"ratio"`    // median of the ratios to the off run of the same round
	RatioCI      [2]float64         `json:"ratio_ci"` // 95 %, bootstrap
	Calls        int64              `json:"calls"`
	Checks       int64              `json:"checks"`
	LongestGapMS *float64           `json:"longest_gap_ms"` // median over the runs; nil without checks
	LongestGapOp string             `json:"longest_gap_op,omitempty"`
	Identical    bool               `json:"identical"` // each output bit by bit that of off
}

// Before is encodes that were stopped before they began.
type Before struct {
	Hook     inference.HookMode `json:"hook"`
	MS       Spread             `json:"ms"`
	Calls    int64              `json:"calls"`
	Returned int                `json:"returned"` // by mtmd_encode_chunk: 0 is success
}

// During is encodes that were stopped by another thread on their way; MS is from
// the store of the byte to the return.
type During struct {
	Hook  inference.HookMode `json:"hook"`
	MS    Spread             `json:"ms"`
	N     int                `json:"n"`
	At    []float64          `json:"at"`                          // of an off encode's time
	Equal int                `json:"output_values_equal_to_full"` // in the outputs of those that were broken off
}

// Reuse is whether the contexts are as good after many stops as before.
type Reuse struct {
	Stops      int  `json:"stops"`
	Embeddings bool `json:"embeddings_identical"`
	Tokens     bool `json:"tokens_identical"`
}

// Abort is what llama's abort callback did.
type Abort struct {
	CallsDuringEncode int64 `json:"calls_during_encode"`
	NextDecode        int   `json:"next_decode_returned"` // with the byte set
}

// EndToEnd is whole transcriptions, without the model's load.
type EndToEnd struct {
	Hook    inference.HookMode `json:"hook"`
	MS      Spread             `json:"ms"`
	Ratio   float64            `json:"ratio"`
	RatioCI [2]float64         `json:"ratio_ci"`
}
