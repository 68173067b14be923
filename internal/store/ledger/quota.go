package ledger

import (
	"context"
	"time"

	"lapkeep/internal/store/sqlitedb"
)

// Quota is one window of a service's budget, of the bucket of that name; a
// Window of 0 is a block until Ends because of what Name says.
type Quota struct {
	Name string
	// Application windows belong to the application by which an athlete is
	// connected, and so to all who are by the same; others to the connection.
	Application bool
	Window      time.Duration
	Allowed     int
	Used        int
	Ends        time.Time
}

const readQuotas = `SELECT bucket, 0 AS shared, window_ms, allowed, used, ends_ms FROM quotas WHERE athlete=?1 AND source=?2
	UNION ALL SELECT bucket, 1, window_ms, allowed, used, ends_ms FROM application_quotas WHERE source=?2 AND application=?3
	ORDER BY window_ms, bucket, shared`

func scanQuota(scan func(...any) error) (q Quota, err error) {
	var window, ends int64
	err = scan(&q.Name, &q.Application, &window, &q.Allowed, &q.Used, &ends)
	q.Window, q.Ends = time.Duration(window)*time.Millisecond, sqlitedb.Instant(ends)
	return q, err
}

// Quotas gives the windows of a connection by an application, shortest first.
func (b ConnectionBook) Quotas(ctx context.Context, k ConnectionKey, application string) ([]Quota, error) {
	return sqlitedb.All(ctx, b.db, readQuotas, k.args(application), func(r sqlitedb.Row) (Quota, error) { return scanQuota(r.Scan) })
}

// ChangeQuotas gives the windows of a connection by an application to f and
// keeps what it returns, in one transaction that no other process comes
// between. An error of f changes nothing.
func (b ConnectionBook) ChangeQuotas(ctx context.Context, k ConnectionKey, application string, f func([]Quota) ([]Quota, error)) error {
	return b.db.Write(ctx, func(tx *sqlitedb.Tx) error {
		var all []Quota
		err := tx.Each(readQuotas, k.args(application), func(scan func(...any) error) error {
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
			into, owner := "quotas (athlete, source", k.args()
			if q.Application {
				into, owner = "application_quotas (application, source", []any{application, k.Source}
			}
			if _, err := tx.Exec("INSERT INTO "+into+`, bucket, window_ms, allowed, used, ends_ms) VALUES (?,?,?,?,?,?,?)
				ON CONFLICT DO UPDATE SET allowed=excluded.allowed, used=excluded.used, ends_ms=excluded.ends_ms`,
				append(owner, q.Name, q.Window.Milliseconds(), q.Allowed, q.Used, sqlitedb.Millis(q.Ends))...); err != nil {
				return err
			}
		}
		return nil
	})
}
