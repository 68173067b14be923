package kinds

import (
	"context"
	"encoding/json"
	"strconv"

	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/internal/writes/outbox"
)

// Stars are those of segments that only a service has.
type Stars struct{}

var _ outbox.Apart = Stars{}

// Name is that of segments.
func (Stars) Name() string { return string(document.Segments) }

// Of is activities, which are timed on them.
func (Stars) Of() training.ThingKind { return training.ThingActivities }

// Can reports whether the service lets a segment be starred.
func (Stars) Can(s source.Service, a ledger.Action) bool {
	_, ok := s.(source.SegmentStarrer)
	return ok && a == ledger.Update
}

// Changed reads that a star was set or taken off.
func (Stars) Changed(_ *store.Tx, _ training.AthleteID, did journal.Changed) (*outbox.Change, error) {
	c, ok := did.(journal.ApartChanged)
	if !ok || c.Of != store.ChangeKind(document.Segments) {
		return nil, nil
	}
	n := source.Name(c.Source)
	return &outbox.Change{
		Here: n.Ref(c.ID), There: map[source.Name]string{n: c.ID}, To: n, Apart: true, Fields: c.Fields, From: c.From,
		Names: []string{ledger.Starred},
	}, nil
}

func thing(id string, starred bool) outbox.Thing {
	return outbox.Thing{ID: id, Fields: outbox.Fields{ledger.Starred: json.RawMessage(strconv.FormatBool(starred))}}
}

// Read says whether a segment is starred.
func (Stars) Read(ctx context.Context, s source.Service, id string) (outbox.Thing, error) {
	starred, _, err := s.(source.SegmentStarrer).Starred(ctx, id)
	return thing(id, starred), err
}

// Update stars a segment, or takes the star off.
func (Stars) Update(ctx context.Context, s source.Service, id string, f outbox.Fields, _ []string) (outbox.Thing, error) {
	var want bool
	if raw := f[ledger.Starred]; len(raw) > 0 {
		if err := json.Unmarshal(raw, &want); err != nil {
			return outbox.Thing{}, err
		}
	}
	starred, err := s.(source.SegmentStarrer).Star(ctx, id, want)
	return thing(id, starred), err
}

// Create is nothing that happens: segments are the service's.
func (Stars) Create(context.Context, source.Service, string, outbox.Fields) (outbox.Thing, error) {
	return outbox.Thing{}, training.Errorf(training.KindUnsupported, "No segment is made there.")
}

// Delete is nothing that happens either.
func (Stars) Delete(context.Context, source.Service, string) error {
	return training.Errorf(training.KindUnsupported, "No segment is deleted there.")
}

// Keep is nothing: what services say of their segments is read as it is then.
func (Stars) Keep(*store.Tx, outbox.Kept) error { return nil }

// Want is nothing, as Keep.
func (Stars) Want(*store.Tx, outbox.Kept, []string) error { return nil }

// Named is nothing: the segment has one id.
func (Stars) Named(*store.Tx, outbox.Kept) error { return nil }

// KeepApart is nothing, as Keep.
func (Stars) KeepApart(context.Context, source.Service, outbox.Kept) error { return nil }
