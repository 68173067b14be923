package document

import (
	"slices"

	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

const ofActivity = `SELECT e.ref,
	coalesce(s.body, ''), coalesce(s.run, ''),
	EXISTS (SELECT 1 FROM said WHERE athlete=e.athlete AND ref=e.ref AND removed=1)
	FROM external_ids e
	LEFT JOIN said s ON s.n = (SELECT max(n) FROM said WHERE athlete=e.athlete AND ref=e.ref AND removed=0)
	WHERE e.athlete=? AND e.activity=? ORDER BY e.ref`

// Found is what is known of an activity by the statements on it.
type Found struct {
	// TakenBack says that there were statements and that none counts any more,
	// so that an activity without recordings is not there.
	TakenBack bool
	// Seen are those who may see one of them; everybody, if there is none.
	Seen ledger.Audiences
}

// Over names an activity's references and lays the statements on it over it;
// where two have the same field, the first reference wins. What is shown is
// the same for everybody: a statement that is closed to somebody who sees the
// activity is left out. What the athlete said of activities that lead to this
// one lies over all statements. See are those who see its recordings; for one that has
// none they are those who may see a statement.
func Over(tx *sqlitedb.Tx, key []any, act *training.Activity, closed ledger.Closed, see *ledger.Audiences) (f Found, err error) {
	var words []training.Statement
	var from []ledger.Audiences // from whom each is hidden
	removed := false
	act.ExternalIDs = nil
	err = tx.Each(ofActivity, key, func(scan func(...any) error) error {
		var ref, text, run string
		var before bool
		if err := scan(&ref, &text, &run, &before); err != nil {
			return err
		}
		act.ExternalIDs = append(act.ExternalIDs, ref)
		removed = removed || before
		if text == "" {
			return nil
		}
		s, err := sqlitedb.Parse[training.Statement](text)
		words, from = append(words, s), append(from, closed[run])
		f.Seen |= ledger.EveryAudience &^ closed[run]
		return err
	})
	if len(words) == 0 {
		f.TakenBack, f.Seen = removed, ledger.EveryAudience
	}
	who := f.Seen
	if see != nil {
		who = *see
	}
	for i, s := range slices.Backward(words) {
		if from[i]&who == 0 {
			s.Over(act)
		}
	}
	if err != nil {
		return f, err
	}
	var l led
	err = tx.Each(ledWords(), key, l.read)
	l.over(act)
	return f, err
}
