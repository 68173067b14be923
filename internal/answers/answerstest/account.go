package answerstest

import (
	"context"

	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Athlete is who it is.
func (s *FitnessStore) Athlete(ctx context.Context, _ training.Scope) (training.Athlete, error) {
	who := s.Who
	who.ID = FitnessAthlete
	return who, ctx.Err()
}

// Athletes is the one athlete.
func (s *FitnessStore) Athletes(ctx context.Context) ([]training.Athlete, error) {
	who, err := s.Athlete(ctx, FitnessPage)
	return []training.Athlete{who}, err
}

// Counts counts the activities.
func (s *FitnessStore) Counts(ctx context.Context, sc training.Scope) (store.Counts, error) {
	c := store.Counts{BySport: map[training.Sport]int{}, DerivedBehind: s.Behind}
	all, err := s.LoadInputs(ctx, sc, training.DayRange{From: -1 << 30, To: 1 << 30})
	for _, in := range all {
		c.Activities++
		c.BySport[in.Sport]++
	}
	if len(all) > 0 {
		c.First, c.Last = all[0].Day, all[len(all)-1].Day
	}
	return c, err
}

// ImportRuns are the latest runs.
func (s *FitnessStore) ImportRuns(ctx context.Context, _ training.Scope, limit int) ([]store.ImportRun, error) {
	return s.Runs[:min(limit, len(s.Runs))], ctx.Err()
}

// Recordings is the one recording of an activity, if it has one.
func (s *FitnessStore) Recordings(ctx context.Context, sc training.Scope, id training.ActivityID) ([]store.RecordingRow, error) {
	rec, ok := s.recs[id]
	if !ok || !s.sees(sc, id) {
		return nil, ctx.Err()
	}
	var has store.ChannelSet
	for c := range training.NumChannels {
		if rec.Columns.Has(c) {
			has |= store.Channels(c)
		}
	}
	bare := rec
	bare.Columns = training.Columns{}
	return []store.RecordingRow{{ID: training.RecordingID(id), Activity: id, Channels: has, Chosen: has, Recording: bare}}, ctx.Err()
}

// RecordingColumns are the recording's own columns.
func (s *FitnessStore) RecordingColumns(
	ctx context.Context, _ training.Scope, id training.RecordingID, _ store.ChannelSet,
) (*training.Columns, error) {
	rec := s.recs[training.ActivityID(id)]
	return &rec.Columns, ctx.Err()
}

// Stream is the columns of the one recording.
func (s *FitnessStore) Stream(ctx context.Context, sc training.Scope, id training.ActivityID,
	want store.ChannelSet) (*training.Columns, error) {
	s.Streams.Add(1)
	if !s.sees(sc, id) {
		return nil, training.Errorf(training.KindNotFound, "There is no activity %q.", id)
	}
	return s.RecordingColumns(ctx, sc, training.RecordingID(id), want)
}
