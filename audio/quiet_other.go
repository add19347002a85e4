//go:build (!linux || android) && !headless

package audio

// quietSystem has nothing to do: only ALSA writes to stderr by itself.
func quietSystem() {}
