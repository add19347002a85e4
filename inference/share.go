package inference

// What the steps of a piece are worth on the progress bar.
const encodeShare, embedShare = 0.45, 0.15

// show sets the gauge to a share of the piece that s is. Others may run beside it, so
// what counts is the sum over all that are begun.
func (p *pipeline) show(s *sequence, phase Phase, from, span float64, inside func() float64) {
	s.share = from
	p.gauge.set(phase, p.done(), span*(s.piece.end-s.piece.start)/p.total, inside)
}

// done is the share of the recording that is done: what was cut from it, without what
// of that is still to do.
func (p *pipeline) done() float64 { return (p.pieces.reached - p.pieces.todo()) / p.total }
