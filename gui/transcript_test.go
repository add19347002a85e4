package gui

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"haltscribe/gui/queue"
)

// talk is a window that has transcribed a recording with some segments.
func talk(t *testing.T, texts ...string) *bench {
	t.Helper()
	b := open(t, setup{
		engine: &fakeEngine{inventory: goodInventory(), scripts: map[string]script{"talk.wav": says(texts...)}},
		files:  []string{"talk.wav"}, size: least(),
	})
	b.settled()
	b.start()
	b.states(queue.Done)
	b.until("its rows", func() bool { return len(b.transcript.list.rows) == len(texts) })
	return b
}

func press(o fyne.Focusable, names ...fyne.KeyName) {
	for _, n := range names {
		o.TypedKey(&fyne.KeyEvent{Name: n})
	}
}

func (b *bench) texts() (all []string) {
	for _, s := range b.queue.Snapshot().Items[0].Segments {
		all = append(all, s.Text)
	}
	return all
}

// A long transcript is drawn, scrolled and played through without a hitch. The
// bound is wide: it is there to find what is done for each row at each turn.
func TestAThousandSegmentsScroll(t *testing.T) {
	texts := make([]string, 1000)
	for i := range texts {
		texts[i] = fmt.Sprintf("%d %s", i, strings.Repeat("some words that were said ", 10))
	}
	b := talk(t, texts...)
	list := b.transcript.list
	began := time.Now()
	const turns = 50
	marked := 0
	for i := range turns {
		list.list.ScrollToOffset(float32(400 * i))
		list.play(float64(8 * 20 * i))
		marked = list.marked
		b.refresh()
	}
	if took := time.Since(began) / turns; took > 500*time.Millisecond {
		t.Errorf("a turn took %v", took)
	} else {
		t.Logf("a turn took %v", took)
	}
	if marked != 20*(turns-1) {
		t.Errorf("row %d is marked", marked)
	}
}

// The quick ruler says what Fyne says, for any text and width.
func TestTheRulerIsRight(t *testing.T) {
	test.NewApp()
	random := rand.New(rand.NewPCG(1, 2))
	words := strings.Fields("I a the of and Donaudampfschifffahrt said: “well—no”, i.e. WAVES über ﬁ naïve ... 1,234.5 今天 tomorrow's x/y")
	r := newRuler()
	for range 80 {
		var text []string
		for range random.IntN(60) {
			text = append(text, words[random.IntN(len(words))])
		}
		width := float32(180 + random.IntN(900))
		r.ready(width)
		quick := r.wrapped(strings.Join(text, " "), width)
		if asked := r.asked(strings.Join(text, " "), width); quick != asked {
			t.Fatalf("%q, %v wide, is %v high, not %v", text, width, asked, quick)
		}
	}
}

func TestCopyWithTimes(t *testing.T) {
	b := talk(t, "one", "two")
	b.copyTimed()
	if got := b.app.Clipboard().Content(); got != "[0:00] one\n[0:08] two" {
		t.Errorf("copied %q", got)
	}
}

// Ctrl+C copies the segment that the keyboard is at.
func TestCopyOneByKeyboard(t *testing.T) {
	b := talk(t, "one", "two", "three")
	list := b.transcript.list.list
	b.win.Canvas().Focus(list)
	press(list, fyne.KeyDown)
	list.TypedShortcut(&fyne.ShortcutCopy{})
	if got := b.app.Clipboard().Content(); got != "two" {
		t.Errorf("copied %q", got)
	}
	press(list, fyne.KeyEnd)
	list.TypedShortcut(&fyne.ShortcutCopy{})
	if got := b.app.Clipboard().Content(); got != "three" {
		t.Errorf("copied %q", got)
	}
}

// Page by page, and to the ends, through rows of different heights: no row is left
// out of sight on the way.
func TestPagesOfALongTranscript(t *testing.T) {
	texts := make([]string, 200)
	for i := range texts {
		texts[i] = strings.Repeat("some words ", 1+i%30)
	}
	b := talk(t, texts...)
	list := b.transcript.list.list
	b.win.Canvas().Focus(list)
	pages := 0
	for list.at < len(texts)-1 {
		before, offset := list.at, list.GetScrollOffset()
		press(list, fyne.KeyPageDown)
		if list.at <= before || (pages > 0 && list.GetScrollOffset()-offset > list.Size().Height) {
			t.Fatalf("from row %d at %v it went to row %d at %v; the list is %v high", before, offset, list.at, list.GetScrollOffset(), list.Size().Height)
		}
		pages++
	}
	if pages < 10 {
		t.Errorf("it took %d pages", pages)
	}
	press(list, fyne.KeyHome)
	if list.at != 0 || list.GetScrollOffset() != 0 {
		t.Errorf("at row %d, %v", list.at, list.GetScrollOffset())
	}
	press(list, fyne.KeyEnd, fyne.KeyPageUp)
	if list.at >= len(texts)-1 || list.at < len(texts)-40 {
		t.Errorf("a page before the end is row %d", list.at)
	}
}

// inBothLooks compares the window with kept pictures in dark and in light.
func (b *bench) inBothLooks(name string) {
	b.t.Helper()
	for _, look := range []string{themeDark, themeLight} {
		b.app.Settings().SetTheme(lookFor(look))
		b.golden(name + "-" + look)
	}
}
