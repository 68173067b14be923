package limited

import (
	"context"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Purge wipes the rows whose time is over, of all athletes, and says how many
// there were. The file goes with the last row.
func (d *DB) Purge(ctx context.Context) (gone int, err error) {
	now := sqlitedb.Millis(d.o.Now())
	return d.wipe(ctx, func(tx *sqlitedb.Tx) (int, error) {
		n, err := tx.Exec("DELETE FROM rows WHERE ends_ms<=? OR fetched_ms>?", now, now)
		return int(n), err
	})
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

// Forget wipes all rows of one athlete and service, and says how many there
// were of each kind.
func (d *DB) Forget(ctx context.Context, a training.AthleteID, source string) (map[string]int, error) {
	out := map[string]int{}
	_, err := d.wipe(ctx, func(tx *sqlitedb.Tx) (int, error) {
		err := tx.Each("SELECT kind, count(*) FROM rows WHERE athlete=? AND source=? GROUP BY kind", []any{a, source},
			func(scan func(...any) error) error {
				var kind string
				var n int
				err := scan(&kind, &n)
				out[kind] = n
				return err
			})
		if err != nil {
			return 0, err
		}
		n, err := tx.Exec("DELETE FROM rows WHERE athlete=? AND source=?", a, source)
		return int(n), err
	})
	return out, err
}

// wipe leaves no trace of what a function deletes: it is overwritten, and the
// log that still has it is cut. Who puts a row while the file goes with the
// last one may lose it, and fetches it again.
func (d *DB) wipe(ctx context.Context, deletes func(tx *sqlitedb.Tx) (int, error)) (gone int, err error) {
	db, err := d.open(ctx, false)
	if worthless(err) {
		return 0, d.remove()
	}
	if db == nil || err != nil {
		return 0, err
	}
	left := 0
	err = db.Write(ctx, func(tx *sqlitedb.Tx) (err error) {
		if gone, err = deletes(tx); err != nil {
			return err
		}
		_, err = tx.One("SELECT EXISTS (SELECT 1 FROM rows)", nil, &left)
		return err
	})
	if worthless(err) {
		return 0, d.remove()
	}
	if err != nil {
		return 0, err
	}
	if left == 0 {
		return gone, d.remove()
	}
	return gone, db.EmptyLog(ctx)
}
