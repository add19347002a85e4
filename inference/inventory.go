package inference

// Library describes a llama.cpp folder as the engine found it.
type Library struct {
	Path             string   `json:"path"`
	Version          string   `json:"version"`
	Commit           string   `json:"commit"`
	Usable           bool     `json:"usable"`
	WhyNot           *string  `json:"why_not"`
	ChunkFunctions   bool     `json:"chunk_functions"`
	MissingFunctions []string `json:"missing_functions"`
}

// Device is something that a model can run on, or the reason why it can't.
type Device struct {
	Device    string  `json:"device"`  // the name to ask for it by: cpu, metal, vulkan0, …
	Backend   string  `json:"backend"` // ggml's name of the back end: CPU, Metal, Vulkan, …
	Name      string  `json:"name"`    // the hardware's name
	Available bool    `json:"available"`
	WhyNot    *string `json:"why_not"`
	MemoryMiB int64   `json:"memory_mib"` // 0 where the back end does not tell
}

// Inventory is a library and the devices that it can use on this machine.
type Inventory struct {
	Library Library  `json:"library"`
	Devices []Device `json:"devices"`
}
