//go:build unix

package engine

// niceness is that of an engine behind a window. The scheduler gives a thread of it
// about a tenth of the time of an ordinary one that wants the same core.
const niceness = 10
