package limit

import "time"

// processorTime is the time by the clock, which is as much or more.
func processorTime() time.Duration { return time.Since(start) }

var start = time.Now()
