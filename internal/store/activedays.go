package store

import (
	"context"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// ActiveDays are the days with an activity by sport, ascending and each once.
// What it returns may be shared with other callers and must not be changed.
func (db *DB) ActiveDays(ctx context.Context, s training.Scope) (map[training.Sport][]training.Day, error) {
	v, err := db.look(ctx, s)
	if err != nil {
		return nil, err
	}
	seq, err := db.LastChange(ctx)
	if err != nil {
		return nil, err
	}
	return db.activeDays.Get(ctx, seq, spanKey{v.athlete, v.bit}, func() (map[training.Sport][]training.Day, error) {
		rows, err := db.sql.Query(ctx, "SELECT DISTINCT sport, day FROM activities WHERE athlete=? AND seen&?<>0 ORDER "+
			"BY sport, day", v.athlete, v.bit)
		if err != nil {
			return nil, err
		}
		defer rows.Close() //nolint:errcheck // Err tells what went wrong
		out := map[training.Sport][]training.Day{}
		for rows.Next() {
			var sport training.Sport
			var day training.Day
			if err := rows.Scan(&sport, &day); err != nil {
				return nil, sqlitedb.Failed(ctx, err)
			}
			out[sport] = append(out[sport], day)
		}
		return out, sqlitedb.Failed(ctx, rows.Err())
	})
}
