// Package history keeps every transcript in a local SQLite database, segment by
// segment: what was said before a crash or a power cut is there afterwards, but
// for the segment in the making.
//
// The database is opened by several processes at once without harm. It knows
// nothing of engines and windows: what a transcript says of its making besides is
// kept as it is given, in Details.
package history

import "time"

// The states of an entry that this package gives; the others are the caller's.
const (
	Working     = "working"     // a living process works on it
	Interrupted = "interrupted" // the process that worked on it is gone
)

// Recording says which file it is, so that a job can go on in it later.
type Recording struct {
	Path     string
	Size     int64     // bytes
	Modified time.Time // to the nanosecond where the file system has that
	Ends     string    // hash of its first and last bytes, in hexadecimal
}

// Segment is one timed stretch of text; Start and End are seconds from the
// recording's begin.
type Segment struct {
	Start, End float64
	Text       string
	Language   string
}

// Entry is what the database tells of a transcript without its text.
type Entry struct {
	ID        int64
	Recording Recording
	Began     time.Time // to the millisecond
	Status    string
	Duration  float64 // seconds; 0 while unknown
	Language  string
	Model     string
	Segments  int
	Reached   float64 // seconds: the end of the last segment, from where a job can go on
	Excerpt   string  // how it begins
}

// Transcript is an entry with all that is kept of it.
type Transcript struct {
	Entry
	Text    []Segment
	Details []byte // as given to End; nil before
}

// Outcome is how a job ended.
type Outcome struct {
	Status   string
	Duration float64 // seconds
	Language string
	Details  []byte
}

// Match is a segment in which something was found.
type Match struct {
	Number  int // of the segment, from 0
	Start   float64
	Snippet string // the place, with what was found between MatchBegin and MatchEnd
}

// What a snippet has around what was found.
const (
	MatchBegin = "\x02"
	MatchEnd   = "\x03"
)

// Found is an entry with what was found in it; without matches it was found by
// its file's name.
type Found struct {
	Entry
	Matches []Match // the first ones
	Count   int     // of all matches, as far as they were looked for
}
