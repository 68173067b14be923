package ledger

import (
	"context"
	"time"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Span is a stretch of an athlete's time.
type Span struct {
	Athlete  training.AthleteID
	From, To time.Time
}

// Crowded lists the times of recordings that were stored, removed or restored
// after a place in the change log and up to another, and that overlap two
// others or more: which of these are one activity is not for the newest alone
// to say. It takes no scope, as [Reader.Regrouped].
func (r Reader) Crowded(ctx context.Context, after, upTo int64) ([]Span, error) {
	return sqlitedb.All(ctx, r.db, `SELECT DISTINCT r.athlete, r.start_ms, r.end_ms FROM changes c
		JOIN recordings r ON r.athlete=c.athlete AND r.id=c.id
		WHERE c.seq>? AND c.seq<=? AND c.kind=?
		AND (SELECT count(*) FROM (SELECT 1 FROM recordings o WHERE o.athlete=r.athlete AND o.removed=0 AND o.id<>r.id
			AND o.start_ms BETWEEN r.start_ms-172800000 AND r.end_ms AND o.end_ms>r.start_ms LIMIT 2))>1
		ORDER BY r.athlete, r.start_ms, r.id`, []any{after, upTo, ChangeRecording}, readSpan)
}

// Unsettled are the times, a span an athlete, in which the zone of an activity
// may have become another after a place in the change log and up to another:
// those of the activities that changed, or all where the athlete did. It takes
// no scope, as [Reader.Regrouped].
func (r Reader) Unsettled(ctx context.Context, after, upTo int64) ([]Span, error) {
	return sqlitedb.All(ctx, r.db, `SELECT athlete, min(first), max(last) FROM (
		SELECT c.athlete, a.start_ms AS first, a.start_ms AS last FROM changes c JOIN activities a ON a.athlete=c.athlete AND a.id=c.id
			WHERE c.seq>?1 AND c.seq<=?2 AND c.kind=?3
		UNION ALL
		SELECT a.athlete, min(a.start_ms), max(a.start_ms) FROM activities a
			WHERE a.athlete IN (SELECT athlete FROM changes WHERE seq>?1 AND seq<=?2 AND kind=?4 AND id='athlete') GROUP BY a.athlete
		) GROUP BY athlete ORDER BY athlete`, []any{after, upTo, ChangeActivity, ChangeSettings}, readSpan)
}

func readSpan(row sqlitedb.Row) (s Span, err error) {
	var from, to int64
	err = row.Scan(&s.Athlete, &from, &to)
	s.From, s.To = sqlitedb.Instant(from), sqlitedb.Instant(to)
	return s, err
}
