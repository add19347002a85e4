package bench

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// WriteCSV writes one row for each figure: device, chunk tokens, hook, what, value.
func (r *Report) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	row := func(d Device, tokens int, hook any, what string, value float64) {
		_ = out.Write([]string{d.Device, strconv.Itoa(tokens), fmt.Sprint(hook), what, strconv.FormatFloat(value, 'g', 8, 64)})
	}
	_ = out.Write([]string{"device", "tokens", "hook", "what", "value"})
	for _, d := range r.Devices {
		for _, c := range d.Chunks {
			for _, f := range c.Full {
				row(d, c.Tokens, f.Hook, "encode_ms", f.MS.Median)
				row(d, c.Tokens, f.Hook, "ratio", f.Ratio)
				row(d, c.Tokens, f.Hook, "ratio_low", f.RatioCI[0])
				row(d, c.Tokens, f.Hook, "ratio_high", f.RatioCI[1])
				row(d, c.Tokens, f.Hook, "calls", float64(f.Calls))
				row(d, c.Tokens, f.Hook, "checks", float64(f.Checks))
				if f.LongestGapMS != nil {
					row(d, c.Tokens, f.Hook, "longest_gap_ms", *f.LongestGapMS)
				}
			}
			for _, b := range c.StoppedBefore {
				row(d, c.Tokens, b.Hook, "stopped_before_ms", b.MS.Median)
			}
			for _, s := range c.StoppedDuring {
				row(d, c.Tokens, s.Hook, "stopped_during_ms", s.MS.Median)
			}
		}
		for _, e := range d.EndToEnd {
			row(d, 0, e.Hook, "end_to_end_ms", e.MS.Median)
		}
	}
	out.Flush()
	return out.Error()
}

// WriteGoBench writes Go's benchmark format, which benchstat reads: a line for each
// run, since benchstat has statistics of its own.
func (r *Report) WriteGoBench(w io.Writer) error {
	var b strings.Builder
	goos, goarch, _ := strings.Cut(r.Host.OS, "/")
	fmt.Fprintf(&b, "goos: %s\ngoarch: %s\npkg: haltscribe/inference/bench\ncpu: %s\n", goos, goarch, r.Host.CPU)
	line := func(name string, x Spread) {
		for _, v := range x.Each {
			fmt.Fprintf(&b, "Benchmark%s 1 %.0f ns/op\n", name, v*1e6)
		}
	}
	for _, d := range r.Devices {
		for _, c := range d.Chunks {
			at := fmt.Sprintf("/device=%s/medium=%s/tokens=%d", d.Device, c.Medium, c.Tokens)
			for _, f := range c.Full {
				line("Encode"+at+"/hook="+string(f.Hook), f.MS)
			}
			for _, s := range c.StoppedDuring {
				if s.N > 0 {
					line("Stop"+at+"/hook="+string(s.Hook), s.MS)
				}
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
