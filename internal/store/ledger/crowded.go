package ledger

import (
	"context"
	"time"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Crowd is the time of a recording that overlaps several others.
type Crowd struct {
	Athlete  training.AthleteID
	From, To time.Time
}

// Crowded lists the times of recordings that were stored, removed or restored
// after a place in the change log and up to another, and that overlap two
// others or more: which of these are one activity is not for the newest alone
// to say. It takes no scope, as [Reader.Regrouped].
func (r Reader) Crowded(ctx context.Context, after, upTo int64) ([]Crowd, error) {
	return sqlitedb.All(ctx, r.db, `SELECT DISTINCT r.athlete, r.start_ms, r.end_ms FROM changes c
		JOIN recordings r ON r.athlete=c.athlete AND r.id=c.id
		WHERE c.seq>? AND c.seq<=? AND c.kind=?
		AND (SELECT count(*) FROM (SELECT 1 FROM recordings o WHERE o.athlete=r.athlete AND o.removed=0 AND o.id<>r.id
			AND o.start_ms BETWEEN r.start_ms-172800000 AND r.end_ms AND o.end_ms>r.start_ms LIMIT 2))>1
		ORDER BY r.athlete, r.start_ms, r.id`, []any{after, upTo, ChangeRecording},
		func(row sqlitedb.Row) (c Crowd, err error) {
			var from, to int64
			err = row.Scan(&c.Athlete, &from, &to)
			c.From, c.To = sqlitedb.Instant(from), sqlitedb.Instant(to)
			return c, err
		})
}
