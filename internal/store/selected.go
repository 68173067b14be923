package store

import (
	"context"

	"lapkeep/internal/store/activityindex"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// selectedKey names a selection by its conditions, of whom it is of and for whom.
type selectedKey struct {
	training.Scope

	where, args string
}

// mostSelected bounds how many selections are kept: each has up to all of an
// athlete's activities.
const mostSelected = 4

// Selected are the activities that a filter without Limit, After and Around
// selects. What it returns may be shared with other callers and must not be
// changed.
func (db *DB) Selected(ctx context.Context, s training.Scope, f ActivityFilter) (map[training.ActivityID]bool, error) {
	v, err := db.look(ctx, s)
	if err != nil {
		return nil, err
	}
	w, err := v.list().Where(f)
	if err != nil {
		return nil, err
	}
	args, err := sqlitedb.Body(w.Args)
	if err != nil {
		return nil, err
	}
	seq, err := db.LastChange(ctx)
	if err != nil {
		return nil, err
	}
	return db.selected.Get(ctx, seq, selectedKey{s, w.SQL(), args}, func() (map[training.ActivityID]bool, error) {
		ids, err := db.selectIDs(ctx, v, f, w)
		out := make(map[training.ActivityID]bool, len(ids))
		for _, id := range ids {
			out[id] = true
		}
		return out, err
	})
}

func (db *DB) selectIDs(ctx context.Context, v view, f ActivityFilter, w activityindex.Where) ([]training.ActivityID, error) {
	if activityindex.Knows(&f) {
		p, ok, err := db.activities.Select(ctx, db.sql, db, v.list(), &f, activityindex.ByStart(true))
		if ok || err != nil {
			return p.IDs, err
		}
	}
	return sqlitedb.All(ctx, db.sql, "SELECT a.id FROM activities a WHERE "+w.SQL(), w.Args, sqlitedb.Scalar[training.ActivityID])
}
