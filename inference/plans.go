package inference

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/adrg/xdg"

	"haltscribe/cbridge"
	"haltscribe/inference/plan"
)

// keeper has the plans of a loaded model's encodes.
func (r *Runner) keeper(model *cbridge.Model, s Setup, device chosenDevice, medium Medium) *plan.Keeper {
	store := plan.Store{Folder: filepath.Join(xdg.CacheHome, "haltscribe", "plans")}
	print, err := fingerprint(s.Projector)
	if err != nil {
		// It was loaded a moment ago; whatever happened, its plans can't be told
		// from another's, so they are not kept.
		store = plan.Store{}
	}
	target := s.TargetMS
	if target <= 0 {
		target = DefaultTargetMS
	}
	return plan.NewKeeper(model, store, plan.Key{
		Library: r.lib.Info().Commit, Model: print, Medium: string(medium),
		Device: device.Device.Device + " " + device.Name, Threads: threads(s), Target: target,
	}, plan.Rule{
		Target: time.Duration(target * float64(time.Millisecond)),
		// Other back ends fuse nodes, though none past a matrix product.
		AfterProducts: device.index != cbridge.CPUOnly,
		Spins:         device.index != cbridge.CPUOnly,
	})
}

// fingerprint tells model files apart: the hash of size, begin and end. The whole
// of it would be read for nothing else.
func fingerprint(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("reading the projector: %w", err)
	}
	defer f.Close()
	stat, err := f.Stat()
	if err != nil {
		return "", fmt.Errorf("reading the projector: %w", err)
	}
	const part = 1 << 20
	sum := sha256.New()
	fmt.Fprintln(sum, stat.Size())
	for _, at := range []int64{0, max(0, stat.Size()-part)} {
		if _, err := io.Copy(sum, io.NewSectionReader(f, at, part)); err != nil {
			return "", fmt.Errorf("reading the projector: %w", err)
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:16]), nil
}
