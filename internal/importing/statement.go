package importing

import (
	"context"

	"lapkeep/internal/i18n"
	"lapkeep/internal/importing/archive"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// Statement is something that an export says and that has no file.
type Statement interface {
	Store(ctx context.Context, b *Batch) (StatementOutcome, error)
}

// StatementOf makes a statement of an item without bytes; nil if it is a file.
func StatementOf(it archive.Item) Statement {
	switch {
	case it.Err != nil || it.Skip != "":
	case it.Account != nil:
		return account{it.Account, it.AsOf}
	case it.Wellness != nil:
		return wellness{it.Wellness, it.AsOf}
	case it.Unrecorded != nil:
		return unrecorded{it.Unrecorded, it.AsOf}
	case it.Text != nil:
		return text{it.Text, it.AsOf}
	case it.Remark != nil:
		return remark{it.Remark, it.AsOf}
	case it.Said != nil && it.Said.Entry != nil:
		return entry{it.Said, it.AsOf}
	}
	return nil
}

// StatementReader reads the athlete and the activities that statements are compared with.
type StatementReader interface {
	Athlete(ctx context.Context, s training.Scope) (training.Athlete, error)
	History(ctx context.Context, s training.Scope) (training.History, error)
	Resolve(ctx context.Context, s training.Scope, id string) (training.ActivityID, error)
	Activities(ctx context.Context, s training.Scope, f store.ActivityFilter) (store.ActivityPage, error)
	Said(ctx context.Context, s training.Scope, id training.ActivityID) ([]document.Standing, error)
	Recordings(ctx context.Context, s training.Scope, id training.ActivityID) ([]store.RecordingRow, error)
	Notes(ctx context.Context, s training.Scope, id training.ActivityID) ([]store.Note, error)
}

// Batch is the transaction that statements are stored in.
type Batch struct {
	DB      StatementReader
	Tx      *store.Tx
	Athlete training.Athlete
	RunID   string
	// Rows are the activities that this transaction has written, which the
	// store does not show yet.
	Rows map[training.ActivityID]training.Activity
	// Recorded are the references of which this run has read a recording, kept or
	// not.
	Recorded map[string]bool
}

func (b *Batch) scope() training.Scope {
	return training.Scope{Athlete: b.Athlete.ID, Audience: training.AudienceExport}
}

// StatementNews is how much of a statement was not known.
type StatementNews uint8

// What a statement may bring.
const (
	StatementNothing StatementNews = iota // a Reason says why
	Changes
	StatementNew
	Waiting // until what it is about is here
)

// StatementOutcome tells the report how a statement was taken.
type StatementOutcome struct {
	News       StatementNews
	Activities []training.ActivityID
	Reason     i18n.Sentence
	Warnings   []i18n.Sentence
	// Own are the words of the athlete's that were not here, for the undo.
	Own []ledger.Thing
}

// StillDeleted is the reason for leaving an activity alone.
const StillDeleted = "Its activity was deleted and stays deleted; undo the deletion to have it back."

// Buried says that an activity was deleted, and that only its trace is here.
func (b *Batch) Buried(ctx context.Context, id training.ActivityID) (bool, error) {
	page, err := b.DB.Activities(ctx, b.scope(), store.ActivityFilter{IDs: []training.ActivityID{id}, Deleted: true})
	return err == nil && len(page.Rows) > 0 && page.Rows[0].Deleted, err
}
