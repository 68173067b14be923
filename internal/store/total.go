package store

import (
	"context"
	"fmt"

	"lapkeep/internal/store/listing"
	"lapkeep/internal/store/sqlitedb"
)

// total counts the activities that a condition selects, which takes as long as
// listing fifty.
func (db *DB) total(ctx context.Context, w listing.Where) (int, error) {
	seq, err := db.LastChange(ctx)
	if err != nil {
		return 0, err
	}
	key := fmt.Sprintf("%s %q", w.SQL(), w.Args)
	if n, ok := db.totals.At(seq, key); ok {
		return n, nil
	}
	n, _, err := sqlitedb.One(ctx, db.sql, "SELECT count(*) FROM activities a WHERE "+w.SQL(), w.Args, sqlitedb.Scalar[int])
	if err == nil {
		db.totals.Keep(seq, key, n)
	}
	return n, err
}
