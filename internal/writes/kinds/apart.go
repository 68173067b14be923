package kinds

import (
	"context"
	"maps"
	"slices"

	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/internal/writes/outbox"
)

// ApartRows keeps activities of a service for as long as its terms let them stay.
type ApartRows interface {
	Said(ctx context.Context, act source.Activity) error
	Gone(ctx context.Context, id string) error
}

// changedApart is a change of an activity that only a service has.
func changedApart(c journal.ApartChanged) *outbox.Change {
	if c.Of != store.ChangeActivity {
		return nil
	}
	n := source.Name(c.Source)
	return &outbox.Change{
		Here: n.Ref(c.ID), There: map[source.Name]string{n: c.ID}, To: n, Apart: true, Fields: c.Fields, From: c.From,
		Names: slices.Sorted(maps.Keys(c.Fields)),
	}
}

// Named makes the service's id a name of the activity, if that is here.
func (Activities) Named(tx *store.Tx, kept outbox.Kept) error { return named(tx, kept) }

func named(tx *store.Tx, kept outbox.Kept) error {
	ref := kept.Source.Ref(kept.Thing.ID)
	if kept.Thing.ID == "" || kept.Here == ref {
		return nil
	}
	return tx.PutExternalID(kept.Athlete, training.ActivityID(kept.Here), ref)
}

// KeepApart keeps what the service says of the activity; what it has no more goes.
func (k Activities) KeepApart(ctx context.Context, s source.Service, kept outbox.Kept) error {
	if k.Apart == nil || kept.Thing.ID == "" {
		return nil
	}
	rows := k.Apart(kept.Athlete, s)
	act, ok := kept.Thing.Whole.(source.Activity)
	if !ok {
		return rows.Gone(ctx, kept.Thing.ID)
	}
	return rows.Said(ctx, act)
}

// Named makes the service's id a name of the activity.
func (Recordings) Named(tx *store.Tx, kept outbox.Kept) error { return named(tx, kept) }

// KeepApart is nothing: the activity is here from its file.
func (Recordings) KeepApart(context.Context, source.Service, outbox.Kept) error { return nil }
