package models

import (
	"path/filepath"
	"strings"
	"testing"

	"haltscribe/models/gguf/gguftest"
)

// fill writes files into a new folder.
func fill(t *testing.T, files map[string][]byte) string {
	t.Helper()
	folder := t.TempDir()
	for name, content := range files {
		gguftest.Write(t, filepath.Join(folder, name), content)
	}
	return folder
}

// TestPairsAreToldByTheirMetadata: names say nothing, and other files don't matter.
func TestPairsAreToldByTheirMetadata(t *testing.T) {
	folder := fill(t, map[string][]byte{
		"b.gguf": gguftest.TextModel("qwen3vl", 64, 1000), "a.GGUF": gguftest.Projector("qwen3a", 64), "mmproj.txt": nil,
		"mmproj-of-pictures.gguf": gguftest.Projector("", 64), "mmproj-of-another.gguf": gguftest.Projector("qwen3a", 128),
		"broken.gguf": []byte("GGUF"),
	})
	for _, name := range []string{folder, filepath.Join(folder, "b.gguf"), filepath.Join(folder, "a.GGUF")} {
		m, err := Home{Dir: t.TempDir()}.Resolve(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if filepath.Base(m.Text) != "b.gguf" || filepath.Base(m.Projector) != "a.GGUF" || m.Note != "" {
			t.Errorf("%s is %+v", name, m)
		}
		if m.Prompt.Answer != "tagged" || !strings.HasPrefix(m.Prompt.Form, "<|im_start|>system") {
			t.Errorf("%s is asked %+v", name, m.Prompt)
		}
	}
	voxtral := fill(t, map[string][]byte{"t.gguf": gguftest.TextModel("llama", 32, 100), "p.gguf": gguftest.Projector("voxtral", 32)})
	if m, err := Find(voxtral); err != nil || m.Prompt.Language != "lang:{code}" {
		t.Errorf("Voxtral is asked %+v, %v", m.Prompt, err)
	}
}

// TestRefusals: each one names the file and the cause in a sentence, before anything is loaded.
func TestRefusals(t *testing.T) {
	text, projector := gguftest.TextModel("qwen3vl", 64, 1000), gguftest.Projector("qwen3a", 64)
	for name, c := range map[string]struct {
		files map[string][]byte
		want  string
	}{
		"another's mmproj": {
			map[string][]byte{"t.gguf": text, "p.gguf": gguftest.Projector("qwen3a", 128)},
			"t.gguf and p.gguf don't belong together: the projector makes embeddings of width 128, and the text model takes 64",
		},
		"pictures alone": {
			map[string][]byte{"t.gguf": text, "p.gguf": gguftest.Projector("", 64)},
			"p.gguf can't be used: it is a projector for pictures alone, without an audio encoder",
		},
		"a voice": {
			map[string][]byte{"t.gguf": text, "p.gguf": gguftest.Projector("qwen3tts_spkenc", 64)},
			"p.gguf can't be used: it is for speaking with a voice (qwen3tts_spkenc)",
		},
		"an unknown kind": {
			map[string][]byte{"t.gguf": text, "p.gguf": gguftest.Projector("from_the_future", 64)},
			"asked to transcribe is not known here",
		},
		"cut text": {
			map[string][]byte{"t.gguf": text[:len(text)-500], "p.gguf": projector},
			"t.gguf can't be used: it is cut off: it has ",
		},
		"cut projector": {
			map[string][]byte{"t.gguf": text, "p.gguf": projector[:200]},
			"p.gguf can't be used: it is cut off: it ends inside its own table of contents",
		},
		"a web page":  {map[string][]byte{"t.gguf": text, "p.gguf": []byte("<html>Log in to download</html>")}, "p.gguf can't be used: it is not a GGUF file"},
		"text alone":  {map[string][]byte{"t.gguf": text}, "holds one text model and no projector (mmproj) (*.gguf)"},
		"two of them": {map[string][]byte{"t.gguf": text, "u.gguf": text, "p.gguf": projector}, "2 text models and 1 projectors that may go together"},
		"nothing":     {nil, "holds no text model and no projector (mmproj)"},
	} {
		_, err := Find(fill(t, c.files))
		if err == nil {
			t.Errorf("%s: it was taken", name)
			continue
		}
		if got := withoutFolders(err.Error()); !strings.Contains(got, c.want) || strings.Contains(got, "\n") {
			t.Errorf("%s: it says: %s\nwant: %s", name, got, c.want)
		} else {
			t.Logf("%s: %s", name, got)
		}
	}
	for name, want := range map[string]string{
		"whisper":                              `there is no model "whisper"; choose demo, qwen3-asr-0.6b, `,
		filepath.Join(t.TempDir(), "nowhere"):  "no such file",
		"qwen3-asr-0.6b":                       "the model qwen3-asr-0.6b is not on this machine; get it with: haltscribe models pull qwen3-asr-0.6b",
		filepath.Join("demo", "demo.gguf"):     "",
		filepath.Join("demo", "no-model.gguf"): "no such file",
	} {
		_, err := Home{Dir: t.TempDir()}.Resolve(name)
		if (want == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}

// withoutFolders leaves the names of files in a sentence alone.
func withoutFolders(s string) string {
	words := strings.Fields(s)
	for i, w := range words {
		if filepath.IsAbs(w) {
			words[i] = filepath.Base(w)
		}
	}
	return strings.Join(words, " ")
}
