package inference

import (
	"errors"
	"slices"

	"haltscribe/cbridge"
	"haltscribe/inference/plan"
)

// pipeline takes one recording through a loaded model: pieces, chunks, checks,
// tokens. Before each step it reads the cancel byte.
type pipeline struct {
	model          backend
	options        Options
	chunkFunctions bool
	sequences      int          // pieces decoded together, at most
	nodes          map[int]int  // size of the graph by a chunk's tokens, learnt from whole encodes
	plans          *plan.Keeper // of the hook mode planned; nil in the others
	pace           *pace        // of the loaded model; nil: sequences are what was asked for
	prefixes       prefixes     // of its context

	watch *stopwatch
	alarm *alarm
	gauge *gauge
	emit  func(Event)
	out   *Transcript

	cutter *cutter
	cut    bool    // the cutter has no more
	total  float64 // the recording's seconds
	pieces together
	batch  []cbridge.Token
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
	p.cutter = &cutter{src: src, rate: rate, long: p.options.longestPiece()}
	if err := p.cutter.goOnFrom(p.options.ResumeFrom); err != nil {
		return err
	}
	p.total = src.Info().Duration.Seconds()
	p.out.Duration = p.total
	p.gauge.setDuration(p.total)
	defer p.clear()

	p.pieces.slots, p.pieces.pace = make([]*sequence, p.sequences), p.pace

	for {
		var err error
		switch {
		case (!p.cut || len(p.pieces.again) > 0) && p.pieces.mayJoin():
			err = p.begin()
		case p.pieces.running() > 0:
			err = p.step()
		default:
			return nil
		}
		if err != nil {
			return err
		}
		p.harvest()
	}
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

// clear ends the reading, and leaves the contexts ready for the next recording.
func (p *pipeline) clear() {
	p.cutter.close()
	if info := p.cutter.src.Info(); !info.Estimated {
		p.out.Duration = info.Duration.Seconds() // some files claim another length than they have
	}
	p.gauge.set(p.watch.current, 0, 0, nil)
	for id, s := range p.pieces.slots {
		if s != nil {
			p.prefixes.drop(id, p.model)
		}
	}
}
