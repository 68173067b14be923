package ledger

import (
	"context"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// OutboxReader reads rows.
type OutboxReader struct{ db *sqlitedb.DB }

// NewOutboxReader reads the rows of a database.
func NewOutboxReader(db *sqlitedb.DB) OutboxReader { return OutboxReader{db} }

// Open gives the rows of one service of which something is still to be done,
// in the order in which they are sent.
func (r OutboxReader) Open(ctx context.Context, a training.AthleteID, source string) ([]OutboxRow, error) {
	return r.rows(ctx, a, "WHERE athlete=? AND source=? AND state IN ('waiting', 'sent') ORDER BY n", source)
}

// Failed gives the latest rows of one service that were given up, newest
// first, unless the thing was sent since.
func (r OutboxReader) Failed(ctx context.Context, a training.AthleteID, source string, limit int) ([]OutboxRow, error) {
	return r.rows(ctx, a, `WHERE athlete=? AND source=? AND state='failed' AND NOT EXISTS (SELECT 1 FROM outbox l WHERE l.athlete=outbox.athlete
		AND l.kind=outbox.kind AND l.here=outbox.here AND l.source=outbox.source AND l.n>outbox.n AND l.state='done') ORDER BY n DESC LIMIT ?`, source, limit)
}

// Entry gives the rows of an entry of the journal, in order.
func (r OutboxReader) Entry(ctx context.Context, a training.AthleteID, entry string) ([]OutboxRow, error) {
	return r.rows(ctx, a, "WHERE athlete=? AND entry=? ORDER BY n", entry)
}

// Here is the id in this store of a thing of a service, if a row says it: of a
// thing that was made here and has an id of the service's own since.
func (r OutboxReader) Here(ctx context.Context, a training.AthleteID, source, kind, there string) (string, bool, error) {
	all, err := r.rows(ctx, a, "WHERE athlete=? AND source=? AND kind=? AND there=? AND there<>'' ORDER BY n DESC "+
		"LIMIT 1", source, kind, there)
	if err != nil || len(all) == 0 {
		return "", false, err
	}
	return all[0].Here, true, nil
}

func (r OutboxReader) rows(ctx context.Context, a training.AthleteID, where string, args ...any) ([]OutboxRow, error) {
	if err := CheckAthlete(a); err != nil {
		return nil, err
	}
	return sqlitedb.All(ctx, r.db, columns+where, append([]any{a}, args...), func(row sqlitedb.Row) (OutboxRow,
		error) {
		return scan(row.Scan)
	})
}

// Thing gives the rows of one thing here, in order.
func (r OutboxReader) Thing(ctx context.Context, a training.AthleteID, kind, here string) ([]OutboxRow, error) {
	return r.rows(ctx, a, "WHERE athlete=? AND kind=? AND here=? ORDER BY n", kind, here)
}
