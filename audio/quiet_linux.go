//go:build linux && !android && !headless

package audio

/*
#cgo pkg-config: alsa
#include <alsa/asoundlib.h>

static void say_nothing(const char *file, int line, const char *function, int err, const char *fmt, ...) {
	(void)file; (void)line; (void)function; (void)err; (void)fmt;
}
static void silence_alsa(void) { snd_lib_error_set_handler(say_nothing); }
*/
import "C"

// quietSystem keeps ALSA from writing its complaints to stderr, where they would stand between the command line's
// own lines. What matters of them comes as an error.
func quietSystem() { C.silence_alsa() }
