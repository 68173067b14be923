package store

import (
	"cmp"
	"context"
	"time"

	"lapkeep/internal/store/document"
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
	v, err := db.look(ctx, s)
	if err == nil {
		err = db.shows(ctx, v, id, string(id))
	}
	if err != nil {
		return nil, err
	}
	return db.NotesOn(ctx, s, ActivityFilter{IDs: []training.ActivityID{id}})
}

// NotesOn lists those on the newest of the activities that a filter selects,
// oldest first, with those on what became a part of them.
func (db *DB) NotesOn(ctx context.Context, s training.Scope, f ActivityFilter) ([]Note, error) {
	v, err := db.look(ctx, s)
	if err != nil {
		return nil, err
	}
	w, err := v.list().Where(f)
	if err != nil {
		return nil, err
	}
	return sqlitedb.All(ctx, db.sql, `SELECT n.id, x.id, n.target, n.author, n.text, n.at_ms
		FROM (SELECT a.id FROM activities a WHERE `+w.SQL()+` ORDER BY a.start_ms DESC, a.id DESC LIMIT ?+0) x
		JOIN notes n ON n.athlete=? AND n.activity IN (`+document.Led("n.athlete", "x.id")+` SELECT id FROM led)
		WHERE ? OR n.author=? ORDER BY n.at_ms, n.id`,
		append(w.Args, cmp.Or(f.Limit, -1), s.Athlete, v.sharing.Notes, authorAssistant),
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
