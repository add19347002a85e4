package cli

import "testing"

func TestFit(t *testing.T) {
	const download = "43 % of 1.02 GB, 12 MB/s, 48 s left"
	for _, c := range []struct {
		name, words string
		columns     int
		want        string
	}{
		{"qwen3-asr-0.6b", download, 79, "qwen3-asr-0.6b: 43 % of 1.02 GB, 12 MB/s, 48 s left"},
		{"qwen3-asr-0.6b", download, 49, "qwen3-…-0.6b: 43 % of 1.02 GB, 12 MB/s, 48 s left"},
		{"qwen3-asr-0.6b", download, 39, "qwen3-…r-0.6b: 43 % of 1.02 GB, 12 MB/s"},
		{"qwen3-asr-0.6b", download, 30, "qwen3-…r-0.6b: 43 % of 1.02 GB"},
		{"qwen3-asr-0.6b", download, 20, "43 % of 1.02 GB"},
		{"qwen3-asr-0.6b", download, 6, "43 …GB"},
		{"a talk that nobody had named well.wav", "transcribing 7 %", 39, "a talk tha…d well.wav: transcribing 7 %"},
		{"会议录音会议录音会议录音.wav", "transcribing 7 %", 35, "会议录音会…音.wav: transcribing 7 %"},
	} {
		if got := fit(c.name, c.words, c.columns); got != c.want {
			t.Errorf("in %d columns it is %q, want %q", c.columns, got, c.want)
		}
	}
	if got := fit("talk.wav", "transcribing 7 %", -1); got != "…" {
		t.Errorf("without any room it is %q", got)
	}
}
