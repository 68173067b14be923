package ledger

import (
	"context"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Named are the ids that activities of an athlete have or had, as far as the
// change log goes. Like [Reader.Regrouped] it takes no scope: it is for the
// repair of a store, and nothing of it is shown.
func (r Reader) Named(ctx context.Context, athlete training.AthleteID) (map[training.ActivityID]bool, error) {
	ids, err := sqlitedb.All(ctx, r.db, "SELECT DISTINCT id FROM changes WHERE athlete=? AND kind=?", []any{athlete, ChangeActivity},
		sqlitedb.Scalar[training.ActivityID])
	out := make(map[training.ActivityID]bool, len(ids))
	for _, id := range ids {
		out[id] = true
	}
	return out, err
}
