package inference

import (
	"slices"

	"haltscribe/cbridge"
)

// prefix is a prompt before its sound, decoded. It is the same for all pieces, so a
// sequence that had one keeps it for the next: a tenth of a second for each with
// Qwen3-ASR-0.6B on two cores (docs/benchmarks.md).
type prefix struct {
	parts  []cbridge.PromptPart
	chunks int   // so many chunks of text
	end    int32 // positions
}

// prefixes are those that the sequences of a context have.
type prefixes map[int]prefix

// prefixOf is the prefix of a prompt, which is list in chunks; not decoded yet.
func prefixOf(parts []cbridge.PromptPart, list []cbridge.Chunk) (p prefix) {
	sound := slices.IndexFunc(list, func(c cbridge.Chunk) bool { return c.Audio })
	before := slices.IndexFunc(parts, func(p cbridge.PromptPart) bool { return p.Audio })
	if sound <= 0 || before < 0 {
		return p
	}
	p.parts, p.chunks = parts[:before], sound
	for _, c := range list[:sound] {
		p.end += int32(c.Positions)
	}
	return p
}

// has reports whether a sequence has p.
func (k prefixes) has(sequence int, p prefix) bool {
	had := k[sequence]
	return p.chunks > 0 && had.chunks == p.chunks && had.end == p.end && slices.Equal(had.parts, p.parts)
}

// leave frees a sequence, save for the prefix p, of which it knows that it was decoded.
func (k prefixes) leave(sequence int, p prefix, m backend) {
	delete(k, sequence)
	if p.chunks > 0 && m.Keep(sequence, p.end) {
		k[sequence] = p
	} else {
		m.Clear(sequence)
	}
}

// drop frees a sequence of which nobody knows how far it came.
func (k prefixes) drop(sequence int, m backend) {
	delete(k, sequence)
	m.Clear(sequence)
}
