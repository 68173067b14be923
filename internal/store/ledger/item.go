package ledger

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"lapkeep/internal/platform/disk"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// ConnectionItem is an item that was seen on a service.
type ConnectionItem struct {
	ID      string // the service's own id
	Day     training.Day
	Version string // of what was stored
	State   ConnectionState
	// Reason is a sentence that says why the item was not stored.
	Reason string
	Tries  int
	Due    time.Time // when a failed item is tried again; zero means never
}

// ConnectionState is the outcome of an item.
type ConnectionState string

// The states.
const (
	Stored           ConnectionState = "stored"
	Withheld         ConnectionState = "withheld" // the service does not provide it
	ConnectionFailed ConnectionState = "failed"
	Gone             ConnectionState = "gone" // it is no longer on the service
)

const itemColumns = "SELECT id, day, version, state, reason, tries, due_ms FROM remote_items WHERE athlete=? AND source=? "

func readItem(r sqlitedb.Row) (i ConnectionItem, err error) {
	var due int64
	err = r.Scan(&i.ID, &i.Day, &i.Version, &i.State, &i.Reason, &i.Tries, &due)
	i.Due = sqlitedb.Instant(due)
	return i, err
}

// Items returns the items of the given days, by day and id.
func (b Connections) Items(ctx context.Context, k ConnectionKey, days training.DayRange) ([]ConnectionItem, error) {
	return sqlitedb.All(ctx, b.db, itemColumns+"AND day BETWEEN ? AND ? ORDER BY day, id", k.args(days.From, days.To), readItem)
}

// Item returns one item; ok is false if it was never seen.
func (b Connections) Item(ctx context.Context, k ConnectionKey, id string) (i ConnectionItem, ok bool, err error) {
	return sqlitedb.One(ctx, b.db, itemColumns+"AND id=?", k.args(id), readItem)
}

// DueItems returns the failed items whose time has come, newest day first. Times after
// latest were set by a clock that was ahead, so items with such times are due as well.
func (b Connections) DueItems(ctx context.Context, k ConnectionKey, now, latest time.Time, limit int) ([]ConnectionItem, error) {
	return sqlitedb.All(ctx, b.db, itemColumns+"AND due_ms>0 AND (due_ms<=? OR due_ms>?) ORDER BY day DESC, id LIMIT ?",
		k.args(sqlitedb.Millis(now), sqlitedb.Millis(latest), limit), readItem)
}

// PutItem stores the state of an item.
func (b Connections) PutItem(ctx context.Context, k ConnectionKey, i ConnectionItem) error {
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

// Tallies counts items by state and reason, the most frequent first.
func (b Connections) Tallies(ctx context.Context, k ConnectionKey) ([]Tally, error) {
	return sqlitedb.All(ctx, b.db,
		"SELECT state, reason, items FROM remote_tallies WHERE athlete=? AND source=? ORDER BY items DESC, state, reason", k.args(),
		func(r sqlitedb.Row) (t Tally, err error) { err = r.Scan(&t.State, &t.Reason, &t.Items); return t, err })
}

// Connections stores the state of connections; writes are durable on return.
type Connections struct {
	db    *sqlitedb.DB
	alive *alive
}

// NewConnection returns the connections in a database. It keeps the locks of
// running lease holders in the folder locks, which it creates when needed.
func NewConnection(db *sqlitedb.DB, locks string) Connections {
	return Connections{db, &alive{dir: locks, held: map[Lease]func() error{}}}
}

// ConnectionKey identifies one athlete's connection to one service.
type ConnectionKey struct {
	Athlete training.AthleteID
	Source  string
}

func (k ConnectionKey) args(more ...any) []any { return append([]any{k.Athlete, k.Source}, more...) }

// Cursor reads into v the value that SetCursor stored under a name; ok is false
// if there is none.
func (b Connections) Cursor(ctx context.Context, k ConnectionKey, name string, v any) (ok bool, err error) {
	text, ok, err := sqlitedb.One(ctx, b.db, "SELECT body FROM cursors WHERE athlete=? AND source=? AND name=?",
		k.args(name), sqlitedb.Scalar[string])
	if err != nil || !ok {
		return false, err
	}
	if err := json.Unmarshal([]byte(text), v); err != nil {
		return false, sqlitedb.Damaged(err)
	}
	return true, nil
}

// Kept holds a value that SetCursor stored for one service.
type Kept struct {
	Source string
	Body   json.RawMessage
}

// Cursors returns the values that SetCursor stored under a name for each service of
// an athlete, sorted by the service's name.
func (b Connections) Cursors(ctx context.Context, a training.AthleteID, name string) ([]Kept, error) {
	return sqlitedb.All(ctx, b.db, "SELECT source, body FROM cursors WHERE athlete=? AND name=? ORDER BY source", []any{a, name},
		func(r sqlitedb.Row) (k Kept, err error) {
			var text string
			err = r.Scan(&k.Source, &text)
			k.Body = json.RawMessage(text)
			return k, err
		})
}

// SetCursor stores v as JSON under a name.
func (b Connections) SetCursor(ctx context.Context, k ConnectionKey, name string, v any) error {
	text, err := sqlitedb.Body(v)
	if err != nil {
		return err
	}
	return b.db.Write(ctx, func(tx *sqlitedb.Tx) error {
		_, err := tx.Exec(`INSERT INTO cursors (athlete, source, name, body) VALUES (?,?,?,?)
			ON CONFLICT DO UPDATE SET body=excluded.body`, k.args(name, text)...)
		return err
	})
}

// Forget removes all state of a connection when it is disconnected.
func (b Connections) Forget(ctx context.Context, k ConnectionKey) error {
	return b.db.Write(ctx, func(tx *sqlitedb.Tx) error {
		for _, sql := range []string{
			"DELETE FROM cursors WHERE athlete=? AND source=?",
			"DELETE FROM quotas WHERE athlete=? AND source=?",
			"DELETE FROM remote_items WHERE athlete=? AND source=?",
		} {
			if _, err := tx.Exec(sql, k.args()...); err != nil {
				return err
			}
		}
		return nil
	})
}

// CheckActivity returns an error for an activity that lists could not contain.
func CheckActivity(act training.Activity) error {
	day := training.DayOf(act.Start.UTC())
	switch {
	case act.ID == "" || act.Sport == "" || act.Start.IsZero():
		return training.Errorf(training.KindInvalid, "An activity needs an id, a sport and a start.")
	case act.LocalDay < day-1 || act.LocalDay > day+1:
		return training.Errorf(training.KindInvalid, "The local day %s does not fit a start at %s.", act.LocalDay,
			act.Start.UTC().Format(time.RFC3339)).
			WithFix("Give the date of the start in the activity's time zone.")
	}
	return nil
}

// alive holds the locks that show that this process, as holder of leases, is still running.
// The operating system frees them however a process ends. A process that gets the lock of a
// lease therefore knows that the holder is gone, and need not wait until the lease expires.
// This works wherever the database itself works safely, because it depends on the same kind
// of lock. Without locks, only the expiry time counts.
type alive struct {
	dir string

	mu   sync.Mutex
	held map[Lease]func() error
}

// hold acquires the lock of a lease unless this process already has it. It returns
// false if another process has it, or if it cannot find out.
func (a *alive) hold(l Lease) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.held[l] != nil {
		return true
	}
	if err := os.MkdirAll(a.dir, 0o700); err != nil {
		return false
	}
	name := string(l.Athlete) + "." + strings.ReplaceAll(l.Name, ":", "-") + ".lock"
	release, err := disk.Try(filepath.Join(a.dir, name))
	if err == nil {
		a.held[l] = release
	}
	return err == nil
}

// free releases the lock if it is held.
func (a *alive) free(l Lease) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if release := a.held[l]; release != nil {
		_ = release() // the file is empty, so a failure is harmless
		delete(a.held, l)
	}
}

// Lease is the right to do one kind of work for an athlete, valid as long as it is
// renewed in time.
type Lease struct {
	Athlete training.AthleteID
	Name    string
	// Holder identifies one run of one process.
	Holder string
}

// longestLease exceeds the duration of any requested lease. A lease with a later end was taken by a
// clock that was ahead.
const longestLease = 15 * time.Minute

// Hold takes the lease, or renews it, until the given time. If another holder has it, ok is false
// and others is the time until which it is held. An expired lease is free, whoever held it. The
// same applies to a lease whose holder is known to have ended without releasing it, and to one
// whose end is too late, unless its holder is known to be running.
func (b Connections) Hold(ctx context.Context, l Lease, now, until time.Time) (ok bool, others time.Time, err error) {
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

// mark returns the suffix that marks a lease's holder as also having a lock.
func mark(locked bool) string {
	if locked {
		return " (locked)"
	}
	return ""
}

// Release releases the lease if it is still held.
func (b Connections) Release(ctx context.Context, l Lease) error {
	defer b.alive.free(l)
	return b.db.Write(ctx, func(tx *sqlitedb.Tx) error {
		_, err := tx.Exec("DELETE FROM leases WHERE athlete=? AND name=? AND holder IN "+
			"(?, ?)", l.Athlete, l.Name, l.Holder, l.Holder+mark(true))
		return err
	})
}

// Quota is one window of a service's budget, for the bucket called Name. If
// Window is 0, it is a block until Ends, for the reason in Name.
type Quota struct {
	Name string
	// Application windows belong to the application through which an athlete is
	// connected, and so to all athletes connected through it. Other windows
	// belong to the connection.
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

// Quotas returns the windows of a connection through an application, shortest first.
func (b Connections) Quotas(ctx context.Context, k ConnectionKey, application string) ([]Quota, error) {
	return sqlitedb.All(ctx, b.db, readQuotas, k.args(application), func(r sqlitedb.Row) (Quota, error) { return scanQuota(r.Scan) })
}

// ChangeQuotas calls f with the windows of a connection and stores its result,
// in one transaction, so that no other process interferes. If f returns an
// error, nothing changes.
func (b Connections) ChangeQuotas(ctx context.Context, k ConnectionKey, application string, f func([]Quota) ([]Quota, error)) error {
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
