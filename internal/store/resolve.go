package store

import (
	"context"
	"strings"

	"lapkeep/internal/store/document"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// maxRedirects bounds a chain of merges; a longer one is a circle.
const maxRedirects = 100

// Resolve finds the activity that an id means: its own, an old one that was
// merged, source:external of the activity or of one of its recordings, or
// file:hash.
func (db *DB) Resolve(ctx context.Context, s training.Scope, id string) (training.ActivityID, error) {
	v, err := db.look(ctx, s)
	if err != nil {
		return "", err
	}
	for _, find := range []func(context.Context, view, string) (training.ActivityID, bool, error){db.byExternalID, db.byRecording} {
		if !strings.Contains(id, ":") {
			break
		}
		act, ok, err := find(ctx, v, id)
		if err != nil {
			return "", err
		}
		if ok {
			id = string(act)
			break
		}
	}
	act, err := db.follow(ctx, s.Athlete, training.ActivityID(id))
	if err != nil {
		return "", err
	}
	if err := db.shows(ctx, v, act, id); err != nil {
		return "", err
	}
	return act, nil
}

// shows fails if an activity, which was asked for by some id, is not seen.
func (db *DB) shows(ctx context.Context, v view, act training.ActivityID, id string) error {
	_, ok, err := sqlitedb.One(ctx, db.sql, "SELECT 1 FROM activities WHERE athlete=? AND id=? AND seen&?<>0",
		[]any{v.athlete, act, v.bit}, sqlitedb.Scalar[int])
	if err == nil && !ok {
		err = noActivity(training.ActivityID(id))
	}
	return err
}

func (db *DB) byExternalID(ctx context.Context, v view, ref string) (training.ActivityID, bool, error) {
	return sqlitedb.One(ctx, db.sql, "SELECT activity FROM external_ids WHERE athlete=? AND ref=?",
		[]any{v.athlete, ref}, sqlitedb.Scalar[training.ActivityID])
}

func (db *DB) byRecording(ctx context.Context, v view, ref string) (training.ActivityID, bool, error) {
	source, external, _ := strings.Cut(ref, ":")
	column := "r.source=?3 AND r.external_id=?4 AND r.external_id<>''"
	if source == "file" {
		column = "(r.original=?4 AND r.original<>'' OR " + column + ")"
	}
	return sqlitedb.One(ctx, db.sql, `SELECT l.activity FROM recordings r JOIN links l ON l.athlete=r.athlete AND l.recording=r.id
		WHERE r.athlete=?1 AND r.removed=0 AND r.audience&?2<>0 AND `+column+` ORDER BY r.id LIMIT 1`,
		[]any{v.athlete, v.bit, source, external}, sqlitedb.Scalar[training.ActivityID])
}

func (db *DB) follow(ctx context.Context, a training.AthleteID, id training.ActivityID) (training.ActivityID, error) {
	for range maxRedirects {
		next, ok, err := sqlitedb.One(ctx, db.sql, "SELECT id FROM redirects WHERE athlete=? AND old=?", []any{a, id},
			sqlitedb.Scalar[training.ActivityID])
		if err != nil || !ok {
			return id, err
		}
		id = next
	}
	return "", sqlitedb.Damaged(nil)
}

// Aliases lists the ids of activities that lead to the same ones as some ids do.
func (db *DB) Aliases(ctx context.Context, a training.AthleteID, ids []string) (all []string, err error) {
	for _, id := range ids {
		into, err := db.follow(ctx, a, training.ActivityID(id))
		if err != nil {
			return nil, err
		}
		led, err := sqlitedb.All(ctx, db.sql, document.Led("?1", "?2")+" SELECT id FROM led", []any{a, into},
			sqlitedb.Scalar[string])
		if err != nil {
			return nil, err
		}
		all = append(all, led...)
	}
	return all, nil
}

// Redirect makes old an alias of id (after a merge): old is not shown any
// more, and whoever asks for it is given id. A redirect of an id to itself
// takes its redirect back.
func (tx *Tx) Redirect(a training.AthleteID, old, id training.ActivityID) error {
	if err := tx.mustHave(a, id); err != nil {
		return err
	}
	former := id
	if _, err := tx.sql.One("SELECT id FROM redirects WHERE athlete=? AND old=?", []any{a, old}, &former); err != nil {
		return err
	}
	for _, x := range []training.ActivityID{old, id, former} {
		if ok, err := tx.sql.One("SELECT 1 FROM activity_base WHERE athlete=? AND id=?", []any{a, x}, new(int)); err != nil {
			return err
		} else if ok {
			tx.changedActivity(a, x)
		}
	}
	if old == id {
		_, err := tx.sql.Exec("DELETE FROM redirects WHERE athlete=? AND old=?", a, old)
		return err
	}
	// Who asks for id must not be sent back to old.
	if err := tx.refuseCircle(a, old, id); err != nil {
		return err
	}
	_, err := tx.sql.Exec("INSERT INTO redirects (athlete, old, id) VALUES (?,?,?) ON CONFLICT DO UPDATE SET id=excluded.id", a, old, id)
	return err
}

func (tx *Tx) refuseCircle(a training.AthleteID, old, id training.ActivityID) error {
	at := id
	for range maxRedirects {
		ok, err := tx.sql.One("SELECT id FROM redirects WHERE athlete=? AND old=?", []any{a, at}, &at)
		if err != nil || !ok {
			return err
		}
		if at == old {
			break
		}
	}
	return training.Errorf(training.KindConflict, "%s already stands for %s.", old, id).
		WithFix("Take that redirect back first.")
}

// PutExternalID makes ref ("strava:123") another name of an activity; it
// stops being one of any other. The note of that name goes with it.
func (tx *Tx) PutExternalID(a training.AthleteID, id training.ActivityID, ref string) error {
	if !strings.Contains(ref, ":") {
		return training.Errorf(training.KindInvalid, "%q is not an external id.", ref).WithFix("Write it as source:id.")
	}
	var former training.ActivityID
	ok, err := tx.sql.One("SELECT activity FROM external_ids WHERE athlete=? AND ref=?", []any{a, ref}, &former)
	if err != nil || ok && former == id {
		return err
	}
	if ok {
		tx.changedActivity(a, former)
		if _, err := tx.sql.Exec("UPDATE notes SET activity=? WHERE athlete=? AND id=? AND activity=?", id, a, ref, former); err != nil {
			return err
		}
	}
	_, err = tx.sql.Exec("INSERT INTO external_ids (athlete, ref, activity) VALUES (?,?,?) ON CONFLICT DO UPDATE SET "+
		"activity=excluded.activity", a, ref, id)
	tx.changedActivity(a, id)
	return err
}
