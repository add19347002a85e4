package engine

import (
	"errors"
	"fmt"
	"os"
	"sync"

	"github.com/edsrzf/mmap-go"

	"haltscribe/cbridge"
)

// cancelBytes is one page, so as many jobs of a client can wait or run at a time.
const cancelBytes = 4096

// cancelFile is the parent's side of the shared memory that holds the cancel
// bytes: a private file, mapped here and in the engine.
type cancelFile struct {
	file   *os.File
	mapped mmap.MMap

	mu   sync.Mutex
	used [cancelBytes]bool
	next int
}

var errNoCancelByte = errors.New("too many recordings are waiting at once")

func newCancelFile() (*cancelFile, error) {
	file, err := createShared(cancelBytes)
	if err != nil {
		return nil, fmt.Errorf("making the shared file of cancel bytes: %w", err)
	}
	mapped, err := mmap.MapRegion(file, cancelBytes, mmap.RDWR, 0, 0)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("mapping the shared file of cancel bytes: %w", err), removeShared(file))
	}
	return &cancelFile{file: file, mapped: mapped}, nil
}

// take gives a byte to a job and zeroes it, before anything of the job starts.
func (c *cancelFile) take() (slot int, flag cbridge.Flag, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	// Round-robin, so that a byte rests as long as can be before it is used again.
	for range cancelBytes {
		slot = c.next
		c.next = (c.next + 1) % cancelBytes
		if !c.used[slot] {
			c.used[slot] = true
			flag = cbridge.FlagAt(c.mapped, slot)
			flag.Clear()
			return slot, flag, nil
		}
	}
	return 0, cbridge.Flag{}, errNoCancelByte
}

func (c *cancelFile) release(slot int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.used[slot] = false
}

func (c *cancelFile) close() error {
	return errors.Join(c.mapped.Unmap(), removeShared(c.file))
}
