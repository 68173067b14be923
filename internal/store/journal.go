package store

import (
	"context"
	"encoding/json"
	"time"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// JournalEntry is one write that was made, with what undoes it.
type JournalEntry struct {
	ID      string
	Athlete training.AthleteID
	At      time.Time
	Face    string // mcp, cli, dashboard, import
	Tool    string
	Summary string // one sentence for people
	// Forward and Inverse are operations in the journal's own form. Models
	// get neither: they quote what the athlete may have hidden since.
	Forward, Inverse json.RawMessage
	// Irreversible names what an undo cannot bring back.
	Irreversible []string
	UndoneAt     time.Time // zero while it stands
	Undoes       string    // id of the entry that this one undid
}

// Journal lists the latest writes, newest first; a limit of 0 is none.
func (db *DB) Journal(ctx context.Context, s training.Scope, limit int) ([]JournalEntry, error) {
	v, err := db.look(ctx, s)
	if err != nil {
		return nil, err
	}
	if limit <= 0 {
		limit = -1
	}
	return sqlitedb.All(ctx, db.sql, "SELECT undone_ms, body FROM journal WHERE athlete=? ORDER BY n DESC LIMIT ?", []any{s.Athlete, limit}, v.readJournal)
}

// JournalEntry reads one write by its id.
func (db *DB) JournalEntry(ctx context.Context, s training.Scope, id string) (JournalEntry, error) {
	v, err := db.look(ctx, s)
	if err != nil {
		return JournalEntry{}, err
	}
	e, ok, err := sqlitedb.One(ctx, db.sql, "SELECT undone_ms, body FROM journal WHERE athlete=? AND id=?", []any{s.Athlete, id}, v.readJournal)
	if err == nil && !ok {
		err = noEntry(id)
	}
	return e, err
}

func noEntry(id string) error {
	return training.Errorf(training.KindNotFound, "There is no journal entry %q.", id).
		WithFix("lapkeep undo --list shows the entries.")
}

func (v view) readJournal(r sqlitedb.Row) (JournalEntry, error) {
	var undone int64
	var text string
	if err := r.Scan(&undone, &text); err != nil {
		return JournalEntry{}, err
	}
	e, err := parse[JournalEntry](text)
	e.UndoneAt = instant(undone)
	if v.isModel() {
		e.Forward, e.Inverse = nil, nil
	}
	return e, err
}

// PutJournal records a write. An entry is never written twice.
func (tx *Tx) PutJournal(e JournalEntry) error {
	text, err := body(e)
	if err != nil {
		return err
	}
	n, err := tx.sql.Exec("INSERT INTO journal (athlete, id, undone_ms, body) VALUES (?,?,?,?) ON CONFLICT DO NOTHING",
		e.Athlete, e.ID, millis(e.UndoneAt), text)
	if err == nil && n == 0 {
		return training.Errorf(training.KindConflict, "There is a journal entry %q already.", e.ID)
	}
	return err
}

// MarkUndone notes that an entry was taken back; one that was already is a conflict.
func (tx *Tx) MarkUndone(a training.AthleteID, id string, at time.Time) error {
	var undone int64
	ok, err := tx.sql.One("SELECT undone_ms FROM journal WHERE athlete=? AND id=?", []any{a, id}, &undone)
	switch {
	case err != nil:
		return err
	case !ok:
		return noEntry(id)
	case undone != 0:
		return training.Errorf(training.KindConflict, "%s was undone already.", id)
	}
	_, err = tx.sql.Exec("UPDATE journal SET undone_ms=? WHERE athlete=? AND id=?", max(millis(at), 1), a, id)
	return err
}
