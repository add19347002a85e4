package inference

import (
	"fmt"
	"strings"

	"haltscribe/cbridge"
)

// The cap on an answer's tokens. Fast speech has about four a second.
const (
	tokensPerSecond = 15
	leastTokenCap   = 64
)

// sequence is one piece on its way through the model. Pieces are independent, so
// several can be decoded by one llama_decode.
type sequence struct {
	id       int // of the context's memory
	piece    *piece
	answer   *answer
	prefix   prefix // of its prompt; none with a library that takes the prompt as a whole
	position int32
	next     int32 // token to decode
	tokens   int
	cap      int
	forced   int // tokens that it gets whatever they are; 0: it ends by itself
	ended    bool
	share    float64 // of the piece that is done, 0 to 1
	problem  string  // why the text is not whole; "" if it is

	unsent strings.Builder // text that waits for earlier pieces to end
	told   bool            // some of its text was given out
}

func newSequence(id int, p *piece, o Options) *sequence {
	seconds := p.end - p.start
	return &sequence{
		id: id, piece: p, answer: newAnswer(o),
		cap: max(leastTokenCap, int(seconds*tokensPerSecond)), forced: int(seconds * o.ForcedTokens),
	}
}

// accept takes the token that the model gave.
func (s *sequence) accept(token int32, m backend) {
	if s.forced > 0 {
		s.tokens++
		s.next = token
		s.ended = s.tokens >= s.forced
		return
	}
	if m.IsEnd(token) {
		s.unsent.WriteString(s.answer.finish())
		s.ended = true
		return
	}
	s.tokens++
	s.next = token
	s.unsent.WriteString(s.answer.add(m.Text(token)))
	where := fmt.Sprintf("the piece from %s to %s", clock(s.piece.start), clock(s.piece.end))
	if keep, yes := repeats(s.answer.text.String()); yes {
		kept := s.answer.text.String()[:keep]
		s.answer.text.Reset()
		s.answer.text.WriteString(kept)
		s.problem = where + " was cut off, since the model only repeated itself"
		s.ended = true
	} else if s.tokens >= s.cap {
		s.unsent.WriteString(s.answer.finish())
		s.problem = fmt.Sprintf("%s was cut off after %d tokens, more than speech of that length has", where, s.tokens)
		s.ended = true
	}
}

// token is what this sequence adds to the next decode.
func (s *sequence) token() cbridge.Token {
	return cbridge.Token{Token: s.next, Position: s.position, Sequence: s.id, Logits: true}
}

// segment is the finished piece.
func (s *sequence) segment() Segment {
	return Segment{
		Start: s.piece.start, End: s.piece.end,
		Text: strings.TrimSpace(s.answer.text.String()), Language: s.answer.languageName(),
	}
}

// clock writes seconds as 1:02:03 or 2:03.
func clock(seconds float64) string {
	t := int(seconds)
	if t >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", t/3600, t/60%60, t%60)
	}
	return fmt.Sprintf("%d:%02d", t/60, t%60)
}
