//go:build !headless

package audio

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// The tests with the real oto run in processes of their own, because a process can have one context, and because
// ALSA reads its configuration once.

const soundTestEnv = "HALTSCRIBE_TEST_SOUND_FILE"

// playInChild runs TestRealChild with the given ALSA configuration and returns what it wrote.
func playInChild(t *testing.T, asoundrc string) (stdout, stderr string) {
	t.Helper()
	conf := filepath.Join(t.TempDir(), "asound.conf")
	if err := os.WriteFile(conf, []byte(asoundrc), 0o600); err != nil {
		t.Fatal(err)
	}
	wav := writeFile(t, "a.wav", riffFile(mono16.chunk(), chunk("data", encode(speech(16000), 2))))
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Args[0], "-test.run=^TestRealChild$", "-test.count=1")
	cmd.Env = append(os.Environ(), soundTestEnv+"="+wav, "ALSA_CONFIG_PATH="+conf)
	var out, errOut bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errOut
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s%s", err, &out, &errOut)
	}
	return out.String(), errOut.String()
}

func TestRealChild(t *testing.T) {
	path := os.Getenv(soundTestEnv)
	if path == "" {
		t.Skip("run by the tests below")
	}
	begin := time.Now()
	p, err := NewPlayer()
	if err != nil {
		if time.Since(begin) > openPatience+5*time.Second {
			t.Errorf("it took %v to say so", time.Since(begin))
		}
		os.Stdout.WriteString("said: " + err.Error() + "\n")
		return
	}
	defer p.Close()
	ended := make(chan struct{}, 1)
	p.OnEnd(func() { ended <- struct{}{} })
	p.OnError(func(err error) { t.Error(err) })
	for range 2 {
		if err := p.Load(path); err != nil {
			t.Fatal(err)
		}
		p.Play()
		<-ended
		if p.Playing() || p.Position() != p.Duration() {
			t.Errorf("playing %v, at %v of %v", p.Playing(), p.Position(), p.Duration())
		}
		if err := p.Seek(p.Duration() / 2); err != nil {
			t.Error(err)
		}
		p.Play()
		<-ended
	}
	os.Stdout.WriteString("played\n")
	if _, err := NewPlayer(); err == nil {
		t.Error("a second player of one process was made")
	}
}

// TestRealNullDevice plays through oto and ALSA to a device that takes everything at once.
func TestRealNullDevice(t *testing.T) {
	stdout, stderr := playInChild(t, "pcm.default { type null }\n")
	if !strings.Contains(stdout, "played") || stderr != "" {
		t.Errorf("wrote %q and to stderr %q", stdout, stderr)
	}
}

func TestRealNoDevice(t *testing.T) {
	stdout, stderr := playInChild(t, "# no device at all\n")
	if !strings.Contains(stdout, "said: There is no sound device; connect one") {
		t.Errorf("wrote %q", stdout)
	}
	if stderr != "" {
		t.Errorf("ALSA complained on stderr: %q", stderr)
	}
}
