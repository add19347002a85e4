// Package e2e tests the program from outside, as a person uses it: the real
// binary, in a real window of a virtual display, with real drops and keys. It
// leaves pictures of what it saw in screenshots/. How quick and how steady the
// window is, feel_linux_test.go measures.
//
// The binary is bin/haltscribe, or what HALTSCRIBE_BIN names. What the window
// does is read from the journal that HALTSCRIBE_JOURNAL makes it write, a line
// of JSON for each thing that happens; see gui/journal.go.
package e2e
