package ledger

import (
	"context"
	"time"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// ConnectionItem is a thing that was seen at a service.
type ConnectionItem struct {
	ID      string // the service's own
	Day     training.Day
	Version string // of what was stored
	State   ConnectionState
	// Reason says in a sentence why it was not stored.
	Reason string
	Tries  int
	Due    time.Time // when a failed one is tried again; zero is never
}

// ConnectionState is the outcome of an item.
type ConnectionState string

// The states.
const (
	Stored           ConnectionState = "stored"
	Withheld         ConnectionState = "withheld" // the service shows nothing of it
	ConnectionFailed ConnectionState = "failed"
	Gone             ConnectionState = "gone" // it is no longer at the service
)

const itemColumns = "SELECT id, day, version, state, reason, tries, due_ms FROM remote_items WHERE athlete=? AND source=? "

func readItem(r sqlitedb.Row) (i ConnectionItem, err error) {
	var due int64
	err = r.Scan(&i.ID, &i.Day, &i.Version, &i.State, &i.Reason, &i.Tries, &due)
	i.Due = sqlitedb.Instant(due)
	return i, err
}

// Items gives the items of days, in order of day and id.
func (b ConnectionBook) Items(ctx context.Context, k ConnectionKey, days training.DayRange) ([]ConnectionItem, error) {
	return sqlitedb.All(ctx, b.db, itemColumns+"AND day BETWEEN ? AND ? ORDER BY day, id", k.args(days.From, days.To), readItem)
}

// Item gives one item; ok is false for one that was never seen.
func (b ConnectionBook) Item(ctx context.Context, k ConnectionKey, id string) (i ConnectionItem, ok bool, err error) {
	return sqlitedb.One(ctx, b.db, itemColumns+"AND id=?", k.args(id), readItem)
}

// DueItems gives the failed items whose time has come, newest day first. One
// that would come after latest was set by a clock that was ahead.
func (b ConnectionBook) DueItems(ctx context.Context, k ConnectionKey, now, latest time.Time, limit int) ([]ConnectionItem, error) {
	return sqlitedb.All(ctx, b.db, itemColumns+"AND due_ms>0 AND (due_ms<=? OR due_ms>?) ORDER BY day DESC, id LIMIT ?",
		k.args(sqlitedb.Millis(now), sqlitedb.Millis(latest), limit), readItem)
}

// PutItem keeps what became of an item.
func (b ConnectionBook) PutItem(ctx context.Context, k ConnectionKey, i ConnectionItem) error {
	return b.db.Write(ctx, func(tx *sqlitedb.Tx) error {
		_, err := tx.Exec(`INSERT INTO remote_items (athlete, source, id, day, version, state, reason, tries, due_ms) VALUES (?,?,?,?,?,?,?,?,?)
			ON CONFLICT DO UPDATE SET day=excluded.day, version=excluded.version, state=excluded.state,
			reason=excluded.reason, tries=excluded.tries, due_ms=excluded.due_ms`,
			k.args(i.ID, i.Day, i.Version, i.State, i.Reason, i.Tries, sqlitedb.Millis(i.Due))...)
		return err
	})
}

// Tally counts the items of one state that share a reason.
type Tally struct {
	State  ConnectionState
	Reason string
	Items  int
}

// Tallies counts items by state and reason, the most first.
func (b ConnectionBook) Tallies(ctx context.Context, k ConnectionKey) ([]Tally, error) {
	return sqlitedb.All(ctx, b.db,
		"SELECT state, reason, count(*) AS n FROM remote_items WHERE athlete=? AND source=? GROUP BY state, reason ORDER "+
			"BY n DESC, state, reason", k.args(),
		func(r sqlitedb.Row) (t Tally, err error) { err = r.Scan(&t.State, &t.Reason, &t.Items); return t, err })
}
