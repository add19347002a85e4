package settings

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// rule says what a field may hold.
type rule struct {
	field string // its name in the file
	want  string // for people: "must be …"
	ok    func(Settings) bool
	reset func(s *Settings, defaults Settings)
}

func rules() []rule {
	oneOf := func(names []string) string { return strings.Join(names, ", ") }
	return []rule{
		{"model", "a name or a folder", func(s Settings) bool { return s.Model != "" }, func(s *Settings, d Settings) { s.Model = d.Model }},
		{"language", `a language, or "auto"`, func(s Settings) bool { return s.Language != "" }, func(s *Settings, d Settings) { s.Language = d.Language }},
		{"device", "a device", func(s Settings) bool { return s.Device != "" }, func(s *Settings, d Settings) { s.Device = d.Device }},
		{"threads", "0 to 1024", func(s Settings) bool { return s.Threads >= 0 && s.Threads <= 1024 }, func(s *Settings, d Settings) { s.Threads = d.Threads }},
		{"hook", "one of " + oneOf(HookModes()), func(s Settings) bool { return slices.Contains(HookModes(), s.Hook) }, func(s *Settings, d Settings) { s.Hook = d.Hook }},
		{"target_ms", "1 to 10000", func(s Settings) bool { return s.TargetMS >= 1 && s.TargetMS <= 10000 }, func(s *Settings, d Settings) { s.TargetMS = d.TargetMS }},
		{"budget", "1 or more", func(s Settings) bool { return s.Budget >= 1 }, func(s *Settings, d Settings) { s.Budget = d.Budget }},
		{"idle_minutes", "0 to 100000", func(s Settings) bool { return s.IdleMinutes >= 0 && s.IdleMinutes <= 100000 }, func(s *Settings, d Settings) { s.IdleMinutes = d.IdleMinutes }},
		{"stop_deadline_ms", "50 to 600000", func(s Settings) bool { return s.StopDeadlineMS >= 50 && s.StopDeadlineMS <= 600000 }, func(s *Settings, d Settings) { s.StopDeadlineMS = d.StopDeadlineMS }},
		{"theme", "one of " + oneOf(Themes()), func(s Settings) bool { return slices.Contains(Themes(), s.Theme) }, func(s *Settings, d Settings) { s.Theme = d.Theme }},
		{"text_size", "50 to 400", func(s Settings) bool { return s.TextSize >= 50 && s.TextSize <= 400 }, func(s *Settings, d Settings) { s.TextSize = d.TextSize }},
		{"window_width", "0 to 100000", func(s Settings) bool { return s.WindowWidth >= 0 && s.WindowWidth <= 100000 }, func(s *Settings, d Settings) { s.WindowWidth = d.WindowWidth }},
		{"window_height", "0 to 100000", func(s Settings) bool { return s.WindowHeight >= 0 && s.WindowHeight <= 100000 }, func(s *Settings, d Settings) { s.WindowHeight = d.WindowHeight }},
		{"volume", "0 to 1", func(s Settings) bool { return s.Volume >= 0 && s.Volume <= 1 }, func(s *Settings, d Settings) { s.Volume = d.Volume }},
		{"speed", "0.5 to 2", func(s Settings) bool { return s.Speed >= 0.5 && s.Speed <= 2 }, func(s *Settings, d Settings) { s.Speed = d.Speed }},
		{"formats", "some of " + oneOf(FormatNames()), func(s Settings) bool { return formatsOK(s.Formats) }, func(s *Settings, d Settings) { s.Formats = d.Formats }},
	}
}

// formatsOK: known names, each once. None is a choice too.
func formatsOK(names []string) bool {
	for i, n := range names {
		if !slices.Contains(FormatNames(), n) || slices.Contains(names[:i], n) {
			return false
		}
	}
	return true
}

// Validate says what is wrong with the values, one line a field: "hook must be one of …".
func (s Settings) Validate() error {
	var errs []error
	for _, r := range rules() {
		if !r.ok(s) {
			errs = append(errs, fmt.Errorf("%s must be %s", r.field, r.want))
		}
	}
	return errors.Join(errs...)
}

// repair gives fields with values that may not be their defaults, and returns their names.
func (s *Settings) repair() (fields []string) {
	d := Default()
	for _, r := range rules() {
		if !r.ok(*s) {
			r.reset(s, d)
			fields = append(fields, r.field)
		}
	}
	return fields
}
