// Package behind is for work that must not hold up the window: reading outlines, and
// the engine's process.
package behind

// Niceness is that of such work. The scheduler gives a thread of it about a tenth of
// the time of an ordinary one that wants the same core.
const Niceness = 10
