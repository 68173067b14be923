package web_test

import (
	"context"
	"sync/atomic"

	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

type fakeStore struct {
	seq     atomic.Int64
	entries []store.JournalEntry
	stream  *training.Columns
	hidden  document.HiddenPlaces
	units   training.Units
}

func (f *fakeStore) Athlete(context.Context, training.Scope) (training.Athlete, error) {
	return training.Athlete{ID: "me", Name: "Ada <b>Lovelace</b>", Units: f.units}, nil
}
func (f *fakeStore) LastChange(context.Context) (int64, error) { return f.seq.Load(), nil }
func (f *fakeStore) Journal(context.Context, training.Scope, int) ([]store.JournalEntry, error) {
	return f.entries, nil
}

func (f *fakeStore) HiddenPlaces(_ context.Context, s training.Scope) (document.HiddenPlaces, error) {
	if s.Audience != training.AudienceModel {
		return nil, nil // as the store says to who may see every place
	}
	return f.hidden, nil
}

func (f *fakeStore) Stream(_ context.Context, _ training.Scope, id training.ActivityID, _ store.ChannelSet) (*training.Columns, error) {
	if id == "other" {
		return nil, training.Errorf(training.KindNotFound, "There is no activity %q.", id).WithFix("Look through the list.")
	}
	return f.stream, nil
}

func (f *fakeStore) Activity(_ context.Context, _ training.Scope, id training.ActivityID) (store.ActivityRow, error) {
	return store.ActivityRow{Activity: training.Activity{ID: id, Sport: training.Cycling}}, nil
}

func (f *fakeStore) Recordings(context.Context, training.Scope, training.ActivityID) ([]store.RecordingRow, error) {
	return []store.RecordingRow{{}}, nil
}
