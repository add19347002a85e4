package gui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"haltscribe/gui/queue"
	"haltscribe/inference"
	"haltscribe/inference/engine"
)

func TestTextIsEditedInItsPlace(t *testing.T) {
	b := talk(t, "the first", "the second", "the third")
	list := b.transcript.list
	b.win.Canvas().Focus(list.list)
	press(list.list, fyne.KeyDown, fyne.KeyF2)
	if list.editing != 1 || b.win.Canvas().Focused() != fyne.Focusable(list.editor) {
		t.Fatalf("row %d is edited, the focus is on %T", list.editing, b.win.Canvas().Focused())
	}
	list.editor.CursorColumn = len("the ")
	test.Type(list.editor, "very ")
	if got := b.texts()[1]; got != "the very second" {
		t.Errorf("the text is %q", got)
	}
	press(list.editor, fyne.KeyTab)
	if list.editing != 2 || list.editor.Text != "the third" {
		t.Errorf("after Tab row %d is edited, with %q", list.editing, list.editor.Text)
	}
	list.editor.SetText("pasted\nin two\r\nlines")
	if got := b.texts()[2]; got != "pasted in two lines" {
		t.Errorf("the text is %q", got)
	}
	press(list.editor, fyne.KeyEscape)
	if list.editing != -1 || b.win.Canvas().Focused() != fyne.Focusable(list.list) || list.editor.holder != nil {
		t.Error("Esc should end it")
	}
	for _, want := range []string{"the third", ""} {
		b.undo(-1)
		if want != "" && b.texts()[2] != want {
			t.Errorf("after an undo it is %q", b.texts())
		}
	}
	if got := b.texts()[1]; got != "the second" {
		t.Errorf("after two undos it is %q", got)
	}
	b.undo(1)
	if got := b.texts()[1]; got != "the very second" {
		t.Errorf("done again it is %q", got)
	}
	b.until("the rows", func() bool { b.courier.ring(); return list.rows[1].text == "the very second" })
}

// Nothing that goes on closes over an edit: not new text, not the player.
func TestNothingClosesOverAnEdit(t *testing.T) {
	more := make(chan struct{})
	b := open(t, setup{files: []string{"talk.wav"}, engine: &fakeEngine{inventory: goodInventory(), scripts: map[string]script{
		"talk.wav": func(send func(engine.Event), cancel <-chan struct{}) inference.Transcript {
			for i := range 40 {
				send(engine.Event{Kind: engine.EventSegment, Duration: 600, Segment: inference.Segment{
					Start: float64(10 * i), End: float64(10*i + 10), Text: fmt.Sprintf("segment %d", i),
				}})
				if i > 0 {
					<-more
				}
			}
			<-cancel
			return inference.Transcript{Status: inference.StatusCancelled}
		},
	}}})
	b.start()
	list := b.transcript.list
	b.until("two rows", func() bool { return len(list.rows) == 2 })
	list.edit(0)
	for i := range 38 {
		test.Type(list.editor, "x")
		more <- struct{}{}
		b.until("another row", func() bool { return len(list.rows) == i+3 })
		if list.editing != 0 || b.win.Canvas().Focused() != fyne.Focusable(list.editor) || list.editor.holder == nil || list.list.GetScrollOffset() != 0 {
			t.Fatalf("after %d rows the edit is gone", len(list.rows))
		}
	}
	if want := strings.Repeat("x", 38) + "segment 0"; b.texts()[0] != want || list.editor.Text != want {
		t.Errorf("typed %q, kept %q", list.editor.Text, b.texts()[0])
	}
	more <- struct{}{}
	b.stopAll()
	b.states(queue.Cancelled)
	if list.editing != 0 || b.texts()[0] != strings.Repeat("x", 38)+"segment 0" {
		t.Errorf("after the cancel it is %q", b.texts()[0])
	}
}

func TestFindInTheTranscript(t *testing.T) {
	b := talk(t, "An apple a day", "keeps the doctor away", "apple pie and APPLE juice")
	b.findByKey()
	f := b.transcript.finder
	if b.win.Canvas().Focused() != fyne.Focusable(f.entry) {
		t.Fatal("the field should have the focus")
	}
	test.Type(f.entry, "apple")
	if f.count.text != "1 of 3" || !slices.Equal(f.hits, []int{0, 2, 2}) || b.transcript.list.current != 0 {
		t.Errorf("it says %q, hits %v", f.count.text, f.hits)
	}
	press(f.entry, fyne.KeyReturn, fyne.KeyReturn, fyne.KeyReturn, fyne.KeyUp)
	if f.count.text != "3 of 3" || b.transcript.list.current != 2 {
		t.Errorf("around the ends it says %q", f.count.text)
	}
	b.inBothLooks("find")
	test.Type(f.entry, "x")
	if f.count.text != tr(sayNotFoundIn) {
		t.Errorf("it says %q", f.count.text)
	}
	press(f.entry, fyne.KeyEscape)
	if f.root.Visible() || b.transcript.list.found != nil {
		t.Error("Esc should close it")
	}
}
