package fetch

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"syscall"

	"github.com/shirou/gopsutil/v4/disk"
)

// errDiskFull is Windows' ERROR_DISK_FULL; it is no error of other systems.
var errDiskFull = func() error {
	if runtime.GOOS == "windows" {
		return syscall.Errno(112)
	}
	return syscall.ENOSPC
}()

// freeSpace is the room for this user on the disk that a folder is on, or will be, in bytes.
func freeSpace(folder string) (uint64, error) {
	for {
		_, err := os.Stat(folder)
		if err == nil {
			break
		}
		up := filepath.Dir(folder)
		if !errors.Is(err, os.ErrNotExist) || up == folder {
			return 0, err
		}
		folder = up
	}
	u, err := disk.Usage(folder)
	if err != nil {
		return 0, err
	}
	return u.Free, nil
}

// syncFolder makes a rename in a folder last through a power cut, where the system can do that.
func syncFolder(folder string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(folder)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
