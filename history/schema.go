package history

import (
	"context"
	"database/sql"
	"fmt"
)

// migrations bring a database from the version that is their index to the next.
// A published one is never changed; a new one is appended.
var migrations = []string{
	// Segments are found by any part of a word, in languages without spaces too:
	// hence trigrams. secure-delete takes deleted words out of the index at once.
	`
	CREATE TABLE transcripts (
		id       INTEGER PRIMARY KEY AUTOINCREMENT,
		path     TEXT NOT NULL,
		name     TEXT NOT NULL, -- the path's last part
		size     INTEGER NOT NULL,
		modified INTEGER NOT NULL, -- ns since 1970
		ends     TEXT NOT NULL,
		began    INTEGER NOT NULL, -- ms since 1970
		status   TEXT NOT NULL,
		duration REAL NOT NULL DEFAULT 0,
		language TEXT NOT NULL DEFAULT '',
		model    TEXT NOT NULL DEFAULT '',
		details  BLOB
	) STRICT;
	CREATE INDEX transcripts_by_path ON transcripts (path);
	CREATE INDEX transcripts_by_time ON transcripts (began);

	CREATE TABLE segments (
		id         INTEGER PRIMARY KEY,
		transcript INTEGER NOT NULL REFERENCES transcripts (id) ON DELETE CASCADE,
		number     INTEGER NOT NULL,
		start      REAL NOT NULL, -- seconds
		stop       REAL NOT NULL,
		text       TEXT NOT NULL,
		language   TEXT NOT NULL,
		UNIQUE (transcript, number)
	) STRICT;

	CREATE VIRTUAL TABLE words USING fts5 (
		text, content = 'segments', content_rowid = 'id', tokenize = 'trigram case_sensitive 0 remove_diacritics 1'
	);
	INSERT INTO words (words, rank) VALUES ('secure-delete', 1);
	CREATE TRIGGER segment_added AFTER INSERT ON segments BEGIN
		INSERT INTO words (rowid, text) VALUES (new.id, new.text);
	END;
	CREATE TRIGGER segment_removed AFTER DELETE ON segments BEGIN
		INSERT INTO words (words, rowid, text) VALUES ('delete', old.id, old.text);
	END;
	CREATE TRIGGER segment_edited AFTER UPDATE OF text ON segments BEGIN
		INSERT INTO words (words, rowid, text) VALUES ('delete', old.id, old.text);
		INSERT INTO words (rowid, text) VALUES (new.id, new.text);
	END;
	`,
	// What waits in the windows' queues.
	`
	CREATE TABLE waiting (
		number  INTEGER PRIMARY KEY,
		session TEXT NOT NULL, -- of the process whose queue it is; '' where that is gone
		path    TEXT NOT NULL,
		record  INTEGER NOT NULL -- of transcripts; 0 for none
	) STRICT;
	`,
}

// version is that of the databases which this program makes.
func version() int { return len(migrations) }

// migrate brings a database to the present version, each step whole or not at all.
func migrate(ctx context.Context, db *sql.DB) error {
	for {
		done, err := migrateOnce(ctx, db)
		if err != nil || done {
			return err
		}
	}
}

func migrateOnce(ctx context.Context, db *sql.DB) (done bool, err error) {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return false, fmt.Errorf("migrating the history: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // does nothing after the commit
	var at int
	if err := tx.QueryRowContext(ctx, "PRAGMA user_version").Scan(&at); err != nil {
		return false, fmt.Errorf("reading the history's version: %w", err)
	}
	switch {
	case at > version():
		return false, fmt.Errorf("the history was written by a newer Haltscribe (version %d; this one knows %d)", at, version())
	case at == version():
		return true, nil
	}
	if _, err := tx.ExecContext(ctx, migrations[at]); err != nil {
		return false, fmt.Errorf("migrating the history from version %d: %w", at, err)
	}
	if _, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", at+1)); err != nil {
		return false, fmt.Errorf("migrating the history from version %d: %w", at, err)
	}
	if err := tx.Commit(); err != nil {
		return false, fmt.Errorf("migrating the history from version %d: %w", at, err)
	}
	return false, nil
}
