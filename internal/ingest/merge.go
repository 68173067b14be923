package ingest

import (
	"context"

	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Merge makes one activity of two: the recordings of other join keep, and the
// id of other redirects to it. Only links change.
func (im *Importer) Merge(ctx context.Context, tx *store.Tx, athlete training.AthleteID, keep, other training.ActivityID) error {
	panic("todo")
}

// Split takes a recording out of its activity and gives it one of its own.
func (im *Importer) Split(ctx context.Context, tx *store.Tx, athlete training.AthleteID, from training.ActivityID, rec training.RecordingID) (training.ActivityID, error) {
	panic("todo")
}
