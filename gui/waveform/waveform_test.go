package waveform

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"haltscribe/audio"
)

func file(t *testing.T, dir, name string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(name), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

var some = audio.Peaks{Samples: 9001, Rate: 16000, Stretch: 64, Outline: []audio.Outline{{Peak: 1, Mean: 2}, {Peak: 255, Mean: 128}}}

func TestCache(t *testing.T) {
	dir := t.TempDir()
	c := Cache{Folder: filepath.Join(dir, "kept", "here"), Most: 2}
	a := file(t, dir, "a.wav")
	if _, ok := c.Get(a); ok {
		t.Error("it had something before anything was put in")
	}
	if err := c.Put(a, some); err != nil {
		t.Fatal(err)
	}
	if got, ok := c.Get(a); !ok || !reflect.DeepEqual(got, some) {
		t.Errorf("got %+v, %v", got, ok)
	}
	if err := os.Chtimes(a, time.Unix(1, 0), time.Unix(1, 0)); err != nil {
		t.Fatal(err)
	}
	if _, ok := c.Get(a); ok {
		t.Error("a changed recording has the old outline")
	}
	for _, n := range []string{"b.wav", "c.wav", "d.wav"} {
		if err := c.Put(file(t, dir, n), some); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := filepath.Glob(filepath.Join(c.Folder, "*"))
	if err != nil || len(kept) != 2 {
		t.Errorf("%d are kept, %v", len(kept), err)
	}
	raw := encode(some)
	for i := range raw {
		spoilt := append([]byte(nil), raw...)
		spoilt[i] ^= 0x40
		if _, ok := decode(spoilt); ok {
			t.Fatalf("a changed byte %d was not seen", i)
		}
		if _, ok := decode(raw[:i]); ok {
			t.Fatalf("%d of %d bytes were taken", i, len(raw))
		}
	}
}

func TestTheLastWishCounts(t *testing.T) {
	dir := t.TempDir()
	slow, quick := file(t, dir, "slow.wav"), file(t, dir, "quick.wav")
	cache := Cache{Folder: filepath.Join(dir, "kept")}
	synctest.Test(t, func(t *testing.T) {
		made := map[string]int{}
		d := New(cache, func(ctx context.Context, path string, tell func(audio.Peaks)) (audio.Peaks, error) {
			made[path]++
			part := some
			part.Outline = some.Outline[:1]
			tell(part)
			if path == slow && made[path] == 1 {
				<-ctx.Done()
				return part, ctx.Err()
			}
			return some, nil
		}, func() {})
		ctx, cancel := context.WithCancel(t.Context())
		go d.Run(ctx)
		d.Show(slow)
		synctest.Wait()
		if s := d.Status(); s.File != slow || s.Done || len(s.Peaks.Outline) != 1 {
			t.Errorf("on the way: %+v", s)
		}
		d.Show(quick)
		synctest.Wait()
		if s := d.Status(); s.File != quick || !s.Done || len(s.Peaks.Outline) != 2 {
			t.Errorf("the other: %+v", s)
		}
		d.Show(slow)
		synctest.Wait()
		d.Show("")
		synctest.Wait()
		d.Show(quick)
		synctest.Wait()
		if s := d.Status(); !s.Done || made[quick] != 1 || made[slow] != 2 {
			t.Errorf("made %v: %+v", made, s)
		}
		cancel()
		synctest.Wait()
	})
}
