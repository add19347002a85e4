package inference

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"haltscribe/audio"
	"haltscribe/cbridge"
	"haltscribe/inference/plan"
)

// pipeline takes one recording through a loaded model: pieces, chunks, checks,
// tokens. Before each step it reads the cancel byte.
type pipeline struct {
	model          backend
	options        Options
	chunkFunctions bool
	sequences      int          // pieces decoded at once, at most
	nodes          map[int]int  // size of the graph by a chunk's tokens, learnt from whole encodes
	plans          *plan.Keeper // of the hook mode planned; nil in the others

	watch *stopwatch
	alarm *alarm
	gauge *gauge
	emit  func(Event)
	out   *Transcript

	cutter *cutter
	total  float64 // the recording's seconds
	active []*sequence
	done   []*sequence // ended, in the order of pieces, waiting for earlier ones
	batch  []cbridge.Token
	alone  int  // tokens decoded since the last piece began
	full   bool // as many pieces ran at once as may
	stop   stopSite
}

// stopSite is where a cancel was seen.
type stopSite struct {
	seen       bool
	phase      Phase
	returnedNS int64 // when the native call that ran had returned
	encode     *cbridge.EncodeResult
	chunk      cbridge.Chunk
}

// What the steps of a piece are worth on the progress bar.
const encodeShare, embedShare = 0.45, 0.15

func (p *pipeline) enter(phase Phase) {
	if p.watch.current == phase {
		return
	}
	p.watch.enter(phase)
	p.alarm.enter(phase)
	p.emit(Event{Kind: EventPhase, Phase: phase})
}

// stopped reads the byte, and notes where it was seen set.
func (p *pipeline) stopped() bool {
	if !p.model.Stopped() {
		return false
	}
	p.noteStop()
	return true
}

func (p *pipeline) noteStop() {
	if !p.stop.seen {
		p.stop = stopSite{seen: true, phase: p.watch.current, returnedNS: p.watch.now()}
	}
}

// native passes on a native call's error, noting a stop.
func (p *pipeline) native(err error) error {
	if errors.Is(err, cbridge.ErrCancelled) {
		p.noteStop()
		return errStopped
	}
	return err
}

// run transcribes src. What is finished is in out, whatever run returns.
func (p *pipeline) run(src source) error {
	rate := p.model.SampleRate()
	p.cutter = &cutter{src: src, rate: rate}
	if err := p.cutter.goOnFrom(p.options.ResumeFrom); err != nil {
		return err
	}
	p.total = src.Info().Duration.Seconds()
	p.out.Duration = p.total
	p.gauge.setDuration(p.total)
	defer p.clear()

	for ended := false; ; {
		var err error
		switch {
		case !ended && p.mayBegin():
			ended, err = p.begin()
			p.alone = 0
		case len(p.active) == 0:
			return nil
		default:
			err = p.step()
			p.alone++
		}
		if err != nil {
			return err
		}
	}
}

// Until as many pieces run as may, so many tokens are decoded between the begins of two:
// otherwise the first word would wait until all of them are encoded.
const rampTokens = 24

// mayBegin reports whether another piece should join those that run.
func (p *pipeline) mayBegin() bool {
	if len(p.active) == p.sequences {
		p.full = true
		return false
	}
	return len(p.active) == 0 || p.full || p.alone >= rampTokens
}

// begin takes the next piece up to its first token. ended: there is none.
func (p *pipeline) begin() (ended bool, err error) {
	p.enter(PhaseAudio)
	next, err := p.cutter.next(p.stopped)
	switch {
	case errors.Is(err, io.EOF):
		return true, nil
	case err != nil:
		return false, err
	}
	// A size that the header did not tell is known once it was read.
	p.total = max(p.total, next.end)
	p.out.Duration = p.total
	p.gauge.set(PhaseAudio, (next.start-p.unfinished())/p.total, 0, nil)
	if audio.Silent(next.samples) {
		return false, nil
	}
	s := newSequence(p.freeID(), next, p.options)
	p.active = append(p.active, s)
	if p.stopped() {
		return false, errStopped
	}
	c, err := p.model.Tokenize(promptParts(p.options), next.samples)
	if err != nil {
		return false, fmt.Errorf("preparing the piece at %s: %w", clock(next.start), err)
	}
	defer c.Close()
	for _, chunk := range c.List() {
		p.out.Timing.PromptTokens += chunk.Tokens
	}
	if p.chunkFunctions {
		err = p.chunkByChunk(s, c)
	} else {
		err = p.allAtOnce(s, c)
	}
	if err != nil {
		return false, err
	}
	p.enter(PhaseToken)
	return false, p.sample(s, -1)
}

// chunkByChunk encodes and decodes the chunks of a piece one by one.
func (p *pipeline) chunkByChunk(s *sequence, c chunks) error {
	list := c.List()
	total, behind := 0, 0
	for _, chunk := range list {
		total += chunk.Tokens
	}
	for i, chunk := range list {
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
	var r cbridge.EncodeResult
	err := p.native(p.model.Encode(c, i, &r))
	if errors.Is(err, errStopped) {
		p.stop.returnedNS, p.stop.encode, p.stop.chunk = r.ReturnedNS, &r, chunk
		return err
	}
	if err != nil {
		return fmt.Errorf("encoding: %w", err)
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
	if err != nil {
		// Without its plan the next encode is measured again; nothing else is lost.
		p.warnOnce("the plan for the cancel checks could not be kept: " + err.Error())
	}
	return nil
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

// step decodes one token of every active piece.
func (p *pipeline) step() error {
	p.harvest()
	if len(p.active) == 0 {
		return nil
	}
	p.enter(PhaseToken)
	if p.stopped() {
		return errStopped
	}
	p.batch = p.batch[:0]
	for _, s := range p.active {
		p.batch = append(p.batch, s.token())
	}
	if err := p.native(p.model.Decode(p.batch)); err != nil {
		return fmt.Errorf("decoding a token: %w", err)
	}
	for i, s := range p.active {
		s.position++
		if err := p.sample(s, i); err != nil {
			return err
		}
	}
	p.harvest()
	return nil
}

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
	if len(p.active) == 0 || len(p.done) > 0 && p.done[0].piece.index < p.active[0].piece.index {
		return
	}
	if s := p.active[0]; s.unsent.Len() > 0 {
		p.emit(Event{Kind: EventText, Text: s.unsent.String()})
		s.unsent.Reset()
	}
}

// harvest takes the ended pieces out of the batch and finishes, in order, those
// that no earlier piece holds up.
func (p *pipeline) harvest() {
	kept := p.active[:0]
	for _, s := range p.active {
		if s.ended {
			p.model.Clear(s.id)
			p.done = append(p.done, s)
		} else {
			kept = append(kept, s)
		}
	}
	p.active = kept
	for {
		first := -1
		for i, s := range p.done {
			if first < 0 || s.piece.index < p.done[first].piece.index {
				first = i
			}
		}
		if first < 0 || len(p.active) > 0 && p.active[0].piece.index < p.done[first].piece.index {
			return
		}
		p.finish(p.done[first])
		p.done = append(p.done[:first], p.done[first+1:]...)
	}
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

func (p *pipeline) warn(sentence string) {
	p.out.Warnings = append(p.out.Warnings, sentence)
	p.emit(Event{Kind: EventWarning, Text: sentence})
}

func (p *pipeline) warnOnce(sentence string) {
	if !slices.Contains(p.out.Warnings, sentence) {
		p.warn(sentence)
	}
}

// show sets the gauge to a share of the piece that s is. Others may run beside it, so
// what counts is the sum over all that are begun.
func (p *pipeline) show(s *sequence, phase Phase, from, span float64, inside func() float64) {
	s.share = from
	last := p.active[len(p.active)-1].piece
	p.gauge.set(phase, (last.end-p.unfinished())/p.total, span*(s.piece.end-s.piece.start)/p.total, inside)
}

// unfinished is how many seconds of the begun pieces are still to do.
func (p *pipeline) unfinished() (seconds float64) {
	for _, s := range p.active {
		if !s.ended {
			seconds += (1 - s.share) * (s.piece.end - s.piece.start)
		}
	}
	return seconds
}

// freeID is a sequence number that no active piece has.
func (p *pipeline) freeID() int {
	for id := 0; ; id++ {
		used := false
		for _, s := range p.active {
			used = used || s.id == id
		}
		if !used {
			return id
		}
	}
}

// clear ends the reading, and leaves the contexts ready for the next recording.
func (p *pipeline) clear() {
	p.cutter.close()
	if info := p.cutter.src.Info(); !info.Estimated {
		p.out.Duration = info.Duration.Seconds() // some files claim another length than they have
	}
	p.gauge.set(p.watch.current, 0, 0, nil)
	for id := range p.sequences {
		p.model.Clear(id)
	}
}
