package bench

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"haltscribe/inference"
)

// WriteTable writes the report for people.
func (r *Report) WriteTable(w io.Writer) error {
	t := &tables{w: w}
	t.line("llama.cpp %s (ggml %s) on %s, %s, %d cores, load %.2f", r.Library.Version, r.Library.Commit, r.Host.CPU, r.Host.OS, r.Host.Cores, r.Host.Load1)
	t.line("model %s, %d threads, %d runs, target %g ms, %s", r.Model, r.Threads, r.Runs, r.TargetMS, r.Date)
	for _, d := range r.Devices {
		t.device(d)
	}
	t.line("\n%s", r.Conclusion)
	for _, warning := range r.Warnings {
		t.line("Warning: %s.", warning)
	}
	return t.err
}

// tables writes lines and aligned tables; the first error sticks.
type tables struct {
	w   io.Writer
	err error
}

func (t *tables) line(format string, args ...any) {
	if t.err == nil {
		_, t.err = fmt.Fprintf(t.w, format+"\n", args...)
	}
}

func (t *tables) rows(rows [][]string) {
	if t.err != nil {
		return
	}
	tw := tabwriter.NewWriter(t.w, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, row := range rows {
		_, _ = fmt.Fprintln(tw, "  "+strings.Join(row, "\t")+"\t")
	}
	t.err = tw.Flush()
}

func (t *tables) device(d Device) {
	t.line("\n%s: %s (%s)", d.Device, d.Name, d.Backend)
	if d.Error != "" {
		t.line("  not finished: %s", d.Error)
	}
	for _, c := range d.Chunks {
		t.chunk(c)
	}
	if d.Reuse != nil {
		t.line("\n  After %d stops: embeddings %s, tokens %s.", d.Reuse.Stops, same(d.Reuse.Embeddings), same(d.Reuse.Tokens))
	}
	if d.Abort != nil {
		t.line("  llama's abort callback: called %d times during an encode; the next llama_decode returned %d.",
			d.Abort.CallsDuringEncode, d.Abort.NextDecode)
	}
	if len(d.EndToEnd) > 0 {
		t.line("\n  Whole transcriptions, load apart")
		rows := [][]string{{"hook", "ms", "ratio", "95 % interval"}}
		for _, e := range d.EndToEnd {
			rows = append(rows, []string{string(e.Hook), ms(e.MS.Median), ratio(e.Ratio), interval(e.RatioCI)})
		}
		t.rows(rows)
	}
}

func (t *tables) chunk(c Chunk) {
	what := "Chunk"
	if c.Medium == string(inference.Image) {
		what = fmt.Sprintf("Image of %d x %d pixels", imageSide, imageSide)
	}
	t.line("\n  %s, %d tokens, %d nodes, the longest %s ms (%s)", what, c.Tokens, c.Nodes, ms(c.LongestNodeMS), c.LongestNodeOp)
	rows := [][]string{{"hook", "encode ms", "ratio", "95 % interval", "calls", "checks", "longest gap ms", "bits"}}
	for _, f := range c.Full {
		gap := "-"
		if f.LongestGapMS != nil {
			gap = ms(*f.LongestGapMS)
		}
		rows = append(rows, []string{
			string(f.Hook), ms(f.MS.Median), ratio(f.Ratio), interval(f.RatioCI),
			fmt.Sprint(f.Calls), fmt.Sprint(f.Checks), gap, same(f.Identical),
		})
	}
	t.rows(rows)
	if len(c.StoppedBefore) > 0 {
		t.line("\n  Stopped before the encode")
		rows = [][]string{{"hook", "ms", "calls", "returned"}}
		for _, b := range c.StoppedBefore {
			rows = append(rows, []string{string(b.Hook), ms(b.MS.Median), fmt.Sprint(b.Calls), fmt.Sprint(b.Returned)})
		}
		t.rows(rows)
	}
	if len(c.StoppedDuring) > 0 {
		t.line("\n  Stopped during it, from the store of the byte to the return")
		rows = [][]string{{"hook", "median ms", "min", "max", "n", "values equal to a whole encode's"}}
		for _, d := range c.StoppedDuring {
			rows = append(rows, []string{string(d.Hook), ms(d.MS.Median), ms(d.MS.Min), ms(d.MS.Max), fmt.Sprint(d.N), fmt.Sprint(d.Equal)})
		}
		t.rows(rows)
	}
}

func ms(x float64) string {
	if x < 10 {
		return fmt.Sprintf("%.2f", x)
	}
	return fmt.Sprintf("%.1f", x)
}

func ratio(x float64) string { return fmt.Sprintf("%.3f", x) }

func interval(ci [2]float64) string { return fmt.Sprintf("%.3f to %.3f", ci[0], ci[1]) }

func same(identical bool) string {
	if identical {
		return "identical"
	}
	return "DIFFER"
}
