package limited

import (
	"context"
	"math"
	"time"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// The kinds of rows that readers of different packages share.
const (
	Activity = "activity" // as the service lists it
	Detail   = "detail"   // as it shows the activity alone
	Streams  = "streams"  // its recording
	Cursor   = "cursor"   // how far a reading came, which may name one
	// Words begin the kinds of what the outbox holds of a thing, which is a row
	// under the thing's id for each part.
	Words = "words"
)

// WordsOf returns the row kind of one part of what a journal entry holds of a
// thing.
func WordsOf(entry, part string) string { return Words + " " + entry + " " + part }

// Row is a service's statement on one thing.
type Row struct {
	Kind string
	ID   string       // the service's own
	Day  training.Day // that it is about; 0 for none
	Body []byte
	// Fetched is when the service said it; it is set by [DB.Put].
	Fetched time.Time
}

// Place names the rows of one athlete, service and kind.
type Place struct {
	Scope  training.Scope
	Source string
	Kind   string
}

func (d *DB) terms(source string) (Terms, error) {
	t, ok := d.o.Terms[source]
	if !ok {
		return t, training.Errorf(training.KindInternal, "The terms of %s are not known.", source)
	}
	return t, nil
}

// Put keeps rows that were fetched just now, in place of former ones, and says
// how many had none.
func (d *DB) Put(ctx context.Context, a training.AthleteID, source string, rows ...Row) (fresh int, err error) {
	t, err := d.terms(source)
	if err != nil || len(rows) == 0 {
		return 0, err
	}
	put := func(db *sqlitedb.DB) (err error) { fresh, err = d.put(ctx, db, t, a, source, rows); return err }
	if err = d.with(ctx, true, put); !worthless(err) {
		return fresh, err
	}
	if err = d.remove(ctx); err == nil {
		err = d.with(ctx, true, put)
	}
	return fresh, err
}

func (d *DB) put(
	ctx context.Context, db *sqlitedb.DB, t Terms, a training.AthleteID, source string, rows []Row,
) (fresh int, err error) {
	now := d.o.Now()
	err = db.Write(ctx, func(tx *sqlitedb.Tx) error {
		fresh = 0
		for _, r := range rows {
			known := false
			_, err := tx.One("SELECT 1 FROM rows WHERE athlete=? AND source=? AND kind=? AND id=?", []any{a, source, r.Kind, r.ID}, &known)
			if err != nil {
				return err
			}
			if !known {
				fresh++
			}
			_, err = tx.Exec("INSERT OR REPLACE INTO rows (athlete, source, kind, id, day, fetched_ms, ends_ms, body) VALUES (?,?,?,?,?,?,?,?)",
				a, source, r.Kind, r.ID, r.Day, sqlitedb.Millis(now), sqlitedb.Millis(now.Add(t.Retention)), r.Body)
			if err != nil {
				return err
			}
		}
		return nil
	})
	return fresh, err
}

// standing selects rows whose time is not over. One that was fetched later than
// now is of a clock that was ahead: since when it is here is not known.
const standing = " FROM rows WHERE athlete=? AND source=? AND kind=? AND ends_ms>? AND fetched_ms<=? "

// MayShow reports whether the scope may see rows of a service.
func (d *DB) MayShow(ctx context.Context, p Place) (bool, error) {
	t, err := d.terms(p.Source)
	if err != nil {
		return false, err
	}
	return t.MayShow(ctx, p.Scope.Athlete, p.Scope.Audience)
}

// seen runs f with the database and the arguments of standing, unless the scope
// may see nothing. Expired rows are deleted on the way.
func (d *DB) seen(ctx context.Context, p Place, f func(db *sqlitedb.DB, args []any) error) error {
	if _, err := d.terms(p.Source); err != nil || !d.There() {
		return err
	}
	if may, err := d.MayShow(ctx, p); err != nil || !may {
		return err
	}
	over := false
	err := d.with(ctx, false, func(db *sqlitedb.DB) (err error) {
		now := sqlitedb.Millis(d.o.Now())
		if over, err = d.over(ctx, db); err != nil {
			return err
		}
		return f(db, []any{p.Scope.Athlete, p.Source, p.Kind, now, now})
	})
	if over && err == nil {
		_, err = d.Purge(ctx)
		err = unless(training.KindOf(err) == training.KindUnavailable, err) // others read the log, which the next purge cuts
	}
	return err
}

const columns = "SELECT kind, id, day, body, fetched_ms"

func readRow(r sqlitedb.Row) (row Row, err error) {
	var fetched int64
	err = r.Scan(&row.Kind, &row.ID, &row.Day, &row.Body, &fetched)
	row.Fetched = sqlitedb.Instant(fetched)
	return row, err
}

// Rows returns the rows that have not expired and that the scope may see, of
// some days, nil for all: newest day first.
func (d *DB) Rows(ctx context.Context, p Place, days *training.DayRange) (rows []Row, err error) {
	if days == nil {
		days = &training.DayRange{From: math.MinInt32, To: math.MaxInt32}
	}
	const query = columns + standing + "AND day BETWEEN ? AND ? ORDER BY day DESC, id DESC"
	err = d.seen(ctx, p, func(db *sqlitedb.DB, args []any) (err error) {
		rows, err = sqlitedb.All(ctx, db, query, append(args, days.From, days.To), readRow)
		return err
	})
	return rows, err
}

// Row returns one row; ok is false if it is missing, expired or hidden from the
// scope.
func (d *DB) Row(ctx context.Context, p Place, id string) (row Row, ok bool, err error) {
	err = d.seen(ctx, p, func(db *sqlitedb.DB, args []any) (err error) {
		row, ok, err = sqlitedb.One(ctx, db, columns+standing+"AND id=?", append(args, id), readRow)
		return err
	})
	return row, ok, err
}

// Count returns the number of rows that have not expired and that the scope may
// see.
func (d *DB) Count(ctx context.Context, p Place) (n int, err error) {
	err = d.seen(ctx, p, func(db *sqlitedb.DB, args []any) (err error) {
		n, _, err = sqlitedb.One(ctx, db, "SELECT count(*)"+standing, args, sqlitedb.Scalar[int])
		return err
	})
	return n, err
}
