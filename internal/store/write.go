package store

import (
	"context"
	"encoding/json"
	"time"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Tx is a write transaction; it is acknowledged when [DB.Write] returns nil.
// It is used by one goroutine. What it writes is seen by reads after that.
type Tx struct {
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
	return db.sql.Write(ctx, func(t *sqlitedb.Tx) error {
		tx := &Tx{db: db, sql: t, now: db.now(), logged: map[changed]bool{}, isStale: map[activityKey]bool{}, summaries: map[activityKey][]any{}}
		if err := f(tx); err != nil {
			return err
		}
		if err := tx.showStale(); err != nil {
			return err
		}
		return tx.appendChanges()
	})
}

// changed notes what changed; a thing is logged once a transaction and kind.
func (tx *Tx) changed(a training.AthleteID, kind ChangeKind, id string) {
	c := changed{a, kind, id}
	if !tx.logged[c] {
		tx.logged[c] = true
		tx.changes = append(tx.changes, Change{Athlete: a, Kind: kind, ID: id})
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

// body encodes a row's body. NaN and infinities are the caller's mistake.
func body(v any) (string, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return "", training.Errorf(training.KindInvalid, "A row cannot be stored: %w.", err).
			WithFix("Leave out numbers that are not finite.")
	}
	return string(b), nil
}

// parse decodes a body that the store wrote.
func parse[T any](text string) (T, error) {
	var v T
	if text == "" {
		return v, nil
	}
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		return v, training.Errorf(training.KindCorrupt, "A row of the store cannot be read: %w.", err).
			WithFix("Run lapkeep verify.")
	}
	return v, nil
}

// millis and instant are how times are stored: the zero time is 0.
func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

func instant(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}
