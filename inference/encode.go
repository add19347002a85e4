package inference

import (
	"errors"
	"fmt"
	"io"
	"time"

	"haltscribe/audio"
	"haltscribe/cbridge"
	"haltscribe/inference/plan"
)

// begin takes the next piece, where there is one, up to its first token.
func (p *pipeline) begin() error {
	p.enter(PhaseAudio)
	next, err := p.nextPiece()
	switch {
	case errors.Is(err, io.EOF):
		p.cut = true
		return nil
	case err != nil:
		return err
	}
	if audio.Silent(next.samples) {
		return nil
	}
	s := p.pieces.join(next, p.options)
	if p.stopped() {
		return errStopped
	}
	parts := promptParts(p.options)
	c, err := p.model.Tokenize(parts, next.samples)
	if err != nil {
		return fmt.Errorf("preparing the piece at %s: %w", clock(next.start), err)
	}
	defer c.Close()
	for _, chunk := range c.List() {
		p.out.Timing.PromptTokens += chunk.Tokens
	}
	if p.chunkFunctions {
		s.prefix = prefixOf(parts, c.List())
		err = p.chunkByChunk(s, c)
	} else {
		err = p.allAtOnce(s, c)
	}
	if err != nil {
		return err
	}
	p.enter(PhaseToken)
	return p.sample(s, -1)
}

// nextPiece is a half that is tried again, or what the cutter gives; io.EOF after the last.
func (p *pipeline) nextPiece() (*piece, error) {
	if half := p.pieces.takeHalf(); half != nil {
		return half, nil
	}
	next, err := p.cutter.next(p.stopped)
	if err != nil {
		return nil, err
	}
	// A size that the header did not tell is known once it was read.
	p.total = max(p.total, next.end)
	p.out.Duration = p.total
	p.pieces.reached = next.start
	p.gauge.set(PhaseAudio, p.done(), 0, nil)
	p.pieces.reached = next.end
	return next, nil
}

// chunkByChunk encodes and decodes the chunks of a piece one by one, save for those that
// its sequence still has.
func (p *pipeline) chunkByChunk(s *sequence, c chunks) error {
	list := c.List()
	total, behind := 0, 0
	for _, chunk := range list {
		total += chunk.Tokens
	}
	had := p.prefixes.has(s.id, s.prefix)
	if !had {
		p.prefixes.drop(s.id, p.model)
	}
	for i, chunk := range list {
		if had && i < s.prefix.chunks {
			s.position += int32(chunk.Positions)
			behind += chunk.Tokens
			continue
		}
		share := float64(chunk.Tokens) / float64(total)
		from := float64(behind) / float64(total) * (encodeShare + embedShare)
		if chunk.Audio {
			p.enter(PhaseEncode)
			if p.stopped() {
				return errStopped
			}
			nodes := p.nodes[chunk.Tokens]
			p.show(s, PhaseEncode, from, share*encodeShare, p.encodeProgress(nodes))
			if err := p.encode(c, i, chunk); err != nil {
				return err
			}
			from += share * encodeShare
		}
		p.enter(PhaseEmbed)
		if p.stopped() {
			return errStopped
		}
		p.show(s, PhaseEmbed, from, 0, nil)
		if err := p.native(p.model.Embed(c, i, s.id, i == len(list)-1, &s.position)); err != nil {
			return fmt.Errorf("decoding the piece at %s: %w", clock(s.piece.start), err)
		}
		behind += chunk.Tokens
	}
	return nil
}

// encodeProgress tells the share of the running encode; nil where the size of its
// graph is not known yet.
func (p *pipeline) encodeProgress(nodes int) func() float64 {
	if nodes == 0 {
		return nil
	}
	return func() float64 { return float64(p.model.Node()) / float64(nodes) }
}

// encode runs the encoder on chunk i.
func (p *pipeline) encode(c chunks, i int, chunk cbridge.Chunk) error {
	if p.plans != nil {
		if err := p.plans.Before(chunk.Tokens); err != nil {
			return err
		}
		if known := p.plans.Plan(chunk.Tokens); known != nil {
			p.nodes[chunk.Tokens] = len(known.Times)
		}
	}
	r, err := p.encodeOnce(c, i, chunk)
	if err != nil {
		return err
	}
	if r.Nodes > 0 {
		p.nodes[chunk.Tokens] = r.Nodes
	}
	if p.plans == nil {
		return nil
	}
	err = p.plans.After(chunk.Tokens, plan.Observation{
		Elapsed: time.Duration(r.ElapsedNS), LongestGap: time.Duration(r.LongestGap.NS), Checks: int(r.Checks),
	})
	if err == nil && p.plans.Doubtful(chunk.Tokens) {
		var failed error
		err = p.plans.Compare(chunk.Tokens, func() error {
			_, failed = p.encodeOnce(c, i, chunk)
			return failed
		})
		if failed != nil {
			return failed
		}
	}
	if err != nil {
		// Without its plan the next encode is measured again; nothing else is lost.
		p.warnOnce("the plan for the cancel checks could not be kept: " + err.Error())
	}
	return nil
}

func (p *pipeline) encodeOnce(c chunks, i int, chunk cbridge.Chunk) (cbridge.EncodeResult, error) {
	var r cbridge.EncodeResult
	err := p.native(p.model.Encode(c, i, &r))
	if errors.Is(err, errStopped) {
		p.stop.returnedNS, p.stop.encode, p.stop.chunk = r.ReturnedNS, &r, chunk
		return r, err
	}
	if err != nil {
		return r, fmt.Errorf("encoding: %w", err)
	}
	return r, nil
}

// allAtOnce is the way through a library without chunk-level functions.
func (p *pipeline) allAtOnce(s *sequence, c chunks) error {
	p.enter(PhaseEncode)
	if p.stopped() {
		return errStopped
	}
	p.show(s, PhaseEncode, 0, 0, nil)
	var r cbridge.EncodeResult
	err := p.native(p.model.EvalAll(c, s.id, &s.position, &r))
	if errors.Is(err, errStopped) {
		p.stop.returnedNS, p.stop.encode = r.ReturnedNS, &r
		return err
	}
	if err != nil {
		return fmt.Errorf("transcribing the piece at %s: %w", clock(s.piece.start), err)
	}
	return nil
}
