package statements

import (
	"slices"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

const ofActivity = `SELECT e.ref,
	coalesce((SELECT s.body FROM said s WHERE s.athlete=e.athlete AND s.ref=e.ref AND s.removed=0 ORDER BY s.n DESC LIMIT 1), ''),
	EXISTS (SELECT 1 FROM said s WHERE s.athlete=e.athlete AND s.ref=e.ref AND s.removed=1)
	FROM external_ids e WHERE e.athlete=? AND e.activity=? ORDER BY e.ref`

// Over names an activity's references and lays the statements on it over it;
// where two have the same field, the first reference wins. takenBack says that
// there were statements and that none counts any more, so that an activity
// without recordings is not there.
func Over(tx *sqlitedb.Tx, key []any, act *training.Activity) (takenBack bool, err error) {
	var words []training.Statement
	removed := false
	act.ExternalIDs = nil
	err = tx.Each(ofActivity, key, func(scan func(...any) error) error {
		var ref, text string
		var before bool
		if err := scan(&ref, &text, &before); err != nil {
			return err
		}
		act.ExternalIDs = append(act.ExternalIDs, ref)
		removed = removed || before
		if text == "" {
			return nil
		}
		s, err := sqlitedb.Parse[training.Statement](text)
		words = append(words, s)
		return err
	})
	for _, s := range slices.Backward(words) {
		s.Over(act)
	}
	return removed && len(words) == 0, err
}
