package activity

import (
	"context"
	"iter"
	"time"

	"lapkeep/internal/answers/serviced"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Finder finds the activity that an id means.
type Finder interface {
	Resolve(ctx context.Context, s training.Scope, id string) (training.ActivityID, error)
	Activity(ctx context.Context, s training.Scope, id training.ActivityID) (store.ActivityRow, error)
	serviced.Reader
}

// Reader is what this package asks of a store. Every read is scoped: what
// the audience may not see is already left out.
type Reader interface {
	Finder
	Athlete(ctx context.Context, s training.Scope) (training.Athlete, error)
	History(ctx context.Context, s training.Scope) (training.History, error)
	Activities(ctx context.Context, s training.Scope, f store.ActivityFilter) (store.ActivityPage, error)
	Recordings(ctx context.Context, s training.Scope, id training.ActivityID) ([]store.RecordingRow, error)
	Stream(ctx context.Context, s training.Scope, id training.ActivityID, want store.ChannelSet) (*training.Columns, error)
	RR(ctx context.Context, s training.Scope, id training.RecordingID) ([]uint16, error)
	LoadInputs(ctx context.Context, s training.Scope, days training.DayRange) ([]store.LoadInput, error)
	Primitive(ctx context.Context, s training.Scope, id training.ActivityID, kind string) (store.Primitive, error)
	Primitives(ctx context.Context, s training.Scope, kind string, days training.DayRange) iter.Seq2[store.Primitive, error]
	Gear(ctx context.Context, s training.Scope) ([]training.Gear, error)
	Notes(ctx context.Context, s training.Scope, id training.ActivityID) ([]store.Note, error)
	Weather(ctx context.Context, s training.Scope, id training.ActivityID) (source string, v training.Values, err error)
}

// Facts is one row of an answer.
type Facts = FactsRow

// localTime is when the activity began on its own clock, to the second. It
// takes the offset that is known, because loading the zone reads a file.
func localTime(a *training.Activity) string {
	return a.Start.In(time.FixedZone("", a.OffsetS)).Format(time.RFC3339)
}

// ZoneName is the IANA zone, or the offset where only that is known.
func ZoneName(a *training.Activity) string {
	if a.Zone != "" {
		return a.Zone
	}
	return a.Start.In(a.Location()).Format("-07:00")
}

// Find resolves an id of any form and reads its row.
func Find(ctx context.Context, r Finder, s training.Scope, id string) (store.ActivityRow, error) {
	// Most ids are those of activities that are shown, and no other name is.
	if row, err := r.Activity(ctx, s, training.ActivityID(id)); err == nil || training.KindOf(err) != training.KindNotFound {
		return row, err
	}
	own, err := r.Resolve(ctx, s, id)
	if err != nil {
		return store.ActivityRow{}, hidden(ctx, r, s, id, err)
	}
	return r.Activity(ctx, s, own)
}
