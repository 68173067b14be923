package ledger

import (
	"context"
	"encoding/json"
	"time"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// ImportRun is one import, undone as one.
type ImportRun struct {
	ID         string
	Athlete    training.AthleteID
	StartedAt  time.Time
	FinishedAt time.Time
	Paths      []string
	Counts     map[string]int // by status
	// Failures are the first files that were not read, as sentences with what they
	// are made of.
	Failures []string `json:",omitempty"`
	// Own are the things without words of the athlete until the import brought
	// back those from elsewhere.
	Own []Thing `json:",omitempty"`
}

// Thing is gear, a note or a document, named as the change log does.
type Thing struct {
	Kind ChangeKind
	ID   string
	// Body is a note itself, so that the undo of an undo has it.
	Body json.RawMessage `json:",omitempty"`
}

// ImportRuns lists the latest imports, newest first; a limit of 0 is none.
// Models do not learn the athlete's paths and names of files, nor of what they have words.
func (l Reader) ImportRuns(ctx context.Context, s training.Scope, limit int) ([]ImportRun, error) {
	if err := CheckScope(s); err != nil {
		return nil, err
	}
	if limit <= 0 {
		limit = -1
	}
	return sqlitedb.All(ctx, l.db, "SELECT body FROM import_runs WHERE athlete=? ORDER BY n DESC LIMIT ?", []any{s.Athlete, limit},
		func(r sqlitedb.Row) (ImportRun, error) {
			text, err := sqlitedb.Scalar[string](r)
			if err != nil {
				return ImportRun{}, err
			}
			run, err := sqlitedb.Parse[ImportRun](text)
			if s.Audience == training.AudienceModel {
				run.Paths, run.Own, run.Failures = nil, nil, nil
			}
			return run, err
		})
}

// PutImportRun writes an import over the one with its id.
func (l Writer) PutImportRun(r ImportRun) error {
	text, err := sqlitedb.Body(r)
	if err != nil {
		return err
	}
	_, err = l.tx.Exec("INSERT INTO import_runs (athlete, id, body) VALUES (?,?,?) ON CONFLICT DO UPDATE SET "+
		"body=excluded.body", r.Athlete, r.ID, text)
	return err
}
