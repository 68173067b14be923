package ledger

import (
	"context"
	"time"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Lease is the right to do one kind of work for an athlete, as long as it is
// renewed in time.
type Lease struct {
	Athlete training.AthleteID
	Name    string
	// Holder names one run of one process and no other.
	Holder string
}

// longestLease is more than any is asked for. One that would last longer was
// taken by a clock that was ahead.
const longestLease = 15 * time.Minute

// Hold takes the lease, or keeps it, until the given time. It reports false
// if another holds it; the time until when is then given. One whose time is
// over is free, whoever held it; so is one whose holder is known to have
// ended without giving it back, and one that would last too long, unless its
// holder is known to run.
func (b ConnectionBook) Hold(ctx context.Context, l Lease, now, until time.Time) (ok bool, others time.Time, err error) {
	locked := b.alive.hold(l)
	err = b.db.Write(ctx, func(tx *sqlitedb.Tx) error {
		n, err := tx.Exec(`INSERT INTO leases (athlete, name, holder, until_ms) VALUES (?1,?2,?3||?6,?4)
			ON CONFLICT DO UPDATE SET holder=excluded.holder, until_ms=excluded.until_ms
			WHERE holder IN (?3, ?3||?7) OR until_ms<=?5 OR ?6<>'' AND substr(holder, -length(?7))=?7
			OR until_ms>?8 AND substr(holder, -length(?7))<>?7`,
			l.Athlete, l.Name, l.Holder, sqlitedb.Millis(until), sqlitedb.Millis(now), mark(locked), mark(true),
			sqlitedb.Millis(now.Add(longestLease)))
		if ok = n > 0; err != nil || ok {
			return err
		}
		var ms int64
		_, err = tx.One("SELECT until_ms FROM leases WHERE athlete=? AND name=?", []any{l.Athlete, l.Name}, &ms)
		others = sqlitedb.Instant(ms)
		return err
	})
	if !ok {
		b.alive.free(l)
	}
	return ok, others, err
}

// mark ends the holder of a lease that stands with a lock beside it.
func mark(locked bool) string {
	if locked {
		return " (locked)"
	}
	return ""
}

// Release gives the lease back, if it is still held.
func (b ConnectionBook) Release(ctx context.Context, l Lease) error {
	defer b.alive.free(l)
	return b.db.Write(ctx, func(tx *sqlitedb.Tx) error {
		_, err := tx.Exec("DELETE FROM leases WHERE athlete=? AND name=? AND holder IN (?, ?)", l.Athlete, l.Name, l.Holder, l.Holder+mark(true))
		return err
	})
}
