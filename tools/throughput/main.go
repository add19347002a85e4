// Throughput compares how fast recordings are transcribed: by Haltscribe with several
// numbers of pieces decoded together, and by llama.cpp's own programs, with the same
// audio, threads and number of tokens.
//
//	go run ./tools/throughput --model DIR --audio FILE [--minutes N] [--threads N] [--rounds N]
//
// All run once in each round, so that a machine that becomes slower or faster meanwhile
// does so for all; of several rounds the medians are told.
//
// Weights may be random: each second of audio gets a fixed number of tokens, whatever
// the model says. tools/throughput/build.sh builds llama.cpp's programs.
package main

import (
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
)

// Speech has about so many tokens a second.
const tokensPerSecond = 3.3

const (
	rate         = 16000
	pieceSeconds = 30
)

type options struct {
	model, audio  string
	text, mmproj  string
	minutes       float64
	threads       int
	rounds        int
	sequences     string
	ours, theirs  string
	against       string
	work          string
	second        string // a recording of a second of speech
	silence       string // and of silence: Haltscribe leaves it out, so a run of it is its load, nearly
	tokensOfPiece int
}

// result is one program's time for all of the audio, the model's load apart.
type result struct {
	name      string
	seconds   float64
	processor float64 // seconds of processor time: what other guests of a virtual machine take is not in it
	tokens    int
	phases    string
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "throughput:", err)
		os.Exit(1)
	}
}

func run() error {
	var o options
	flag.StringVar(&o.model, "model", "", "folder of a pair, as 'haltscribe models synth' writes it")
	flag.StringVar(&o.audio, "audio", "testdata/sample.wav", "16 kHz mono 16-bit WAV, repeated to fill the time")
	flag.Float64Var(&o.minutes, "minutes", 10, "of audio")
	flag.IntVar(&o.threads, "threads", 2, "for all programs")
	flag.IntVar(&o.rounds, "rounds", 1, "in each of which all programs run once")
	flag.StringVar(&o.sequences, "sequences", "1,2,4,8,0", "pieces decoded together by Haltscribe, 0 for as many as it finds worthwhile; the largest is llama-server's number of slots")
	flag.StringVar(&o.ours, "haltscribe", "bin/haltscribe", "")
	flag.StringVar(&o.theirs, "llama", "native/build/throughput/bin", "folder of llama.cpp's programs")
	flag.StringVar(&o.against, "against", "llama-mtmd-cli,llama-server", "llama.cpp's programs to compare with")
	flag.Parse()
	if o.model == "" || o.minutes <= 0 || o.threads < 1 || o.rounds < 1 {
		return errors.New("usage: throughput --model DIR [--audio FILE] [--minutes N]")
	}
	projectors, _ := filepath.Glob(filepath.Join(o.model, "mmproj*.gguf")) // the pattern is well formed
	all, _ := filepath.Glob(filepath.Join(o.model, "*.gguf"))
	texts := slices.DeleteFunc(all, func(path string) bool { return slices.Contains(projectors, path) })
	if len(projectors) != 1 || len(texts) != 1 {
		return fmt.Errorf("%s does not hold one pair of a text model and an mmproj file", o.model)
	}
	o.text, o.mmproj = texts[0], projectors[0]
	o.tokensOfPiece = int(pieceSeconds * tokensPerSecond)
	var err error
	if o.work, err = os.MkdirTemp("", "throughput"); err != nil {
		return err
	}
	defer os.RemoveAll(o.work)
	whole, pieces, err := o.recordings()
	if err != nil {
		return err
	}
	var measures []func() (result, error)
	most := 1
	for _, text := range strings.Split(o.sequences, ",") {
		n, err := strconv.Atoi(text)
		if err != nil {
			return fmt.Errorf("reading --sequences: %w", err)
		}
		most = max(most, n)
		measures = append(measures, func() (result, error) { return o.haltscribe(whole, n) })
	}
	for _, program := range strings.Split(o.against, ",") {
		switch program {
		case "llama-mtmd-cli":
			measures = append(measures, func() (result, error) { return o.mtmdCLI(pieces) })
		case "llama-server":
			measures = append(measures, func() (result, error) { return o.server(pieces, 1) })
			if most > 1 {
				measures = append(measures, func() (result, error) { return o.server(pieces, most) })
			}
		default:
			return fmt.Errorf("--against %s: it can be llama-mtmd-cli or llama-server", program)
		}
	}
	results := make([][]result, len(measures)) // of each program, by round
	for range o.rounds {
		for i, measure := range measures {
			r, err := measure()
			if err != nil {
				return err
			}
			results[i] = append(results[i], r)
			fmt.Fprintf(os.Stderr, "%s: %.1f s, of processor time %.1f s; %s\n", r.name, r.seconds, r.processor, r.phases)
		}
	}
	return table(results, o)
}

func table(results [][]result, o options) error {
	fmt.Printf("%.1f min of audio in pieces of %d s, %d threads, %d tokens a piece, medians of %d rounds\n\n", o.minutes, pieceSeconds, o.threads, o.tokensOfPiece, o.rounds)
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "program\tseconds\ttimes real time\tprocessor time, s\tas fast as the first\tfrom, to\ttokens\tphases of the last round")
	for _, r := range results {
		seconds := median(r, func(i int) float64 { return r[i].seconds })
		last := r[len(r)-1]
		ratio := func(i int) float64 { return results[0][i].seconds / r[i].seconds }
		low, high := extremes(r, ratio)
		fmt.Fprintf(w, "%s\t%.1f\t%.2f\t%.1f\t%.2f\t%.2f, %.2f\t%d\t%s\n", last.name, seconds, 60*o.minutes/seconds,
			median(r, func(i int) float64 { return r[i].processor }),
			median(r, ratio), low, high, last.tokens, last.phases)
	}
	return w.Flush()
}

// median is that of a figure of each round.
func median(rounds []result, figure func(i int) float64) float64 {
	all := make([]float64, len(rounds))
	for i := range all {
		all[i] = figure(i)
	}
	slices.Sort(all)
	return (all[(len(all)-1)/2] + all[len(all)/2]) / 2
}

// extremes are the least and the most of a figure of each round.
func extremes(rounds []result, figure func(i int) float64) (low, high float64) {
	low, high = figure(0), figure(0)
	for i := range rounds {
		low, high = min(low, figure(i)), max(high, figure(i))
	}
	return low, high
}

// recordings writes the audio as one file, and as a file for each piece.
func (o *options) recordings() (whole string, pieces []string, err error) {
	wav, err := os.ReadFile(o.audio)
	if err != nil {
		return "", nil, err
	}
	if len(wav) < 44+2*rate || string(wav[36:40]) != "data" {
		return "", nil, fmt.Errorf("%s is not a plain WAV of a second or more", o.audio)
	}
	sound := wav[44:]
	o.second, o.silence = filepath.Join(o.work, "second.wav"), filepath.Join(o.work, "silence.wav")
	if err := errors.Join(writeWAV(o.second, sound[:2*rate]), writeWAV(o.silence, make([]byte, 2*rate))); err != nil {
		return "", nil, err
	}
	n := int(60*o.minutes) / pieceSeconds * pieceSeconds * rate * 2
	all := make([]byte, 0, n)
	for len(all) < n {
		all = append(all, sound[:min(len(sound), n-len(all))]...)
	}
	whole = filepath.Join(o.work, "whole.wav")
	if err := writeWAV(whole, all); err != nil {
		return "", nil, err
	}
	for at := 0; at < n; at += pieceSeconds * rate * 2 {
		path := filepath.Join(o.work, fmt.Sprintf("piece%03d.wav", len(pieces)))
		if err := writeWAV(path, all[at:at+pieceSeconds*rate*2]); err != nil {
			return "", nil, err
		}
		pieces = append(pieces, path)
	}
	return whole, pieces, nil
}

func writeWAV(path string, sound []byte) error {
	h := []byte("RIFF    WAVEfmt ")
	binary.LittleEndian.PutUint32(h[4:], uint32(36+len(sound)))
	h = binary.LittleEndian.AppendUint32(h, 16)
	h = binary.LittleEndian.AppendUint16(h, 1)
	h = binary.LittleEndian.AppendUint16(h, 1)
	h = binary.LittleEndian.AppendUint32(h, rate)
	h = binary.LittleEndian.AppendUint32(h, 2*rate)
	h = binary.LittleEndian.AppendUint16(h, 2)
	h = binary.LittleEndian.AppendUint16(h, 16)
	h = append(h, "data"...)
	h = binary.LittleEndian.AppendUint32(h, uint32(len(sound)))
	return os.WriteFile(path, append(h, sound...), 0o600)
}
