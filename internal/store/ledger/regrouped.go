package ledger

import (
	"context"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// ActivityRef names an activity of any athlete.
type ActivityRef struct {
	Athlete training.AthleteID
	ID      training.ActivityID
}

// Regrouped lists the activities of several recordings of which one was
// stored, removed or restored after a place in the change log and up to
// another. A removed recording counts as one of its activity, since it is
// how an activity comes to have one left. It takes no scope: those who
// follow the log serve every athlete, and it shows nothing.
func (r Reader) Regrouped(ctx context.Context, after, upTo int64) ([]ActivityRef, error) {
	return sqlitedb.All(ctx, r.db, `SELECT DISTINCT l.athlete, l.activity FROM changes c
		JOIN links l ON l.athlete=c.athlete AND l.recording=c.id
		WHERE c.seq>? AND c.seq<=? AND c.kind=?
		AND (SELECT count(*) FROM links o WHERE o.athlete=l.athlete AND o.activity=l.activity)>1
		ORDER BY l.athlete, l.activity`, []any{after, upTo, ChangeRecording},
		func(row sqlitedb.Row) (ref ActivityRef, err error) {
			err = row.Scan(&ref.Athlete, &ref.ID)
			return ref, err
		})
}
