package models

import (
	"errors"
	"strings"
	"testing"
	"time"
)

var testTime = time.Unix(1e9, 0)

func TestMemoryInWords(t *testing.T) {
	// Qwen3-ASR 0.6B's shape: 28 layers, 8 heads of 128 for keys and values.
	need := Need(Facts{Size: 804749248, Layers: 28, HeadsKV: 8, KeyLength: 128, ValueLength: 128}, Facts{Size: 214392480})
	if want := int64(28 * 8 * 256 * 2 * contextTokens); need.Context != want {
		t.Errorf("the context takes %d, want %d", need.Context, want)
	}
	if s := need.Short("qwen3-asr-0.6b", 8<<30); s != "" {
		t.Errorf("with 8 GiB free it says: %s", s)
	}
	if s := need.Short("qwen3-asr-0.6b", 0); s != "" {
		t.Errorf("with nothing known it says: %s", s)
	}
	s := need.Short("qwen3-asr-0.6b", 1_200_000_000)
	if want := "qwen3-asr-0.6b takes at least 1.53 GB of memory, and 1.20 GB are free: close other programs, or expect it to be slow or to fail."; s != want {
		t.Errorf("it says: %s\nwant: %s", s, want)
	}
}

func TestFreeMemoryIsTold(t *testing.T) {
	if free := FreeMemory(); free < 1<<20 {
		t.Errorf("%d bytes are said to be free", free)
	}
}

func TestContainersHaveLess(t *testing.T) {
	files := map[string]string{"memory.max": "1000\n", "memory.current": "700\n", "memory.stat": "anon 300\ninactive_file 200\n"}
	read := func(path string) ([]byte, error) {
		if s, ok := files[path[strings.LastIndex(path, "/")+1:]]; ok {
			return []byte(s), nil
		}
		return nil, errors.New("not there")
	}
	if limit, used, ok := containerMemory(read); limit != 1000 || used != 500 || !ok {
		t.Errorf("%d, %d, %v", limit, used, ok)
	}
	files["memory.max"] = "max\n"
	if _, _, ok := containerMemory(read); ok {
		t.Error("no limit was taken for one")
	}
}
