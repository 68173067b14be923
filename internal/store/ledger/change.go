package ledger

import (
	"context"
	"time"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Change is one row of the change log.
type Change struct {
	Seq     int64
	Athlete training.AthleteID
	Kind    ChangeKind
	ID      string
	At      time.Time
}

// ChangeKind is the kind of thing that changed.
type ChangeKind string

// The kinds of change, and what ID names.
const (
	ChangeRecording ChangeKind = "recording" // a recording
	ChangeActivity  ChangeKind = "activity"  // an activity: links, words or deletion
	ChangeSettings  ChangeKind = "settings"  // "athlete", or the key of a dated setting
	ChangeNote      ChangeKind = "note"      // a note
	ChangeDerived   ChangeKind = "derived"   // an activity: summary or primitives
	ChangeGear      ChangeKind = "gear"      // gear
	// ChangeEfforts is a segment of the athlete's: efforts on it.
	ChangeEfforts ChangeKind = "segment_efforts"
)

// DeriveConsumer is the watermark by which the store tells what is behind.
const DeriveConsumer = "derive"

// Changes lists what changed after a sequence number, oldest first; a limit
// of 0 is none. It takes no scope: those who follow it serve every athlete,
// and it names things without showing them.
func (l Reader) Changes(ctx context.Context, after int64, limit int) ([]Change, error) {
	if limit <= 0 {
		limit = -1
	}
	return sqlitedb.All(ctx, l.db, "SELECT seq, athlete, kind, id, at_ms FROM changes WHERE seq>? ORDER BY seq LIMIT ?", []any{after, limit},
		func(r sqlitedb.Row) (c Change, err error) {
			var ms int64
			err = r.Scan(&c.Seq, &c.Athlete, &c.Kind, &c.ID, &ms)
			c.At = sqlitedb.Instant(ms)
			return c, err
		})
}

// LastChange is the newest sequence number, 0 in an empty store. It is how a
// cache learns cheaply that something changed, in any process. It takes no
// scope because it shows nothing.
func (l Reader) LastChange(ctx context.Context) (int64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	look := func() (int64, error) {
		return l.latest.ask(ctx, func(ctx context.Context) (int64, error) {
			seq, _, err := sqlitedb.One(ctx, l.db, "SELECT coalesce(max(seq), 0) FROM changes", nil, sqlitedb.Scalar[int64])
			return seq, err
		})
	}
	if m, ok := ctx.Value(momentKey{}).(*moment); ok {
		return m.ask(l.db, look)
	}
	return look()
}

// Watermark says how far a consumer has followed the log, and with which
// version of its rules; both are 0 before it began. It takes no scope because
// it shows nothing.
func (l Reader) Watermark(ctx context.Context, consumer string) (seq int64, version int, err error) {
	_, _, err = sqlitedb.One(ctx, l.db, "SELECT seq, version FROM watermarks WHERE consumer=?", []any{consumer},
		func(r sqlitedb.Row) (struct{}, error) {
			return struct{}{}, r.Scan(&seq, &version)
		})
	return seq, version, err
}

// SetWatermark notes how far a consumer has followed.
func (l Writer) SetWatermark(consumer string, seq int64, version int) error {
	_, err := l.tx.Exec(`INSERT INTO watermarks (consumer, seq, version) VALUES (?,?,?)
		ON CONFLICT DO UPDATE SET seq=excluded.seq, version=excluded.version`, consumer, seq, version)
	return err
}

// AppendChanges writes changes to the log in their order.
func (l Writer) AppendChanges(changes []Change) error {
	for _, c := range changes {
		_, err := l.tx.Exec("INSERT INTO changes (athlete, kind, id, at_ms) VALUES (?,?,?,?)", c.Athlete, c.Kind, c.ID, c.At.UnixMilli())
		if err != nil {
			return err
		}
	}
	return nil
}
