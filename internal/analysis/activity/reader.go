package activity

import (
	"context"
	"time"

	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Finder finds the activity that an id means.
type Finder interface {
	Resolve(ctx context.Context, s training.Scope, id string) (training.ActivityID, error)
	Activity(ctx context.Context, s training.Scope, id training.ActivityID) (store.ActivityRow, error)
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
	Notes(ctx context.Context, s training.Scope, id training.ActivityID) ([]store.Note, error)
}

// Facts is one row of an answer: only what is known, by its published name.
type Facts map[string]any

// put adds a value unless it is the empty string, false or an empty list.
func (f Facts) put(key string, v any) {
	switch x := v.(type) {
	case string:
		if x == "" {
			return
		}
	case bool:
		if !x {
			return
		}
	case []string:
		if len(x) == 0 {
			return
		}
	}
	f[key] = v
}

// The most bytes that a number takes, and a character of a text.
const (
	numberBytes    = 25
	characterBytes = 6
)

// bound is how many bytes the row takes at most, with the comma behind it.
func (f Facts) bound() int {
	const brackets, marks = 3, 4
	n := brackets
	for k, v := range f {
		n += characterBytes*len(k) + marks
		switch x := v.(type) {
		case bool, int, float64:
			n += numberBytes
		case string:
			n += characterBytes*len(x) + 2
		default:
			n += size(v)
		}
	}
	return n
}

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
		return store.ActivityRow{}, err
	}
	return r.Activity(ctx, s, own)
}
