package store

import (
	"context"
	"time"

	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Tx is a write transaction; it is acknowledged when [DB.Write] returns nil.
// It is used by one goroutine. What it writes is seen by reads after that.
type Tx struct {
	ledgerWriter
	gearWriter
	saidWriter
	docWriter
	db  *DB
	sql *sqlitedb.Tx
	now time.Time

	changes []Change
	logged  map[changed]bool
	// stale are the activities whose shown row must be rewritten, in order.
	stale   []activityKey
	isStale map[activityKey]bool
	// summaries wait for that, as arguments of their statement.
	summaries map[activityKey][]any
	derived   map[activityKey][]Primitive // wait likewise
}

type changed struct {
	athlete training.AthleteID
	kind    ChangeKind
	id      string
}

type activityKey struct {
	athlete training.AthleteID
	id      training.ActivityID
}

// Write runs f in one transaction and commits it durably. An error of f, or a
// cancelled ctx, leaves no trace. One writer writes at a time; within f a
// second Write would wait for ever.
func (db *DB) Write(ctx context.Context, f func(tx *Tx) error) error {
	return db.sql.Write(ctx, func(t *sqlitedb.Tx) (err error) {
		db.names.Begin()
		defer func() {
			if err != nil {
				db.names.Begin()
			}
		}()
		tx := &Tx{
			ledgerWriter: ledger.NewWriter(t), db: db, sql: t, now: db.now(), logged: map[changed]bool{},
			isStale: map[activityKey]bool{}, summaries: map[activityKey][]any{}, derived: map[activityKey][]Primitive{},
		}
		tx.gearWriter, tx.docWriter = document.NewGearWriter(t, tx.changed), document.NewWriter(t, tx.changed)
		tx.saidWriter = document.NewStatementsWriter(t, document.Hooks{
			Refer: tx.PutExternalID, Activity: tx.changedActivity, Changed: tx.changed, Closed: db.closed,
		})
		if err := f(tx); err != nil {
			return err
		}
		if err := tx.showStale(); err != nil {
			return err
		}
		return tx.AppendChanges(tx.changes)
	})
}

// Outbox writes what the transaction means for services.
func (tx *Tx) Outbox() ledger.OutboxWriter { return ledger.NewOutboxWriter(tx.sql) }

// changed notes what changed; a thing is logged once a transaction and kind.
func (tx *Tx) changed(a training.AthleteID, kind ChangeKind, id string) {
	c := changed{a, kind, id}
	if !tx.logged[c] {
		tx.logged[c] = true
		tx.changes = append(tx.changes, Change{Athlete: a, Kind: kind, ID: id, At: tx.now})
	}
}

// touch notes that an activity's shown row must be rewritten.
func (tx *Tx) touch(a training.AthleteID, id training.ActivityID) {
	k := activityKey{a, id}
	if !tx.isStale[k] {
		tx.isStale[k] = true
		tx.stale = append(tx.stale, k)
	}
}

// changedActivity is both at once: an activity's words or links changed.
func (tx *Tx) changedActivity(a training.AthleteID, id training.ActivityID) {
	tx.touch(a, id)
	tx.changed(a, ChangeActivity, string(id))
}
