package inference

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"haltscribe/cbridge"
)

// fakeModel answers each piece with the words that it is told, one token a
// character. It checks what the pipeline promises: positions, free sequences,
// encodes before embeds.
type fakeModel struct {
	t       *testing.T
	answers []string                  // of the pieces that are sent to the model, in order
	hears   func(from, to int) string // instead of answers: by the second; of a counting source
	stopAt  string                    // the call at which the byte becomes set: "encode 2"
	calls   []string

	onDecode func(tokens int)

	stopped bool
	pieces  int
	live    map[int]*fakeSequence
	last    []int // sequences of the last decode
	most    int   // sequences of the largest one
	encoded int   // chunk that was encoded last
	closed  int
	roomErr error // what MakeRoom ends with
	gone    bool

	forgets bool // it can't keep a part of a sequence
	kept    int  // prefixes
}

// The fake's prompts begin with so many tokens of text.
const fakePrefix = 5

type fakeSequence struct {
	rest     []byte
	position int32
	prefix   bool // it is all that there is
}

const endToken = 256

type fakeChunks struct{ m *fakeModel }

func (c fakeChunks) List() []cbridge.Chunk {
	list := []cbridge.Chunk{{Tokens: fakePrefix}, {Audio: true, Tokens: 104}, {Audio: true, Tokens: 52}, {Tokens: 7}}
	for i := range list {
		list[i].Positions = list[i].Tokens
	}
	return list
}
func (c fakeChunks) Close() { c.m.closed++ }

// call records a call; the byte is set during the one that the test chose.
func (m *fakeModel) call(name string) error {
	n := 1
	for _, c := range m.calls {
		if strings.HasPrefix(c, name+" ") {
			n++
		}
	}
	m.calls = append(m.calls, fmt.Sprintf("%s %d", name, n))
	if m.calls[len(m.calls)-1] == m.stopAt {
		m.stopped = true
	}
	if m.stopped {
		return cbridge.ErrCancelled
	}
	return nil
}

func (m *fakeModel) SampleRate() int { return 100 }
func (m *fakeModel) Sequences() int  { return 1 }
func (m *fakeModel) MakeRoom(int) error {
	_ = m.call("makeroom") // does not look at the byte
	return m.roomErr
}
func (m *fakeModel) Begin(cbridge.Flag) {}
func (m *fakeModel) Stopped() bool      { return m.stopped }
func (m *fakeModel) Node() int          { return 0 }
func (m *fakeModel) Close()             { m.gone = true }

func (m *fakeModel) Tokenize(_ []cbridge.PromptPart, samples []float32) (chunks, error) {
	_ = m.call("tokenize") // does not look at the byte
	if m.hears != nil {
		from := numberOf(samples[0])
		m.answers = append(m.answers, m.hears(from/m.SampleRate(), (from+len(samples))/m.SampleRate()))
	}
	m.encoded = -1
	return fakeChunks{m}, nil
}

func (m *fakeModel) Encode(_ chunks, i int, r *cbridge.EncodeResult) error {
	r.Nodes, r.ReturnedNS = 607, 12345
	m.encoded = i
	err := m.call("encode")
	if err != nil {
		r.Stopped, r.Stop.Node, r.Stop.Op, r.Nodes = true, 41, "MUL_MAT", 42
	}
	return err
}

func (m *fakeModel) Embed(c chunks, i, sequence int, logits bool, position *int32) error {
	chunk := c.List()[i]
	if chunk.Audio && m.encoded != i {
		m.t.Errorf("chunk %d is embedded, %d was encoded", i, m.encoded)
	}
	s := m.live[sequence]
	switch {
	case i == 0 && s != nil:
		m.t.Errorf("sequence %d is in use", sequence)
	case i == 1 && s != nil && s.prefix:
		m.kept++
		*s = fakeSequence{rest: []byte(m.answers[m.pieces]), position: fakePrefix}
		m.pieces++
	case i == 0:
		m.live[sequence] = &fakeSequence{rest: []byte(m.answers[m.pieces])}
		m.pieces++
	}
	if s != nil && *position != s.position {
		m.t.Errorf("chunk %d is embedded at %d, the sequence has %d", i, *position, s.position)
	}
	if logits != (i == 3) {
		m.t.Errorf("logits %v for chunk %d", logits, i)
	}
	if err := m.call("embed"); err != nil {
		return err
	}
	*position += int32(chunk.Tokens)
	m.live[sequence].position = *position
	m.last = []int{sequence}
	return nil
}

func (m *fakeModel) EvalAll(c chunks, sequence int, position *int32, r *cbridge.EncodeResult) error {
	m.live[sequence] = &fakeSequence{rest: []byte(m.answers[m.pieces]), position: 168}
	m.pieces++
	*position = 168
	m.last = []int{sequence}
	return m.call("evalall")
}

func (m *fakeModel) Decode(tokens []cbridge.Token) error {
	m.last = m.last[:0]
	for _, t := range tokens {
		s := m.live[t.Sequence]
		if s == nil || t.Position != s.position || !t.Logits {
			m.t.Errorf("token %+v does not fit sequence %+v", t, s)
		}
		s.position++
		m.last = append(m.last, t.Sequence)
	}
	m.most = max(m.most, len(m.last))
	if m.onDecode != nil {
		m.onDecode(len(tokens))
	}
	return m.call("decode")
}

func (m *fakeModel) Sample(i int) (int32, error) {
	if i < 0 {
		i = len(m.last) - 1
	}
	s := m.live[m.last[i]]
	if len(s.rest) == 0 {
		return endToken, nil
	}
	b := s.rest[0]
	s.rest = s.rest[1:]
	return int32(b), nil
}

func (m *fakeModel) IsEnd(token int32) bool  { return token == endToken }
func (m *fakeModel) Text(token int32) []byte { return []byte{byte(token)} }
func (m *fakeModel) Clear(sequence int)      { delete(m.live, sequence) }

func (m *fakeModel) Keep(sequence int, positions int32) bool {
	if m.forgets {
		return false
	}
	if positions != fakePrefix || m.live[sequence].position < positions {
		m.t.Errorf("%d positions are to be kept of %+v", positions, m.live[sequence])
	}
	m.live[sequence] = &fakeSequence{position: positions, prefix: true}
	return true
}

// pipe runs a recording of so many seconds through a fake model.
func pipe(t *testing.T, m *fakeModel, seconds float64, change func(*pipeline)) (Transcript, []Event, error) {
	t.Helper()
	m.t, m.live = t, map[int]*fakeSequence{}
	out := Transcript{Status: StatusOK, Segments: []Segment{}, Warnings: []string{}}
	var events []Event
	p := &pipeline{
		model: m, chunkFunctions: true, sequences: 1, nodes: map[int]int{},
		prefixes: prefixes{}, watch: newStopwatch(cbridge.Now), gauge: &gauge{}, out: &out,
		emit: func(e Event) { events = append(events, e) },
	}
	if change != nil {
		change(p)
	}
	err := p.run(&counting{n: int(seconds * 100), rate: 100})
	conclude(&out, p, err)
	if m.closed != strings.Count(strings.Join(m.calls, ","), "tokenize") {
		t.Error("not all chunks were freed")
	}
	for id, s := range m.live {
		if _, known := p.prefixes[id]; !known || !s.prefix {
			t.Errorf("sequence %d is left in the model's memory: %+v", id, s)
		}
	}
	if len(p.prefixes) > len(m.live) {
		t.Errorf("prefixes of sequences that have none: %v", p.prefixes)
	}
	return out, events, err
}

func TestPiecesBecomeSegmentsInOrder(t *testing.T) {
	answers := []string{"language English<asr_text>a rather long first piece", "language English<asr_text>two", "language German<asr_text>drei"}
	for _, sequences := range []int{1, 2, 3, 8} {
		m := &fakeModel{answers: answers}
		out, events, err := pipe(t, m, 75, func(p *pipeline) { p.sequences = sequences })
		if err != nil {
			t.Fatal(err)
		}
		want := []Segment{
			{0, 30, "a rather long first piece", "English"}, {30, 60, "two", "English"}, {60, 75, "drei", "German"},
		}
		if !slices.Equal(out.Segments, want) {
			t.Errorf("%d sequences: segments %+v", sequences, out.Segments)
		}
		if out.Status != StatusOK || out.Text != "a rather long first piece two drei" || out.Language != "English" {
			t.Errorf("%d sequences: %s %q %q", sequences, out.Status, out.Language, out.Text)
		}
		// What is streamed is what becomes of each segment, in order.
		var live string
		for _, e := range events {
			switch e.Kind {
			case EventText:
				live += e.Text
			case EventSegment:
				if live != e.Segment.Text {
					t.Errorf("%d sequences: streamed %q for segment %q", sequences, live, e.Segment.Text)
				}
				live = ""
			}
		}
		if live != "" {
			t.Errorf("%d sequences: %q was streamed for no segment", sequences, live)
		}
	}
}

func TestStopIsSeenWhereItHappens(t *testing.T) {
	answers := []string{"language English<asr_text>one", "language English<asr_text>two"}
	for _, c := range []struct {
		at       string
		phase    Phase
		kept     int
		node     bool
		never    string // a call that must not come any more
		complete bool
	}{
		{at: "tokenize 1", phase: PhaseEmbed, never: "embed 1"},
		{at: "embed 1", phase: PhaseEmbed, never: "encode 1"},
		{at: "encode 1", phase: PhaseEncode, node: true, never: "embed 2"},
		{at: "encode 2", phase: PhaseEncode, node: true, never: "embed 3"},
		{at: "embed 4", phase: PhaseEmbed, never: "decode 1"},
		{at: "decode 1", phase: PhaseToken, never: "decode 2"},
		{at: "encode 3", phase: PhaseEncode, kept: 1, node: true, never: "embed 5"},
		{at: "no such call", complete: true},
	} {
		t.Run(c.at, func(t *testing.T) {
			m := &fakeModel{answers: answers, stopAt: c.at}
			out, _, err := pipe(t, m, 45, nil)
			if c.complete {
				if err != nil || out.Status != StatusOK || len(out.Segments) != 2 {
					t.Fatalf("%v %+v", err, out)
				}
				return
			}
			if !errors.Is(err, errStopped) || out.Status != StatusCancelled || !out.Cancel.Requested {
				t.Fatalf("%v %+v", err, out)
			}
			if *out.Cancel.Phase != c.phase {
				t.Errorf("phase %s, want %s", *out.Cancel.Phase, c.phase)
			}
			if len(out.Segments) != c.kept {
				t.Errorf("%d segments kept, want %d", len(out.Segments), c.kept)
			}
			if slices.Contains(m.calls, c.never) {
				t.Errorf("%q was called after the stop: %v", c.never, m.calls)
			}
			if c.node != (out.Cancel.Node != nil) {
				t.Errorf("node %v", out.Cancel.Node)
			}
			if c.node && (*out.Cancel.Node != 41 || out.Cancel.NodeOp != "MUL_MAT") {
				t.Errorf("node %d %s", *out.Cancel.Node, out.Cancel.NodeOp)
			}
			if c.kept == 1 && (out.Cancel.Nodes == nil || *out.Cancel.Nodes != 607) {
				t.Errorf("nodes %v, want the 607 of the piece before", out.Cancel.Nodes)
			}
		})
	}
}

func TestCappedTextIsTruncated(t *testing.T) {
	words := "one two three four five six seven eight nine ten eleven twelve thirteen"
	m := &fakeModel{answers: []string{words}}
	out, _, err := pipe(t, m, 2, func(p *pipeline) { p.options.Language = "English" })
	if err != nil || out.Status != StatusTruncated {
		t.Fatalf("%v %s", err, out.Status)
	}
	if out.Text != words[:leastTokenCap] || len(out.Warnings) != 1 || !strings.Contains(out.Warnings[0], "64 tokens") {
		t.Errorf("text %q, warnings %q", out.Text, out.Warnings)
	}
}

func TestRepetitionIsCutOff(t *testing.T) {
	m := &fakeModel{answers: []string{"so " + strings.Repeat("a ", 30)}}
	out, _, err := pipe(t, m, 3, func(p *pipeline) { p.options.Language = "English" })
	if err != nil || out.Status != StatusTruncated || out.Text != "so a" {
		t.Fatalf("%v %s %q", err, out.Status, out.Text)
	}
	if len(out.Warnings) != 1 || !strings.Contains(out.Warnings[0], "repeated itself") {
		t.Errorf("warnings %q", out.Warnings)
	}
}

func TestNothingSpoken(t *testing.T) {
	m := &fakeModel{answers: []string{"language None<asr_text>"}}
	out, events, err := pipe(t, m, 5, nil)
	if err != nil || out.Status != StatusNoSpeech || out.Text != "" || out.Language != "" {
		t.Fatalf("%v %+v", err, out)
	}
	for _, e := range events {
		if e.Kind == EventSegment || e.Kind == EventText {
			t.Errorf("event %+v", e)
		}
	}
}

func TestWithoutChunkFunctionsAllIsDoneInOneCall(t *testing.T) {
	m := &fakeModel{answers: []string{"language English<asr_text>hello"}}
	out, _, err := pipe(t, m, 5, func(p *pipeline) { p.chunkFunctions = false })
	if err != nil || out.Text != "hello" {
		t.Fatalf("%v %+v", err, out)
	}
	if !slices.Contains(m.calls, "evalall 1") || slices.Contains(m.calls, "encode 1") {
		t.Errorf("calls %v", m.calls)
	}
}
