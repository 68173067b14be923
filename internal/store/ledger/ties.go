package ledger

import (
	"context"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Tie is under which id a service knows a thing that was made here.
type Tie struct {
	Source string `json:"source"` // the service; with an account behind it of a connection that ended
	Kind   string `json:"kind"`
	Here   string `json:"here"`
	There  string `json:"there"`
}

// Known reads what services know of what was made here; the store embeds it.
type Known struct{ db *sqlitedb.DB }

// NewKnown reads the ties of a database.
func NewKnown(db *sqlitedb.DB) Known { return Known{db} }

// Ties are those of an athlete, in the order in which they were made. What
// was deleted since has none.
func (k Known) Ties(ctx context.Context, s training.Scope) ([]Tie, error) {
	if err := CheckScope(s); err != nil {
		return nil, err
	}
	return sqlitedb.All(ctx, k.db, `SELECT source, kind, here, there FROM outbox o WHERE athlete=? AND state='done' AND action='create' AND there<>''
		AND NOT EXISTS (SELECT 1 FROM outbox l WHERE l.athlete=o.athlete AND l.source=o.source AND l.kind=o.kind AND l.here=o.here
			AND l.n>o.n AND l.state='done' AND l.action IN ('create', 'delete')) ORDER BY n`,
		[]any{s.Athlete}, func(row sqlitedb.Row) (t Tie, err error) { return t, row.Scan(&t.Source, &t.Kind, &t.Here, &t.There) })
}

// Tie notes under which id a service knows a thing, unless something of the
// two is known already.
func (w OutboxWriter) Tie(a training.AthleteID, t Tie) error {
	rows, err := w.Thing(a, t.Kind, t.Here)
	if err != nil {
		return err
	}
	for _, r := range rows {
		if r.Source == t.Source {
			return nil
		}
	}
	_, err = w.Put(OutboxRow{
		Athlete: a, Source: t.Source, Kind: t.Kind, Here: t.Here, There: t.There, Action: Create, State: Done,
		Details: Details{Key: t.Here},
	})
	return err
}
