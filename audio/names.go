package audio

import (
	"path/filepath"
	"slices"
	"strings"
)

// names are the endings of recordings' names. What a file is, its content decides; but
// of a whole folder, only what is named like a recording is looked at.
var names = []string{
	".wav", ".wave", ".rf64", ".bwf", ".mp3", ".mp2", ".flac", ".ogg", ".oga", ".opus", ".m4a", ".m4b", ".mp4", ".aac", ".webm",
	".mkv", ".mka", ".mov", ".avi", ".wma", ".amr", ".3gp", ".aif", ".aiff", ".aifc", ".caf", ".au", ".snd", ".ac3", ".ape", ".wv", ".spx", ".w64",
}

// NameEndings are the endings that recordings' names have, with their dots.
func NameEndings() []string { return slices.Clone(names) }

// NamedLikeRecording reports whether a path's ending is one that recordings have.
func NamedLikeRecording(path string) bool {
	return slices.Contains(names, strings.ToLower(filepath.Ext(path)))
}
