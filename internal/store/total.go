package store

import (
	"context"
	"fmt"
	"sync"

	"lapkeep/internal/store/listing"
	"lapkeep/internal/store/sqlitedb"
)

// mostTotals bounds how many totals are kept at once.
const mostTotals = 64

// totalMemory holds how many activities filters matched, until anything
// changes: counting them takes as long as listing fifty.
type totalMemory struct {
	sync.Mutex
	seq int64 // of the change log when they were counted
	of  map[string]int
}

// total counts the activities that a condition selects.
func (db *DB) total(ctx context.Context, w listing.Where) (int, error) {
	// The number is read before the count: what is newer is counted again.
	seq, err := db.LastChange(ctx)
	if err != nil {
		return 0, err
	}
	key := fmt.Sprintf("%s %q", w.SQL(), w.Args)
	m := &db.totalMemory
	m.Lock()
	n, ok := m.of[key]
	ok = ok && m.seq == seq
	m.Unlock()
	if ok {
		return n, nil
	}
	n, _, err = sqlitedb.One(ctx, db.sql, "SELECT count(*) FROM activities a WHERE "+w.SQL(), w.Args, sqlitedb.Scalar[int])
	if err != nil {
		return 0, err
	}
	m.Lock()
	defer m.Unlock()
	if m.of == nil || m.seq != seq || len(m.of) >= mostTotals {
		m.seq, m.of = seq, map[string]int{}
	}
	m.of[key] = n
	return n, nil
}
