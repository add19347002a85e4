package gui

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"haltscribe/gui/modelshelf"
	"haltscribe/models"
	"haltscribe/models/fetch"
)

// fakeModels has a shelf of models, and downloads that go as they are told.
type fakeModels struct {
	mu    sync.Mutex
	items []models.Item
	goOn  chan error // ends a download
	added []string
}

func qwen() models.Item {
	return models.Item{
		Name: "qwen3-asr-0.6b", Title: "Qwen3-ASR 0.6B", About: "Small and quick, made for transcribing alone.", State: models.Available,
		Bytes: 1_019_141_728, Memory: 1_650_000_000, Licence: "Apache-2.0", Pinned: true,
		Languages: []string{"Arabic", "Cantonese", "Chinese", "Czech", "English", "German"},
	}
}

func newFakeModels(items ...models.Item) *fakeModels {
	demo := models.Item{Name: "demo", Title: "Demo", About: "A few hundred English words; comes with the program.", State: models.Built, Bytes: 7_400_000, Tried: true, Pinned: true, Licence: "MIT", Languages: []string{"English"}}
	return &fakeModels{items: append([]models.Item{demo}, items...), goOn: make(chan error)}
}

func (f *fakeModels) change(name string, do func(*models.Item)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i := range f.items {
		if f.items[i].Name == name {
			do(&f.items[i])
		}
	}
}

func (f *fakeModels) List() ([]models.Item, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]models.Item{}, f.items...), nil
}

func (f *fakeModels) Pull(ctx context.Context, name string, o models.PullOptions) (models.Pulled, error) {
	o.Progress(fetch.Progress{Done: 438_000_000, Total: 1_019_141_728, Speed: 12_300_000, Left: 47 * time.Second})
	f.change(name, func(i *models.Item) { i.State, i.Have = models.Begun, 438_000_000 })
	select {
	case <-ctx.Done():
		return models.Pulled{}, ctx.Err()
	case err := <-f.goOn:
		if err == nil {
			f.change(name, func(i *models.Item) { i.State, i.Have, i.Folder = models.Installed, i.Bytes, "/models/"+name })
		}
		return models.Pulled{Model: models.Model{Name: name}}, err
	}
}

func (f *fakeModels) Discard(name string) error {
	f.change(name, func(i *models.Item) { i.State, i.Have = models.Available, 0 })
	return nil
}

func (f *fakeModels) Remove(name string) error {
	f.change(name, func(i *models.Item) { i.State, i.Have, i.Folder = models.Available, 0, "" })
	return nil
}

func (f *fakeModels) Add(path string) (models.Model, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.added = append(f.added, path)
	if strings.Contains(path, "bad") {
		return models.Model{}, errors.New(path + " can't be used: it is not a GGUF file")
	}
	f.items = append(f.items, models.Item{Name: path, Title: "mine", State: models.Installed, Folder: filepath.Dir(path), Own: true})
	return models.Model{Name: "mine"}, nil
}

func (f *fakeModels) KeepTrial(name, text, _ string, t models.Trial) error {
	if text == "" {
		return errors.New("of which files?")
	}
	f.change(name, func(i *models.Item) { i.Trials = []models.Trial{t} })
	return nil
}

// demoChosen answers as the real one does: the demo has its note.
func demoChosen(name string) (Model, error) {
	if name == "demo" {
		return Model{Name: "demo", Note: "It understands a few hundred words. For real use get Qwen3-ASR."}, nil
	}
	return Model{Name: name, Text: name + ".gguf", Projector: name + "-mmproj.gguf"}, nil
}

// openAtModels opens the window, and its models page by the demo's banner.
func openAtModels(t *testing.T, f *fakeModels, s setup) *bench {
	t.Helper()
	s.shelf, s.model = f, demoChosen
	b := open(t, s)
	b.settled()
	b.until("the banner and the list", func() bool { _, ok := b.banner(bannerDemo); return ok && b.models.drawn })
	n, _ := b.banner(bannerDemo)
	n.act()
	if b.pages.front().name != tr(sayPageModels) {
		t.Fatal("the banner does not lead to the models")
	}
	return b
}

// press taps a card's button.
func (b *bench) press(model, label string) {
	b.t.Helper()
	button, ok := b.models.cards[model].buttons[label]
	if !ok || button.Disabled() {
		b.t.Fatalf("%s has no button %q that can be pressed", model, label)
	}
	test.Tap(button)
}

func (b *bench) offers(model, label string) bool {
	card, ok := b.models.cards[model]
	return ok && card.buttons[label] != nil
}

func TestAModelIsFetchedPausedAndUsed(t *testing.T) {
	f := newFakeModels(qwen())
	b := openAtModels(t, f, setup{})
	b.press("qwen3-asr-0.6b", "Get  1.02 GB")
	b.until("a download", func() bool { return b.offers("qwen3-asr-0.6b", tr(sayModelPause)) })
	b.until("its progress", func() bool {
		return b.models.cards["qwen3-asr-0.6b"].says.text == "438 MB of 1.02 GB, 12 MB/s, 47 s left"
	})
	b.press("qwen3-asr-0.6b", tr(sayModelPause))
	b.until("a way to go on", func() bool { return b.offers("qwen3-asr-0.6b", tr(sayModelGoOn)) })
	b.press("qwen3-asr-0.6b", tr(sayModelDiscard))
	b.until("the beginning again", func() bool { return b.offers("qwen3-asr-0.6b", "Get  1.02 GB") })
	b.press("qwen3-asr-0.6b", "Get  1.02 GB")
	b.until("a download", func() bool { return b.offers("qwen3-asr-0.6b", tr(sayModelPause)) })
	f.goOn <- errors.New("Qwen3-ASR-0.6B-Q8_0.gguf is not complete: the disk is full after 12 MB of 805 MB")
	b.until("what went wrong", func() bool { return b.models.shown.Pulls["qwen3-asr-0.6b"].Error != "" })
	b.press("qwen3-asr-0.6b", tr(sayModelGoOn))
	f.goOn <- nil
	b.until("an offer", func() bool { _, ok := b.banner(bannerModelCame); return ok })
	n, _ := b.banner(bannerModelCame)
	if n.text != "Qwen3-ASR 0.6B is here." {
		t.Errorf("it says %q", n.text)
	}
	n.act()
	b.until("it is used", func() bool { return b.offers("qwen3-asr-0.6b", tr(sayModelUsed)) })
	if got := b.keep.get().Model; got != "qwen3-asr-0.6b" {
		t.Errorf("chosen is %q", got)
	}
	if got := b.tools.model.Selected; got != "Qwen3-ASR 0.6B" {
		t.Errorf("the toolbar shows %q", got)
	}

	b.press("qwen3-asr-0.6b", tr(sayModelRemove))
	if b.asked == nil {
		t.Fatal("it is removed without a question")
	}
	b.asked.close()
	if got := b.keep.get().Model; got != "qwen3-asr-0.6b" {
		t.Errorf("without a yes %q is chosen", got)
	}
}

func TestDroppedModelsAreAdded(t *testing.T) {
	f := newFakeModels()
	b := openAtModels(t, f, setup{})
	dir := folder(t, "text.gguf", "mmproj.gguf", "talk.wav", "bad.gguf")
	b.dropped(uris(dir, "text.gguf", "talk.wav", "mmproj.gguf"))
	b.until("an offer", func() bool { _, ok := b.banner(bannerModelCame); return ok })
	if len(f.added) != 1 {
		t.Errorf("a dropped pair was added as %v", f.added)
	}
	b.until("the recording too", func() bool { return len(b.snap.Items) == 1 })
	n, _ := b.banner(bannerModelCame)
	if n.text != "mine was added to your models." || n.action != tr(sayModelUseIt) {
		t.Errorf("it says %q", n.text)
	}
	b.dropped(uris(filepath.Dir(dir), filepath.Base(dir))) // as a folder: its model, and the recording that is there already
	b.until("the folder's model", func() bool { f.mu.Lock(); defer f.mu.Unlock(); return len(f.added) == 2 && f.added[1] == dir })
	b.dropped(uris(dir, "bad.gguf"))
	b.until("a refusal", func() bool {
		n, _ := b.banner(bannerModelCame)
		return strings.HasSuffix(n.text, "bad.gguf can't be used: it is not a GGUF file.")
	})
}

func TestOfferedModels(t *testing.T) {
	installed := qwen()
	installed.State = models.Installed
	broken := qwen()
	broken.Name, broken.Problem = "broken", "it is cut off"
	var labels []string
	for _, o := range offeredModels("/some/folder", []models.Item{{Name: "demo"}, installed, broken}, nil, nil) {
		labels = append(labels, o.label)
	}
	if got := strings.Join(labels, "|"); got != "Demo|Qwen3-ASR 0.6B|folder||"+tr(sayModelManage)+"|"+tr(sayChooseFolder) {
		t.Errorf("offered are %s", got)
	}
}

func TestModelWords(t *testing.T) {
	i := qwen()
	i.Pinned = false
	facts, short := modelFacts(i, 1_200_000_000)
	if want := "1.02 GB · takes 1.65 GB of memory or more, and 1.20 GB are free now · 6 languages · Apache-2.0 · its hashes are the server's own"; facts != want || !short {
		t.Errorf("it says %s", facts)
	}
	if got := pullText(fetch.Progress{}); got != tr(sayFetchStart) {
		t.Errorf("at first it says %s", got)
	}
}

func TestSentences(t *testing.T) {
	for said, want := range map[string]string{
		"": "", "the disk is full": "The disk is full.", "It is so.": "It is so.", "mmproj-a.gguf can't be fetched": "mmproj-a.gguf can't be fetched.",
		"loading: no": "Loading: no.", "/my/t.gguf is cut off": "/my/t.gguf is cut off.",
	} {
		if got := sentence(said); got != want {
			t.Errorf("%q becomes %q, want %q", said, got, want)
		}
	}
}

func TestGoldenModels(t *testing.T) {
	begun, installed, cached, failed := qwen(), qwen(), qwen(), qwen()
	begun.Name, begun.Title, begun.State, begun.Have = "b", "Voxtral Mini 3B (2507)", models.Begun, 300_000_000
	installed.Name, installed.Title, installed.State, installed.Folder = "i", "Qwen3-ASR 1.7B", models.Installed, "/m"
	cached.Name, cached.Title, cached.State, cached.Of, cached.Folder = "c", "Ultravox 0.5 1B", models.Cached, "Hugging Face's cache", "/h"
	own := models.Item{Name: "/my/model", Title: "model", State: models.Installed, Folder: "/my/model", Own: true, Problem: "/my/model/t.gguf can't be used: it is cut off: it has 1000 bytes, and tensor blk.0.attn_k.weight ends at byte 804749248"}
	failed.Name, failed.Title, failed.Memory, failed.Pinned = "f", "LFM2-Audio 1.5B", 2_400_000_000, false
	f := newFakeModels(installed, cached, own, qwen(), begun, failed)
	b := openAtModels(t, f, setup{look: themeDark, size: fyne.NewSize(1120, 900)})
	b.banners.dismiss(b.banners.shown[0])
	b.modelDesk.Pull("qwen3-asr-0.6b")
	b.until("a download", func() bool { return b.models.shown.Pulls["qwen3-asr-0.6b"].Progress.Done > 0 })
	b.models.shown.Free = 2_000_000_000 // the machine's own would be another each time
	b.models.draw()
	b.golden("models-dark")
	b.switchLook()
	b.models.draw()
	b.golden("models-light")
}

var _ modelshelf.Shelf = (*fakeModels)(nil)
