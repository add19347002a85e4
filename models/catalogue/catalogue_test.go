package catalogue

import (
	"bytes"
	"strings"
	"testing"
)

func TestTheCatalogueIsSound(t *testing.T) {
	c, err := Read()
	if err != nil {
		t.Fatal(err)
	}
	e, ok := c.Find("Qwen3-ASR-0.6B")
	if !ok || !e.Pinned() || e.Bytes() != 804749248+214392480 {
		t.Errorf("found %+v, %v", e, ok)
	}
	k, ok := c.Kind(e.Projector)
	if !ok || k.Answer != "tagged" || !strings.Contains(k.Prompt, "{context}") {
		t.Errorf("its kind is %+v, %v", k, ok)
	}
	for _, e := range c.Models {
		if e.Tried {
			t.Errorf("%s is said to be tried; docs/models.md must tell how it went", e.Name)
		}
	}
}

func TestMistakesAreFound(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{`"name": "qwen3-asr-1.7b"`, `"name": "qwen3-asr-0.6b"`, "can't be a name"},
		{`"name": "qwen3-asr-1.7b"`, `"name": "../up"`, "can't be a name"},
		{`"Arabic", "Cantonese"`, `"Cantonese", "Arabic"`, "not sorted"},
		{"bca259818b", "bca25981", "no SHA-256"},
		{`"tried"`, `"tired"`, "unknown field"},
		{`"projector": "voxtral",` + "\n" + `      "repository"`, `"projector": "voxtrall",` + "\n" + `      "repository"`, `no kind "voxtrall"`},
		{"[INST]{audio}", "[INST]", "{audio} once"},
		{`"language": "lang:{code}",`, "", "go together"},
		{`"file": "Qwen3-ASR-0.6B-Q8_0.gguf"`, `"file": "../Qwen3-ASR-0.6B-Q8_0.gguf"`, "can't be a file"},
	} {
		if !bytes.Contains(source, []byte(c.old)) {
			t.Fatalf("the catalogue does not hold %s", c.old)
		}
		_, err := parse(bytes.Replace(source, []byte(c.old), []byte(c.new), 1))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("with %s: %v, want %q", c.new, err, c.want)
		}
	}
}
