package bench

import (
	"errors"
	"fmt"
	"slices"

	"haltscribe/cbridge"
	"haltscribe/inference"
)

// answer takes the whole recording through the hooked model: embeddings and the
// first tokens.
func (b *bed) answer() (embeddings []float32, tokens []int32, err error) {
	if b.outer.IsSet() {
		return nil, nil, errCancelled
	}
	m, c := b.hooked, b.chunks[0]
	b.flag.Clear()
	m.Begin(b.flag)
	m.Clear(0)
	defer m.Clear(0)
	var position int32
	for i, chunk := range c.List() {
		if encodable(chunk) {
			var r cbridge.EncodeResult
			if err := m.Encode(c, i, &r); err != nil {
				return nil, nil, fmt.Errorf("encoding: %w", err)
			}
			b.step()
			out := make([]float32, chunk.Tokens*m.EmbeddingSize())
			if err := m.Embedding(out); err != nil {
				return nil, nil, err
			}
			embeddings = append(embeddings, out...)
		}
		if err := m.Embed(c, i, 0, i == len(c.List())-1, &position); err != nil {
			return nil, nil, fmt.Errorf("decoding an embedding: %w", err)
		}
	}
	token, err := m.Sample(-1)
	for err == nil && len(tokens) < comparedTokens {
		tokens = append(tokens, token)
		if m.IsEnd(token) {
			break
		}
		if err = m.Decode([]cbridge.Token{{Token: token, Position: position, Logits: true}}); err == nil {
			token, err = m.Sample(0)
		}
		position++
	}
	if err != nil {
		return nil, nil, fmt.Errorf("decoding tokens: %w", err)
	}
	return embeddings, tokens, nil
}

// reuse compares the model's answers before and after many stops.
func (b *bed) reuse() (*Reuse, error) {
	if err := b.mode(inference.HookEveryNode); err != nil {
		return nil, err
	}
	embeddings, tokens, err := b.answer()
	if err != nil {
		return nil, err
	}
	encodes := b.encodes()
	for i := range reuseStops {
		b.hooked.Begin(b.flag)
		b.flag.Set()
		var r cbridge.EncodeResult
		if err := b.hooked.Encode(b.chunks[0], encodes[i%len(encodes)], &r); !errors.Is(err, cbridge.ErrCancelled) {
			return nil, fmt.Errorf("stop %d of %d: %v", i+1, reuseStops, err)
		}
	}
	embeddings2, tokens2, err := b.answer()
	if err != nil {
		return nil, err
	}
	return &Reuse{
		Stops: reuseStops, Embeddings: slices.Equal(embeddings, embeddings2), Tokens: slices.Equal(tokens, tokens2),
	}, nil
}

// abort counts the calls of llama's abort callback during an encode, and sees what
// the next decode returns when the byte is set.
func (b *bed) abort() (*Abort, error) {
	m, c, i := b.hooked, b.chunks[0], b.encodes()[0]
	b.flag.Clear()
	m.Begin(b.flag)
	var r cbridge.EncodeResult
	if err := m.Encode(c, i, &r); err != nil {
		return nil, fmt.Errorf("encoding: %w", err)
	}
	out := &Abort{CallsDuringEncode: m.AbortCalls()}
	b.flag.Set()
	var position int32
	if err := m.Embed(c, i, 0, true, &position); !errors.Is(err, cbridge.ErrCancelled) {
		return nil, fmt.Errorf("a decode with the byte set: %v", err)
	}
	out.NextDecode = m.LastDecode()
	b.flag.Clear()
	m.Begin(b.flag)
	m.Clear(0)
	return out, nil
}

// encodes is the indices of the chunks that are encoded.
func (b *bed) encodes() (indices []int) {
	for i, c := range b.chunks[0].List() {
		if encodable(c) {
			indices = append(indices, i)
		}
	}
	return indices
}
