package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// The processes that take part.
const (
	command = "command" // that was started
	engine  = "engine"  // its child
	decoder = "ffmpeg"  // the engine's, or an ffprobe
)

// peaks are the largest resident sizes of the processes, in KiB.
type peaks map[string]int64

// watch looks at a process and its descendants until it ended. The system itself keeps each one's peak, so looking ten times
// a second misses only what grows in the last tenth.
func watch(pid int, ended <-chan error) (peaks, error) {
	p := peaks{}
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case err := <-ended:
			if err == nil && p[engine] == 0 {
				err = fmt.Errorf("its engine was not seen")
			}
			return p, err
		case <-tick.C:
			p.look(pid, command)
		}
	}
}

func (p peaks) look(pid int, name string) {
	dir := filepath.Join("/proc", strconv.Itoa(pid))
	p[name] = max(p[name], highWater(dir))
	tasks, _ := filepath.Glob(filepath.Join(dir, "task", "*", "children")) // the pattern is well formed
	for _, path := range tasks {
		children, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended
		}
		for _, field := range strings.Fields(string(children)) {
			child, err := strconv.Atoi(field)
			if err != nil {
				continue
			}
			of := engine
			if name != command {
				of = decoder
			}
			p.look(child, of)
		}
	}
}

// highWater is a process's largest resident size so far, in KiB; 0 when it has ended.
func highWater(dir string) int64 {
	b, err := os.ReadFile(filepath.Join(dir, "status"))
	if err != nil {
		return 0
	}
	for line := range bytes.Lines(b) {
		if rest, ok := bytes.CutPrefix(line, []byte("VmHWM:")); ok {
			kib, _ := strconv.ParseInt(strings.Fields(string(rest))[0], 10, 64) // 0 is as good as an error
			return kib
		}
	}
	return 0
}
