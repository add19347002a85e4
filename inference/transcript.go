package inference

// Status is how a recording ended.
type Status string

// The ways a recording ends. Only StatusOK and StatusNoSpeech are whole.
const (
	StatusOK        Status = "ok"        // every piece was transcribed to its end token
	StatusNoSpeech  Status = "no-speech" // the model, or the silence rule, found nothing spoken
	StatusCancelled Status = "cancelled" // stopped by the cancel byte; finished segments are kept
	StatusTruncated Status = "truncated" // a piece hit the token cap or repeated itself
	StatusFailed    Status = "failed"    // Error says why; finished segments are kept
)

// Whole reports whether the transcript covers all of the recording.
func (s Status) Whole() bool { return s == StatusOK || s == StatusNoSpeech }

// Segment is one timed stretch of text. Start and End are seconds from the
// recording's begin; they are the boundaries of the piece that was sent to the
// model, never a guess inside it.
type Segment struct {
	Start    float64 `json:"start"`
	End      float64 `json:"end"`
	Text     string  `json:"text"`
	Language string  `json:"language"`
}

// Timing says how long each phase took, in milliseconds of a monotonic clock.
type Timing struct {
	LoadMS         float64 `json:"load_ms"`
	AudioMS        float64 `json:"audio_ms"`
	EncodeMS       float64 `json:"encode_ms"`
	EmbedMS        float64 `json:"embed_ms"`
	TokenMS        float64 `json:"token_ms"`
	TotalMS        float64 `json:"total_ms"`
	PromptTokens   int     `json:"prompt_tokens"`
	Tokens         int     `json:"tokens"`
	RealTimeFactor float64 `json:"real_time_factor"` // TotalMS / the recording's ms; smaller is faster
}

// Cancel says what a cancel found and how long the stop took.
type Cancel struct {
	Requested bool     `json:"requested"`
	LatencyMS *float64 `json:"latency_ms"` // from the store of the byte to the native call's return
	Phase     *Phase   `json:"phase"`      // what was running
	// Node is the index of the graph node whose check saw the byte, of Nodes in
	// all, when it was seen inside an encode. Nodes is nil until a full encode
	// of that chunk shape has been counted.
	Node         *int   `json:"node"`
	Nodes        *int   `json:"nodes"`
	NodeOp       string `json:"node_op,omitempty"`
	NodeName     string `json:"node_name,omitempty"`
	EngineKilled bool   `json:"engine_killed"`
}

// EngineInfo says what ran the recording.
type EngineInfo struct {
	Device           string   `json:"device"`
	DeviceName       string   `json:"device_name"`
	Backend          string   `json:"backend"`
	Hook             HookMode `json:"hook"`
	Threads          int      `json:"threads"`
	LibraryVersion   string   `json:"library_version"`
	LibraryCommit    string   `json:"library_commit"`
	ChunkFunctions   bool     `json:"chunk_functions"`
	MissingFunctions []string `json:"missing_functions"`
}

// Transcript is what becomes of one recording. Its JSON form is the command
// line's contract.
type Transcript struct {
	File     string     `json:"file"`
	Status   Status     `json:"status"`
	Error    *string    `json:"error"`
	Duration float64    `json:"duration_s"`
	Language string     `json:"language"`
	Text     string     `json:"text"`
	Segments []Segment  `json:"segments"`
	Timing   Timing     `json:"timing"`
	Cancel   Cancel     `json:"cancel"`
	Engine   EngineInfo `json:"engine"`
	Warnings []string   `json:"warnings"`
}
