package limited

import (
	"context"
	"math"
	"time"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// The kinds of rows that several packages use.
const (
	Activity = "activity" // as the service lists it
	Detail   = "detail"   // as the service returns it individually
	Streams  = "streams"  // its recording
	Cursor   = "cursor"   // how far a sync has come; it may contain an item's id
	// Words is the prefix of the row kinds that hold the outbox's values for a thing. There
	// is one row for each part, under the thing's id.
	Words = "words"
)

// WordsOf returns the row kind for one part of an entry's values for a thing.
func WordsOf(entry, part string) string { return Words + " " + entry + " " + part }

// Row is a service's data about one thing.
type Row struct {
	Kind string
	ID   string       // the service's own
	Day  training.Day // the day that it is about; 0 if there is none
	Body []byte
	// Fetched is the time at which the service sent it; [DB.Put] sets it.
	Fetched time.Time
}

// Place selects the rows of one athlete, service and kind.
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

// Put stores rows that have just been fetched, replacing former ones, and returns
// the number of new ones.
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

// standing selects rows that have not expired. A fetch time after now comes
// from a clock that was ahead, so the row's age is unknown and it is treated as
// expired.
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
// may not see the rows. It also deletes expired rows.
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
		err = unless(training.KindOf(err) == training.KindUnavailable, err) // other connections are reading the log; the next purge truncates it
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

// Rows returns the rows in the given days, or all rows if days is nil, newest day
// first. It leaves out rows that have expired or that the scope may not see.
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

// Row returns one row; ok is false if it is missing, expired or hidden.
func (d *DB) Row(ctx context.Context, p Place, id string) (row Row, ok bool, err error) {
	err = d.seen(ctx, p, func(db *sqlitedb.DB, args []any) (err error) {
		row, ok, err = sqlitedb.One(ctx, db, columns+standing+"AND id=?", append(args, id), readRow)
		return err
	})
	return row, ok, err
}

// Count returns the number of rows that are not expired and may be seen.
func (d *DB) Count(ctx context.Context, p Place) (n int, err error) {
	err = d.seen(ctx, p, func(db *sqlitedb.DB, args []any) (err error) {
		n, _, err = sqlitedb.One(ctx, db, "SELECT count(*)"+standing, args, sqlitedb.Scalar[int])
		return err
	})
	return n, err
}
