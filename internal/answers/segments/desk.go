package segments

import (
	"context"
	"slices"
	"sync"

	"lapkeep/internal/answers/serviced"
	"lapkeep/internal/store"
	"lapkeep/internal/store/activityindex"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Reader reads segments, efforts on them, and what says who may see what.
type Reader interface {
	serviced.Resolver
	serviced.Reader
	LastChange(ctx context.Context) (int64, error)
	Changes(ctx context.Context, after int64, limit int) ([]store.Change, error)
	Athlete(ctx context.Context, s training.Scope) (training.Athlete, error)
	SegmentEfforts(ctx context.Context, s training.Scope, f store.EffortFilter) ([]training.SegmentEffort, error)
	Activities(ctx context.Context, s training.Scope, f store.ActivityFilter) (store.ActivityPage, error)
	Gear(ctx context.Context, s training.Scope) ([]training.Gear, error)
	Weather(ctx context.Context, s training.Scope, id training.ActivityID) (source string, v training.Values, err error)
	HiddenPlaces(ctx context.Context, s training.Scope) (document.HiddenPlaces, error)
}

// Desk is where segments are asked for: those of the athlete's own, what could
// become one, and those of the connected services. It keeps what it read until
// something changes, so one of them serves all calls.
type Desk struct {
	Store    Reader
	Services serviced.LiveDesk
	// Ridden finds what could become a segment.
	Ridden *RiddenIndex

	kept *kept
}

type kept struct {
	own     activityindex.Cache[training.Scope, []Own]
	efforts activityindex.Cache[ofSegment, []training.SegmentEffort]
	times   activityindex.Cache[ofSport, []oneTime]
	saved   activityindex.Cache[training.AthleteID, *Saved]

	// Up to the change seen, the latest that efforts may differ by is moved.
	mu          sync.Mutex
	seen, moved int64
}

type ofSegment struct {
	scope training.Scope
	id    string
}

// NewDesk is a desk over a store; it reads nothing yet.
func NewDesk(r Reader, services serviced.LiveDesk, found *RiddenIndex) Desk {
	return Desk{Store: r, Services: services, Ridden: found, kept: &kept{}}
}

// changesAtOnce is how many changes are looked at before all are taken to count.
const changesAtOnce = 200

// effortsAt is the place of the change log since which no effort can differ:
// those that were read there still hold. Thresholds and other settings change
// none, and are what is set anew most.
func (d Desk) effortsAt(ctx context.Context) (int64, error) {
	last, err := d.Store.LastChange(ctx)
	if err != nil {
		return 0, err
	}
	k := d.kept
	k.mu.Lock()
	defer k.mu.Unlock()
	if last == k.seen {
		return k.moved, nil
	}
	changes, err := d.Store.Changes(ctx, k.seen, changesAtOnce)
	if err != nil {
		return 0, err
	}
	other := func(c store.Change) bool { return c.Kind != store.ChangeSettings }
	if len(changes) == 0 || len(changes) == changesAtOnce || slices.ContainsFunc(changes, other) {
		k.moved = last
	}
	k.seen = last
	return k.moved, nil
}

// saved are the ways of the athlete's own segments. Whoever asks is told of
// none of them: only that what they cover is not proposed again.
func (d Desk) saved(ctx context.Context, a training.AthleteID) (*Saved, error) {
	seq, err := d.Store.LastChange(ctx)
	if err != nil {
		return nil, err
	}
	return d.kept.saved.Get(ctx, seq, a, func() (*Saved, error) {
		whole := training.Scope{Athlete: a, Audience: training.AudienceExport}
		docs, err := d.Store.Documents(ctx, whole, document.Segments, document.Filter{})
		if err != nil {
			return nil, err
		}
		out := NewSaved()
		for _, doc := range docs {
			x, err := document.Show[training.Segment](doc)
			if err != nil {
				return nil, err
			}
			out.Add(doc.ID, x.Sport, LineOf(x.Points))
		}
		return out, nil
	})
}
