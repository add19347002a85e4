package inference

import "haltscribe/cbridge"

// backend is what the pipeline asks of a loaded model. The real one is nativeModel.
type backend interface {
	SampleRate() int
	Sequences() int
	MakeRoom(sequences int) error
	Begin(cbridge.Flag)
	Stopped() bool
	Node() int
	Tokenize(parts []cbridge.PromptPart, samples []float32) (chunks, error)
	Encode(c chunks, i int, r *cbridge.EncodeResult) error
	Embed(c chunks, i, sequence int, logits bool, position *int32) error
	EvalAll(c chunks, sequence int, position *int32, r *cbridge.EncodeResult) error
	Decode([]cbridge.Token) error
	Sample(i int) (int32, error)
	IsEnd(token int32) bool
	Text(token int32) []byte
	Clear(sequence int)
	Keep(sequence int, positions int32) bool
	Close()
}

// chunks is a tokenized piece.
type chunks interface {
	List() []cbridge.Chunk
	Close()
}

// nativeModel is cbridge's Model behind the interface.
type nativeModel struct{ *cbridge.Model }

func (m nativeModel) Tokenize(parts []cbridge.PromptPart, samples []float32) (chunks, error) {
	c, err := m.Model.Tokenize(parts, samples)
	if err != nil {
		return nil, err
	}
	return c, nil
}

func (m nativeModel) Encode(c chunks, i int, r *cbridge.EncodeResult) error {
	return m.Model.Encode(c.(*cbridge.Chunks), i, r)
}

func (m nativeModel) Embed(c chunks, i, sequence int, logits bool, position *int32) error {
	return m.Model.Embed(c.(*cbridge.Chunks), i, sequence, logits, position)
}

func (m nativeModel) EvalAll(c chunks, sequence int, position *int32, r *cbridge.EncodeResult) error {
	return m.Model.EvalAll(c.(*cbridge.Chunks), sequence, position, r)
}
