package history

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// entryColumns are what scanEntry reads.
const entryColumns = `t.id, t.path, t.size, t.modified, t.ends, t.began, t.status, t.duration, t.language, t.model,
	(SELECT count(*) FROM segments WHERE transcript = t.id),
	(SELECT coalesce(max(stop), 0) FROM segments WHERE transcript = t.id),
	coalesce((SELECT substr(text, 1, 200) FROM segments WHERE transcript = t.id ORDER BY number LIMIT 1), '')`

type scanner interface{ Scan(into ...any) error }

func scanEntry(row scanner, more ...any) (Entry, error) {
	var e Entry
	var modified, began int64
	into := []any{
		&e.ID, &e.Recording.Path, &e.Recording.Size, &modified, &e.Recording.Ends, &began, &e.Status, &e.Duration,
		&e.Language, &e.Model, &e.Segments, &e.Reached, &e.Excerpt,
	}
	err := row.Scan(append(into, more...)...)
	e.Recording.Modified, e.Began = time.Unix(0, modified), time.UnixMilli(began)
	return e, err
}

// List returns the newest entries, at most limit.
func (s *Store) List(ctx context.Context, limit int) ([]Entry, error) {
	return s.entries(ctx, "ORDER BY t.began DESC, t.id DESC LIMIT ?", limit)
}

// Unfinished returns the jobs that were interrupted, the newest first.
func (s *Store) Unfinished(ctx context.Context) ([]Entry, error) {
	return s.entries(ctx, "WHERE t.status = ? ORDER BY t.began DESC, t.id DESC", Interrupted)
}

func (s *Store) entries(ctx context.Context, which string, args ...any) ([]Entry, error) {
	rows, err := s.db.QueryContext(ctx, "SELECT "+entryColumns+" FROM transcripts t "+which, args...)
	if err != nil {
		return nil, fmt.Errorf("listing the history: %w", err)
	}
	defer rows.Close()
	var all []Entry
	for rows.Next() {
		e, err := scanEntry(rows)
		if err != nil {
			return nil, fmt.Errorf("listing the history: %w", err)
		}
		all = append(all, e)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("listing the history: %w", err)
	}
	return all, nil
}

// Load returns everything that is kept of an entry.
func (s *Store) Load(ctx context.Context, id int64) (Transcript, error) {
	// One statement after the other would see two states of a growing entry.
	tx, err := s.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return Transcript{}, fmt.Errorf("reading the history: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // nothing was changed
	var t Transcript
	row := tx.QueryRowContext(ctx, "SELECT "+entryColumns+", t.details FROM transcripts t WHERE t.id = ?", id)
	t.Entry, err = scanEntry(row, &t.Details)
	if errors.Is(err, sql.ErrNoRows) {
		return Transcript{}, fmt.Errorf("reading the history: %w", ErrGone)
	}
	if err != nil {
		return Transcript{}, fmt.Errorf("reading the history: %w", err)
	}
	rows, err := tx.QueryContext(ctx, "SELECT start, stop, text, language FROM segments WHERE transcript = ? ORDER BY number", id)
	if err != nil {
		return Transcript{}, fmt.Errorf("reading the history: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var g Segment
		if err := rows.Scan(&g.Start, &g.End, &g.Text, &g.Language); err != nil {
			return Transcript{}, fmt.Errorf("reading the history: %w", err)
		}
		t.Text = append(t.Text, g)
	}
	if err := rows.Err(); err != nil {
		return Transcript{}, fmt.Errorf("reading the history: %w", err)
	}
	return t, nil
}

// mostMatches are looked for in one search.
const mostMatches = 1000

// Search looks for all words of a query, or parts of words, within one segment,
// and for the query in the names of files. Case and accents don't matter, except
// in words of one or two letters. The newest entries come first, each with at most
// a few of its matches. It can be cancelled.
func (s *Store) Search(ctx context.Context, query string) ([]Found, error) {
	words := strings.Fields(query)
	if len(words) == 0 {
		return nil, nil
	}
	statement, args := searchFor(words)
	rows, err := s.db.QueryContext(ctx, statement, args...)
	if err != nil {
		return nil, fmt.Errorf("searching the history: %w", err)
	}
	defer rows.Close()
	found := map[int64]*Found{}
	var order []*Found
	for rows.Next() {
		var m Match
		e, err := scanEntry(rows, &m.Number, &m.Start, &m.Snippet)
		if err != nil {
			return nil, fmt.Errorf("searching the history: %w", err)
		}
		f := found[e.ID]
		if f == nil {
			f = &Found{Entry: e}
			found[e.ID], order = f, append(order, f)
		}
		if m.Number < 0 {
			continue // found by its name
		}
		f.Count++
		if len(f.Matches) < 3 {
			f.Matches = append(f.Matches, m)
		}
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("searching the history: %w", err)
	}
	all := make([]Found, len(order))
	for i, f := range order {
		all[i] = *f
	}
	return all, nil
}

// searchFor makes the statement for words. The index knows runs of three letters
// and more; shorter words are looked for in the texts.
func searchFor(words []string) (statement string, args []any) {
	var terms []string
	var conditions []string
	var short []any
	for _, w := range words {
		if utf8.RuneCountInString(w) >= 3 {
			terms = append(terms, `"`+strings.ReplaceAll(w, `"`, `""`)+`"`)
		} else {
			conditions = append(conditions, `s.text LIKE ? ESCAPE '\'`)
			short = append(short, "%"+escapeLike(w)+"%")
		}
	}
	from, snippet := "segments s", "substr(s.text, 1, 200)"
	if len(terms) > 0 {
		from, snippet = "words JOIN segments s ON s.id = words.rowid", "snippet(words, 0, ?, ?, '…', 64)"
		conditions = append([]string{"words MATCH ?"}, conditions...)
		short = append([]any{strings.Join(terms, " AND ")}, short...)
		args = append(args, MatchBegin, MatchEnd)
	}
	args = append(args, short...)
	args = append(args, mostMatches, "%"+escapeLike(strings.Join(words, " "))+"%")
	return `SELECT ` + entryColumns + `, m.number, m.start, m.snippet FROM (
			SELECT * FROM (SELECT s.transcript, s.number, s.start, ` + snippet + ` AS snippet FROM ` + from + `
				WHERE ` + strings.Join(conditions, " AND ") + ` ORDER BY s.transcript DESC, s.number LIMIT ?)
			UNION ALL
			SELECT id, -1, 0, '' FROM transcripts WHERE name LIKE ? ESCAPE '\'
		) m JOIN transcripts t ON t.id = m.transcript
		ORDER BY t.began DESC, t.id DESC, m.number`, args
}

func escapeLike(s string) string {
	return strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(s)
}
