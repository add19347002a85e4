package history

import (
	"context"
	"database/sql"
	"fmt"
)

// Waiting is a recording that waits for its turn in a window's queue.
type Waiting struct {
	Path   string
	Record int64 // of the entry that it goes on with; 0: it begins anew
}

// SetWaiting keeps what waits in the queue of this process, in its order, in the
// place of what waited before. When it returns, that is on the disk.
func (s *Store) SetWaiting(queue []Waiting) error {
	return s.waiting("keeping what waits", func(tx *sql.Tx) error {
		if _, err := tx.Exec("DELETE FROM waiting WHERE session = ?", s.session); err != nil {
			return err
		}
		add, err := tx.Prepare("INSERT INTO waiting (session, path, record) VALUES (?, ?, ?)")
		if err != nil {
			return err
		}
		defer add.Close()
		for _, w := range queue {
			if _, err := add.Exec(s.session, w.Path, w.Record); err != nil {
				return err
			}
		}
		return nil
	})
}

// LeftWaiting returns what waited in the queues of processes that are gone.
func (s *Store) LeftWaiting(ctx context.Context) ([]Waiting, error) {
	rows, err := s.db.QueryContext(ctx, "SELECT path, record FROM waiting WHERE session = '' ORDER BY number")
	if err != nil {
		return nil, fmt.Errorf("looking for what waited: %w", err)
	}
	defer rows.Close()
	var left []Waiting
	for rows.Next() {
		var w Waiting
		if err := rows.Scan(&w.Path, &w.Record); err != nil {
			return nil, fmt.Errorf("looking for what waited: %w", err)
		}
		left = append(left, w)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("looking for what waited: %w", err)
	}
	return left, nil
}

// ForgetWaiting forgets what waited in the queues of processes that are gone.
func (s *Store) ForgetWaiting() error {
	return s.waiting("forgetting what waited", func(tx *sql.Tx) error {
		_, err := tx.Exec("DELETE FROM waiting WHERE session = ''")
		return err
	})
}

func (s *Store) waiting(doing string, what func(*sql.Tx) error) error {
	tx, err := s.db.Begin()
	if err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	defer func() { _ = tx.Rollback() }() // does nothing after the commit
	if err := what(tx); err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	return nil
}
