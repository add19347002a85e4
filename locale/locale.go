// Package locale keeps Fyne from printing an error about the locale C.UTF-8, which
// most containers and servers have, at the start of every program that links it,
// so of the command line and the engine too.
//
// Fyne looks at the locale while its packages are initialised, so this has to come
// earlier. Go initialises packages in the order of their import paths as soon as
// what they import is initialised: a package of module haltscribe that imports
// nothing but os comes before package log, and so before Fyne, which imports log.
package locale

import (
	"os"
)

func init() {
	// The same variables, in the same order, as Fyne's.
	for _, name := range [...]string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		value := os.Getenv(name)
		if value == "" {
			continue
		}
		if unnamed(value) && os.Getenv("LANGUAGE") == "" {
			// LANGUAGE chooses the language of messages alone; the character set,
			// which text input depends on, stays what it is.
			_ = os.Setenv("LANGUAGE", "en")
		}
		return
	}
}

// unnamed reports whether a locale such as C.UTF-8 names no language.
func unnamed(value string) bool {
	return len(value) > 2 && value[:2] == "C." || len(value) > 6 && value[:6] == "POSIX."
}
