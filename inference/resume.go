package inference

import (
	"fmt"
	"math"
)

// goOnFrom makes the pieces begin at a place in the recording, in seconds: where
// an earlier job of the same recording had finished a piece. The pieces keep the
// recording's own times.
func (c *cutter) goOnFrom(seconds float64) error {
	if seconds <= 0 {
		return nil
	}
	at := int64(math.Round(seconds * float64(c.rate)))
	if err := c.src.SeekTo(at); err != nil {
		return fmt.Errorf("going on from %s: %w", clock(seconds), err)
	}
	c.at = at
	return nil
}

// share is how much of the recording a job works on, 0 to 1: all but what an
// earlier job finished.
func (o Options) share(duration float64) float64 {
	if duration <= 0 || o.ResumeFrom <= 0 {
		return 1
	}
	return max(0, 1-o.ResumeFrom/duration)
}
