package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/shirou/gopsutil/v4/process"
)

const prompt = "Transcribe."

// processor is the processor time of a program that has ended and of its children, in seconds.
func processor(cmd *exec.Cmd) float64 {
	return (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
}

func (o options) haltscribe(whole string, sequences int) (result, error) {
	load, err := o.transcribe(o.silence, 1, 1)
	if err != nil {
		return result{}, err
	}
	r, err := o.transcribe(whole, sequences, tokensPerSecond)
	if err != nil {
		return result{}, err
	}
	r.processor -= load.processor
	r.name = fmt.Sprintf("haltscribe, %d together", sequences)
	if sequences == 0 {
		r.name = "haltscribe, by itself"
	}
	return r, nil
}

// transcribe runs haltscribe; the processor time is all of the run's.
func (o options) transcribe(audio string, sequences int, tokens float64) (r result, err error) {
	cmd := exec.Command(o.ours, "transcribe", "--quiet", "--format", "json", "--model", o.model, "--device", "cpu",
		"--threads", strconv.Itoa(o.threads), "--sequences", strconv.Itoa(sequences),
		"--forced-tokens", strconv.FormatFloat(tokens, 'f', -1, 64), audio)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return r, fmt.Errorf("running haltscribe: %w", err)
	}
	var t struct {
		Timing struct {
			LoadMS   float64 `json:"load_ms"`
			AudioMS  float64 `json:"audio_ms"`
			EncodeMS float64 `json:"encode_ms"`
			EmbedMS  float64 `json:"embed_ms"`
			TokenMS  float64 `json:"token_ms"`
			TotalMS  float64 `json:"total_ms"`
			Tokens   int     `json:"tokens"`
		} `json:"timing"`
	}
	if err := json.Unmarshal(out, &t); err != nil {
		return r, fmt.Errorf("reading haltscribe's answer: %w", err)
	}
	r.seconds, r.processor, r.tokens = (t.Timing.TotalMS-t.Timing.LoadMS)/1000, processor(cmd), t.Timing.Tokens
	r.phases = fmt.Sprintf("audio %.1f, encode %.1f, embed %.1f, token %.1f s", t.Timing.AudioMS/1000,
		t.Timing.EncodeMS/1000, t.Timing.EmbedMS/1000, t.Timing.TokenMS/1000)
	return r, nil
}

// mtmdCLI runs llama-mtmd-cli once for each piece, since it takes one prompt. Its load is
// what a run takes for a second of speech and one token, without what these two take
// Haltscribe, which tells its load apart.
func (o options) mtmdCLI(pieces []string) (result, error) {
	work, err := o.transcribe(o.second, 1, 1)
	if err != nil {
		return result{}, err
	}
	if work.tokens != 1 {
		return result{}, fmt.Errorf("a second of speech gave %d tokens, not 1", work.tokens)
	}
	silent, err := o.transcribe(o.silence, 1, 1)
	if err != nil {
		return result{}, err
	}
	work.processor -= silent.processor
	one := func(audio string, tokens int) (wall, cpu float64, err error) {
		cmd := exec.Command(filepath.Join(o.theirs, "llama-mtmd-cli"), "-m", o.text, "--mmproj", o.mmproj, "--audio", audio, "-p", prompt,
			"-n", strconv.Itoa(tokens), "--ignore-eos", "--temp", "0", "-t", strconv.Itoa(o.threads), "-ngl", "0", "-c", "1536", "--jinja")
		var log bytes.Buffer
		cmd.Stdout, cmd.Stderr = io.Discard, &log
		begin := time.Now()
		if err := cmd.Run(); err != nil {
			return 0, 0, fmt.Errorf("running llama-mtmd-cli: %w\n%s", err, log.Bytes()[max(0, log.Len()-1000):])
		}
		return time.Since(begin).Seconds(), processor(cmd), nil
	}
	r := result{name: "llama-mtmd-cli"}
	load, loadCPU, err := one(o.second, 1)
	if err != nil {
		return r, err
	}
	load -= work.seconds
	loadCPU -= work.processor
	for _, p := range pieces {
		wall, cpu, err := one(p, o.tokensOfPiece)
		if err != nil {
			return r, err
		}
		r.seconds += wall - load
		r.processor += cpu - loadCPU
		r.tokens += o.tokensOfPiece
	}
	r.phases = fmt.Sprintf("load %.1f s each, not counted", load)
	return r, nil
}

// server gives all pieces to a llama-server at once, which has slots for so many.
func (o options) server(pieces []string, slots int) (result, error) {
	r := result{name: fmt.Sprintf("llama-server, %d slots", slots)}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return r, err
	}
	address := listener.Addr().(*net.TCPAddr)
	if err := listener.Close(); err != nil {
		return r, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	cmd := exec.CommandContext(ctx, filepath.Join(o.theirs, "llama-server"), "-m", o.text, "--mmproj", o.mmproj, "--port", strconv.Itoa(address.Port),
		"-t", strconv.Itoa(o.threads), "-ngl", "0", "-np", strconv.Itoa(slots), "-c", strconv.Itoa(1536*slots), "--no-warmup",
		"--cache-ram", "0") // no copies of what was asked before; a slot keeps its prompt's begin all the same
	var log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &log, &log
	if err := cmd.Start(); err != nil {
		return r, err
	}
	ended := sync.OnceFunc(func() {
		cancel()
		_ = cmd.Wait() // it was killed
	})
	defer ended()
	base := "http://" + address.String()
	if err := ready(base); err != nil {
		return r, fmt.Errorf("starting llama-server: %w", err)
	}
	load, err := processorSoFar(cmd.Process.Pid)
	if err != nil {
		return r, err
	}
	begin := time.Now()
	errs := make([]error, len(pieces))
	var all sync.WaitGroup
	for i, p := range pieces {
		all.Go(func() { errs[i] = o.ask(base, p) })
	}
	all.Wait()
	r.seconds, r.tokens = time.Since(begin).Seconds(), len(pieces)*o.tokensOfPiece
	ended()
	r.processor = processor(cmd) - load
	return r, errors.Join(errs...)
}

// processorSoFar is the processor time of a program that runs, in seconds.
func processorSoFar(pid int) (float64, error) {
	p, err := process.NewProcess(int32(pid))
	if err != nil {
		return 0, fmt.Errorf("looking at llama-server: %w", err)
	}
	times, err := p.Times()
	if err != nil {
		return 0, fmt.Errorf("looking at llama-server: %w", err)
	}
	return times.User + times.System, nil
}

func ready(base string) error {
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		if answer, err := http.Get(base + "/health"); err == nil {
			answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return nil
			}
		}
	}
	return errors.New("it was not ready within a minute")
}

func (o options) ask(base, piece string) error {
	wav, err := os.ReadFile(piece)
	if err != nil {
		return err
	}
	type object map[string]any
	body, err := json.Marshal(object{
		"max_tokens": o.tokensOfPiece, "ignore_eos": true, "temperature": 0,
		"messages": []object{{"role": "user", "content": []object{
			{"type": "input_audio", "input_audio": object{"data": base64.StdEncoding.EncodeToString(wav), "format": "wav"}},
			{"type": "text", "text": prompt},
		}}},
	})
	if err != nil {
		return err
	}
	answer, err := http.Post(base+"/v1/chat/completions", "application/json", bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("asking llama-server: %w", err)
	}
	defer answer.Body.Close()
	var said struct {
		Usage struct {
			Completion int `json:"completion_tokens"`
		} `json:"usage"`
		Error any `json:"error"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&said); err != nil {
		return fmt.Errorf("reading llama-server's answer: %w", err)
	}
	if said.Usage.Completion != o.tokensOfPiece {
		return fmt.Errorf("llama-server gave %d tokens, not %d: %v", said.Usage.Completion, o.tokensOfPiece, said.Error)
	}
	return nil
}
