package gui

import (
	"image/color"
	"math"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"haltscribe/gui/queue"
	"haltscribe/inference"
)

func TestClockAndTook(t *testing.T) {
	for in, want := range map[float64]string{0: "0:00", 7.9: "0:07", 754: "12:34", 3723: "1:02:03", -1: "0:00"} {
		if got := clock(in); got != want {
			t.Errorf("clock(%v) is %q, want %q", in, got, want)
		}
	}
	for in, want := range map[float64]string{
		0.04: "0.0 ms", 4.21: "4.2 ms", 12.4: "12 ms", 999.4: "999 ms", 999.6: "1.00 s", 3456: "3.46 s", 34560: "34.6 s", 125000: "2:05 min",
	} {
		if got := took(in); got != want {
			t.Errorf("took(%v) is %q, want %q", in, got, want)
		}
	}
}

func TestSpeed(t *testing.T) {
	for in, want := range map[float64]string{
		0: "", 0.1: "10 times faster than real time", 0.4: "2.5 times faster than real time",
		1: "1.0 times faster than real time", 3: "3.0 times slower than real time",
	} {
		if got := speed(in); got != want {
			t.Errorf("speed(%v) is %q, want %q", in, got, want)
		}
	}
}

func TestStopSentence(t *testing.T) {
	ms, node, nodes, encode, load := 4.2, 217, 607, inference.PhaseEncode, inference.PhaseLoad
	for want, c := range map[string]inference.Cancel{
		"Stopped 4.2 ms after Cancel, in the audio encoder, at node 217 of 607 (MUL_MAT)": {
			LatencyMS: &ms, Phase: &encode, Node: &node, Nodes: &nodes, NodeOp: "MUL_MAT",
		},
		"Stopped 4.2 ms after Cancel, in the audio encoder, at node 217": {LatencyMS: &ms, Phase: &encode, Node: &node},
		"Stopped, before the engine began":                               {},
		"The engine did not answer Cancel and was ended after 1.20 s, in the audio encoder; a new one starts with the next job": {
			Phase: &encode, EngineKilled: true,
		},
		"Stopped 4.2 ms after Cancel, while the model loaded; the next job loads the model again": {
			LatencyMS: &ms, Phase: &load, EngineKilled: true,
		},
	} {
		if got := stopSentence(c, 1200*time.Millisecond); got != want {
			t.Errorf("it says\n%q, want\n%q", got, want)
		}
	}
}

func TestStatusSentence(t *testing.T) {
	done := inference.Transcript{Timing: timing}
	for want, it := range map[string]queue.Item{
		"Ready to transcribe a.wav.":                     {File: "/x/a.wav", State: queue.Waiting},
		"a.wav: Encoding 25 %":                           {File: "/x/a.wav", State: queue.Running, Phase: inference.PhaseEncode, Share: 0.25, Duration: 60},
		"Stopping a.wav…":                                {File: "/x/a.wav", State: queue.Stopping},
		"a.wav failed: no":                               {File: "/x/a.wav", State: queue.Failed, Error: "no"},
		"Done in 722 ms, 11 times faster than real time": {File: "/x/a.wav", State: queue.Done, Result: &done},
	} {
		if got := statusSentence(it); got != want {
			t.Errorf("it says %q, want %q", got, want)
		}
	}
}

func TestListed(t *testing.T) {
	for want, names := range map[string][]string{
		"": nil, "a": {"a"}, "a and b": {"a", "b"}, "a, b and c": {"a", "b", "c"}, "a, b, c and 2 more": {"a", "b", "c", "d", "e"},
	} {
		if got := listed(names); got != want {
			t.Errorf("it says %q, want %q", got, want)
		}
	}
}

func TestFewNotes(t *testing.T) {
	got := few([]string{"a", "b", "c", "d"})
	if want := []string{"a", "… and 2 more like these …", "d"}; !slices.Equal(got, want) {
		t.Errorf("it says %q, want %q", got, want)
	}
	if got := few([]string{"a", "b", "c"}); len(got) != 3 || got[1] != "b" {
		t.Errorf("three became %q", got)
	}
}

func TestShorten(t *testing.T) {
	letters := func(s string) float32 { return float32(len([]rune(s))) }
	for _, c := range []struct {
		text   string
		width  float32
		middle bool
		want   string
	}{
		{"short", 10, true, "short"},
		{"a long name.wav", 9, false, "a long n…"},
		{"a long name.wav", 9, true, "a lon…wav"},
		{"äöü", 2, false, "ä…"},
		{"abc", 0, false, "…"},
	} {
		if got := shorten(c.text, c.width, c.middle, letters); got != c.want {
			t.Errorf("%q in %v is %q, want %q", c.text, c.width, got, c.want)
		}
	}
}

// Each text colour must be readable on each ground that it lies on.
func TestContrast(t *testing.T) {
	grounds := []fyne.ThemeColorName{
		theme.ColorNameBackground, colorSurface, theme.ColorNameInputBackground, theme.ColorNameMenuBackground,
		theme.ColorNameOverlayBackground, theme.ColorNameSelection, colorFound, colorInfoBg, colorWarnBg, colorErrorBg,
		theme.ColorNameButton,
	}
	pairs := map[fyne.ThemeColorName][]fyne.ThemeColorName{
		theme.ColorNameForeground:          grounds,
		colorMuted:                         {theme.ColorNameBackground, colorSurface, theme.ColorNameSelection},
		theme.ColorNamePlaceHolder:         {theme.ColorNameInputBackground},
		theme.ColorNamePrimary:             {colorSurface, theme.ColorNameSelection},
		theme.ColorNameError:               {colorSurface, theme.ColorNameBackground, theme.ColorNameSelection},
		theme.ColorNameWarning:             {colorSurface, theme.ColorNameSelection},
		theme.ColorNameDisabled:            {theme.ColorNameMenuBackground, theme.ColorNameDisabledButton},
		theme.ColorNameForegroundOnPrimary: {theme.ColorNamePrimary},
		theme.ColorNameForegroundOnError:   {theme.ColorNameError},
		theme.ColorNameForegroundOnWarning: {theme.ColorNameWarning},
		theme.ColorNameForegroundOnSuccess: {theme.ColorNameSuccess},
	}
	for look, p := range map[string]palette{themeDark: darkPalette, themeLight: lightPalette} {
		for text, ons := range pairs {
			for _, on := range ons {
				a, _ := p.color(text)
				b, _ := p.color(on)
				if got := contrast(a, b); got < 4.5 {
					t.Errorf("%s: %s on %s has a contrast of %.2f", look, text, on, got)
				}
			}
		}
	}
}

// What is drawn in a chart must stand out from its ground, and its interval from it.
func TestContrastOfCharts(t *testing.T) {
	modes := []fyne.ThemeColorName{colorModeOff, colorModeEvery, colorModeGo, colorModeBudget, colorModePlanned}
	for look, p := range map[string]palette{themeDark: darkPalette, themeLight: lightPalette} {
		ground, _ := p.color(colorSurface)
		for _, mode := range modes {
			c, ok := p.color(mode)
			if got := contrast(c, ground); !ok || got < 3 {
				t.Errorf("%s: %s has a contrast of %.2f", look, mode, got)
			}
		}
	}
}

// contrast is WCAG's.
func contrast(a, b color.NRGBA) float64 {
	light := func(c color.NRGBA) float64 {
		part := func(v uint8) float64 {
			x := float64(v) / 255
			if x <= 0.03928 {
				return x / 12.92
			}
			return math.Pow((x+0.055)/1.055, 2.4)
		}
		return 0.2126*part(c.R) + 0.7152*part(c.G) + 0.0722*part(c.B)
	}
	x, y := light(a), light(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}
