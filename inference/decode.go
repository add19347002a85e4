package inference

import (
	"fmt"
	"time"
)

// step decodes one token of every running piece.
func (p *pipeline) step() error {
	p.enter(PhaseToken)
	if p.stopped() {
		return errStopped
	}
	p.batch = p.pieces.tokens(p.batch[:0])
	begun := p.watch.now()
	if err := p.native(p.model.Decode(p.batch)); err != nil {
		return fmt.Errorf("decoding a token: %w", err)
	}
	if p.pace != nil {
		p.pace.saw(len(p.batch), time.Duration(p.watch.now()-begun))
	}
	i := 0
	for _, s := range p.pieces.slots {
		if s == nil {
			continue
		}
		s.position++
		if err := p.sample(s, i); err != nil {
			return err
		}
		i++
	}
	return nil
}

// sample takes the next token of a piece from row i of the last decode; -1, its last row.
func (p *pipeline) sample(s *sequence, i int) error {
	token, err := p.model.Sample(i)
	if err != nil {
		return fmt.Errorf("choosing a token: %w", err)
	}
	before := s.tokens
	s.accept(token, p.model)
	p.out.Timing.Tokens += s.tokens - before
	p.tell()
	expected := 4 * (s.piece.end - s.piece.start)
	p.show(s, PhaseToken, encodeShare+embedShare+
		(1-encodeShare-embedShare)*min(1, float64(s.tokens)/max(expected, 1)), 0, nil)
	return nil
}

// tell gives out the text of the earliest piece that is not finished.
func (p *pipeline) tell() {
	if s := p.pieces.first(); s != nil && s.unsent.Len() > 0 {
		p.emit(Event{Kind: EventText, Text: s.unsent.String()})
		s.unsent.Reset()
		s.told = true
	}
}

// harvest takes the pieces that have ended out of the batch, and finishes, in order,
// those that no earlier piece holds up.
func (p *pipeline) harvest() {
	for _, s := range p.pieces.slots {
		if s == nil || !s.ended {
			continue
		}
		p.prefixes.leave(s.id, s.prefix, p.model)
		p.pieces.leave(s)
		if s.problem != "" && p.pieces.halve(s.piece, p.model.SampleRate()) {
			if s.told {
				p.emit(Event{Kind: EventAgain})
			}
			continue
		}
		p.pieces.ended = append(p.pieces.ended, s)
	}
	for s := p.pieces.takeEnded(); s != nil; s = p.pieces.takeEnded() {
		p.finish(s)
	}
	p.tell() // what the next piece has said meanwhile
}

// finish makes an ended piece a segment.
func (p *pipeline) finish(s *sequence) {
	if s.unsent.Len() > 0 {
		p.emit(Event{Kind: EventText, Text: s.unsent.String()})
	}
	if s.problem != "" {
		p.out.Status = StatusTruncated
		p.warn(s.problem)
	}
	segment := s.segment()
	if segment.Text == "" {
		return
	}
	p.out.Segments = append(p.out.Segments, segment)
	p.emit(Event{Kind: EventSegment, Segment: segment})
}
