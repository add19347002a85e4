package history

import (
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"time"
)

// ErrGone says that there is no such entry, or no such segment in it: it was
// deleted meanwhile, perhaps in another window.
var ErrGone = errors.New("it is no longer in the history")

// Begin makes an entry for a job that begins now.
func (s *Store) Begin(r Recording, model string) (id int64, err error) {
	done, err := s.db.Exec(
		"INSERT INTO transcripts (path, name, size, modified, ends, began, status, model) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
		r.Path, filepath.Base(r.Path), r.Size, r.Modified.UnixNano(), r.Ends, time.Now().UnixMilli(), Working, model)
	if err != nil {
		return 0, fmt.Errorf("beginning an entry of the history: %w", err)
	}
	return done.LastInsertId()
}

// GoOn marks an entry as being worked on again.
func (s *Store) GoOn(id int64) error {
	return s.change("going on with an entry of the history",
		"UPDATE transcripts SET status = ? WHERE id = ?", Working, id)
}

// Add appends a segment, in a transaction of its own. When it returns, the
// segment is on the disk.
func (s *Store) Add(id int64, segment Segment) error {
	return s.change("keeping a segment",
		`INSERT INTO segments (transcript, number, start, stop, text, language)
		SELECT id, (SELECT coalesce(max(number) + 1, 0) FROM segments WHERE transcript = transcripts.id), ?, ?, ?, ?
		FROM transcripts WHERE id = ?`,
		segment.Start, segment.End, segment.Text, segment.Language, id)
}

// End tells how a job ended. Segments that were not added one by one are none of
// its business.
func (s *Store) End(id int64, o Outcome) error {
	return s.change("ending an entry of the history",
		"UPDATE transcripts SET status = ?, duration = ?, language = ?, details = ? WHERE id = ?",
		o.Status, o.Duration, o.Language, o.Details, id)
}

// SetText puts an edited text in the place of a segment's.
func (s *Store) SetText(id int64, number int, text string) error {
	return s.change("keeping an edited text",
		"UPDATE segments SET text = ? WHERE transcript = ? AND number = ?", text, id, number)
}

// change runs a statement that must touch one row.
func (s *Store) change(doing, statement string, args ...any) error {
	done, err := s.db.Exec(statement, args...)
	if err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	if n, err := done.RowsAffected(); err == nil && n == 0 {
		return fmt.Errorf("%s: %w", doing, ErrGone)
	}
	return nil
}

// Delete deletes entries with their text, and leaves no trace of it in the
// database's files.
func (s *Store) Delete(ids ...int64) error {
	return s.erase(func(tx *sql.Tx) error {
		for _, id := range ids {
			if _, err := tx.Exec("DELETE FROM transcripts WHERE id = ?", id); err != nil {
				return err
			}
		}
		return nil
	})
}

// DeleteAll deletes everything but what is being worked on, which would be
// incomplete without its begin, and what waits in living queues.
func (s *Store) DeleteAll() error {
	return s.erase(func(tx *sql.Tx) error {
		if _, err := tx.Exec("DELETE FROM waiting WHERE session = ''"); err != nil {
			return err
		}
		_, err := tx.Exec("DELETE FROM transcripts WHERE status <> ?", Working)
		return err
	})
}

// erase deletes, and then takes away the copies: secure_delete has overwritten the
// database's pages and the index's entries, the log may still have old pages, and
// VACUUM writes the whole anew without those that are free.
func (s *Store) erase(what func(*sql.Tx) error) error {
	tx, err := s.db.Begin()
	if err != nil {
		return fmt.Errorf("deleting from the history: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // does nothing after the commit
	if err := what(tx); err != nil {
		return fmt.Errorf("deleting from the history: %w", err)
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("deleting from the history: %w", err)
	}
	if _, err := s.db.Exec("VACUUM"); err != nil {
		return fmt.Errorf("making the history smaller: %w", err)
	}
	var busy, inLog, moved int
	if err := s.db.QueryRow("PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &inLog, &moved); err != nil {
		return fmt.Errorf("emptying the history's log: %w", err)
	}
	if busy != 0 {
		return errors.New("it was deleted, but another window keeps a copy open; close that window")
	}
	return nil
}

// SetStatus gives an entry another state.
func (s *Store) SetStatus(id int64, status string) error {
	return s.change("changing an entry of the history", "UPDATE transcripts SET status = ? WHERE id = ?", status, id)
}

// Discard takes an entry without segments away: nothing was said that would have to
// be erased.
func (s *Store) Discard(id int64) error {
	return s.change("discarding an entry of the history",
		"DELETE FROM transcripts WHERE id = ? AND NOT EXISTS (SELECT 1 FROM segments WHERE transcript = transcripts.id)", id)
}
