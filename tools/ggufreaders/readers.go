package main

import (
	parser "github.com/gpustack/gguf-parser-go"
	ollama "github.com/ollama/ollama/fs/gguf"

	"haltscribe/models/gguf"
)

var order = []string{"haltscribe", "gguf-parser-go 0.28.1", "ollama 0.17.4"}

// readers read a head as a program would that wants the architecture and the tensors.
var readers = map[string]func(path string) error{
	"haltscribe": func(path string) error {
		_, err := gguf.Open(path)
		return err
	},
	"gguf-parser-go 0.28.1": func(path string) error {
		_, err := parser.ParseGGUFFile(path, parser.SkipLargeMetadata(), parser.UseMMap())
		return err
	},
	"ollama 0.17.4": func(path string) error {
		f, err := ollama.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		for range f.TensorInfos() { //nolint:revive // reading is the point
		}
		return nil
	},
}
