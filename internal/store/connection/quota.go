package connection

import (
	"context"
	"time"

	"lapkeep/internal/store/sqlitedb"
)

// Quota is one window of a service's budget; a Window of 0 is a block until
// Ends.
type Quota struct {
	Window  time.Duration
	Allowed int
	Used    int
	Ends    time.Time
}

const readQuotas = "SELECT window_ms, allowed, used, ends_ms FROM quotas WHERE athlete=? AND source=? ORDER BY window_ms"

func scanQuota(scan func(...any) error) (q Quota, err error) {
	var window, ends int64
	err = scan(&window, &q.Allowed, &q.Used, &ends)
	q.Window, q.Ends = time.Duration(window)*time.Millisecond, sqlitedb.Instant(ends)
	return q, err
}

// Quotas gives the windows of a connection, shortest first.
func (b Book) Quotas(ctx context.Context, k Key) ([]Quota, error) {
	return sqlitedb.All(ctx, b.db, readQuotas, k.args(), func(r sqlitedb.Row) (Quota, error) { return scanQuota(r.Scan) })
}

// ChangeQuotas gives the windows of a connection to f and keeps what it
// returns, in one transaction that no other process comes between. An error
// of f changes nothing.
func (b Book) ChangeQuotas(ctx context.Context, k Key, f func([]Quota) ([]Quota, error)) error {
	return b.db.Write(ctx, func(tx *sqlitedb.Tx) error {
		var all []Quota
		err := tx.Each(readQuotas, k.args(), func(scan func(...any) error) error {
			q, err := scanQuota(scan)
			all = append(all, q)
			return err
		})
		if err == nil {
			all, err = f(all)
		}
		if err != nil {
			return err
		}
		for _, q := range all {
			if _, err := tx.Exec(`INSERT INTO quotas (athlete, source, window_ms, allowed, used, ends_ms) VALUES (?,?,?,?,?,?)
				ON CONFLICT DO UPDATE SET allowed=excluded.allowed, used=excluded.used, ends_ms=excluded.ends_ms`,
				k.args(q.Window.Milliseconds(), q.Allowed, q.Used, sqlitedb.Millis(q.Ends))...); err != nil {
				return err
			}
		}
		return nil
	})
}
