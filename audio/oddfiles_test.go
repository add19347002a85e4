package audio

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// The outcomes of an odd file.
const (
	same   = "same"   // the speech, as it is in the file's plain kin
	partly = "partly" // the speech, but for what is said
	silent = "silent" // samples, but no speech in them
	fails  = "error"  // one sentence
)

// oddFile is a file as recorders, browsers, phones, audio editors and broken downloads make them.
type oddFile struct {
	name   string
	from   string // whose file it is
	like   string // the file of testdata that its samples must be like
	make   func(g *oddGenerator) []byte
	expect string
	says   string  // in the error, or in the warnings
	begins float64 // seconds of the kin that it begins with
	times  int     // that the speech comes, if not once
	share  float64 // for partly: how much of the speech must be there, 0 to 1, each time
	ffmpeg bool    // is read through ffmpeg, or refused with the sentence that says so
}

// oddFiles are all of them, in the order of the table in docs/formats.md.
var oddFiles = slices.Concat(oddMP3s, oddFLACs, oddOggs, oddForeign, oddWAVs, oddStrangers)

var writeDocs = flag.Bool("write-docs", false, "write the table of odd files into docs/formats.md")

// write makes the file.
func (odd *oddFile) write(t *testing.T) (path string) {
	g := &oddGenerator{t: t, r: rand.New(rand.NewPCG(uint64(len(odd.name)), 5))}
	return writeFile(t, odd.name, odd.make(g))
}

// TestOddFilesTakeLittleMemory: whatever they claim. Nothing else allocates meanwhile, as would be in TestOddFiles.
func TestOddFilesTakeLittleMemory(t *testing.T) {
	buf := make([]float32, 1600)
	for _, odd := range oddFiles {
		path := odd.write(t)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if s, err := Open(path, 16000); err == nil {
			if _, err := s.Read(buf); err != nil {
				t.Errorf("%s: %v", odd.name, err)
			}
			_ = s.Close()
		}
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > 60<<20 {
			t.Errorf("%s: %d MB were allocated", odd.name, used>>20)
		}
	}
}

// TestOddFiles opens every odd file and looks at what comes of it.
func TestOddFiles(t *testing.T) {
	ffmpeg := haveFFmpeg(t)
	for _, odd := range oddFiles {
		t.Run(odd.name, func(t *testing.T) {
			t.Parallel()
			path := odd.write(t)
			got, warnings, err := openAll(path)
			if odd.ffmpeg && !ffmpeg {
				if err == nil || !strings.Contains(err.Error(), "needs ffmpeg to be read") {
					t.Errorf("without ffmpeg it ended in %v", err)
				}
				return
			}
			if odd.expect == fails {
				if err == nil || !strings.Contains(err.Error(), odd.says) || strings.ContainsAny(err.Error(), "\n\x00") || strings.Contains(err.Error(), path) {
					t.Errorf("error %q, want %q", err, odd.says)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if w := strings.Join(warnings, "; "); odd.says != "" && !strings.Contains(w, odd.says) || odd.says == "" && odd.expect == same && w != "" {
				t.Errorf("warnings %q, want %q", w, odd.says)
			}
			if odd.expect == silent {
				if !Silent(got) {
					t.Error("it is not silent")
				}
				return
			}
			want, _, err := ReadAll(filepath.Join("testdata", odd.like), 16000)
			if err != nil {
				t.Fatal(err)
			}
			want = want[int(odd.begins*16000):]
			share := likeness(got, want)
			for n := 1; n < odd.times; n++ { // the last ends where all ends
				from := max(0, len(got)-len(want)) * n / (odd.times - 1)
				share = min(share, likeness(got[from:], want))
			}
			least := 0.995
			if odd.expect == partly {
				least = odd.share
			}
			t.Logf("%.3f of the speech, %d samples of %d; %q", share, len(got), len(want), warnings)
			if share < least {
				t.Errorf("%.3f of the speech is there, want %.3f", share, least)
			}
			if n := len(want) * max(1, odd.times); odd.expect == same && len(got) != n {
				t.Errorf("%d samples, want %d", len(got), n)
			}
		})
	}
}

// openAll reads a file's samples and what was said of it.
func openAll(path string) ([]float32, []string, error) {
	s, err := Open(path, 16000)
	if err != nil {
		return nil, nil, err
	}
	defer s.Close()
	var got []float32
	buf := make([]float32, 16000)
	for {
		n, err := s.Read(buf)
		got = append(got, buf[:n]...)
		if errors.Is(err, io.EOF) {
			return got, s.Warnings(), nil
		}
		if err != nil {
			return nil, nil, err
		}
	}
}

// likeness is the share of 50 ms windows with sound in want in which got has the same, whatever its level and sign.
func likeness(got, want []float32) float64 {
	const window = 800
	same, all := 0.0, 0.0
	shift := 0
	best := -1.0
	for n := range 2401 {
		d := (n + 1) / 2 // 0, 1, -1, 2, -2, …
		if n%2 == 0 {
			d = -d
		}
		var sum, a, b float64
		for i := 2000; i < min(len(want), len(got)-1300)-1300 && i < 20000; i += 7 {
			if i+d >= 0 {
				x, y := float64(want[i]), float64(got[i+d])
				sum, a, b = sum+x*y, a+x*x, b+y*y
			}
		}
		if math.Abs(sum) > best {
			best, shift = math.Abs(sum), d
		}
		if sum*sum > 0.98*0.98*a*b && a*b > 0 { // there can be no better one
			break
		}
	}
	for i := 0; i+window <= len(want); i += window {
		var a, b, ab float64
		var ma, mb float64
		for j := i; j < i+window; j++ {
			ma += float64(want[j]) / window
			if k := j + shift; k >= 0 && k < len(got) {
				mb += float64(got[k]) / window
			}
		}
		for j := i; j < i+window; j++ {
			x, y := float64(want[j])-ma, 0.0
			if k := j + shift; k >= 0 && k < len(got) {
				y = float64(got[k]) - mb
			}
			a, b, ab = a+x*x, b+y*y, ab+x*y
		}
		if a < window*1e-6 {
			continue
		}
		all++
		if math.Abs(ab) > 0.95*math.Sqrt(a*b) {
			same++
		}
	}
	return same / math.Max(1, all)
}

// TestOddFilesAreInTheDocs keeps the table of docs/formats.md.
func TestOddFilesAreInTheDocs(t *testing.T) {
	var table strings.Builder
	table.WriteString("| file | whose | outcome | what is said |\n| --- | --- | --- | --- |\n")
	for _, odd := range oddFiles {
		outcome := map[string]string{same: "the speech", partly: fmt.Sprintf("at least %.0f %% of the speech", 100*odd.share), silent: "no speech", fails: "error"}[odd.expect]
		if odd.times > 1 {
			outcome += fmt.Sprintf(", %d times", odd.times)
		}
		if odd.ffmpeg {
			outcome += " (ffmpeg)"
		}
		fmt.Fprintf(&table, "| %s | %s | %s | %s |\n", odd.name, odd.from, outcome, odd.says)
	}
	const begin, end = "<!-- odd files -->\n", "<!-- end of odd files -->\n"
	path := filepath.Join("..", "docs", "formats.md")
	doc, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(doc), begin)
	old, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatal("docs/formats.md has no place for the table")
	}
	if old == table.String() {
		return
	}
	if !*writeDocs {
		t.Fatal("the table in docs/formats.md is another; run: go test ./audio -run InTheDocs -write-docs")
	}
	if err := os.WriteFile(path, []byte(before+begin+table.String()+end+after), 0o644); err != nil {
		t.Fatal(err)
	}
}
