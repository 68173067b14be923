package store

import (
	"context"
	"time"

	"lapkeep/internal/store/listing"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Note is a remark on an activity.
type Note struct {
	ID       string
	Activity training.ActivityID
	Target   string // local, service message or description
	Author   string // athlete, coach, assistant, or another person's name
	Text     string
	At       time.Time
}

// authorAssistant is whose notes models see even if the athlete shares none:
// they wrote them.
const authorAssistant = "assistant"

// Notes lists the notes on an activity, oldest first.
func (db *DB) Notes(ctx context.Context, s training.Scope, id training.ActivityID) ([]Note, error) {
	if _, err := db.Activity(ctx, s, id); err != nil {
		return nil, err
	}
	return db.NotesOn(ctx, s, []training.ActivityID{id})
}

// NotesOn lists those on any of some activities, oldest first.
func (db *DB) NotesOn(ctx context.Context, s training.Scope, ids []training.ActivityID) ([]Note, error) {
	v, err := db.look(ctx, s)
	if err != nil {
		return nil, err
	}
	return sqlitedb.All(ctx, db.sql, `SELECT n.id, n.activity, n.target, n.author, n.text, n.at_ms FROM json_each(?) e
		JOIN activities a ON a.athlete=? AND a.id=e.value AND a.seen&?<>0 JOIN notes n ON n.athlete=a.athlete AND n.activity=a.id
		WHERE ? OR n.author=? ORDER BY n.at_ms, n.id`, []any{listing.IDs(ids), s.Athlete, v.bit, v.sharing.Notes, authorAssistant},
		func(r sqlitedb.Row) (n Note, err error) {
			var ms int64
			err = r.Scan(&n.ID, &n.Activity, &n.Target, &n.Author, &n.Text, &ms)
			n.At = sqlitedb.Instant(ms)
			return n, err
		})
}

// PutNote writes a note over the one with its id.
func (tx *Tx) PutNote(a training.AthleteID, n Note) error {
	if n.ID == "" {
		return training.Errorf(training.KindInvalid, "A note needs an id.")
	}
	if err := tx.mustHave(a, n.Activity); err != nil {
		return err
	}
	_, err := tx.sql.Exec(`INSERT INTO notes (athlete, id, activity, at_ms, target, author, text) VALUES (?,?,?,?,?,?,?)
		ON CONFLICT DO UPDATE SET activity=excluded.activity, at_ms=excluded.at_ms, target=excluded.target, author=excluded.author, text=excluded.text`,
		a, n.ID, n.Activity, sqlitedb.Millis(n.At), n.Target, n.Author, n.Text)
	tx.changed(a, ChangeNote, n.ID)
	return err
}

// DeleteNote removes a note; what undoes it is to put it again.
func (tx *Tx) DeleteNote(a training.AthleteID, noteID string) error {
	n, err := tx.sql.Exec("DELETE FROM notes WHERE athlete=? AND id=?", a, noteID)
	if err == nil && n == 0 {
		return training.Errorf(training.KindNotFound, "There is no note %q.", noteID).
			WithFix("get_activity_notes lists the notes of an activity.")
	}
	tx.changed(a, ChangeNote, noteID)
	return err
}
