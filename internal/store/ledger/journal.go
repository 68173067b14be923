package ledger

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

// assistants is the face through which models write. They are told of their
// own writes alone: what the athlete did elsewhere may be about what is hidden.
const assistants = "mcp"

// mine selects the entries that an audience may know of.
func mine(s training.Scope) string {
	if s.Audience == training.AudienceModel {
		return " AND body->>'Face'='" + assistants + "'"
	}
	return ""
}

// Journal lists the latest writes, newest first; a limit of 0 is none.
func (l Reader) Journal(ctx context.Context, s training.Scope, limit int) ([]JournalEntry, error) {
	if err := CheckScope(s); err != nil {
		return nil, err
	}
	if limit <= 0 {
		limit = -1
	}
	return sqlitedb.All(ctx, l.db, "SELECT undone_ms, body FROM journal WHERE athlete=?"+mine(s)+
		" ORDER BY n DESC LIMIT ?", []any{s.Athlete, limit}, readerOf(s))
}

// JournalEntry reads one write by its id.
func (l Reader) JournalEntry(ctx context.Context, s training.Scope, id string) (JournalEntry, error) {
	if err := CheckScope(s); err != nil {
		return JournalEntry{}, err
	}
	e, ok, err := sqlitedb.One(ctx, l.db, "SELECT undone_ms, body FROM journal WHERE athlete=? AND id=?"+mine(s),
		[]any{s.Athlete, id}, readerOf(s))
	if err == nil && !ok {
		err = noEntry(id)
	}
	return e, err
}

func noEntry(id string) error {
	return training.Errorf(training.KindNotFound, "There is no journal entry %q.", id).
		WithFix("lapkeep undo --list shows the entries.")
}

// readerOf reads entries for an audience.
func readerOf(s training.Scope) func(sqlitedb.Row) (JournalEntry, error) {
	return func(r sqlitedb.Row) (JournalEntry, error) {
		return readJournal(r, s.Audience == training.AudienceModel)
	}
}

func readJournal(r sqlitedb.Row, forModel bool) (JournalEntry, error) {
	var undone int64
	var text string
	if err := r.Scan(&undone, &text); err != nil {
		return JournalEntry{}, err
	}
	e, err := sqlitedb.Parse[JournalEntry](text)
	e.UndoneAt = sqlitedb.Instant(undone)
	if forModel {
		e.Forward, e.Inverse = nil, nil
	}
	return e, err
}

// PutJournal records a write. An entry is never written twice.
func (l Writer) PutJournal(e JournalEntry) error {
	text, err := sqlitedb.Body(e)
	if err != nil {
		return err
	}
	n, err := l.tx.Exec("INSERT INTO journal (athlete, id, undone_ms, body) VALUES (?,?,?,?) ON CONFLICT DO NOTHING",
		e.Athlete, e.ID, sqlitedb.Millis(e.UndoneAt), text)
	if err == nil && n == 0 {
		return training.Errorf(training.KindConflict, "There is a journal entry %q already.", e.ID)
	}
	return err
}

// MarkUndone notes that an entry was taken back; one that was already is a conflict.
func (l Writer) MarkUndone(a training.AthleteID, id string, at time.Time) error {
	var undone int64
	ok, err := l.tx.One("SELECT undone_ms FROM journal WHERE athlete=? AND id=?", []any{a, id}, &undone)
	switch {
	case err != nil:
		return err
	case !ok:
		return noEntry(id)
	case undone != 0:
		return training.Errorf(training.KindConflict, "%s was undone already.", id)
	}
	_, err = l.tx.Exec("UPDATE journal SET undone_ms=? WHERE athlete=? AND id=?", max(sqlitedb.Millis(at), 1), a, id)
	return err
}
