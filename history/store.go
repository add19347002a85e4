package history

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gofrs/flock"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Store is an open history. Its methods may be called from any goroutine.
type Store struct {
	db   *sql.DB
	lock *flock.Flock // shared while the process lives
	sole bool         // no other process had it open when it was opened

	session string // tells this process's rows of waiting from those of others
}

// lockPatience is how long another process may take to look over the database
// when it opens it.
const lockPatience = 20 * time.Second

// Open opens the history at path, making it and its folder if need be. A damaged
// one is put aside, and notice says so in a sentence; a new one takes its place.
// It reads the whole database: not for a goroutine that must not wait.
//
// What no living process works on any more becomes [Interrupted], where that can
// be told: as long as other processes have the history open it may be theirs.
func Open(ctx context.Context, path string) (s *Store, notice string, err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, "", fmt.Errorf("making the history's folder: %w", err)
	}
	opening := &Store{lock: flock.New(path + ".lock"), session: rand.Text()}
	if err := opening.takeLock(ctx); err != nil {
		return nil, "", err
	}
	notice, err = opening.begin(ctx, path)
	if err != nil {
		if opening.db != nil {
			err = errors.Join(err, opening.db.Close())
		}
		return nil, notice, errors.Join(err, opening.lock.Unlock())
	}
	return opening, notice, nil
}

// begin opens the database, or a new one, under the lock.
func (s *Store) begin(ctx context.Context, path string) (notice string, err error) {
	err = s.open(ctx, path)
	if err != nil && s.sole && damaged(err) {
		aside, moveErr := putAside(path)
		if moveErr != nil {
			return "", fmt.Errorf("the history is damaged (%w) and can't be put aside: %w", err, moveErr)
		}
		notice = fmt.Sprintf("The history was damaged; it was put aside as %s, and a new one was begun.", aside)
		err = s.open(ctx, path)
	}
	if err != nil || !s.sole {
		return notice, err
	}
	if err := s.sweep(ctx); err != nil {
		return notice, err
	}
	// Others may come in now. In between nothing of ours is at work yet.
	return notice, s.share(ctx)
}

// takeLock takes the lock for this process alone, or else shares it.
func (s *Store) takeLock(ctx context.Context) error {
	sole, err := s.lock.TryLock()
	if err != nil {
		return fmt.Errorf("locking the history: %w", err)
	}
	s.sole = sole
	if sole {
		return nil
	}
	return s.waitForShare(ctx)
}

func (s *Store) share(ctx context.Context) error {
	if err := s.lock.Unlock(); err != nil {
		return fmt.Errorf("unlocking the history: %w", err)
	}
	return s.waitForShare(ctx)
}

func (s *Store) waitForShare(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, lockPatience)
	defer cancel()
	if _, err := s.lock.TryRLockContext(ctx, 20*time.Millisecond); err != nil {
		return fmt.Errorf("sharing the history with another window: %w", err)
	}
	return nil
}

// open opens, checks and migrates the database.
func (s *Store) open(ctx context.Context, path string) error {
	// What people said is nobody else's to read; SQLite gives its other files the
	// same permissions.
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return fmt.Errorf("opening the history: %w", err)
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("opening the history: %w", err)
	}
	db, err := sql.Open("sqlite", source(path))
	if err != nil {
		return fmt.Errorf("opening the history: %w", err)
	}
	err = check(ctx, db, s.sole)
	if err == nil {
		err = migrate(ctx, db)
	}
	if err != nil {
		return errors.Join(err, db.Close())
	}
	s.db = db
	return nil
}

// source is the database's address. A commit is on the disk before it returns
// (synchronous FULL: in WAL mode NORMAL may lose the last ones in a power cut),
// which for a segment every few seconds costs nothing that anybody notices.
func source(path string) string {
	file := filepath.ToSlash(path)
	if !strings.HasPrefix(file, "/") && filepath.IsAbs(path) {
		file = "/" + file // of Windows: /C:/…
	}
	q := url.Values{"_txlock": {"immediate"}, "_pragma": {
		"busy_timeout(10000)", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)", "secure_delete(1)",
	}}
	return "file:" + (&url.URL{Path: file}).EscapedPath() + "?" + q.Encode()
}

// check finds damage. The whole database is read only by the first who opens it.
func check(ctx context.Context, db *sql.DB, whole bool) error {
	question := "SELECT count(*) FROM sqlite_schema"
	if whole {
		question = "PRAGMA quick_check(1)"
	}
	var answer string
	if err := db.QueryRowContext(ctx, question).Scan(&answer); err != nil {
		return fmt.Errorf("checking the history: %w", err)
	}
	if whole && answer != "ok" {
		return &damageError{answer}
	}
	return nil
}

// damageError is what SQLite's own check found.
type damageError struct{ found string }

func (e *damageError) Error() string { return "the history is damaged: " + e.found }

func damaged(err error) bool {
	var found *damageError
	if errors.As(err, &found) {
		return true
	}
	var told *sqlite.Error
	if !errors.As(err, &told) {
		return false
	}
	primary := told.Code() & 0xff
	return primary == sqlite3.SQLITE_CORRUPT || primary == sqlite3.SQLITE_NOTADB
}

// putAside moves a database, with the log that belongs to it, out of the way and
// returns its new name.
func putAside(path string) (name string, err error) {
	ext := filepath.Ext(path)
	base := strings.TrimSuffix(path, ext) + ".damaged-" + time.Now().Format("20060102-150405")
	aside := base + ext
	for n := 2; ; n++ {
		if _, err := os.Lstat(aside); errors.Is(err, os.ErrNotExist) {
			break
		}
		aside = fmt.Sprintf("%s-%d%s", base, n, ext)
	}
	for _, suffix := range []string{"-wal", "-shm", ""} {
		if err := os.Rename(path+suffix, aside+suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
			return "", err
		}
	}
	return aside, nil
}

// sweep marks what nobody works on any more.
func (s *Store) sweep(ctx context.Context) error {
	if _, err := s.db.ExecContext(ctx, "UPDATE transcripts SET status = ? WHERE status = ?", Interrupted, Working); err != nil {
		return fmt.Errorf("looking for interrupted jobs: %w", err)
	}
	if _, err := s.db.ExecContext(ctx, "UPDATE waiting SET session = ''"); err != nil {
		return fmt.Errorf("looking for what waited: %w", err)
	}
	return nil
}

// Close closes the database. What still works stays so for the next who opens it
// to find interrupted.
func (s *Store) Close() error {
	if err := errors.Join(s.db.Close(), s.lock.Unlock()); err != nil {
		return fmt.Errorf("closing the history: %w", err)
	}
	return nil
}
