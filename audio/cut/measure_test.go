package cut

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"haltscribe/audio"
)

// TestSpeechIsKept measures what the cutter makes of human speech under noise: how much speech is lost, and how much of the
// silence between is left out. It takes the recordings of the repository, or those of the folders in HALTSCRIBE_SPEECH (as
// in PATH), which is how the table of docs/formats.md came to be:
//
//	HALTSCRIBE_SPEECH=DIR:DIR go test ./audio/cut -run SpeechIsKept -v
func TestSpeechIsKept(t *testing.T) {
	t.Parallel()
	clips := readClips(t)
	r := rand.New(rand.NewPCG(1, 2))
	clean, speech := timeline(clips, r)
	var seconds float64
	for _, s := range speech {
		if s {
			seconds += 1.0 / stepsPerSecond
		}
	}
	t.Logf("%d recordings in %.0f s, %.0f s of it speech", len(clips), float64(len(clean))/rate, seconds)
	t.Logf("%-34s %12s %12s", "", "speech lost", "silence sent")
	for _, c := range []struct {
		name  string
		noise func(n int, r *rand.Rand) []float32
		snr   float64 // of the speech's level, -20 dBFS
		gain  float64 // dB, of all
		lost  float64 // most, in percent
		sent  float64 // most, in percent
	}{
		{"no noise", white, 80, 0, 0.02, 35},
		{"white, 20 dB", white, 20, 0, 0.02, 35},
		{"white, 10 dB", white, 10, 0, 0.02, 35},
		{"white, 5 dB", white, 5, 0, 0.1, 35},
		{"white, 0 dB", white, 0, 0, 2, 35},
		{"pink, 20 dB", pink, 20, 0, 0.02, 35},
		{"pink, 10 dB", pink, 10, 0, 0.02, 35},
		{"pink, 5 dB", pink, 5, 0, 0.1, 35},
		{"pink, 0 dB", pink, 0, 0, 1, 35},
		{"brown (as in a car), 5 dB", brown, 5, 0, 0.1, 35},
		{"brown, -10 dB", brown, -10, 0, 0.5, 35},
		{"hum of 50 Hz, 0 dB", hum, 0, 0, 0.1, 35},
		{"six voices, 10 dB", babble(clips), 10, 0, 0.1, 100},
		{"six voices, 5 dB", babble(clips), 5, 0, 0.1, 100},
		{"all at -45 dBFS, white, 25 dB", white, 25, -25, 0.1, 35},
		{"all at -45 dBFS, no noise", white, 80, -25, 0.1, 35},
	} {
		x := mix(clean, c.noise(len(clean), rand.New(rand.NewPCG(7, 7))), c.snr, c.gain)
		lost, sent := judge(pieces(t, x), speech)
		t.Logf("%-34s %10.2f %% %10.0f %%", c.name, lost, sent)
		if lost > c.lost || sent > c.sent {
			t.Errorf("%s: %.2f %% of the speech is lost, %.0f %% of the silence sent", c.name, lost, sent)
		}
	}
}

// TestCutsFallBetweenWords measures where it is cut in speech that has no long pause. The clips follow each other after
// a quarter of a second; a cut counts as bad when it is where somebody speaks audibly in the recording without the noise.
func TestCutsFallBetweenWords(t *testing.T) {
	t.Parallel()
	clips := readClips(t)
	r := rand.New(rand.NewPCG(3, 4))
	var clean []float32
	var speech []bool
	const n = rate / stepsPerSecond
	length, snrs := 600, []float64{80, 20, 10, 5}
	if os.Getenv("HALTSCRIBE_SPEECH") == "" {
		length, snrs = 200, []float64{80, 5}
	}
	for len(clean) < length*rate {
		c := clips[r.IntN(len(clips))]
		clean = append(clean, c[:len(c)/n*n]...)
		speech = append(speech, activeSteps(c)...)
		clean = append(clean, make([]float32, rate/4)...)
		speech = append(speech, make([]bool, stepsPerSecond/4)...)
	}
	for _, snr := range snrs {
		cuts, bad := 0, 0
		for _, p := range pieces(t, mix(clean, pink(len(clean), rand.New(rand.NewPCG(5, 5))), snr, 0)) {
			step := int(p.End()) / n
			if step >= len(speech) {
				break
			}
			cuts++
			if speech[step] {
				bad++
			}
		}
		t.Logf("pink noise, %2.0f dB: %d cuts, %d of them in speech", snr, cuts, bad)
		if cuts < length/40 || bad*10 > cuts {
			t.Errorf("%d of %d cuts are in speech at %.0f dB", bad, cuts, snr)
		}
	}
}

// readClips reads the recordings, each at -20 dBFS where it is speech.
func readClips(t *testing.T) (clips [][]float32) {
	t.Helper()
	var files []string
	for _, dir := range filepath.SplitList(os.Getenv("HALTSCRIBE_SPEECH")) {
		found, err := filepath.Glob(filepath.Join(dir, "*.wav"))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) == 0 {
		files = []string{"../../testdata/sample.wav", "../testdata/speech.wav"}
	}
	for _, f := range files {
		x, _, err := audio.ReadAll(f, rate)
		if err != nil {
			t.Fatal(f, ": ", err)
		}
		active := activeSteps(x)
		var sum float64
		n := 0
		for i, v := range x {
			if step := i * stepsPerSecond / rate; step < len(active) && active[step] {
				sum += float64(v) * float64(v)
				n++
			}
		}
		if n < rate/4 {
			continue // a beep, or nothing
		}
		gain := float32(0.1 / math.Sqrt(sum/float64(n)))
		for i := range x {
			x[i] *= gain
		}
		clips = append(clips, x)
	}
	return clips
}

// activeSteps tells, of a recording without noise, where somebody speaks audibly: within 30 dB of the loudest 50 ms.
func activeSteps(x []float32) []bool {
	const n = rate / stepsPerSecond
	var power []float64
	for i := 0; i+n <= len(x); i += n {
		var sum float64
		for _, v := range x[i : i+n] {
			sum += float64(v) * float64(v)
		}
		power = append(power, sum/n)
	}
	level := make([]float64, len(power))
	loudest := math.Inf(-1)
	for i := range level {
		level[i] = decibels(mean(power[max(0, i-2):min(len(power), i+3)]))
		loudest = max(loudest, level[i])
	}
	active := make([]bool, len(level))
	for i, l := range level {
		active[i] = l > loudest-30
	}
	return active
}

// timeline puts silences of 3 to 8 s between the clips, and says which steps are speech.
func timeline(clips [][]float32, r *rand.Rand) (x []float32, speech []bool) {
	const n = rate / stepsPerSecond
	for _, c := range clips {
		x = append(x, make([]float32, n*(3*stepsPerSecond+r.IntN(5*stepsPerSecond)))...)
		for len(speech)*n < len(x) {
			speech = append(speech, false)
		}
		x = append(x, c[:len(c)/n*n]...)
		speech = append(speech, activeSteps(c)...)
	}
	x = append(x, make([]float32, 3*rate)...)
	return x, append(speech, make([]bool, 3*stepsPerSecond)...)
}

// judge gives what of the speech is in no piece, and what of the rest is in one, in percent.
func judge(got []Piece, speech []bool) (lost, sent float64) {
	covered := make([]bool, len(speech))
	const n = rate / stepsPerSecond
	for _, p := range got {
		for s := int(p.Start) / n; s < min(len(speech), int(p.End())/n); s++ {
			covered[s] = true
		}
	}
	var spoken, silent float64
	for i, s := range speech {
		switch {
		case s:
			spoken++
			if !covered[i] {
				lost++
			}
		default:
			silent++
			if covered[i] {
				sent++
			}
		}
	}
	return 100 * lost / spoken, 100 * sent / silent
}

func mix(clean, noise []float32, snr, gain float64) []float32 {
	var sum float64
	for _, v := range noise {
		sum += float64(v) * float64(v)
	}
	rms := math.Sqrt(sum / float64(len(noise)))
	g := math.Pow(10, gain/20)
	k := 0.1 * math.Pow(10, -snr/20) / rms
	out := make([]float32, len(clean))
	for i := range out {
		out[i] = float32(g * (float64(clean[i]) + k*float64(noise[i])))
	}
	return out
}

func white(n int, r *rand.Rand) []float32 {
	out := make([]float32, n)
	for i := range out {
		out[i] = float32(r.NormFloat64())
	}
	return out
}

// pink is noise that falls by 3 dB an octave: a sum of low-passed ones.
func pink(n int, r *rand.Rand) []float32 {
	out := make([]float32, n)
	var b [3]float64
	for i := range out {
		w := r.NormFloat64()
		b[0] = 0.99765*b[0] + w*0.0990460
		b[1] = 0.96300*b[1] + w*0.2965164
		b[2] = 0.57000*b[2] + w*1.0526913
		out[i] = float32(b[0] + b[1] + b[2] + w*0.1848)
	}
	return out
}

// brown is noise that falls by 6 dB an octave.
func brown(n int, r *rand.Rand) []float32 {
	out := make([]float32, n)
	var y float64
	for i := range out {
		y = 0.998*y + r.NormFloat64()
		out[i] = float32(y)
	}
	return out
}

func hum(n int, _ *rand.Rand) []float32 {
	out := make([]float32, n)
	for i := range out {
		t := 2 * math.Pi * 50 * float64(i) / rate
		out[i] = float32(math.Sin(t) + 0.5*math.Sin(2*t) + 0.3*math.Sin(3*t) + 0.1*math.Sin(5*t))
	}
	return out
}

// babble is six voices that talk without a pause.
func babble(clips [][]float32) func(n int, r *rand.Rand) []float32 {
	return func(n int, r *rand.Rand) []float32 {
		out := make([]float32, n)
		for range 6 {
			for at := 0; at < n; {
				c := clips[r.IntN(len(clips))]
				for i := 0; i < len(c) && at < n; i++ {
					out[at] += c[i]
					at++
				}
			}
		}
		return out
	}
}
