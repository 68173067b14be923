package ledger

import (
	"context"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// FileRef names an original of any athlete, and what its file was called.
type FileRef struct {
	Athlete    training.AthleteID
	Hash, Name string
}

// ReadBefore lists the originals of recordings that were made by a reader below
// a version. Like [Reader.Regrouped] it takes no scope. It looks at every
// recording, so that whoever asks remembers the answer.
func (r Reader) ReadBefore(ctx context.Context, version int) ([]FileRef, error) {
	return sqlitedb.All(ctx, r.db, `SELECT athlete, original, min(file_name) FROM recordings
		WHERE original<>'' AND removed=0 AND coalesce(body->>'ReadVersion',0)<?
		GROUP BY athlete, original ORDER BY athlete, original`, []any{version},
		func(row sqlitedb.Row) (ref FileRef, err error) {
			err = row.Scan(&ref.Athlete, &ref.Hash, &ref.Name)
			return ref, err
		})
}
