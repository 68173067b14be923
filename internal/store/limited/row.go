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
)

// Row is what a service said of one thing.
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

// Filter selects rows. The zero value selects all.
type Filter struct {
	Days *training.DayRange
	// After is the last row of the page before, newest first.
	After *Row
	Limit int // 0 is all
}

func (d *DB) terms(source string) (Terms, error) {
	t, ok := d.o.Terms[source]
	if !ok {
		return t, training.Errorf(training.KindInternal, "No terms are known of %s.", source)
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
	db, err := d.open(ctx, true)
	if err != nil {
		return 0, err
	}
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

// seen gives the database and the arguments of standing, nil where there is
// nothing that the scope may see. What is over goes when somebody looks.
func (d *DB) seen(ctx context.Context, p Place) (*sqlitedb.DB, []any, error) {
	if _, err := d.terms(p.Source); err != nil || !d.There() {
		return nil, nil, err
	}
	if may, err := d.MayShow(ctx, p); err != nil || !may {
		return nil, nil, err
	}
	db, err := d.open(ctx, false)
	if err == nil && db != nil {
		var over bool
		if over, err = d.over(ctx, db); err == nil && over {
			if _, err = d.Purge(ctx); err == nil || training.KindOf(err) == training.KindUnavailable {
				db, err = d.open(ctx, false) // others read the log, which the next purge cuts
			}
		}
	}
	now := sqlitedb.Millis(d.o.Now())
	return db, []any{p.Scope.Athlete, p.Source, p.Kind, now, now}, err
}

const columns = "SELECT kind, id, day, body, fetched_ms"

func readRow(r sqlitedb.Row) (row Row, err error) {
	var fetched int64
	err = r.Scan(&row.Kind, &row.ID, &row.Day, &row.Body, &fetched)
	row.Fetched = sqlitedb.Instant(fetched)
	return row, err
}

// Rows are those that stand and that the scope may see, newest day first.
func (d *DB) Rows(ctx context.Context, p Place, f Filter) ([]Row, error) {
	db, args, err := d.seen(ctx, p)
	if db == nil || err != nil {
		return nil, err
	}
	days, limit := training.DayRange{From: math.MinInt32, To: math.MaxInt32}, f.Limit
	if f.Days != nil {
		days = *f.Days
	}
	if limit == 0 {
		limit = -1
	}
	query := columns + standing + "AND day BETWEEN ? AND ? "
	args = append(args, days.From, days.To)
	if f.After != nil {
		query += "AND (day, id)<(?,?) "
		args = append(args, f.After.Day, f.After.ID)
	}
	return sqlitedb.All(ctx, db, query+"ORDER BY day DESC, id DESC LIMIT ?", append(args, limit), readRow)
}

// Row is one row; ok is false where none stands that the scope may see.
func (d *DB) Row(ctx context.Context, p Place, id string) (row Row, ok bool, err error) {
	db, args, err := d.seen(ctx, p)
	if db == nil || err != nil {
		return row, false, err
	}
	return sqlitedb.One(ctx, db, columns+standing+"AND id=?", append(args, id), readRow)
}

// Count is how many rows stand that the scope may see.
func (d *DB) Count(ctx context.Context, p Place) (n int, err error) {
	db, args, err := d.seen(ctx, p)
	if db == nil || err != nil {
		return 0, err
	}
	n, _, err = sqlitedb.One(ctx, db, "SELECT count(*)"+standing, args, sqlitedb.Scalar[int])
	return n, err
}
