package limited

import (
	"context"
	"os"
	"time"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Purge wipes the rows whose time is over, of all athletes, and says how many
// there were. The file goes with the last row. The log is cut in any case: it
// still has what rows said before they were put anew.
func (d *DB) Purge(ctx context.Context) (gone int, err error) {
	over := false
	err = d.with(ctx, false, func(db *sqlitedb.DB) (err error) {
		if over, err = d.over(ctx, db); err == nil && !over {
			err = d.cutLog(ctx, db)
		}
		return err
	})
	if !over && !worthless(err) {
		return 0, err
	}
	now := sqlitedb.Millis(d.o.Now())
	return d.wipe(ctx, func(tx *sqlitedb.Tx) (int, error) {
		n, err := tx.Exec("DELETE FROM rows WHERE"+isOver, now, now)
		return int(n), err
	})
}

// isOver selects rows whose time is over; see [standing].
const isOver = " ends_ms<=? OR fetched_ms>?"

// over reports whether Purge has anything to do.
func (d *DB) over(ctx context.Context, db *sqlitedb.DB) (bool, error) {
	now := sqlitedb.Millis(d.o.Now())
	const query = "SELECT EXISTS (SELECT 1 FROM rows WHERE" + isOver + ") OR NOT EXISTS (SELECT 1 FROM rows)"
	over, _, err := sqlitedb.One(ctx, db, query, []any{now, now}, sqlitedb.Scalar[bool])
	return over, err
}

func (d *DB) cutLog(ctx context.Context, db *sqlitedb.DB) error {
	if log, err := os.Stat(d.path + "-wal"); err != nil || log.Size() == 0 {
		return nil // there is none to be cut
	}
	return db.EmptyLog(ctx)
}

// Unlisted wipes what was fetched of a kind before a time, of days, and all else
// under its ids: the service listed those days since, and had it no more. It
// says how many there were of the kind.
func (d *DB) Unlisted(
	ctx context.Context, a training.AthleteID, source, kind string, days training.DayRange, before time.Time,
) (gone int, err error) {
	const which = " FROM rows WHERE athlete=? AND source=? AND kind=? AND day BETWEEN ? AND ? AND fetched_ms<?"
	args := []any{a, source, kind, days.From, days.To, sqlitedb.Millis(before)}
	_, err = d.wipe(ctx, func(tx *sqlitedb.Tx) (int, error) {
		if _, err := tx.One("SELECT count(*)"+which, args, &gone); err != nil || gone == 0 {
			return 0, err
		}
		n, err := tx.Exec("DELETE FROM rows WHERE athlete=? AND source=? AND id IN (SELECT id"+which+")", append([]any{a, source}, args...)...)
		return int(n), err
	})
	return gone, err
}

// Delete wipes rows that are no longer at the service.
func (d *DB) Delete(ctx context.Context, a training.AthleteID, source string, ids ...string) (gone int, err error) {
	return d.wipe(ctx, func(tx *sqlitedb.Tx) (n int, err error) {
		for _, id := range ids {
			one, err := tx.Exec("DELETE FROM rows WHERE athlete=? AND source=? AND id=?", a, source, id)
			if n += int(one); err != nil {
				return n, err
			}
		}
		return n, nil
	})
}

// Forget wipes all rows of one athlete and service.
func (d *DB) Forget(ctx context.Context, a training.AthleteID, source string) error {
	_, err := d.wipe(ctx, func(tx *sqlitedb.Tx) (int, error) {
		n, err := tx.Exec("DELETE FROM rows WHERE athlete=? AND source=?", a, source)
		return int(n), err
	})
	return err
}

// Tally counts the rows that are here of one athlete and service, by kind, but
// for cursors.
func (d *DB) Tally(ctx context.Context, a training.AthleteID, source string) (map[string]int, error) {
	out := map[string]int{}
	err := d.with(ctx, false, func(db *sqlitedb.DB) error {
		const query = "SELECT iif(kind LIKE '" + Words + " %', '" + Words + "', kind) k, count(*) FROM rows " +
			"WHERE athlete=? AND source=? AND kind<>? GROUP BY k"
		_, err := sqlitedb.All(ctx, db, query, []any{a, source, Cursor}, func(r sqlitedb.Row) (n int, err error) {
			var kind string
			err = r.Scan(&kind, &n)
			out[kind] = n
			return n, err
		})
		return err
	})
	return out, unless(worthless(err), err) // it goes with the next purge
}

// wipe leaves no trace of what a function deletes: it is overwritten, and the
// log that still has it is cut. The file goes with the last row.
func (d *DB) wipe(ctx context.Context, deletes func(tx *sqlitedb.Tx) (int, error)) (gone int, err error) {
	left := 1
	err = d.with(ctx, false, func(db *sqlitedb.DB) error {
		err := db.Write(ctx, func(tx *sqlitedb.Tx) (err error) {
			if gone, err = deletes(tx); err != nil {
				return err
			}
			_, err = tx.One("SELECT EXISTS (SELECT 1 FROM rows)", nil, &left)
			return err
		})
		if err != nil || gone == 0 {
			return err
		}
		return db.EmptyLog(ctx)
	})
	switch {
	case worthless(err):
		return 0, d.remove(ctx)
	case left == 0: // the log goes with the file
		if kept := d.remove(ctx); kept != nil || !d.There() {
			return gone, kept
		}
	}
	return gone, err
}
