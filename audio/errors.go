package audio

import (
	"errors"
	"fmt"
	"io/fs"
	"time"
)

// MinDuration is the shortest recording that Open accepts. Much shorter ones abort the process inside
// llama.cpp's audio preprocessor.
const MinDuration = 50 * time.Millisecond

var (
	// ErrNoAudio says that a file is a recording, but holds no samples.
	ErrNoAudio = errors.New("the recording has no audio in it")
	// ErrTooShort is what every [TooShortError] wraps.
	ErrTooShort = errors.New("the recording is too short")
)

// FormatError says why a file cannot be read as a recording: it is none, it is damaged, or it is of a
// format that is not decoded.
type FormatError struct{ Cause string }

func (e *FormatError) Error() string { return e.Cause }

func formatErrorf(format string, args ...any) error {
	return &FormatError{Cause: fmt.Sprintf(format, args...)}
}

// TooShortError refuses a recording of less than [MinDuration].
type TooShortError struct{ Duration time.Duration }

func (e *TooShortError) Error() string {
	return fmt.Sprintf("%v (%.3g ms; at least %d ms are needed)",
		ErrTooShort, float64(e.Duration)/float64(time.Millisecond), MinDuration.Milliseconds())
}

func (e *TooShortError) Unwrap() error { return ErrTooShort }

// withoutPath takes the operation and the file's name out of an error of package os; the caller names
// the file.
func withoutPath(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}
