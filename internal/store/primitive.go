package store

import (
	"context"
	"database/sql"
	"iter"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Primitive is a derived value that no threshold enters, in the encoding of
// the rule that wrote it.
type Primitive struct {
	Activity  training.ActivityID
	Day       training.Day
	Sport     training.Sport
	Kind      string
	Version   int
	InputHash string
	Data      []byte
}

// Primitive reads one primitive of an activity. What was derived from a
// recording that the audience may not see is not found.
func (db *DB) Primitive(ctx context.Context, s training.Scope, id training.ActivityID, kind string) (Primitive, error) {
	v, err := db.look(ctx, s)
	if err != nil {
		return Primitive{}, err
	}
	p, ok, err := sqlitedb.One(ctx, db.sql, `SELECT activity, day, sport, version, input_hash, data FROM primitives
		WHERE athlete=? AND activity=? AND kind=? AND seen&?<>0`, []any{s.Athlete, id, kind, v.bit},
		func(r sqlitedb.Row) (p Primitive, err error) {
			err = r.Scan(&p.Activity, &p.Day, &p.Sport, &p.Version, &p.InputHash, &p.Data)
			return p, err
		})
	p.Kind = kind
	if err == nil && !ok {
		err = training.Errorf(training.KindNotFound, "There is no %s of the activity %q.", kind, id)
	}
	return p, err
}

// Primitives yields the primitives of a kind in order of day, without the
// version and the hash, which only their writer asks for; Data is valid until
// the next step. Within the loop other reads may be made, but it holds one of
// the few readers.
func (db *DB) Primitives(ctx context.Context, s training.Scope, kind string, days training.DayRange) iter.Seq2[Primitive, error] {
	return func(yield func(Primitive, error) bool) {
		v, err := db.look(ctx, s)
		if err != nil {
			yield(Primitive{}, err)
			return
		}
		rows, err := db.sql.Query(ctx, `SELECT activity, day, sport, data FROM primitives
			WHERE athlete=? AND kind=? AND day BETWEEN ? AND ? AND seen&?<>0 ORDER BY day, activity`, s.Athlete, kind, days.From, days.To, v.bit)
		if err != nil {
			yield(Primitive{}, sqlitedb.Failed(ctx, err))
			return
		}
		defer rows.Close() //nolint:errcheck // Err tells what went wrong
		p := Primitive{Kind: kind}
		// A row is scanned into what needs no reflection: there are thousands.
		var activity string
		var day any
		var sport, data sql.RawBytes
		for rows.Next() {
			if err := rows.Scan(&activity, &day, &sport, &data); err != nil {
				yield(Primitive{}, sqlitedb.Failed(ctx, err))
				return
			}
			at, _ := day.(int64)
			p.Activity, p.Day, p.Data = training.ActivityID(activity), training.Day(at), data //nolint:gosec // as stored
			if string(p.Sport) != string(sport) {
				p.Sport = training.Sport(sport)
			}
			if !yield(p, nil) {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(Primitive{}, sqlitedb.Failed(ctx, err))
		}
	}
}

// PutPrimitive writes a primitive over the one of its activity and kind. Its
// day and sport follow the activity's, so that it waits for the shown row.
func (tx *Tx) PutPrimitive(a training.AthleteID, p Primitive) error {
	k := activityKey{a, p.Activity}
	tx.derived[k] = append(tx.derived[k], p)
	tx.touch(a, p.Activity)
	tx.changed(a, ChangeDerived, string(p.Activity))
	return nil
}

const (
	putPrimitives = "INSERT INTO primitives (athlete, kind, day, activity, sport, seen, version, input_hash, data)"
	orReplace     = `ON CONFLICT (athlete, activity, kind) DO UPDATE SET day=excluded.day, sport=excluded.sport, seen=excluded.seen,
	version=excluded.version, input_hash=excluded.input_hash, data=excluded.data`
)

func notNil(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}

// DeletePrimitives removes everything that was derived from an activity but its summary.
func (tx *Tx) DeletePrimitives(a training.AthleteID, id training.ActivityID) error {
	delete(tx.derived, activityKey{a, id})
	_, err := tx.sql.Exec("DELETE FROM primitives WHERE athlete=? AND activity=?", a, id)
	tx.changed(a, ChangeDerived, string(id))
	return err
}
