package plan

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"haltscribe/atomicfile"
)

// storeVersion is raised when Plan's meaning changes; older files are remade.
const storeVersion = 4

// Key is all that a plan's times depend on.
type Key struct {
	Library string  `json:"library"` // its commit
	Model   string  `json:"model"`   // the projector's fingerprint
	Medium  string  `json:"medium"`
	Device  string  `json:"device"`
	Threads int     `json:"threads"`
	Target  float64 `json:"target_ms"`
	Tokens  int     `json:"tokens"` // of the chunk: its shape
}

// Store keeps plans in files of a folder. A Store without a folder keeps nothing.
type Store struct{ Folder string }

type file struct {
	Version int  `json:"version"`
	Key     Key  `json:"key"`
	Plan    Plan `json:"plan"`
}

func (s Store) path(k Key) (string, error) {
	text, err := json.Marshal(k)
	if err != nil {
		return "", fmt.Errorf("naming a plan: %w", err)
	}
	sum := sha256.Sum256(text)
	return filepath.Join(s.Folder, hex.EncodeToString(sum[:8])+".json"), nil
}

// Load gives the plan for a key, or nil. A file that can't be read, is not whole or
// is of another key counts as none: the plan is simply made again.
func (s Store) Load(k Key) *Plan {
	if s.Folder == "" {
		return nil
	}
	path, err := s.path(k)
	if err != nil {
		return nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	var f file
	if json.Unmarshal(text, &f) != nil || f.Version != storeVersion || f.Key != k || !f.Plan.valid() {
		return nil
	}
	return &f.Plan
}

// valid reports whether a plan is one that Make could have made.
func (p *Plan) valid() bool {
	n := len(p.Times)
	if n == 0 || len(p.Checks) != n || len(p.Kinds) != n || p.Promise <= 0 || p.Total < p.Promise || p.Sync < 0 || len(p.Seen) == 0 || p.Seen[0].Checks != n {
		return false
	}
	for i, c := range p.Checks {
		if c > 1 || p.Times[i] < 0 {
			return false
		}
	}
	return true
}

// Save keeps a plan, in one step, for this user alone.
func (s Store) Save(k Key, p *Plan) error {
	if s.Folder == "" {
		return nil
	}
	path, err := s.path(k)
	if err != nil {
		return err
	}
	text, err := json.Marshal(file{storeVersion, k, *p})
	if err != nil {
		return fmt.Errorf("encoding a plan: %w", err)
	}
	if err := os.MkdirAll(s.Folder, 0o700); err != nil {
		return fmt.Errorf("keeping a plan: %w", err)
	}
	if err := atomicfile.Write(path, text, 0o600); err != nil {
		return fmt.Errorf("keeping a plan: %w", err)
	}
	return nil
}

// Remove forgets a plan.
func (s Store) Remove(k Key) {
	if path, err := s.path(k); err == nil && s.Folder != "" {
		// What can't be removed is of another key's size or remade when it drifts.
		_ = os.Remove(path)
	}
}
