package models

import (
	"fmt"

	"haltscribe/models/fetch"
)

// Memory is what using a model takes at least, in bytes, about. Where more is free, several pieces are decoded together,
// and each takes another Context.
type Memory struct {
	Weights int64 // both files; they are mapped, not copied, on the processor
	Context int64 // what the text model remembers of one piece
	Work    int64 // for computing, and the program itself
}

// Total is the sum.
func (m Memory) Total() int64 { return m.Weights + m.Context + m.Work }

// contextTokens is the length of a piece's context; inference.contextTokens is the same.
const contextTokens = 1536

// workingMemory is the room that computing takes beside weights and context, and the program's own, in bytes.
// docs/models.md tells where the figure is from.
const workingMemory = 320 << 20

// usualContext stands for a model's Context as long as its files are not here to tell, in bytes.
const usualContext = 200 << 20

// memoryOfDemo is the demo model's need, in bytes.
const memoryOfDemo = 200 << 20

// Need tells what a pair takes, from what its files say.
func Need(text, projector Facts) Memory {
	perToken := int64(text.Layers) * int64(text.HeadsKV) * int64(text.KeyLength+text.ValueLength) * 2 // two bytes a number
	return Memory{Weights: text.Size + projector.Size, Context: perToken * contextTokens, Work: workingMemory}
}

// Short says in a sentence that memory will be short; "" where it suffices, or nothing is known.
func (m Memory) Short(name string, free int64) string {
	if free <= 0 || m.Total() <= free {
		return ""
	}
	return fmt.Sprintf("%s takes at least %s of memory, and %s are free: close other programs, or expect it to be slow or to fail.",
		name, fetch.Size(m.Total()), fetch.Size(free))
}

// ShortOf reads the files of a model and says whether the machine's memory will be short; "" where it suffices.
func ShortOf(m Model) string {
	text, err := Inspect(m.Text)
	if err != nil {
		return "" // loading will tell
	}
	projector, err := Inspect(m.Projector)
	if err != nil {
		return ""
	}
	need := Need(text, projector)
	if m.Name == Demo {
		need.Work = memoryOfDemo
	}
	return need.Short(m.Name, FreeMemory())
}
