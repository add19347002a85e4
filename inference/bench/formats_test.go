package bench

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"testing"

	"golang.org/x/perf/benchfmt"

	"haltscribe/inference"
)

func sampleReport() Report {
	gap := 9.5
	return Report{
		Host: Host{OS: "linux/amd64", CPU: "A Processor"},
		Devices: []Device{{Device: "cpu", Chunks: []Chunk{{
			Medium: "audio", Tokens: 104,
			Full: []Full{
				{Hook: inference.HookOff, MS: Spread{Median: 100, Each: []float64{99, 100, 101}}, Ratio: 1, RatioCI: [2]float64{1, 1}},
				{Hook: inference.HookPlanned, MS: Spread{Median: 101, Each: []float64{100, 101, 102}}, Ratio: 1.01, RatioCI: [2]float64{1, 1.02}, LongestGapMS: &gap},
			},
			StoppedDuring: []During{
				{Hook: inference.HookPlanned, N: 2, MS: Spread{Median: 5, Each: []float64{4, 6}}},
				{Hook: inference.HookOff, N: 0},
			},
		}}}},
	}
}

// What --gobench prints is read by benchstat's own reader: each run is a result, with
// the hook mode as a key that can be compared by.
func TestBenchstatReadsTheGoFormat(t *testing.T) {
	r := sampleReport()
	var text bytes.Buffer
	if err := r.WriteGoBench(&text); err != nil {
		t.Fatal(err)
	}
	reader := benchfmt.NewReader(&text, "report")
	seconds := map[string][]float64{}
	for reader.Scan() {
		switch rec := reader.Result().(type) {
		case *benchfmt.Result:
			if cpu := rec.GetConfig("cpu"); cpu != "A Processor" {
				t.Errorf("cpu %q", cpu)
			}
			v, ok := rec.Value("sec/op")
			if !ok {
				t.Fatalf("%s has no time", rec.Name)
			}
			seconds[rec.Name.String()] = append(seconds[rec.Name.String()], v)
		case *benchfmt.SyntaxError:
			t.Error(rec)
		}
	}
	if err := reader.Err(); err != nil {
		t.Fatal(err)
	}
	if got := seconds["Encode/device=cpu/medium=audio/tokens=104/hook=planned"]; len(got) != 3 || got[1] != 0.101 {
		t.Errorf("planned encodes of %v s", got)
	}
	if got := seconds["Stop/device=cpu/medium=audio/tokens=104/hook=planned"]; len(got) != 2 || got[0] != 0.004 {
		t.Errorf("stops of %v s", got)
	}
	if len(seconds) != 3 {
		t.Errorf("%d names, want three: nothing was stopped with off", len(seconds))
	}
}

func TestCSVHasARowForEachFigure(t *testing.T) {
	r := sampleReport()
	var text bytes.Buffer
	if err := r.WriteCSV(&text); err != nil {
		t.Fatal(err)
	}
	reader := csv.NewReader(&text)
	found := map[string]string{}
	for {
		row, err := reader.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		found[row[2]+" "+row[3]] = row[4]
	}
	for key, want := range map[string]string{"planned ratio": "1.01", "off encode_ms": "100", "planned longest_gap_ms": "9.5"} {
		if found[key] != want {
			t.Errorf("%s is %q, want %q", key, found[key], want)
		}
	}
}
